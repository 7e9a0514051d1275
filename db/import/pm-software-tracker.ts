import { join } from "node:path";
import * as z from "zod";
import type { Fact, HiddenCostFact, PriceFact } from "@/lib/schemas/observation";
import type { PriceStatus } from "@/lib/schemas/primitives";
import type { Adapter, AdapterResult, Reading, Reject, Subject } from "./reading";
import { hostOf, notes, readJsonLines } from "./text";
import { isContactSales, keyOf } from "./units";
import { mergePlans, type PlanDraft } from "./vendor-pages";

/** First and last weekly snapshot of the vendor's page that showed an amount, and how many did. */
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

/** Prices of which the page does not say for how long or for what they are. */
const PERIOD_UNSTATED: readonly [slug: string, tier: RegExp, reason: string][] = [
  ["ez-repair-hotline", /./, "the page does not say what the price is counted by"],
  ["zinspector", /^Paid/, "range, put together from other pages"],
];

type Found = { label: string; cost: HiddenCostFact["cost"]; unit: string; at: RegExp; per?: "percent" | "cents" };

/** Costs that a vendor's notes state as one figure. What renters pay, ranges and hearsay are left out. */
const NOTED: Record<string, readonly Found[]> = {
  "apartments-com": [
    {
      cost: "add_on",
      label: "Tenant screening report",
      unit: "report",
      at: /Tenant screening reports = \$([\d.]+) each/,
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
      per: "percent",
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

function cost(kind: HiddenCostFact["cost"], label: string, amount: number, unit: string): HiddenCostFact {
  return { kind: "hidden_cost", cost: kind, label, key: keyOf(label), amount, percent: null, currency: "USD", unit };
}

/** The figures that the notes state. */
export function costsIn(row: Pick<Row, "slug" | "notes">): HiddenCostFact[] {
  return (NOTED[row.slug] ?? []).flatMap(({ cost: kind, label, unit, at, per }) => {
    const figure = at.exec(row.notes)?.[1];
    if (!figure) return [];
    if (per === "percent") {
      const share = { ...cost(kind, label, 0, unit), amount: null, currency: null };
      return [{ ...share, percent: Number(figure) * 100 }];
    }
    return [cost(kind, label, per === "cents" ? Number(figure) / 100 : Number(figure), unit)];
  });
}

type Shown = { prices: PriceFact[]; unit: string | null; costs: HiddenCostFact[]; status: PriceStatus };

const NOUN: Record<string, string> = { member: "user" };
const amountOf = (digits: string): number => Number(digits.replace(/,/g, ""));

/** "$69/mo annual ($99 monthly)", "$1.00/unit ($250 min)" or "$49/mo + $6/employee" as prices and costs. */
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

/** Plans on request that the notes name: "Enterprise (50,000+ units) is custom." */
export function onRequestIn(notes: string): string[] {
  return [...notes.matchAll(/(?:^|\. )([A-Z][a-z]+\+?)(?: \([^)]*\))? (?:tier )?is custom\b/g)].flatMap(
    ([, name]) => name ?? [],
  );
}

const ASKS_SALES = /\bcustom(?:-quoted| quote)?\b|\bsales[- ](?:contact|quoted|negotiated)\b/i;

/** What the notes state for monthly billing: "Monthly billing is higher: Pro $8.75/user, Business+ $18/user." */
export function monthlyIn(notes: string): { name: string; amount: number; unit: string }[] {
  const [, list = ""] = /Monthly billing is higher: (.+?)\.(?: |$)/.exec(notes) ?? [];
  return [...list.matchAll(/(\w[\w+]*) \$([\d.]+)\/(\w+)/g)].map(([, name = "", amount, noun = ""]) => ({
    name,
    amount: Number(amount),
    unit: NOUN[noun] ?? noun,
  }));
}

/** The days between which the page is known to have shown all amounts of a tier; null where it is not. */
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
  const untimed: string[] = [];
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
      untimed.push(`${tier.name}: ${tier.price_display}, for how long is not stated.`);
      left += 1;
    }
    const [price] = shown.prices;
    if (/\badd-on\b/i.test(tier.name) && price) {
      const label = tier.name.replace(/ \(add-on\)$/i, "");
      typed.push(cost("add_on", label, price.amount, [shown.unit, price.period].filter(Boolean).join("/")));
      continue;
    }
    // What has no amount of its own stands beside the tiers that the page is known to have shown.
    const group = groupOf(tier.amounts.length > 0 ? (spans[index] ?? null) : fullest);
    const [, bare, most, what] = /^(.+?) \(≤(\d+) (\w+)\)$/.exec(tier.name) ?? [];
    const draft = {
      row: id,
      name: bare ?? tier.name,
      status: shown.status,
      unit: shown.unit,
      limits: most && what ? [{ name: what, value: Number(most), unit: null }] : [],
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
  const note = notes(
    shownAs("starts at") && "Shown as starting prices.",
    shownAs("as low as") && "Shown as the lowest price.",
    ...untimed,
  );
  const reading = (fact: Fact, observedAt: string, seen: boolean): Reading => ({
    subject,
    voice: seen ? "page" : "typed",
    trust: seen ? "A" : "B",
    observedAt,
    evidence: {
      url: row.source_url,
      publisher: row.name.replace(/ \(.*\)$/, ""),
      via: TRACKER,
      ...(fact.kind === "plans" && note && { note }),
    },
    fact,
  });
  const readings: Reading[] = [];
  for (const group of groups.values()) {
    const { days, seen, drafts, costs } = group;
    const complete = group === whole;
    const { tiers, rejects: merged } = mergePlans(row.name, drafts);
    rejects.push(...merged);
    for (const day of days) {
      if (tiers.length > 0) readings.push(reading({ kind: "plans", currency: "USD", complete, tiers }, day, seen));
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
