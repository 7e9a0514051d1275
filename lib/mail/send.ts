import type { Transporter } from "nodemailer";
import { processWide } from "@/lib/access/process-wide";
import { env } from "@/lib/env";
import { logger } from "@/lib/logger";
import type { Message } from "./compose";
import {
  type FileLink,
  type FileUnpaid,
  fileReadyMessage,
  fileResentMessage,
  fileUnpaidMessage,
  type PaymentFailed,
  type PriceRead,
  paymentFailedMessage,
  priceReadMessage,
  type Refund,
  refundMessage,
  type Sender,
  type SignInLink,
  type SubscriptionStarted,
  signInMessage,
  subscriptionStartedMessage,
  type WatchAsked,
  watchAskedMessage,
} from "./messages";
import { smtpTransport } from "./transport";

/** Whether the mail server accepted the message. Failures are logged without the email address, text or links. */
export type Sent = boolean;

type Kind =
  | "sign-in"
  | "subscription-started"
  | "payment-failed"
  | "file-ready"
  | "file-resent"
  | "file-unpaid"
  | "refund"
  | "watch-asked"
  | "price-read";

interface Post {
  from: string;
  sender: Sender;
  /** Undefined if this server cannot send email. */
  transport: Transporter | undefined;
}

/** Returns the functions that send email. They never throw, because a failed email must not undo its cause. */
export function mailer(post: () => Post) {
  async function send(kind: Kind, to: string, write: (sender: Sender) => Message): Promise<Sent> {
    try {
      const { transport, from, sender } = post();
      if (!transport) {
        logger.warn("email not sent: SMTP_URL is not set", { kind });
        return false;
      }
      // As an object, the email address is taken literally and cannot contain a second one.
      await transport.sendMail({ from, to: { name: "", address: to }, ...write(sender) });
      return true;
    } catch (error) {
      const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
      logger.error("email not sent", { kind, code, command, responseCode });
      return false;
    }
  }
  return {
    signIn: ({ to, ...link }: SignInLink & { to: string }) => send("sign-in", to, (by) => signInMessage(by, link)),
    subscriptionStarted: ({ to, ...terms }: SubscriptionStarted & { to: string }) =>
      send("subscription-started", to, (by) => subscriptionStartedMessage(by, terms)),
    paymentFailed: ({ to, ...terms }: PaymentFailed & { to: string }) =>
      send("payment-failed", to, (by) => paymentFailedMessage(by, terms)),
    fileReady: ({ to, ...file }: FileLink & { to: string }) =>
      send("file-ready", to, (by) => fileReadyMessage(by, file)),
    fileResent: ({ to, ...file }: FileLink & { to: string }) =>
      send("file-resent", to, (by) => fileResentMessage(by, file)),
    fileUnpaid: ({ to, ...file }: FileUnpaid & { to: string }) =>
      send("file-unpaid", to, (by) => fileUnpaidMessage(by, file)),
    watchAsked: ({ to, ...watch }: WatchAsked & { to: string }) =>
      send("watch-asked", to, (by) => watchAskedMessage(by, watch)),
    priceRead: ({ to, ...price }: PriceRead & { to: string }) =>
      send("price-read", to, (by) => priceReadMessage(by, price)),
    refunded: ({ to, ...refund }: Refund & { to: string }) => send("refund", to, (by) => refundMessage(by, refund)),
  };
}

export type Mail = ReturnType<typeof mailer>;

/** The running server's mailer. */
export const mail: Mail = mailer(() => {
  const { smtpUrl, mailFrom, siteName, siteUrl } = env();
  return {
    from: mailFrom,
    sender: { siteName, siteUrl },
    transport: smtpUrl === undefined ? undefined : processWide("mail-transport", () => smtpTransport(smtpUrl)),
  };
});
