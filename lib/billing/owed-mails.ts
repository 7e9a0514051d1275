import { env } from "@/lib/env";
import { regularly } from "@/lib/regularly";
import { sendDueMails } from "./mails";
import { serverBilling } from "./runtime";

const EVERY_MS = 5 * 60_000;

/**
 * Sends the emails that the previous process left unsent, and regularly those that have failed since. Otherwise they
 * would wait for the next sale. On Vercel no process lives long enough, so reconciliation does it there.
 */
export function sendOwedMails(
  send: () => Promise<unknown> = () => sendDueMails(serverBilling()),
  { payments, onVercel } = env(),
): NodeJS.Timeout | null {
  if (!payments || onVercel) return null;
  return regularly(send, EVERY_MS, "due emails were not sent");
}
