/** The payments that a fee is charged on, according to its label and its unit. */
export interface FeeScope {
  /** "Payment processing", "Card fee" */
  name: string;
  isSuccessful: boolean;
  isDomestic: boolean;
  isCard: boolean;
  /** The method or place of the payment, if that limits the fee. */
  channel: Channel | null;
  noun: string;
  region: string | null;
  /** Volume above which the fee is charged, in the words of the source. */
  above: string | null;
}

interface Channel {
  words: string;
  /** The lowest rank leads. From SPECIAL on, the fee is not for an ordinary payment. */
  rank: number;
}

/** Minimum rank of fees that are only for special payments. */
export const SPECIAL = 4;

/** A fee in addition to the price, or for another service than the product's own. */
export const SURCHARGE =
  /\bon top\)|another payment provider|surcharge|\badded fee\b|currency exchange|exchange fee|withdrawal|payout|paid by the|extra use/i;

const CHANNELS: readonly [RegExp, Channel][] = [
  [/not present/i, { words: "card-not-present", rank: 2 }],
  [/card present/i, { words: "card-present", rank: 1 }],
  [/in[- ]person|tap\/dip\/swipe/i, { words: "in-person", rank: 1 }],
  [/card reader/i, { words: "card-reader", rank: 1 }],
  [/tap to pay/i, { words: "tap-to-pay", rank: 3 }],
  [/online API/i, { words: "online API", rank: 3 }],
  [/\bonline\/keyed\b/i, { words: "online or manually entered", rank: 2 }],
  [/\bonline\b/i, { words: "online", rank: 2 }],
  [/\bQR\b/, { words: "QR-code", rank: SPECIAL }],
  [/\bkeyed\b|\bmanual/i, { words: "manually entered", rank: 5 }],
  [/international|cross-border/i, { words: "international", rank: 6 }],
  [/academic|non-?profit/i, { words: "academic or non-profit", rank: 6 }],
  [/marketplace/i, { words: "marketplace", rank: 6 }],
  [/\bACH\b|direct debit/i, { words: "ACH Direct Debit", rank: 7 }],
  [/bank payment/i, { words: "bank", rank: 7 }],
  [/pay later|buy now|klarna|afterpay/i, { words: "pay-later", rank: 8 }],
  [/crypto/i, { words: "crypto", rank: 8 }],
  [/memberships?/i, { words: "", rank: 8 }],
];

const NOUNS: readonly [RegExp, string][] = [
  [/paid[- ]subscriptions?/i, "paid subscription"],
  [/\bcost passed through\b/i, "cost passed through"],
  [/\brevenue\b/i, "revenue"],
  [/\bparticipant rewards?\b/i, "participant rewards"],
  [/\bmemberships?\b/i, "membership payment"],
  [/\btickets?\b/i, "ticket"],
  [/\bdonations?\b/i, "donation"],
  [/\binvoices?\b/i, "invoice"],
  [/\bsales?\b/i, "sale"],
];

/** Uncountable nouns: a share is "of" them and not "per" one. */
export const MASS_NOUNS: ReadonlySet<string> = new Set(["revenue", "cost passed through", "participant rewards"]);

const ABOVE =
  /\b(?:above|over) ([$€£]\d[\d,.]*[KMB]?(?:\s*(?:\/|per )(?:month|year))?)|\bfirst ([$€£]\d[\d,.]*[KMB]?), then\b/i;

let regions: ReadonlySet<string> | undefined;

function regionNames(): ReadonlySet<string> {
  if (regions) return regions;
  const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const known = letters.flatMap((a) => letters.flatMap((b) => names.of(`${a}${b}`) ?? []));
  regions = new Set([...known, "European Economic Area", "Europe"]);
  return regions;
}

/** Returns the details in a label besides the name of the fee: "Payment processing (Standard, domestic)". */
export function detailsOf(label: string): string[] {
  return label
    .split(/[(),]/)
    .slice(1)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

export function scopeOf({
  label,
  unit,
  note,
  tier,
}: {
  label: string;
  unit: string | null;
  note: string;
  tier: string | null;
}): FeeScope {
  const said = `${label} ${unit ?? ""}`;
  const channel = CHANNELS.find(([pattern]) => pattern.test(said))?.[1] ?? null;
  const above = ABOVE.exec(note);
  return {
    name: label === tier ? label : (label.split(/ \(|, /)[0] ?? label),
    isSuccessful: /\bsuccessful\b/i.test(unit ?? ""),
    isDomestic: /\b(?:domestic|local)\b/i.test(said),
    isCard: /\bcards?\b/i.test(said.replace(/card reader|card (?:not )?present/gi, "")),
    channel,
    noun: NOUNS.find(([pattern]) => pattern.test(said))?.[1] ?? "transaction",
    region: detailsOf(label).find((detail) => regionNames().has(detail)) ?? null,
    above: (above?.[1] ?? above?.[2])?.replace(/\s*\//, " per ") ?? null,
  };
}

/** Returns "successful domestic card payment", "ticket", "revenue above $5,000/month"; null for any transaction. */
export function appliesTo({ isSuccessful, isDomestic, isCard, channel, noun, above }: FeeScope): string | null {
  const paid = noun === "transaction" && (isCard || channel) ? (isCard ? "card payment" : "payment") : noun;
  const words = [
    isSuccessful ? "successful" : "",
    isDomestic ? "domestic" : "",
    channel?.words ?? "",
    paid,
    above ? `above ${above}` : "",
  ].filter((word) => word !== "");
  const said = words.join(" ");
  return said === "transaction" ? null : said;
}
