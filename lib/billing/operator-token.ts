import { timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";
import { sign } from "@/lib/site-secret";
import { secretHash } from "./download-token";

/**
 * Returns CRON_SECRET, or a token that only a process with the site's secret can compute: a command on the same
 * machine.
 */
export function cronToken(): string {
  return env().cronSecret ?? sign("cron", "scheduled work");
}

export function isCronToken(authorization: string | null): boolean {
  const [given, wanted] = [authorization ?? "", `Bearer ${cronToken()}`];
  return timingSafeEqual(Buffer.from(secretHash(given)), Buffer.from(secretHash(wanted)));
}
