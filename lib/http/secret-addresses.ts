import { readAddressesAs } from "@/lib/access/each-request";
import { COUNT_PATTERN } from "@/lib/tco/counted";
import { COUNT_CHOICE, LIST_CHOICES } from "./kept-pages";

/** Paths of URLs with a secret in their query or their path. */
const HOLDERS = /^\/+api\/+v2\/+bulk\/*$|^\/+files\/+[^/]+\/*$/;
/** Matches a letter, plain or percent-encoded once or more often. */
const written = (letter: string) => {
  const codes = [letter, letter.toUpperCase()].map((form) => form.charCodeAt(0).toString(16));
  return `(?:${letter}|%(?:25)*(?:${[...new Set(codes)].join("|")}))`;
};
const KEY = new RegExp(`${[..."pi_live_"].map(written).join("")}(?:\\w|%(?:25)*[0-9a-f]{2})+`, "gi");
/** Pages that are cached as first rendered, and the query parameters that may select another page. */
const KEPT = /^\/software\/[^/]+(?:\/[^/]+)?\/?$|^\/categories\/a-z\/[^/]+\/?$/;
const CHOOSING = new RegExp(`^(?:_rsc|${LIST_CHOICES.join("|")})(?:=|$)`);
const PRODUCT = /^\/software\/[^/]+\/[^/]+\/?$/;
const COUNTING = new RegExp(`^(?:_rsc(?:=|$)|${COUNT_CHOICE}=${COUNT_PATTERN}$)`);

/**
 * Next permanently redirects a URL with doubled or trailing slashes and repeats its query. It also writes a page's URL
 * into the page, which is cached and sent to the next client. So URLs with a secret are normalised, a key in any other
 * URL is removed, and a cached page is requested without the rest of its query.
 */
export function keepSecretAddresses(): void {
  readAddressesAs("secret-addresses", discreetAddress);
}

/** `/api//v2/bulk/?key=…` → `/api/v2/bulk?key=…`; `/x?key=pi_live_…` → `/x?key=pi_live_redacted`. */
export function discreetAddress(url: string): string {
  const [path = ""] = url.split("?", 1);
  if (KEPT.test(path)) return withoutQuery(url.replace(KEY, "pi_live_redacted"));
  if (!HOLDERS.test(path)) return url.replace(KEY, "pi_live_redacted");
  return path.replace(/\/+/g, "/").replace(/\/$/, "") + url.slice(path.length);
}

function withoutQuery(url: string): string {
  const [path = ""] = url.split("?", 1);
  const kept = url
    .slice(path.length + 1)
    .split("&")
    .filter((pair) => (PRODUCT.test(path) ? COUNTING : CHOOSING).test(pair));
  return kept.length > 0 ? `${path}?${kept.join("&")}` : path;
}
