import { join } from "node:path";
import * as z from "zod";
import type { Fact, HiddenCostFact, PriceFact } from "@/lib/schemas/observation";
import type { Limit, PriceStatus } from "@/lib/schemas/primitives";
import { mergePlans, type PlanDraft } from "../shared/plan-drafts";
import type { Adapter, AdapterResult, Reading, Reject, Subject } from "../shared/reading";
import { hostOf, notes, readJsonLines } from "../shared/text";
import { isContactSales, keyOf } from "../shared/units";

/** First and last weekly snapshot of the vendor's page with an amount, and the number of such snapshots. */
const Span = z.tuple([z.iso.date(), z.iso.date(), z.number()]);

const Tier = z.object({
  name: z.string().min(1),
  price_display: z.string().min(1),
  qualifier: z.string().nullable(),
  amounts: z.array(z.string()),
  seen_in_page_text: z.record(z.string(), Span),
});
type Tier = z.infer<typeof Tier>;

const Row = z.object({
  name: z.string().min(1),
  slug: z.string(),
  homepage: z.url(),
  source_url: z.url(),
  status: z.string(),
  pricing_model: z.string(),
  tiers: z.array(Tier),
  notes: z.string(),
});
export type Row = z.infer<typeof Row>;

/** Day on which a person typed the tiers and notes. */
const TYPED_ON = "2026-05-21";
const TRACKER = "https://github.com/andrewmswensen-hue/pm-software-prices";

const LEFT_OUT: Record<string, string> = {
  "all-property-management": "service, no software",
  "apm-help": "service, no software",
  narpm: "association, no software",
  pmw: "service, no software",
  profitcoach: "service, no software",
  "propertymanagement-com": "directory, no software",
};

/** Prices for which the page states no period or no unit. */
const PERIOD_UNSTATED: readonly [slug: string, tier: RegExp, reason: string][] = [
  ["ez-repair-hotline", /./, "the page does not say what the price is counted by"],
  ["zinspector", /^Paid/, "range, put together from other pages"],
];

type Found = {
  label: string;
  cost: HiddenCostFact["cost"];
  unit: string;
  at: RegExp;
  per?: "times" | "share" | "cents";
};

/** Costs that a vendor's notes state as one figure. Omits renters' costs, ranges and hearsay. */
const NOTED: Record<string, readonly Found[]> = {
  "apartments-com": [
    {
      cost: "add_on",
      label: "Tenant screening report",
      unit: "report",
      at: /Tenant screening reports = \$([\d.]+) each/,
    },
    {
      cost: "other",
      label: "Card payment, paid by the tenant",
      unit: "card payment",
      at: /Tenant CC fee = ([\d.]+)%/,
      per: "share",
    },
  ],
  leadsimple: [
    { cost: "overage", label: "Text message", unit: "message", at: /([\d.]+)¢\/SMS/, per: "cents" },
    { cost: "overage", label: "Call", unit: "minute", at: /([\d.]+)¢\/call min/, per: "cents" },
    {
      cost: "add_on",
      label: "Work order synchronisation",
      unit: "door/month",
      at: /Work Order sync add-on \$([\d.]+)\/door\/mo/,
    },
  ],
  "property-meld": [{ cost: "platform_fee", label: "Minimum spend", unit: "month", at: /\$([\d.]+)\/mo minimum/ }],
  propertyware: [
    {
      cost: "implementation",
      label: "Implementation",
      unit: "monthly subscription",
      at: /Implementation fee is ([\d.]+)× monthly subscription/,
      per: "times",
    },
  ],
  "second-nature": [{ cost: "other", label: "Refundable deposit", unit: "once", at: /\$([\d.]+) refundable deposit/ }],
  showmojo: [
    { cost: "add_on", label: "Lockbox", unit: "once", at: /lockbox \$([\d.]+) one-time/ },
    { cost: "add_on", label: "Lockbox service", unit: "lockbox/month", at: /one-time \+ \$([\d.]+)\/mo/ },
  ],
  "tenant-turner": [
    { cost: "onboarding", label: "Carrier registration", unit: "once", at: /\$([\d.]+) one-time carrier registration/ },
    { cost: "add_on", label: "Messaging, 500 messages", unit: "month", at: /Messaging add-on \$([\d.]+)\/mo for 500/ },
    { cost: "overage", label: "Message beyond 500", unit: "message", at: /for 500 \+ ([\d.]+)¢ after/, per: "cents" },
  ],
};

/**
 * Statements about prices in a vendor's notes and model, in our own words. They apply only if the text is unchanged.
 */
const CONDITIONS: Record<string, { notes: string; said: string }> = {
  appfolio: {
    notes:
      "Page names three tiers (Core, Plus, Max) but shows zero dollar amounts. 'Minimum spend and units apply. Contact us for details.'",
    said: "A minimum of spending and of units applies.",
  },
  "apartments-com": {
    notes:
      "Tenant screening reports = $24.99 each (publicly listed). Tenant CC fee = 2.75%. Listing/exposure pricing for PMs is sales-negotiated. Page also blocks automated fetches.",
    said: "What listings cost property managers is negotiated with the vendor's sales staff, by market.",
  },
  aptly: {
    notes:
      "Priced per-user, not per-door — unusual in PM software and friendly to smaller teams. Monthly and annual billing both offered. Enterprise tier is custom-quoted but Essential and Premium are fully posted.",
    said: "Monthly and annual billing are both offered; for which of them the prices are is not stated.",
  },
  buildium: {
    notes:
      "Portfolios over 5,000 units require sales contact. Add-ons priced separately: eSignature $1–$5/doc, screening $17–$20/applicant, plus payment transaction fees.",
    said: "Prices rise with the number of units; above 5,000 units they are on request. Electronic signatures (1 to 5 USD per document), screening (17 to 20 USD per applicant) and payments cost extra.",
  },
  doorloop: {
    notes:
      "All marketed as '$3/unit'. 300+ units triggers custom quote. Promotional pricing occasionally shown (30% off + zero onboarding fee).",
    said: "From 300 units on the price is quoted. Advertised as 3 USD per unit. Promotions are shown at times (30 % off, no onboarding fee).",
  },
  "google-workspace": {
    notes:
      "Business tiers capped at 300 users. 16% discount with annual commitment. Storage: 30 GB / 2 TB / 5 TB pooled.",
    said: "The Business plans are for at most 300 users, with 30 GB, 2 TB and 5 TB of pooled storage. 16 % less with an annual commitment.",
  },
  gusto: {
    notes: "Month-to-month, no contract. Unlimited payrolls. Benefits add-ons priced separately.",
    said: "Month to month, without a contract; benefits cost extra.",
  },
  notion: {
    notes: "Up to 20% off with annual billing. Guests are free.",
    said: "Up to 20 % off with annual billing. Guests are free.",
  },
  "property-meld": {
    notes: "$160/mo minimum. Recommends 100+ doors. Enterprise (50,000+ units) is custom.",
    said: "At least 160 USD a month. Enterprise is for 50,000 units and more.",
  },
  propertyware: {
    notes:
      "Implementation fee is 2× monthly subscription (significant). Add-ons (Maintenance Contact Center, websites, AssetProtect) are quote-only.",
    said: "Implementation costs twice the monthly subscription; add-ons are quoted.",
  },
  "quickbooks-online": {
    notes:
      "Post-July 2025 price increase. User caps: 1 / 3 / 5 / 25. 50%-off-for-3-months promo typically shown. Payroll, Payments, Live Bookkeeping are add-ons.",
    said: "Per company file, for at most 1, 3, 5 and 25 users. A promotion of half off for 3 months is usually shown. Payroll, payments and bookkeeping are add-ons.",
  },
  rentengine: {
    notes:
      "Standard tier is fully priced ($45/listing + $250/mo min). One-time onboarding fee amount not visible. Custom tier for 2,000+ doors is sales-quoted (standard for enterprise tier).",
    said: "A one-time onboarding fee, of which the amount is not shown, comes on top.",
  },
  rentvine: {
    notes:
      "$199/mo minimum (per industry sources, not confirmed on page). Screening fees: $10 or 10% per applicant. Comparison chart uses '$-$$$' notation rather than exact figures for competitors.",
    said: "Screening costs 10 USD or 10 % per applicant.",
  },
  "second-nature": {
    notes:
      "Seven benefit modules listed but none priced individually. $500 refundable deposit is the only stated upfront cost.",
    said: "Success-based; the resident pays 20 to 80 USD a month.",
  },
  showmojo: {
    notes:
      "Multi-family minimum ~2,000 doors for the 70¢/door tier. MojoBox lockbox $64 one-time + $3.50/mo. Live Answer add-on from $11/week/listing.",
    said: "Priced by unit for larger portfolios, by listing for smaller ones; 0.70 USD per door for multi-family portfolios of about 2,000 doors and more. Live Answer costs from 11 USD a week and listing.",
  },
  slack: {
    notes:
      "Monthly billing is higher: Pro $8.75/user, Business+ $18/user. 50% off promo for first 3 months on new workspaces.",
    said: "Per active user. A promotion gives new workspaces half off for the first 3 months.",
  },
  xero: {
    notes: "First month free. Gusto payroll integration separate ($80–$260+/mo).",
    said: "The first month is free; payroll costs extra.",
  },
  "zillow-rental-manager": {
    notes:
      "Landlord-side is mostly free (ACH rent collection included). Renter pays $35 application fee + 2.95% CC fee or $9.95 debit fee. Page blocks automated fetches — values verified manually.",
    said: "The renter pays 35 USD per application, and 2.95 % by credit card or 9.95 USD by debit card.",
  },
  zinspector: {
    notes:
      "15-day free trial, no CC required. Pricing table is JavaScript-rendered — exact figures triangulated from third-party sources; needs Playwright for direct scraping in V2.",
    said: "Figures put together from third parties.",
  },
};

function conditionsOf({ slug, notes: text }: Row): string | undefined {
  const known = CONDITIONS[slug];
  return known?.notes === text ? known.said : undefined;
}

/**
 * Reads the limits of a price: "(20 invoices, 5 bills cap)", "(≤5 properties)". Returns other bracketed words
 * unchanged.
 */
export function bracketed(display: string): { limits: Limit[]; words: string | null } {
  const [, inside = ""] = /^\$[\d.,]+(?:\/mo)? \(([^$)]+)\)$/.exec(display) ?? [];
  if (inside === "") return { limits: [], words: null };
  const parts = inside.replace(/^≤| cap$/g, "").split(", ");
  const limits = parts.flatMap((part): Limit[] => {
    const [, value, name] = /^(\d+) ([a-z]+)$/.exec(part) ?? [];
    return value && name ? [{ name, value: Number(value), unit: null }] : [];
  });
  return limits.length === parts.length ? { limits, words: null } : { limits: [], words: inside };
}

function cost(kind: HiddenCostFact["cost"], label: string, amount: number, unit: string): HiddenCostFact {
  return { kind: "hidden_cost", cost: kind, label, key: keyOf(label), amount, percent: null, currency: "USD", unit };
}

/** Returns the figures in the notes. */
export function costsIn(row: Pick<Row, "slug" | "notes">): HiddenCostFact[] {
  return (NOTED[row.slug] ?? []).flatMap(({ cost: kind, label, unit, at, per }) => {
    const figure = at.exec(row.notes)?.[1];
    if (!figure) return [];
    if (per === "times" || per === "share") {
      const share = { ...cost(kind, label, 0, unit), amount: null, currency: null };
      return [{ ...share, percent: per === "times" ? Number(figure) * 100 : Number(figure) }];
    }
    return [cost(kind, label, per === "cents" ? Number(figure) / 100 : Number(figure), unit)];
  });
}

type Shown = { prices: PriceFact[]; unit: string | null; costs: HiddenCostFact[]; status: PriceStatus };

const NOUN: Record<string, string> = { member: "user" };
const amountOf = (digits: string): number => Number(digits.replace(/,/g, ""));

/** Reads "$69/mo annual ($99 monthly)", "$1.00/unit ($250 min)" or "$49/mo + $6/employee" as prices and costs. */
export function readDisplay(tier: Pick<Tier, "name" | "price_display">, model: string): Shown | string {
  const text = tier.price_display;
  const none: Shown = { prices: [], unit: null, costs: [], status: "not_published" };
  if (/Hidden/.test(text)) return none;
  if (isContactSales(text)) return { ...none, status: "contact_sales" };
  if (/^Free\b|^\$0(?: |$)/.test(text)) {
    return { ...none, status: "published", prices: [{ amount: 0, period: "month", billing: null }] };
  }
  const name = tier.name.replace(/\s*\([^)]*\)$/, "");
  const pair = /(\$[\d.,]+–)?\$([\d.,]+)\/mo(?: base)? \+ \$([\d.]+)\/(extra )?(\w+)/.exec(text);
  if (pair) {
    const [, range, base = "", each = "", extra, noun = ""] = pair;
    if (range) return "range, not the price of one plan";
    const price = (amount: number): PriceFact => ({ amount, period: "month", billing: null });
    return extra
      ? {
          status: "published",
          unit: null,
          prices: [price(amountOf(base))],
          costs: [cost("overage", `Extra ${noun} (${name})`, Number(each), `${noun}/month`)],
        }
      : {
          status: "published",
          unit: noun,
          prices: [price(Number(each))],
          costs: [cost("platform_fee", `Base fee, ${name}`, amountOf(base), "month")],
        };
  }
  const term = /^\$([\d.]+) \/ (\d+) days$/.exec(text);
  if (term) {
    const prices: PriceFact[] = [{ amount: Number(term[1]), period: "usage", billing: null }];
    return { ...none, status: "published", unit: `listing of ${term[2]} days`, prices };
  }
  const found = /^\$([\d.,]+)(?:\/(user|member|unit|door|listing))?(\/mo)?( annual)?/.exec(text);
  if (!found) return "words, not a price";
  const [, amount = "", counted, monthly, annual] = found;
  const minimum = /\(\$([\d,]+)(?:\/mo)? min\)/.exec(text)?.[1];
  const costs = minimum ? [cost("platform_fee", `Minimum spend, ${name}`, amountOf(minimum), "month")] : [];
  const unit = counted ? (NOUN[counted] ?? counted) : null;
  const shown = { ...none, status: "published" as const, unit, costs };
  if (counted === "listing") {
    return { ...shown, prices: [{ amount: amountOf(amount), period: "usage", billing: null }] };
  }
  if (!monthly && !/\bmonthly\b/i.test(model)) return { ...shown, status: "unverified", unit: null };
  const prices: PriceFact[] = [{ amount: amountOf(amount), period: "month", billing: annual ? "annual" : null }];
  const other = /\(\$([\d.]+) monthly\)/.exec(text)?.[1];
  if (other) prices.unshift({ amount: Number(other), period: "month", billing: "monthly" });
  return { ...shown, prices };
}

/** Returns plans on request named in the notes: "Enterprise (50,000+ units) is custom." */
export function onRequestIn(notes: string): string[] {
  return [...notes.matchAll(/(?:^|\. )([A-Z][a-z]+\+?)(?: \([^)]*\))? (?:tier )?is custom\b/g)].flatMap(
    ([, name]) => name ?? [],
  );
}

const ASKS_SALES = /\bcustom(?:-quoted| quote)?\b|\bsales[- ](?:contact|quoted|negotiated)\b/i;

/**
 * Returns the prices for monthly billing in the notes: "Monthly billing is higher: Pro $8.75/user, Business+ $18/user."
 */
export function monthlyIn(notes: string): { name: string; amount: number; unit: string }[] {
  const [, list = ""] = /Monthly billing is higher: (.+?)\.(?: |$)/.exec(notes) ?? [];
  return [...list.matchAll(/(\w[\w+]*) \$([\d.]+)\/(\w+)/g)].map(([, name = "", amount, noun = ""]) => ({
    name,
    amount: Number(amount),
    unit: NOUN[noun] ?? noun,
  }));
}

/** Returns the days between which the page is known to have shown all amounts of a tier. Null if unknown. */
export function spanOf(tier: Pick<Tier, "amounts" | "seen_in_page_text">): { first: string; last: string } | null {
  const spans = tier.amounts.map((amount) => tier.seen_in_page_text[amount]);
  if (spans.length === 0 || spans.some((span) => !span)) return null;
  const seen = spans.flatMap((span) => (span ? [span] : []));
  const first =
    seen
      .map(([from]) => from)
      .sort()
      .at(-1) ?? "";
  const last = seen.map(([, to]) => to).sort()[0] ?? "";
  return first <= last ? { first, last } : null;
}

type Group = { days: string[]; seen: boolean; drafts: PlanDraft[]; costs: HiddenCostFact[] };

export function fromRow(input: unknown): AdapterResult {
  const parsed = Row.safeParse(input);
  if (!parsed.success) {
    const slug = z.object({ slug: z.string() }).safeParse(input).data?.slug;
    return {
      readings: [],
      rejects: [{ row: slug ?? "unknown", reason: `malformed: ${parsed.error.issues[0]?.path.join(".")}` }],
    };
  }
  const row = parsed.data;
  const outside = LEFT_OUT[row.slug];
  if (outside) return { readings: [], rejects: [{ row: row.slug, reason: outside }] };

  const rejects: Reject[] = [];
  const groups = new Map<string, Group>();
  const groupOf = (span: { first: string; last: string } | null): Group => {
    const key = span ? `${span.first} ${span.last}` : "typed";
    const days = span ? [...new Set([span.first, span.last])] : [TYPED_ON];
    const group = groups.get(key) ?? { days, seen: span !== null, drafts: [], costs: [] };
    groups.set(key, group);
    return group;
  };
  const spans = row.tiers.map(spanOf);
  const fullest = [...spans].sort((a, b) => (b?.last ?? "").localeCompare(a?.last ?? ""))[0] ?? null;
  const typed: HiddenCostFact[] = [];
  const beside: string[] = [];
  let left = 0;
  for (const [index, tier] of row.tiers.entries()) {
    const id = `${row.slug}: ${tier.name}`;
    const unstated = PERIOD_UNSTATED.find(([slug, name]) => slug === row.slug && name.test(tier.name))?.[2];
    const shown = unstated ?? readDisplay(tier, row.pricing_model);
    if (typeof shown === "string") {
      rejects.push({ row: id, reason: shown });
      left += 1;
      continue;
    }
    if (shown.status === "unverified") {
      rejects.push({ row: id, reason: "price without a period" });
      beside.push(`${tier.name}: ${tier.price_display}, for how long is not stated.`);
      left += 1;
    }
    const [price] = shown.prices;
    if (/\badd-on\b/i.test(tier.name) && price) {
      const label = tier.name.replace(/ \(add-on\)$/i, "");
      typed.push(cost("add_on", label, price.amount, [shown.unit, price.period].filter(Boolean).join("/")));
      continue;
    }
    // A tier without an amount is grouped with the tiers that the page is known to have shown.
    const group = groupOf(tier.amounts.length > 0 ? (spans[index] ?? null) : fullest);
    const [, bare, most, what] = /^(.+?) \(≤(\d+) (\w+)\)$/.exec(tier.name) ?? [];
    const { limits, words } = bracketed(tier.price_display);
    if (words) beside.push(`${tier.name}: ${words}.`);
    const draft = {
      row: id,
      name: bare ?? tier.name,
      status: shown.status,
      unit: shown.unit,
      limits: most && what ? [{ name: what, value: Number(most), unit: null }] : limits,
      features: [],
    };
    for (const each of shown.prices.length > 0 ? shown.prices : [null]) group.drafts.push({ ...draft, price: each });
    group.costs.push(...shown.costs);
  }
  typed.push(...costsIn(row));
  const named = (name: string) => row.tiers.some((tier) => tier.name.toLowerCase() === name.toLowerCase());
  const unlisted = onRequestIn(row.notes).filter((name) => !named(name));
  const bare = (name: string) => ({ row: `${row.slug}: ${name}`, name, limits: [], features: [] });
  for (const name of unlisted) {
    groupOf(fullest).drafts.push({ ...bare(name), status: "contact_sales", unit: null, price: null });
  }
  const isAsked = [...groups.values()].some(({ drafts }) => drafts.some(({ status }) => status === "contact_sales"));
  const isFull = row.status === "public_full" && left === 0 && groups.size === 1;
  const [whole] = isFull && (isAsked || !ASKS_SALES.test(row.notes)) ? groups.values() : [];
  for (const { name, amount, unit } of monthlyIn(row.notes)) {
    const price: PriceFact = { amount, period: "month", billing: "monthly" };
    groupOf(null).drafts.push({ ...bare(name), status: "published", unit, price });
  }

  const subject: Subject = { name: row.name, domain: hostOf(row.homepage) ?? "", pricingPage: row.source_url };
  const shownAs = (qualifier: string) => row.tiers.some((tier) => tier.qualifier === qualifier);
  const common = notes(
    shownAs("starts at") && "Shown as starting prices.",
    shownAs("as low as") && "Shown as the lowest price.",
    conditionsOf(row),
    ...beside,
  );
  const chargedWith = (costs: readonly HiddenCostFact[]) =>
    costs.map(({ label, amount, unit }) => `${label}: ${amount} USD per ${unit}.`).join(" ");
  const reading = (fact: Fact, observedAt: string, seen: boolean, note?: string): Reading => ({
    subject,
    voice: seen ? "page" : "typed",
    trust: seen ? "A" : "B",
    observedAt,
    evidence: {
      url: row.source_url,
      publisher: row.name.replace(/ \(.*\)$/, ""),
      via: TRACKER,
      ...(note && { note }),
    },
    fact,
  });
  const readings: Reading[] = [];
  for (const group of groups.values()) {
    const { days, seen, drafts, costs } = group;
    const complete = group === whole;
    const { tiers, rejects: merged } = mergePlans(row.name, drafts);
    rejects.push(...merged);
    const note = notes(common, chargedWith(costs));
    for (const day of days) {
      if (tiers.length > 0)
        readings.push(reading({ kind: "plans", currency: "USD", complete, tiers }, day, seen, note));
      for (const fact of costs) readings.push(reading(fact, day, seen));
    }
  }
  for (const fact of typed) readings.push(reading(fact, TYPED_ON, false));
  return { readings, rejects };
}

export const pmSoftwareTracker: Adapter = {
  source: "pm-software-tracker",
  async read(rawDir) {
    const results = (await readJsonLines(join(rawDir, "pm-software-tracker", "vendors.jsonl"))).map(fromRow);
    return {
      readings: results.flatMap(({ readings }) => readings),
      rejects: results.flatMap(({ rejects }) => rejects),
    };
  },
};
