import { timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";
import { sign } from "@/lib/site-secret";
import { secretHash } from "./download-token";

/** CRON_SECRET, or what only a process that reads the site's secret can tell: a command on the same machine. */
export function cronToken(): string {
  return env().cronSecret ?? sign("cron", "scheduled work");
}

export function isCronToken(authorization: string | null): boolean {
  const [given, wanted] = [authorization ?? "", `Bearer ${cronToken()}`];
  return timingSafeEqual(Buffer.from(secretHash(given)), Buffer.from(secretHash(wanted)));
}
