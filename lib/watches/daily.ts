import { env } from "@/lib/env";
import { mail } from "@/lib/mail/send";
import { serverRuntime } from "@/lib/operations/runtime";
import { regularly } from "@/lib/regularly";
import { tellOfPrices } from "./watches";

const EVERY_MS = 24 * 60 * 60_000;

/** After a start, which may have loaded new prices, and daily. On Vercel no process lives so long: a cron does it there. */
export function watchPrices(
  tell: () => Promise<unknown> = () => tellOfPrices({ runtime: serverRuntime(), mail }),
  { smtpUrl, onVercel } = env(),
): NodeJS.Timeout | null {
  if (smtpUrl === undefined || onVercel) return null;
  return regularly(tell, EVERY_MS, "price watches were not processed");
}
