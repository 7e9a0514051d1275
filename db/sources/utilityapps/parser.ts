import { join } from "node:path";
import * as z from "zod";
import type { Fact, HiddenCostFact, PriceFact } from "@/lib/schemas/observation";
import type { Limit, PriceStatus } from "@/lib/schemas/primitives";
import { soldByPayment, tierName } from "../head-pages/parser";
import { mergePlans, type PlanDraft, withoutUndefined } from "../shared/plan-drafts";
import { quotasIn, trialDaysIn } from "../shared/quota";
import type { Adapter, AdapterResult, Reading, Reject, Subject } from "../shared/reading";
import { notes, readJsonLines } from "../shared/text";
import { isContactSales, isCurrency, keyOf, limitsIn } from "../shared/units";

const Plan = z.object({
  name: z.string().min(1),
  price_monthly: z.number().nullable(),
  price_annual: z.number().nullable(),
  annual_basis: z.enum(["per_month_equivalent", "per_year_total", "one_time", "unknown", "free"]).nullable(),
  currency: z.string(),
  limits: z.array(z.string()),
});
type Plan = z.infer<typeof Plan>;

const Row = z.object({
  slug: z.string(),
  name: z.string().min(1),
  domain: z.string().min(1),
  source_url: z.url(),
  read_date: z.iso.date(),
  pricing_model: z.string(),
  currency: z.string(),
  free_plan: z.boolean(),
  free_note: z.string(),
  plans: z.array(Plan),
  facts: z.array(z.object({ kind: z.string(), value: z.number().optional(), text: z.string() })),
  trust: z.enum(["high", "low"]),
  file: z.url(),
});
export type Row = z.infer<typeof Row>;

type CostReader = Pick<HiddenCostFact, "cost" | "label" | "unit"> & {
  /**
   * Finds `amount` (or `cents`) and `percent` in the row's text, in which each plan is a line that begins with its
   * name.
   */
  at: RegExp;
};

const fee = (label: string, at: RegExp): CostReader => ({ cost: "other", label, unit: "transaction", at });
const extra = (label: string, unit: string, at: RegExp): CostReader => ({ cost: "overage", label, unit, at });
const addOn = (label: string, unit: string, at: RegExp): CostReader => ({ cost: "add_on", label, unit, at });
const setup = (label: string, at: RegExp): CostReader => ({ cost: "onboarding", label, unit: "once", at });

/** Products whose row states an unambiguous further cost: no "about", no range, no "up to", no third-party fee. */
const COSTS: Record<string, readonly CostReader[]> = {
  adyen: [fee("Processing fee, fixed part", /\$(?<amount>[\d.]+) fixed processing fee per transaction/)],
  airwallex: [
    fee("Card fee, domestic cards", /\((?<percent>[\d.]+)% \+ \$(?<amount>[\d.]+) domestic/),
    fee("Card fee, international cards", /, (?<percent>[\d.]+)% \+ \$(?<amount>[\d.]+) international cards\)/),
  ],
  circleci: [extra("Extra user (Performance)", "user/month", /additional users \$(?<amount>[\d.]+)\/mo each/)],
  concord: ["Essentials", "Business", "Enterprise"].map((plan) =>
    extra(
      `Extra user (${plan})`,
      "user/month",
      new RegExp(`^${plan}: .*additional users \\$(?<amount>\\d+)/mo each`, "m"),
    ),
  ),
  crisp: [extra("Extra seat (Mini)", "user/month", /\(\$(?<amount>[\d.]+)\/mo per additional seat\)/)],
  databox: [
    extra("Extra data source (Pro)", "data source/month", /data sources included \(\$(?<amount>[\d.]+)\/mo per/),
  ],
  freshsales: [
    addOn("Branded documents", "user/month", /Branded documents \(\$(?<amount>[\d.]+)\/user\/mo\)/),
    addOn("Freddy AI agent", "100 sessions", /Freddy AI agent \(\$(?<amount>[\d.]+)\/100 sessions\)/),
  ],
  gitlab: [
    addOn("Extra compute minutes", "1,000 minutes", /\(\$(?<amount>[\d.]+)\/1,000 minutes/),
    addOn("Extra storage", "10 GiB/month", /\$(?<amount>[\d.]+)\/mo per 10 GiB storage/),
  ],
  grafana: [
    {
      cost: "other",
      label: "Minimum annual commitment (Enterprise)",
      unit: "year",
      at: /^Enterprise: Minimum \$(?<amount>[\d,]+)\/year commitment/m,
    },
  ],
  gumroad: [
    fee("Sales fee", /(?<percent>[\d.]+)% \+ \$(?<amount>[\d.]+) per transaction/),
    fee("Sales fee, found through the marketplace", /(?<percent>[\d.]+)% per transaction when new customers/),
  ],
  harvest: [addOn("Forecast", "user/month", /Forecast .* costs an extra \$(?<amount>[\d.]+)\/person\/month/)],
  "help-scout": [addOn("AI Answers", "resolution", /billed at \$(?<amount>[\d.]+) per resolution/)],
  holded: [addOn("Extra platform user", "user/month", /extra Platform users €(?<amount>[\d.]+)\/mo each/)],
  homebase: [
    addOn("Payroll, base", "month", /Payroll is a separate add-on at \$(?<amount>[\d.]+)\/mo \+/),
    addOn("Payroll, each employee", "employee/month", /add-on at \$[\d.]+\/mo \+ \$(?<amount>[\d.]+)\/employee\/mo/),
  ],
  "hubspot-crm": [
    setup("Mandatory onboarding, Professional", /^Professional: .*one-time \$(?<amount>[\d,]+) onboarding fee/m),
    setup("Mandatory onboarding, Enterprise", /^Enterprise: .*one-time \$(?<amount>[\d,]+) onboarding fee/m),
  ],
  kajabi: [fee("Payment fee (Basic)", /^Basic: .*?(?<percent>[\d.]+)%\+(?<cents>\d+)c payment processing/m)],
  keap: [extra("Extra user", "user/month", /\$(?<amount>[\d.]+)\/mo per additional user/)],
  learnworlds: [extra("Enrolment fee (Starter)", "enrolment", /^Starter: \$(?<amount>[\d.]+) per-enrollment fee/m)],
  "lightspeed-retail": [fee("Card fee, in person", /card-present processing at (?<percent>[\d.]+)%/)],
  livechat: [
    addOn(
      "ChatBot, billed annually, from",
      "month",
      /ChatBot is a separate add-on product starting at \$(?<amount>[\d.]+)\/month billed annually/,
    ),
  ],
  metabase: [
    extra("Extra user (Starter)", "user/month", /^Starter.*includes 5 users, then \$(?<amount>[\d.]+)\/user\/mo/m),
    extra("Extra user (Pro)", "user/month", /^Pro.*Includes 10 users, then \$(?<amount>[\d.]+)\/user\/mo/m),
  ],
  ofx: [extra("Extra user (Full Suite)", "user/month", /5 users, then \$(?<amount>[\d.]+)\/user\/mo/)],
  okta: [
    {
      cost: "other",
      label: "Minimum contract (Starter)",
      unit: "contract",
      at: /^Starter: .*\$(?<amount>[\d,]+) minimum contract/m,
    },
  ],
  onpay: [
    addOn("HR tools, base", "month", /^HR add-on: \$(?<amount>[\d.]+)\/mo base/m),
    addOn("HR tools, each employee", "employee/month", /^HR add-on: .*\+ \$(?<amount>[\d.]+)\/employee/m),
  ],
  payhip: [
    fee("Sales fee (Free Forever)", /^Free Forever: (?<percent>[\d.]+)% Payhip transaction fee/m),
    fee("Sales fee (Plus)", /^Plus: (?<percent>[\d.]+)% Payhip transaction fee/m),
  ],
  podia: [fee("Sales fee (Mover)", /^Mover: .*?(?<percent>[\d.]+)% Podia transaction fee/m)],
  reamaze: [extra("Extra AI resolution", "resolution", /\$(?<amount>[\d.]+) each additional/)],
  "sage-hr": [
    addOn("Performance management", "employee/month", /Performance Management \+\$(?<amount>[\d.]+)\/employee\/mo/),
    addOn("Shift scheduling", "employee/month", /Shift Scheduling \+\$(?<amount>[\d.]+)\/employee\/mo/),
    addOn("Timesheets", "employee/month", /Timesheets \+\$(?<amount>[\d.]+)\/employee\/mo/),
  ],
  shippo: [extra("Label beyond 30 a month (Starter)", "label", /\$(?<amount>[\d.]+)\/label beyond the limit/)],
  shopify: [
    fee("Fee with another payment provider (Basic)", /^Basic: (?<percent>[\d.]+)% fee on sales made with third-party/m),
    ...["Grow", "Advanced"].map((plan) =>
      fee(
        `Fee with another payment provider (${plan})`,
        new RegExp(`^${plan}: (?<percent>[\\d.]+)% third-party payment fee`, "m"),
      ),
    ),
    fee("Fee with another payment provider (Plus)", /^Plus: .*?(?<percent>[\d.]+)% third-party payment fee/m),
  ],
  stripe: [fee("Card fee, domestic cards", /(?<percent>[\d.]+)% \+ \$(?<amount>[\d.]+) per successful domestic card/)],
  "stripe-invoicing": [
    fee("Invoice fee (Starter)", /^Invoicing Starter: (?<percent>[\d.]+)% fee per paid invoice/m),
    fee("Invoice fee (Plus), at most $2", /^Invoicing Plus: (?<percent>[\d.]+)% fee per paid invoice/m),
  ],
  substack: [fee("Share of paid subscriptions", /takes a (?<percent>[\d.]+)% cut of paid-subscription revenue/)],
  talentlms: [extra("User beyond 100 (Pro)", "user", /\+\$(?<amount>[\d.]+)\/user beyond 100/)],
  teachable: [fee("Sales fee (Starter)", /^Starter: (?<percent>[\d.]+)% transaction fee/m)],
  "trinet-zenefits": [
    addOn(
      "Payroll (Essentials, Growth)",
      "employee/month",
      /Payroll is a \$(?<amount>[\d.]+)\/employee\/mo add-on on Essentials\/Growth/,
    ),
  ],
  vercel: [
    extra("Edge requests beyond 10M (Pro)", "million requests", /edge requests\/mo then \$(?<amount>[\d.]+)\/1M/),
    extra("Data transfer beyond 1 TB (Pro)", "GB", /data transfer\/mo then \$(?<amount>[\d.]+)\/GB/),
  ],
  "wise-business": [setup("Account set-up", /One-time account setup fee of \$(?<amount>[\d.]+)/)],
  "zoho-books": [extra("Extra user", "user/month", /Extra users cost \$(?<amount>[\d.]+)\/user\/mo/)],
};

const FEES = new Set(["add_on", "overage", "setup_fee", "transaction_fee"]);

/** Rows whose text or plan names show that the page has more tiers than they list. */
const PARTIAL = new Set([
  "brevo",
  "crunch",
  "cursor",
  "datadog",
  "deel",
  "digitalocean",
  "figma",
  "fly-io",
  "google-meet",
  "kajabi",
  "klaviyo",
  "microsoft-teams",
  "mailjet",
  "mybillbook",
  "quickfile",
  "remote",
  "sage-pastel-partner",
  "shippo",
  "zeplin",
]);

/**
 * Products sold for a share of each payment: the 0 per month is not a price. The texts are remarks on the fees beyond
 * the single figures.
 */
const BY_PAYMENT: ReadonlyMap<string, string> = new Map([
  [
    "adyen",
    "Beside the fixed fee a share of each payment, roughly 0.60 to 12 % and more by payment method, geography and industry. A minimum invoice may apply. Rates are often negotiated.",
  ],
  ["stripe", "A Custom plan with negotiated rates is offered to businesses of high volume."],
]);
/** Products without a subscription fee, but with fees on payments that the row gives only roughly. */
const ROUGH_FEES = new Set(["payoneer", "paypal-invoicing", "toast"]);
/** The source calls all paid figures of these rows introductory. */
const INTRODUCTORY_ROWS = new Set(["mailchimp", "myob"]);

const INTRODUCTORY = /\bintro(?:ductory)? (?:rate|price)\b|introductory 50% discount/i;
const ANNUAL_PROMOTION = /annual rate is an introductory|\(promo: \d+% off|confirm current promotional vs\./i;
const PROMOTION = /^Promotional price/;
const REGULAR = /\bregular [€$£]([\d.]+)\/mo/;
const LONG_TERM = /\b24-month contract\b/;
const NO_TIER: readonly [RegExp, string][] = [
  [/typical range/i, "range, not the price of one plan"],
  [/\badd-on\b/i, "add-on, kept as a cost"],
  [/^bundled with/i, "part of another product"],
  [/marketplace sales/i, "way of selling, no tier"],
];

const BRACKETS =
  /\s*\((?:free|flat rate|one-time|perpetual|individual|with infrastructure|cloud|entry|mid|custom|custom quote|lifetime trial|hosted|1 user|1-2 users|profile\/direct-link sales|pay-as-you-go)\)/i;

const HEADS = "team member|seat|user|agent|editor|member|person|host|location|cluster|employee|contractor|worker";
const PER = new RegExp(`(?:^|[;:,] |priced )per (${HEADS})\\b`, "i");
const PRICED_PER = new RegExp(`[$€£₹]([\\d.,]+)/(${HEADS})/mo`, "gi");
const NOTE_PER = new RegExp(`\\b(?:priced per|prices are per|base per-)\\s?(${HEADS})\\b`, "i");

/** Returns the unit. Pages say user, seat and member for the same thing. */
function nounOf(word: string): string {
  const noun = word.toLowerCase();
  return /^(?:team member|seat|user|member|person)$/.test(noun) ? "user" : noun;
}

/**
 * Returns the sentences of a row's note that apply to one plan: a sentence that names plans of the row applies only to
 * these.
 */
export function noteFor(plan: string, note: string, plans: readonly string[]): string {
  const bare = (name: string) => name.replace(/\s*\(.*\)$/, "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const named = (name: string, sentence: string) => new RegExp(`(?<![\\w-])${bare(name)}(?![\\w-])`).test(sentence);
  return note
    .split(/(?<=[.!?])\s+/)
    .filter((sentence) => named(plan, sentence) || !plans.some((other) => named(other, sentence)))
    .join(" ");
}

/** Returns a plan's unit from its own text or the row's note. Null if neither states it. */
export function unitIn(text: string, note: string, amounts: readonly number[]): string | null {
  const stated = PER.exec(text)?.[1];
  if (stated) return nounOf(stated);
  for (const [, figure = "", head = ""] of text.matchAll(PRICED_PER)) {
    if (amounts.includes(Number(figure.replace(/,/g, "")))) return nounOf(head);
  }
  if (/\bstandard user rate\b/i.test(text)) return "user";
  if (/^full seat\b/i.test(text)) return "user";
  if (/\bflat rate\b/i.test(text)) return "account";
  const noted = NOTE_PER.exec(note)?.[1];
  return noted ? nounOf(noted) : null;
}

function billingIn(text: string, note: string): PriceFact["billing"] {
  if (/(?<!\bfree )\bbilled (?:annually|yearly)\b|\bannual billing only\b/i.test(text)) return "annual";
  if (
    /\bedition billed monthly\b|\bmonth-to-month, no annual\b|\bmonthly billing (?:only|with no annual)/i.test(text)
  ) {
    return "monthly";
  }
  return /\bonly month-to-month prices\b|\bshow only monthly pricing\b/i.test(note) ? "monthly" : null;
}

const amountOf = (digits: string): number => Number(digits.replace(/,/g, ""));

type Priced = { prices: PriceFact[]; rejects: string[] };

/** Returns a plan's list prices. A figure without a stated billing has no billing. */
export function pricesOf(plan: Plan, context: { note: string; annualIsPromotion?: boolean }): Priced {
  const text = plan.limits.join("; ");
  const { price_monthly: month, annual_basis: basis } = plan;
  const rejects: string[] = [];
  const billing = billingIn(text, context.note);
  const price = (amount: number, period: PriceFact["period"], as: PriceFact["billing"]): PriceFact => ({
    amount,
    period,
    billing: as,
  });
  if (month === null && plan.price_annual === null) {
    const once = /[$€£]([\d.,]+)(?: per \w+)? one-time\b/.exec(text)?.[1];
    return { prices: once ? [price(amountOf(once), "once", null)] : [], rejects };
  }
  if (month === 0 && (basis === "free" || /\$0\/(?:user\/)?mo\b/.test(text))) {
    return { prices: [price(0, "month", null)], rejects };
  }
  if (!month && !plan.price_annual) return { prices: [], rejects: ["a zero that nothing says is free"] };
  const promoted = PROMOTION.test(text);
  if (promoted) {
    const regular = REGULAR.exec(text)?.[1];
    return regular
      ? { prices: [price(amountOf(regular), "month", null)], rejects }
      : { prices: [], rejects: ["introductory price"] };
  }

  let year = plan.price_annual;
  if (year !== null && context.annualIsPromotion) {
    rejects.push("introductory price");
    year = null;
  }
  if (year !== null && LONG_TERM.test(text)) {
    rejects.push("price of a term of several years");
    year = null;
  }
  if (year !== null && basis === "unknown") {
    rejects.push("annual figure of unknown basis");
    year = null;
  }
  if (year !== null && basis === "one_time") return { prices: [price(year, "once", null)], rejects };
  const monthly = /[$€£]([\d.]+)(?:\/\w+)?\/mo month-to-month/.exec(text)?.[1];
  const besides = monthly ? [price(amountOf(monthly), "month", "monthly")] : [];
  if (year === null) {
    if (month === null) return { prices: [], rejects };
    const alone = price(month, "month", plan.price_annual === null ? billing : "monthly");
    return { prices: [...(billing === "annual" ? besides : []), alone], rejects };
  }
  const total = basis === "per_year_total";
  const annual = total ? price(year, "year", "annual") : price(year, "month", "annual");
  if (besides.length > 0) return { prices: [...besides, annual], rejects };
  if (month === null) return { prices: [annual], rejects };
  const share = total ? year / 12 : year;
  // One figure of the page in both fields: rounded, or the same.
  const same = Math.abs(month - share) <= 0.03 * share;
  if (same) return { prices: [month === year ? price(month, "month", billing) : annual], rejects };
  return { prices: [price(month, "month", "monthly"), annual], rejects };
}

/** Quantities in a plan's text. The rest of the text describes features. */
const COUNTED =
  /(?:^| )(?:[a-z-]+(?<!s|u|analytic)s|[A-Z]+s|SMS|staff|storage|bandwidth|transfer|ingest|RAM|memory|retention|history)(?: in [a-z]+| per [a-z]+)?$/;

/** Returns the numeric allowances in a plan's sentences, and nothing else of the text. */
function allowancesIn(limits: readonly string[]): Limit[] {
  const text = limits
    .join("; ")
    .replace(/[\d,]*\d[^,;()]*\(one-time[^)]*\)/gi, "")
    .replace(/\b401\(k\)/g, "retirement plan")
    .replace(/\s*\([^)]*\)/g, "")
    .replace(/\s*≈[^;]*/g, "")
    .replace(/(\d [a-z]+) limit\b/g, "$1s")
    .replace(/\b[\d,]+\+ /g, "more than ")
    .replace(/\bAt ([\d,]+ (?:contacts|subscribers))\b/g, "$1")
    .replace(/\bFrom \$[\d.]+\/mo at ([\d,]+ (?:active profiles|emails\/month))/g, "$1")
    .replace(/^Flat rate covering up to /, "up to ");
  return limitsIn(text).filter(
    ({ name, unit }) =>
      COUNTED.test(name) && !/^(?:x|bonus)\b/.test(name) && !(/B\b/.test(unit ?? "") && /uploads$/.test(name)),
  );
}

const MINIMUM = /\bminimum (\d+) (?:licenses|users|employees|team members)\b|\b(\d+)-user minimum\b|\((\d+) minimum\)/i;

const ENTRY_STEP =
  /\bscal(?:es?|ing)\b.*\b(?:list|size|volume|contact|subscriber|shipment|up|at)|\bat [\d,]+ (?:contacts|subscribers)\b|\brising with\b|entry subscriber tier|priced by project count|scales per user|volume-based sub-tiers|\brate shown covers the lowest/i;
const FROM = /^starting (?:price|platform fee)\b|\babove this starting point\b/i;
const ALL_MINIMUM = /\b(?:all|every) plans?\b[^.]*\b(\d+)-(employee|user) minimum\b/i;

type Told = { name: string; text: string; amounts: readonly number[] };

/** Returns true if one of the plan's prices follows these words in its text: "from $9/mo", "≈ $2.02/mo". */
function pricedAs({ text, amounts }: Told, words: string): boolean {
  return [...text.matchAll(new RegExp(`${words}\\s?[€$£₹]\\s?([\\d,.]*\\d)`, "gi"))].some(([, figure = ""]) =>
    amounts.includes(amountOf(figure)),
  );
}

const isFrom = (plan: Told): boolean =>
  FROM.test(plan.text) || pricedAs(plan, "\\b(?<!reduced )(?:from|starting at|starts at)");

/** Terms that a plan's text attaches to its price, in our own words: the text itself is not shown. */
const TERMS: readonly [said: string, where: (plan: Told) => boolean][] = [
  ["starting price", isFrom],
  ["price grows with list size or volume; the entry step is shown", ({ text }) => ENTRY_STEP.test(text)],
  ["approximate price", (plan) => pricedAs(plan, "≈") || /\(~\$[\d,]+\/yr, ≈/.test(plan.text)],
  ["price of the first user only", ({ text }) => /^First .*\buser \$/.test(text)],
  ["reduced price", ({ text }) => /\breduced from [€$£]/i.test(text)],
  ["a platform fee by team size comes on top", ({ text }) => /\bplus a platform fee based on team size\b/.test(text)],
  ["an implementation fee comes on top", ({ text }) => /\+ implementation fee\b/.test(text)],
  ["waived at a minimum balance or activity", ({ text }) => /^Fee waived with\b/.test(text)],
  [
    "standard user rate; users of a single app have another",
    ({ text }) => /\bsingle-app-user rate differs\b/.test(text),
  ],
  [
    "the least that is billed, at a price for each ticket",
    ({ text }) => /^\$\d+ per resolved ticket\b.*\bminimum\b/.test(text),
  ],
];

/** Returns a row's remarks on its prices, in our own words. */
function remarksOn(row: Row, told: readonly Told[], shown: ReadonlySet<string>): string[] {
  const paid = told.filter(({ name, amounts }) => shown.has(name) && amounts.some((amount) => amount > 0));
  const of = (where: (plan: Told) => boolean) => paid.filter(where).map(({ name }) => name);
  const all = [...told.map(({ text }) => text), row.free_note].join(" ");
  const region = /\b([A-Z][a-z]+) region rates\b/.exec(all)?.[1];
  const heads = new Set(told.flatMap(({ text }) => /\bfor (\d+)\+ employees\b/.exec(text)?.[1] ?? []));
  const [, least, head] = ALL_MINIMUM.exec(row.free_note) ?? [];
  return [
    ...TERMS.flatMap(([said, where]) => {
      const names = of(where);
      return names.length > 0 ? [`${names.join(", ")}: ${said}.`] : [];
    }),
    ...told.flatMap(({ name, text, amounts }) => {
      const [, base] = BASE_AND_HEAD.exec(text) ?? [];
      const isBase = base !== undefined && amounts.includes(amountOf(base));
      return isBase ? [`${name}: a base fee of ${base} ${row.currency} a month comes on top.`] : [];
    }),
    ...(region ? [`Rates of the ${region} region.`] : []),
    ...(MARKET.test(row.free_note) ? [`Prices of the market in which the page was read (${row.currency}).`] : []),
    ...[...heads].map((count) => `Prices for each employee hold from ${count} employees on.`),
    ...(least ? [`Every plan is billed for at least ${least} ${head}s.`] : []),
    ...(NEWCOMERS.test(all) ? ["New customers may pay less at first."] : []),
    ...row.plans.flatMap((plan) => {
      const [, bracket] = MEANT_BRACKET.exec(plan.name) ?? [];
      return bracket ? [`The source calls the plan ${nameOf(row, plan)} “${plan.name}”.`] : [];
    }),
  ];
}

/** Brackets that describe the priced thing and are missing from the plan's name here. */
const MEANT_BRACKET = /\((with infrastructure|1 user|1-2 users|entry|mid|hosted)\)/i;
const MARKET =
  /\bEU-market pricing page\b|\bvendor's EUR pricing page\b|\bquoted in Indian Rupees\b|\bDutch-market rates\b|\bGerman \(\.de\) market\b|\bprices differ by country\b|\bPlan names\/prices differ by country\b/;
const NEWCOMERS =
  /\bintroductory (?:discount|discounted|rate|offer|\$)|\bdiscounted introductory\b|\bfirst month 50% off\b|\bmonths free for new customers\b|\bfirst 3 months free\b|\b50% off the first\b|\bfirst month is offered free\b/i;

/** An edition that is not among the row's plans. */
const OTHER_EDITION = /\b(?:edition|version|plan|tier) (?:is|are) also (?:available|offered|sold)\b/i;
const BASE_AND_HEAD = /[$]([\d.]+)\/mo(?: base)? \+ \$([\d.]+)\/(employee|contractor)/;
const SEAT_PAIR = /^Standard seat: .*; Premium seat: \$([\d.]+)\/mo billed monthly or \$([\d.]+)\/mo billed annually/;

type Drafts = { drafts: PlanDraft[]; costs: HiddenCostFact[]; withheld: boolean };

function cost(
  kind: HiddenCostFact["cost"],
  label: string,
  figures: Partial<Pick<HiddenCostFact, "amount" | "percent" | "currency" | "unit">>,
): HiddenCostFact {
  const none = { amount: null, percent: null, currency: null, unit: null };
  return { kind: "hidden_cost", cost: kind, label, key: keyOf(label), ...none, ...figures };
}

function statusOf(name: string, text: string): PriceStatus {
  return isContactSales(name) || isContactSales(text) ? "contact_sales" : "not_published";
}

/** Returns a plan's name as other pages write it. */
function nameOf(row: Row, plan: Plan): string {
  const bare = plan.name.replace(" — ", " ").replace(BRACKETS, "").trim();
  return tierName(row.name.replace(/\s*\(.*\)$/, ""), bare || plan.name);
}

function draftsOf(row: Row, rejects: Reject[]): Drafts {
  const result: Drafts = { drafts: [], costs: [], withheld: false };
  const texts = row.plans.map((plan) => plan.limits.join("; "));
  const names = row.plans.map((plan) => plan.name);
  const annualIsPromotion = texts.some((text) => /annual rate is an introductory/i.test(text));
  const promotional = texts.some((text) => PROMOTION.test(text));
  for (const [index, plan] of row.plans.entries()) {
    const id = `${row.slug}: ${plan.name}`;
    const text = texts[index] ?? "";
    const reject = (reason: string) => {
      rejects.push({ row: id, reason });
      result.withheld = true;
    };
    const none = NO_TIER.find(([pattern]) => pattern.test(plan.name))?.[1];
    if (none) {
      rejects.push({ row: id, reason: none });
      const support = /^(.*\bsupport) \(add-on\)$/i.exec(plan.name)?.[1];
      if (support && plan.price_monthly) {
        const figures = { amount: plan.price_monthly, currency: plan.currency, unit: "month" };
        result.costs.push(cost("support", support, figures));
      }
      continue;
    }
    if (/^trial$/i.test(plan.name)) {
      rejects.push({ row: id, reason: "trial, no tier" });
      continue;
    }
    if (!isCurrency(plan.currency) || plan.currency !== row.currency) {
      reject("second currency on the page");
      continue;
    }
    const paid = Boolean(plan.price_monthly || plan.price_annual);
    if (
      paid &&
      (INTRODUCTORY_ROWS.has(row.slug) ||
        (INTRODUCTORY.test(text) && !ANNUAL_PROMOTION.test(text)) ||
        (promotional && !PROMOTION.test(text)))
    ) {
      reject("introductory price");
      continue;
    }
    const lower = row.plans.slice(0, index).some((other) => other.price_monthly === plan.price_monthly);
    if (paid && lower && /^starting price/i.test(text)) {
      reject("starting price that repeats the lower tier's");
      continue;
    }
    if (BY_PAYMENT.has(row.slug) && plan.price_monthly === 0) continue;

    const name = nameOf(row, plan);
    const pair = BASE_AND_HEAD.exec(text);
    const common = { row: id, limits: allowancesIn(plan.limits), features: [] };
    if (pair && amountOf(pair[1] ?? "") === plan.price_monthly) {
      const figures = { amount: plan.price_monthly, currency: plan.currency, unit: "month" };
      result.costs.push(cost("platform_fee", `Base fee, ${name}`, figures));
      const price: PriceFact = { amount: amountOf(pair[2] ?? ""), period: "month", billing: null };
      result.drafts.push({ ...common, name, status: "published", price, unit: pair[3] ?? null });
      continue;
    }
    const { prices, rejects: reasons } = pricesOf(plan, {
      note: row.free_note,
      annualIsPromotion: annualIsPromotion || ANNUAL_PROMOTION.test(text),
    });
    for (const reason of reasons) reject(reason);
    if (prices.length === 0 && paid) continue;
    const once = /one-time per (\w+)/.exec(text)?.[1];
    const minimum = MINIMUM.exec(text);
    const ofAll = paid ? ALL_MINIMUM.exec(row.free_note)?.[1] : undefined;
    const seats = Number(minimum?.[1] ?? minimum?.[2] ?? minimum?.[3] ?? ofAll ?? 1);
    const unit =
      once ??
      unitIn(
        text,
        plan.annual_basis === "free" ? "" : noteFor(plan.name, row.free_note, names),
        [plan.price_monthly, plan.price_annual].filter((amount) => amount !== null),
      );
    const tier = {
      ...common,
      name,
      status: prices.length > 0 ? ("published" as const) : statusOf(plan.name, text),
      unit,
      minimumSeats: seats > 1 ? seats : undefined,
    };
    const standing = SEAT_PAIR.exec(text);
    const shown = standing ? { ...tier, name: `${name} Standard`, unit: "user" } : tier;
    for (const price of prices.length > 0 ? prices : [null]) result.drafts.push({ ...shown, price });
    if (standing) {
      const [monthly, annual] = [amountOf(standing[1] ?? ""), amountOf(standing[2] ?? "")];
      const premium = { ...tier, name: `${name} Premium`, unit: "user" };
      result.drafts.push(
        { ...premium, price: { amount: monthly, period: "month", billing: "monthly" } },
        { ...premium, price: { amount: annual, period: "month", billing: "annual" } },
      );
    }
  }
  return result;
}

/** Returns the further costs that a row states as one figure. */
export function costsIn(row: Pick<Row, "slug" | "plans" | "facts" | "currency">): HiddenCostFact[] {
  const text = [
    ...row.plans.map((plan) => `${plan.name}: ${plan.limits.join("; ")}`),
    ...row.facts.map((fact) => fact.text),
  ].join("\n");
  return (COSTS[row.slug] ?? []).flatMap(({ cost: kind, label, unit, at }) => {
    const found = at.exec(text)?.groups;
    if (!found) return [];
    const amount = found.amount ? amountOf(found.amount) : found.cents ? Number(found.cents) / 100 : null;
    const percent = found.percent === undefined ? null : Number(found.percent);
    return amount || percent
      ? [cost(kind, label, { amount, percent, currency: amount === null ? null : row.currency, unit })]
      : [];
  });
}

/** Returns the allowances at the start of the free plan's note, used if its own text has no numbers. */
function notedAllowances(note: string): Limit[] {
  const [opening = ""] = note.split(/(?<=[.!?])\s+(?=[A-Z])/);
  return quotasIn(opening).filter(({ value }) => value !== null);
}

function freeTierOf(row: Row, tiers: readonly { prices: readonly PriceFact[]; limits?: Limit[] }[]): Fact | null {
  const free = tiers.find(({ prices }) => prices.some(({ amount }) => amount === 0));
  const trial = row.facts.find(({ kind, value }) => kind === "trial_days" && value !== undefined && value > 0)?.value;
  const available = free ? true : !row.free_plan ? false : row.pricing_model === "freemium" ? true : null;
  if (available === null && trial === undefined) return null;
  return {
    kind: "free_tier",
    available,
    trialDays: trial ?? trialDaysIn(row.free_note),
    limits: !available ? [] : free?.limits?.length ? free.limits : notedAllowances(row.free_note),
  };
}

/** Reads one product. `pageReadAgain`: a later row contains the plans of the same page. */
export function fromRow(input: unknown, pageReadAgain = false): AdapterResult {
  const parsed = Row.safeParse(input);
  if (!parsed.success) {
    const slug = z.object({ slug: z.string() }).safeParse(input).data?.slug;
    return {
      readings: [],
      rejects: [{ row: slug ?? "unknown", reason: `malformed: ${parsed.error.issues[0]?.path.join(".")}` }],
    };
  }
  const row = parsed.data;
  const rejects: Reject[] = [];
  const { drafts, costs, withheld } = draftsOf(row, rejects);
  const { tiers, rejects: merged } = mergePlans(row.name, drafts);
  rejects.push(...merged);
  costs.push(...costsIn(row));
  for (const { kind } of COSTS[row.slug] ? [] : row.facts) {
    if (FEES.has(kind)) rejects.push({ row: `${row.slug}: ${kind}`, reason: `${kind}: no single, certain figure` });
  }

  const facts: Fact[] = [];
  const paid = tiers.some(({ prices }) => prices.some(({ amount }) => amount > 0));
  const byPayment = BY_PAYMENT.get(row.slug);
  if (pageReadAgain) rejects.push({ row: row.slug, reason: "page that another row shows too" });
  else if (byPayment) {
    const tiers = row.plans.filter((plan) => plan.price_monthly === 0).map((plan) => soldByPayment(nameOf(row, plan)));
    facts.push({ kind: "plans", currency: null, complete: false, pricingModel: "usage", tiers });
  } else if (tiers.length > 0 && (paid || !withheld)) {
    const fees = costs.some(({ percent, unit }) => percent !== null && unit === "transaction");
    const byUse = !paid && (fees || ROUGH_FEES.has(row.slug));
    facts.push(
      withoutUndefined({
        kind: "plans" as const,
        currency: row.currency,
        complete: !withheld && row.trust === "high" && !PARTIAL.has(row.slug) && !OTHER_EDITION.test(row.free_note),
        pricingModel: byUse ? ("usage" as const) : undefined,
        tiers,
      }),
    );
  } else rejects.push({ row: row.slug, reason: "no plan with a price" });
  const freeTier = byPayment ? null : freeTierOf(row, tiers);
  if (freeTier) facts.push(freeTier);
  facts.push(...costs);

  const told = row.plans.map((plan) => ({
    name: nameOf(row, plan),
    text: plan.limits.join("; "),
    amounts: [plan.price_monthly, plan.price_annual].filter((amount) => amount !== null),
  }));
  const all = [...told.map(({ text }) => text), row.free_note].join(" ");
  const tried = told.filter(({ text }) => /\b\d+-day (?:free )?trial\b/i.test(text)).map(({ name }) => name);
  const trial =
    tried.length > 0 && tried.length < told.length && !/\btrial\b/i.test(row.free_note)
      ? `The trial is named with ${tried.join(", ")} only.`
      : undefined;
  const subject: Subject = { name: row.name, domain: row.domain, pricingPage: row.source_url };
  const note = notes(
    byPayment,
    ...remarksOn(row, told, new Set(tiers.map(({ name }) => name))),
    /excl\. (?:\d+% )?(?:VAT|GST)|\bVAT is not included\b|\bprices (?:shown )?exclude (?:local )?tax/i.test(all) &&
      "Prices are without tax.",
    row.trust === "low" && "Read through other pages, because the vendor's could not be read.",
  );
  return {
    readings: facts.map(
      (fact): Reading => ({
        subject,
        trust: row.trust === "high" ? "B" : "C",
        observedAt: row.read_date,
        evidence: withoutUndefined({
          url: row.source_url,
          publisher: row.name.replace(/\s*\(.*\)$/, ""),
          via: row.file,
          note: fact.kind === "plans" ? note : fact.kind === "free_tier" && fact.trialDays ? trial : undefined,
        }),
        fact,
      }),
    ),
    rejects,
  };
}

/** Reads all rows. If two rows show one page, the later one has the plans. */
export function fromRows(inputs: readonly { source_url?: unknown }[]): AdapterResult {
  const last = new Map(inputs.map((row, index) => [row.source_url, index]));
  const results = inputs.map((row, index) => fromRow(row, last.get(row.source_url) !== index));
  return {
    readings: results.flatMap(({ readings }) => readings),
    rejects: results.flatMap(({ rejects }) => rejects),
  };
}

export const utilityapps: Adapter = {
  source: "utilityapps",
  async read(rawDir) {
    return fromRows(await readJsonLines<{ source_url?: unknown }>(join(rawDir, "utilityapps", "products.jsonl")));
  },
};
