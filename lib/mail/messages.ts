import { formatDay } from "@/lib/format/dates";
import { formatMinor, formatNumber } from "@/lib/format/money";
import { type Block, compose, type Message } from "./compose";

/** Who writes: named in every message. */
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
  /** End of the period that was paid. */
  paidUntil: Date;
  /** The address pays for one already. */
  another: boolean;
}

export interface PaymentFailed {
  /** Until when the keys go on working. */
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
  /** Where the owner of the address confirms or stops. */
  url: string;
  days: number;
}

export interface PriceRead {
  product: string;
  /** What it costs, in one sentence. */
  answer: string;
  page: string;
}

export interface FileUnpaid {
  category: string;
  /** Where the file is sold. */
  again: string;
}

export function signInMessage(sender: Sender, { url, minutes }: SignInLink): Message {
  return compose(
    `Sign in to ${sender.siteName}`,
    [
      "Someone, most likely you, asked to sign in with this address.",
      { href: url, label: `Sign in to ${sender.siteName}` },
      `The link works once and for ${minutes} minutes. If you did not ask for it, nothing happens: leave it unopened.`,
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
    `Your subscription to ${sender.siteName} has begun`,
    [
      `The ${interval ? `${rhythm} ` : ""}subscription to the bulk data is paid until ${day(paidUntil)} and renews by itself.`,
      ...(another
        ? [
            `This address pays for another subscription already. If you did not mean to have two, cancel one in the account and ask for its payment back; ${sender.siteUrl}/pricing says where.`,
          ]
        : []),
      "The API key was shown on the page after payment, once. If you did not keep it, create another in your account; sign in there with this address.",
      { href: `${sender.siteUrl}/account`, label: "Open the account" },
    ],
    foot(sender),
  );
}

export function paymentFailedMessage(sender: Sender, { graceUntil }: PaymentFailed): Message {
  return compose(
    `A payment to ${sender.siteName} failed`,
    [
      "The renewal of your subscription could not be charged. The charge will be tried again.",
      `Your keys work until ${day(graceUntil)}. To keep them longer, correct the card in your account.`,
      { href: `${sender.siteUrl}/account`, label: "Open the account" },
    ],
    foot(sender),
  );
}

export function fileReadyMessage(sender: Sender, file: FileLink): Message {
  return compose(
    `Your file: ${file.category} pricing`,
    ["The file that you bought is ready.", ...fileBlocks(file)],
    foot(sender),
  );
}

export function fileResentMessage(sender: Sender, file: FileLink): Message {
  return compose(
    `Your file again: ${file.category} pricing`,
    ["Here is the link to your file, as asked for in the account.", ...fileBlocks(file)],
    foot(sender),
  );
}

export function refundMessage(sender: Sender, { category, amountMinor, currency }: Refund): Message {
  return compose(
    `Refund: ${category} pricing`,
    [
      `The payment of ${formatMinor(amountMinor, currency)} for the file ${category} was refunded. Banks take a few days to show it.`,
      "The download link no longer works.",
    ],
    foot(sender),
  );
}

export function fileUnpaidMessage(sender: Sender, { category, again }: FileUnpaid): Message {
  return compose(
    `Payment failed: ${category} pricing`,
    [
      `The bank did not make the payment for the file ${category}. Nothing was bought.`,
      "To buy it after all, pay again, by card or from another account.",
      { href: again, label: "Back to the file" },
    ],
    foot(sender),
  );
}

export function watchAskedMessage(sender: Sender, { product, page, url, days }: WatchAsked): Message {
  return compose(
    `Shall we mail you when the price of ${product} is read?`,
    [
      `Someone, most likely you, asked on ${page} for one mail when a price of ${product} is read.`,
      { href: url, label: "Confirm or refuse" },
      `Without a confirmation within ${days} days nothing more is sent and this address is deleted. The same link stops it later.`,
    ],
    `${sender.siteName}, ${sender.siteUrl}. Sent because this address was typed there.`,
  );
}

export function priceReadMessage(sender: Sender, { product, answer, page }: PriceRead): Message {
  return compose(
    `A price of ${product} is read`,
    [answer, { href: page, label: `${product} pricing` }, "This was the only mail. Your address is deleted with it."],
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
        ["Link works until", day(file.expiresAt)],
        ["Downloads left", `${left} of ${file.downloadsMax}`],
        ...(file.sha256 === null ? [] : [["SHA-256", file.sha256] as [string, string]]),
      ],
    },
    "Every download gives the same bytes. Whoever has the link can use it: do not pass it on.",
  ];
}

function foot({ siteName, siteUrl }: Sender): string {
  return `${siteName}, ${siteUrl}. Sent because this address was used there; there is no list to leave.`;
}

function day(instant: Date): string {
  return formatDay(instant.toISOString());
}
