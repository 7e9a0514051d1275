import { readAddressesAs } from "@/lib/access/each-request";

/** Addresses that hold a secret in their query or their path. */
const HOLDERS = /^\/+api\/+v2\/+bulk\/*$|^\/+files\/+[^/]+\/*$/;
const KEY = /pi_live_\w+/gi;

/**
 * Next answers an address with doubled or trailing slashes by a permanent redirect that repeats it, and writes the
 * address of a page into the page. So the secret ones are read as they are meant, and any other loses the key that
 * somebody put there.
 */
export function keepSecretAddresses(): void {
  readAddressesAs("secret-addresses", discreetAddress);
}

/** `/api//v2/bulk/?key=…` → `/api/v2/bulk?key=…`; `/x?key=pi_live_…` → `/x?key=pi_live_redacted`. */
export function discreetAddress(url: string): string {
  const [path = ""] = url.split("?", 1);
  if (!HOLDERS.test(path)) return url.replace(KEY, "pi_live_redacted");
  return path.replace(/\/+/g, "/").replace(/\/$/, "") + url.slice(path.length);
}
