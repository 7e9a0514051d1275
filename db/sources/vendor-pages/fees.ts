import type { Fact } from "@/lib/schemas/observation";
import { isCurrency, keyOf, lowerNoun, plural } from "../shared/units";

export type HiddenCost = Extract<Fact, { kind: "hidden_cost" }>;

export function cost(
  kind: HiddenCost["cost"],
  label: string,
  amount: number | null,
  currency: string | null,
  unit: string | null,
  percent: number | null = null,
): HiddenCost {
  return { kind: "hidden_cost", cost: kind, label, key: keyOf(label), amount, percent, currency, unit };
}

/** The context of a text: the currency of amounts without a code, and its plan, if any. */
export type FeeContext = {
  currency: string | null;
  tier?: string | undefined;
  /** Finds the plan in one part of a text about several plans. */
  tierOf?: (text: string) => string | undefined;
  /** The fee's unit, if the source states it next to the figure. */
  unit?: string | undefined;
  /** The name of a fee whose own words do not state one. */
  feeName?: string | undefined;
};

const SIGN: Record<string, string> = { $: "USD", "€": "EUR", "£": "GBP", R$: "BRL", "₹": "INR" };
const MONEY = String.raw`(R\$|[$€£₹]|[A-Z]{3} )\s?(\d[\d,]*(?:\.\d+)?|\.\d+)`;
const FIXED = String.raw`(?:\s*(?:\+|and|plus)\s*(R\$|[$€£]|USD |EUR )?\s?(\d*\.?\d+)\s?(¢|c\b|p\b|cents?\b)?)?`;
const PERCENT = new RegExp(String.raw`(\d+(?:\.\d+)?)\s?%${FIXED}`, "g");

const IS_FEE =
  /\bfees?\b|processing|processor|commission|transactions?|markup|card rates?|\bcards?\b|of (?:tracked )?revenue|of volume|per (?:ticket|payment|sale|donation|successful)|withdrawal|exchange|payout|charge|donations?|terminal|flat rate/i;
const IS_NO_FEE =
  /discount|\boff\b|\bsav(?:e|es|ing|ings)\b|\bVAT\b|\btax\b|uptime|availability|\bSLA\b|bonus|cheaper|keeps?\b|revenue share|promo|list price|annual fee|billing period|late payment|premium on/i;

/** "excl VAT" says what a fee excludes. It is not a tax rate. */
const WITHOUT_TAX = /\b(?:excl(?:\.|uding)?|ex|plus|without) (?:VAT|tax)\b/gi;

/** "3% per ticket": the fee's unit, in the source's own words. */
const PER =
  /^\s*(?:\(?excl VAT\)?\s*)?(?:per|of each) ((?:[a-z][a-z-]*)(?: [a-z][a-z-]*){0,3}?)(?=\s*(?:$|[;,.(+]| (?:for|on|if|above|over|up|plus|beyond|with)\b))/i;

const FEES: readonly [RegExp, string, string][] = [
  [/markup/i, "Markup on what is passed through", "cost passed through"],
  [/withdrawal/i, "Withdrawal fee", "withdrawal"],
  [/exchange|conversion/i, "Currency exchange fee", "exchange"],
  [/payout/i, "Payout fee", "payout"],
  [/\bACH\b|bank payments?/i, "Bank payment fee", "transaction"],
  [/international|cross-border/i, "International card fee", "transaction"],
  [/third-party|payment provider/i, "Fee for another payment provider", "transaction"],
  [/platform fee/i, "Platform fee", "transaction"],
  [
    /processing|\bcards?\b|Stripe|Payments fee|terminal|flat rate|tap to pay|checkout/i,
    "Payment processing",
    "transaction",
  ],
  [/ticket/i, "Fee on tickets", "ticket"],
  [/donation/i, "Fee on donations", "donation"],
  [/revenue|volume/i, "Share of revenue", "revenue"],
  [/visit/i, "Fee on a first visit", "visit"],
  [/memberships?/i, "Fee on memberships", "membership"],
  [/\bsales?\b|purchases?|bookings?/i, "Fee on sales", "sale"],
];
const GENERAL_FEE = [/./, "Transaction fee", "transaction"] as const;

function feeNamed(text: string) {
  return FEES.find(([pattern]) => pattern.test(text));
}

const CHANNELS: readonly [RegExp, string][] = [
  [/online API/i, "online API"],
  [/keyed|manual/i, "keyed"],
  [/card reader/i, "card reader"],
  [/tap to pay/i, "tap to pay"],
  [/in[- ]person|tap\/dip\/swipe|card present/i, "in person"],
  [/online|not present/i, "online"],
  [/domestic/i, "domestic"],
  [/afterpay|pay later|klarna/i, "pay later"],
  [/crypto/i, "crypto"],
  [/\bQR\b/, "QR code"],
  [/corporate/i, "corporate"],
  [/academic|non-?profit/i, "academic"],
];

function amountOf(raw: string): number {
  return Number(raw.replace(/,/g, ""));
}

function currencyOf(sign: string | undefined, context: FeeContext): string | null {
  const code = sign?.trim() ?? "";
  if (isCurrency(code)) return code;
  // A dollar sign may mean another dollar: the row says which.
  if (code === "$" && context.currency !== null && /D$/.test(context.currency)) return context.currency;
  return SIGN[code] ?? context.currency;
}

function labelled(label: string, ...details: (string | undefined)[]): string {
  const shown = details.filter(Boolean);
  return shown.length > 0 ? `${label} (${shown.join(", ")})` : label;
}

/** Returns "2.9% + 30¢ per transaction" as a percentage and a separate fixed part. Discounts and taxes are not fees. */
export function percentFees(text: string, context: FeeContext, isFee = IS_FEE.test(text)): HiddenCost[] {
  if (!isFee || IS_NO_FEE.test(text.replace(WITHOUT_TAX, ""))) return [];
  const all = [...text.matchAll(PERCENT)];
  let last: ReturnType<typeof feeNamed>;
  return all.flatMap((found) => {
    const [whole, percent = "", sign, fixed, small] = found;
    const value = Number(percent);
    if (value === 0 || value > 60) return [];
    const before =
      text
        .slice(0, found.index)
        .split(/[;,.(]\s/)
        .at(-1) ?? "";
    const after = text.slice(found.index + whole.length).split(/[;,(]/)[0] ?? "";
    const own = `${before} ${whole}${after}`;
    // "Payment provider fee 2.0% Core, 1.0% Growth": the first fee's name applies to the following ones.
    const fee = feeNamed(own) ?? (all.length === 1 ? feeNamed(text) : last);
    last = fee;
    // A fee on an unknown thing is not a fee on every transaction.
    if (
      !fee &&
      !context.feeName &&
      /^\s*on\s+(?!all\b|each\b|every\b|transactions?\b|payments?\b|charges?\b)/i.test(after)
    )
      return [];
    const [, name, usual] = fee ?? GENERAL_FEE;
    const unit = PER.exec(after)?.[1] ?? (usual === "transaction" ? (context.unit ?? usual) : usual);
    const channel = CHANNELS.find(([pattern]) => pattern.test(own))?.[1];
    const tier = context.tierOf?.(own) ?? context.tier;
    const onTop = text[found.index - 1] === "+" && !/\d\s*\+$/.test(text.slice(0, found.index)) ? "on top" : undefined;
    const label = (...more: (string | undefined)[]) =>
      !fee && context.feeName
        ? labelled(context.feeName, ...more)
        : labelled(name, tier === name ? undefined : tier, channel, ...more);
    const costs = [cost("platform_fee", label(onTop), null, null, unit, value)];
    const extra = fixed ? amountOf(fixed) / (small ? 100 : 1) : 0;
    const money = currencyOf(sign, context);
    if (extra > 0 && money !== null) {
      costs.push(cost("platform_fee", label(onTop, "fixed part"), Number(extra.toPrecision(6)), money, unit));
    }
    return costs;
  });
}

const NOUN = String.raw`((?:\d[\d,.]*[KkM]?\s)?[a-z]{2}[a-z-]*(?: [a-z-]+)?)`;
const EXTRAS: readonly RegExp[] = [
  new RegExp(String.raw`${MONEY}\s+per (?:additional|extra) ${NOUN}`, "gi"),
  new RegExp(String.raw`\boverage:?\s*${MONEY}\s+per ${NOUN}`, "gi"),
  new RegExp(String.raw`\btop[- ]up ${MONEY}\s+per ${NOUN}`, "gi"),
  new RegExp(String.raw`(?<!%\s?)(?:\+|\bplus) ?${MONEY}\s+per ${NOUN}`, "gi"),
  new RegExp(String.raw`\bthen ${MONEY}\/${NOUN}`, "gi"),
  new RegExp(String.raw`\+${MONEY}\/${NOUN}`, "gi"),
];

/** Returns the price of additional units: "3 users; $20 per additional user". */
export function extraCosts(text: string, context: FeeContext): HiddenCost[] {
  return EXTRAS.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(([whole, sign, amount = "", noun = ""]) => {
      const money = currencyOf(sign, context);
      const value = amountOf(amount);
      if (money === null || !(value > 0) || /%/.test(whole)) return [];
      const counted = noun.replace(/ (?:above|over|beyond|after|with|and|or|at|on|in)$/i, "").trim();
      if (/^(?:month|year|mo|yr)$/i.test(counted)) return [];
      const monthly = /^\/month/i.test(text.slice(text.indexOf(whole) + whole.length));
      const thing = /\b(storage|bandwidth|traffic|egress)\b/i.exec(text)?.[1]?.toLowerCase();
      const noun1 = /^\d/.test(counted) ? plural(counted) : lowerNoun(counted);
      const label = labelled(`Additional ${noun1}`, context.tier, counted === thing ? undefined : thing);
      return [cost("overage", label, value, money, monthly ? `${counted}/month` : counted)];
    }),
  );
}

const MINIMUM = [
  new RegExp(String.raw`${MONEY}(?:\/month| monthly|\/mo)? minimum(?! (?:top|deposit|order|purchase))`, "i"),
  new RegExp(String.raw`minimum (?:about |of )?${MONEY}\/(?:month|mo)\b`, "i"),
];
const DEPOSIT = [
  new RegExp(`${MONEY} minimum (top-up|deposit|order|purchase)`, "i"),
  new RegExp(`minimum (?:top-up|deposit|purchase) ${MONEY}`, "i"),
];

/** Returns minimum amounts: a monthly minimum, or the smallest possible deposit. */
export function minimumCosts(text: string, context: FeeContext): HiddenCost[] {
  const least = MINIMUM.map((pattern) => pattern.exec(text)).find(Boolean);
  const deposit = DEPOSIT.map((pattern) => pattern.exec(text)).find(Boolean);
  const costs: HiddenCost[] = [];
  if (least && /month|\/mo\b/i.test(text)) {
    const money = currencyOf(least[1], context);
    if (money) {
      const label = labelled("Minimum spend", context.tier);
      costs.push(cost("platform_fee", label, amountOf(least[2] ?? ""), money, "month"));
    }
  }
  if (deposit) {
    const money = currencyOf(deposit[1], context);
    if (money)
      costs.push(cost("other", labelled("Smallest top-up", context.tier), amountOf(deposit[2] ?? ""), money, "once"));
  }
  return costs;
}

/** Returns every fee that a pricing page's text states in figures. */
export function feesIn(text: string | null | undefined, context: FeeContext): HiddenCost[] {
  if (!text) return [];
  const within = (part: string) => ({ ...context, tier: context.tier ?? context.tierOf?.(part) });
  return text
    .split(/;\s/)
    .flatMap((part) => [
      ...percentFees(part, within(part), IS_FEE.test(text)),
      ...extraCosts(part, within(part)),
      ...minimumCosts(part, within(part)),
    ]);
}
