import * as z from "zod";

const Address = z.email().max(254);

/** Returns an email address in the form in which it is stored and compared, or null if it is invalid. */
export function mailAddress(text: unknown): string | null {
  if (typeof text !== "string") return null;
  const parsed = Address.safeParse(text.normalize("NFKC").trim().toLowerCase());
  return parsed.success ? parsed.data : null;
}

const AFTER_SIGN_IN = "/account";

/** Returns a path of this site to go on to. Any other target leads to the account. */
export function pathWithin(text: unknown): string {
  if (typeof text !== "string" || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text)) return AFTER_SIGN_IN;
  const { host, pathname, search, hash } = new URL(text, "http://here.invalid");
  // Without its dots, "/..//elsewhere" is "//elsewhere", which is another site.
  return host === "here.invalid" && !pathname.startsWith("//") ? `${pathname}${search}${hash}` : AFTER_SIGN_IN;
}
