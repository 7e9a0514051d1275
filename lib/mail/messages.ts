import { formatDay } from "@/lib/format/dates";
import { formatMinor, formatNumber } from "@/lib/format/money";
import { type Block, compose, type Message } from "./compose";

/** The sender, named in every message. */
export interface Sender {
  siteName: string;
  /** Without a trailing slash. */
  siteUrl: string;
}

export interface SignInLink {
  url: string;
  minutes: number;
}

export interface SubscriptionStarted {
  interval: "month" | "year" | null;
  paidUntil: Date;
  /** The email address already pays for a subscription. */
  another: boolean;
}

export interface PaymentFailed {
  /** The keys work until then. */
  graceUntil: Date;
}

export interface FileLink {
  /** Name of the category, or its slug. */
  category: string;
  /** The link with its token. */
  url: string;
  asOf: string;
  /** Null while the file is not yet built. */
  recordCount: number | null;
  sha256: string | null;
  expiresAt: Date;
  downloadsUsed: number;
  downloadsMax: number;
}

export interface Refund {
  category: string;
  amountMinor: number;
  currency: string;
}

export interface WatchAsked {
  product: string;
  page: string;
  /** URL where the owner of the email address confirms or stops. */
  url: string;
  days: number;
}

export interface PriceRead {
  product: string;
  /** Its price in one sentence. */
  answer: string;
  page: string;
}

export interface FileUnpaid {
  category: string;
  /** URL where the file is sold. */
  again: string;
}

export function signInMessage(sender: Sender, { url, minutes }: SignInLink): Message {
  return compose(
    `Sign in to ${sender.siteName}`,
    [
      "Someone, most likely you, asked to sign in with this email address.",
      { href: url, label: `Sign in to ${sender.siteName}` },
      `The link works once and expires after ${minutes} minutes. If you did not ask for it, ignore this email and nothing will happen.`,
    ],
    foot(sender),
  );
}

export function subscriptionStartedMessage(
  sender: Sender,
  { interval, paidUntil, another }: SubscriptionStarted,
): Message {
  const rhythm = interval === "year" ? "yearly" : "monthly";
  return compose(
    `Your subscription to ${sender.siteName} is active`,
    [
      `Your ${interval ? `${rhythm} ` : ""}subscription to bulk data is paid until ${day(paidUntil)} and renews automatically.`,
      ...(another
        ? [
            `This email address already pays for another subscription. If you did not mean to have two, cancel one in your account and ask for a refund. ${sender.siteUrl}/pricing says where.`,
          ]
        : []),
      "The page after payment shows your API key until you first use it. To create another key, sign in to your account with this email address.",
      { href: `${sender.siteUrl}/account`, label: "Open your account" },
    ],
    foot(sender),
  );
}

export function paymentFailedMessage(sender: Sender, { graceUntil }: PaymentFailed): Message {
  return compose(
    `Your payment to ${sender.siteName} failed`,
    [
      "The renewal of your subscription could not be charged. The charge will be retried.",
      `Your keys work until ${day(graceUntil)}. To keep them working, update the card in your account.`,
      { href: `${sender.siteUrl}/account`, label: "Open your account" },
    ],
    foot(sender),
  );
}

export function fileReadyMessage(sender: Sender, file: FileLink): Message {
  return compose(
    `Your file: ${file.category} pricing`,
    ["The file you bought is ready.", ...fileBlocks(file)],
    foot(sender),
  );
}

export function fileResentMessage(sender: Sender, file: FileLink): Message {
  return compose(
    `Your file, sent again: ${file.category} pricing`,
    ["Here is the link to your file, as requested in your account.", ...fileBlocks(file)],
    foot(sender),
  );
}

export function refundMessage(sender: Sender, { category, amountMinor, currency }: Refund): Message {
  return compose(
    `Refund: ${category} pricing`,
    [
      `Your payment of ${formatMinor(amountMinor, currency)} for the ${category} file was refunded. Banks take a few days to show it.`,
      "The download link no longer works.",
    ],
    foot(sender),
  );
}

export function fileUnpaidMessage(sender: Sender, { category, again }: FileUnpaid): Message {
  return compose(
    `Payment failed: ${category} pricing`,
    [
      `Your bank did not make the payment for the ${category} file. Nothing was bought.`,
      "To buy the file after all, pay again by card or from another bank account.",
      { href: again, label: "Back to the file" },
    ],
    foot(sender),
  );
}

export function watchAskedMessage(sender: Sender, { product, page, url, days }: WatchAsked): Message {
  return compose(
    `Confirm that you want to watch the price of ${product}`,
    [
      `Someone, most likely you, asked on ${page} for one email when we have a price for ${product}.`,
      { href: url, label: "Confirm or decline" },
      `If you do not confirm within ${days} days, nothing more is sent and this address is deleted. To stop later, use the same link.`,
    ],
    `${sender.siteName}, ${sender.siteUrl}. Sent because this address was entered there.`,
  );
}

export function priceReadMessage(sender: Sender, { product, answer, page }: PriceRead): Message {
  return compose(
    `${product} now has a price`,
    [answer, { href: page, label: `${product} pricing` }, "This is the only email. Your address is now deleted."],
    `${sender.siteName}, ${sender.siteUrl}. Sent because you asked for it there and confirmed.`,
  );
}

function fileBlocks(file: FileLink): Block[] {
  const left = file.downloadsMax - file.downloadsUsed;
  return [
    { href: file.url, label: "Download the file" },
    {
      facts: [
        ["Category", file.category],
        ...(file.recordCount === null ? [] : [["Records", formatNumber(file.recordCount)] as [string, string]]),
        ["Data as of", formatDay(file.asOf)],
        ["Link valid until", day(file.expiresAt)],
        ["Downloads left", `${left} of ${file.downloadsMax}`],
        ...(file.sha256 === null ? [] : [["SHA-256", file.sha256] as [string, string]]),
      ],
    },
    "Every download has the same bytes. Anyone who has the link can use it, so do not share it.",
  ];
}

function foot({ siteName, siteUrl }: Sender): string {
  return `${siteName}, ${siteUrl}. Sent because this address was used there. There is no mailing list to unsubscribe from.`;
}

function day(instant: Date): string {
  return formatDay(instant.toISOString());
}
