import { readAddressesAs } from "@/lib/access/each-request";
import { COUNT_PATTERN } from "@/lib/tco/counted";
import { COUNT_CHOICE, LIST_CHOICES } from "./kept-pages";

/** Addresses that hold a secret in their query or their path. */
const HOLDERS = /^\/+api\/+v2\/+bulk\/*$|^\/+files\/+[^/]+\/*$/;
/** A letter as it stands, or written with percent signs, once or more often. */
const written = (letter: string) => {
  const codes = [letter, letter.toUpperCase()].map((form) => form.charCodeAt(0).toString(16));
  return `(?:${letter}|%(?:25)*(?:${[...new Set(codes)].join("|")}))`;
};
const KEY = new RegExp(`${[..."pi_live_"].map(written).join("")}(?:\\w|%(?:25)*[0-9a-f]{2})+`, "gi");
/** Pages that are kept as they were first drawn, and what of their query may choose another page. */
const KEPT = /^\/software\/[^/]+(?:\/[^/]+)?\/?$|^\/categories\/a-z\/[^/]+\/?$/;
const CHOOSING = new RegExp(`^(?:_rsc|${LIST_CHOICES.join("|")})(?:=|$)`);
const PRODUCT = /^\/software\/[^/]+\/[^/]+\/?$/;
const COUNTING = new RegExp(`^(?:_rsc(?:=|$)|${COUNT_CHOICE}=${COUNT_PATTERN}$)`);

/**
 * Next answers an address with doubled or trailing slashes by a permanent redirect that repeats it, and writes the
 * address of a page into the page, which is kept and shown to the next reader. So the secret ones are read as they are
 * meant, any other loses the key that somebody put there, and a kept page is asked for without the rest of its query.
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
