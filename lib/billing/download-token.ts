import { createHash } from "node:crypto";
import { sign } from "@/lib/site-secret";

/**
 * Returns the secret of a purchase's link: 64 hex digits, computed whenever it is displayed. A new version invalidates
 * the old link.
 */
export function downloadToken(purchaseId: string, version: number): string {
  return sign("download", `${purchaseId}:${version}`);
}

/** Returns the stored form of a secret: its SHA-256 in hex. */
export function secretHash(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
