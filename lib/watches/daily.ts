import { getDb, requireRoom } from "@/db/client";
import { env } from "@/lib/env";
import { mail } from "@/lib/mail/send";
import { serverRuntime } from "@/lib/operations/runtime";
import { regularly } from "@/lib/regularly";
import { deleteExpired, tellOfPrices } from "./watches";

const EVERY_MS = 24 * 60 * 60_000;

/**
 * Runs after startup, which may have loaded new prices, and daily. On Vercel no process lives long enough, so a cron
 * job does it there.
 */
export function watchPrices(
  tell: () => Promise<unknown> = () => tellOfPrices({ runtime: serverRuntime(), mail }),
  { smtpUrl, onVercel } = env(),
): NodeJS.Timeout | null {
  if (smtpUrl === undefined || onVercel) return null;
  return regularly(tell, EVERY_MS, "price watches were not processed");
}

const CLEAN_EVERY_MS = 60 * 60_000;

/** Runs after startup and hourly, also without email. On Vercel the daily cron job of the price watches does it. */
export function deleteExpiredRegularly({ onVercel } = env()): NodeJS.Timeout | null {
  if (onVercel) return null;
  return regularly(
    async () => {
      await requireRoom();
      await deleteExpired(await getDb(), new Date());
    },
    CLEAN_EVERY_MS,
    "expired sessions and requests were not deleted",
  );
}
