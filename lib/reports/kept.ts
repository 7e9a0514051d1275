import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { FieldError } from "@/lib/errors";
import { TYPED, type Typed } from "./report";

export const KEPT_COOKIE = "report";
export const KEPT_SECONDS = 600;
/** A browser rejects cookies above 4096 bytes. */
const MAX_COOKIE = 3600;

export interface Kept {
  typed: Typed;
  errors: readonly FieldError[];
  /** The error of the whole form, if it is not about a single field. */
  detail: string;
}

/**
 * Encodes the typed fields and their errors for the next display of the form. A text that is too long is cut. The email
 * address is left out, so that the next user of the browser cannot read it.
 */
export function writeKept(given: Kept): string {
  const { email: _, ...typed } = given.typed;
  const kept = { ...given, typed };
  const text = Buffer.from(deflateRawSync(JSON.stringify(kept))).toString("base64url");
  if (text.length <= MAX_COOKIE) return text;
  const { message = "", ...rest } = kept.typed;
  if (message === "") return writeKept({ ...kept, typed: {} });
  return writeKept({ ...kept, typed: { ...rest, message: message.slice(0, Math.floor(message.length / 2)) } });
}

/** Returns null for a cookie that is not ours. */
export function readKept(text: string | undefined): Kept | null {
  if (!text || text.length > MAX_COOKIE) return null;
  try {
    const inflated = inflateRawSync(Buffer.from(text, "base64url"), { maxOutputLength: 64 * 1024 });
    const { typed, errors, detail } = JSON.parse(inflated.toString("utf8")) as Kept;
    return {
      typed: Object.fromEntries(TYPED.flatMap((name) => (typed[name] ? [[name, String(typed[name])]] : []))),
      errors: errors.map(({ path, message }) => ({ path: String(path), message: String(message) })),
      detail: String(detail),
    };
  } catch {
    return null;
  }
}
