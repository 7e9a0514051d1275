import { createHash } from "node:crypto";
import { sign } from "@/lib/site-secret";

/** The secret of a purchase's link: 64 hex digits, made again whenever it has to be shown. A new version ends the old link. */
export function downloadToken(purchaseId: string, version: number): string {
  return sign("download", `${purchaseId}:${version}`);
}

/** What is kept of a secret: its SHA-256, in hex. */
export function secretHash(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
