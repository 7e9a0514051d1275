import { createHash } from "node:crypto";
import type { Day } from "@/lib/schemas/primitives";

export const PUBLIC_CACHE = "public, max-age=60, s-maxage=300, stale-while-revalidate=86400";
export const NO_STORE = "no-store";
export const PRIVATE = "private, no-store";

/** Returns a weak tag, because the server may compress the body later. */
export function entityTag(...body: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of body) hash.update(part);
  return `W/"${hash.digest("base64url")}"`;
}

/** Compares as in RFC 9110, section 13.1.2: a weak comparison with any member of the list. */
export function matchesEntityTag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === "*") return true;
  const wanted = opaque(etag);
  const listed = ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return listed.some((tag) => opaque(tag) === wanted);
}

function opaque(etag: string): string {
  return etag.replace(/^W\//, "");
}

/**
 * Returns the day of the newest fact, otherwise when the catalogue last changed; never in the future (RFC 9110, section
 * 8.8.2.1).
 */
export function lastModified(day: Day | null, changedAt: Date | null, now: Date): string | null {
  const instant = day ? new Date(`${day}T00:00:00Z`) : changedAt;
  if (!instant) return null;
  return new Date(Math.min(instant.getTime(), now.getTime())).toUTCString();
}
