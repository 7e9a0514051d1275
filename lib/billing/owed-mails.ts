import { env } from "@/lib/env";
import { regularly } from "@/lib/regularly";
import { sendDueMails } from "./mails";
import { serverBilling } from "./runtime";

const EVERY_MS = 5 * 60_000;

/**
 * Sends what was owed when the process before this one ended, and from time to time what could not be sent since; else
 * it would wait for the next sale. On Vercel no process lives so long: reconciliation does it there.
 */
export function sendOwedMails(
  send: () => Promise<unknown> = () => sendDueMails(serverBilling()),
  { payments, onVercel } = env(),
): NodeJS.Timeout | null {
  if (!payments || onVercel) return null;
  return regularly(send, EVERY_MS, "due emails were not sent");
}
