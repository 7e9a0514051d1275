import { join } from "node:path";
import * as z from "zod";
import type { Fact, HiddenCostFact, PriceFact, TierFact } from "@/lib/schemas/observation";
import type { Limit } from "@/lib/schemas/primitives";
import { unreadQuota } from "../head-pages/parser";
import { mergePlans, type PlanDraft, withoutUndefined } from "../shared/plan-drafts";
import type { Adapter, AdapterResult, Reading, Reject, Subject } from "../shared/reading";
import { notes, readJsonLines } from "../shared/text";
import { isCurrency, isSeat, keyOf, limitsIn } from "../shared/units";

const Plan = z.object({
  name: z.string().min(1),
  price: z.number().nullable(),
  currency: z.string(),
  unit: z.string(),
  billing: z.enum(["monthly", "annual"]).nullable(),
  period: z.enum(["month", "year", "once", "usage"]).nullable(),
  quota: z.string().optional(),
  price_monthly_billing: z.number().optional(),
});
type Plan = z.infer<typeof Plan>;

const RowFact = z.object({
  kind: z.string(),
  plan: z.string().optional(),
  value: z.union([z.number(), z.string()]),
  unit: z.string(),
});
type RowFact = z.infer<typeof RowFact>;

const Row = z.object({
  set: z.enum(["in-house-tools-comparison", "suiteridge"]),
  name: z.string().min(1),
  domain: z.string().min(1),
  source_url: z.url(),
  read_date: z.iso.date(),
  plans: z.array(Plan),
  facts: z.array(RowFact),
  free_plan: z.boolean().optional(),
  trial_days: z.number().nullable().optional(),
  partial: z.boolean(),
});
export type Row = z.infer<typeof Row>;

/** The repository of the second set. The first set has no known URL, so only the vendor's page is cited for it. */
const SUITERIDGE = "https://github.com/ilyaswork920-droid/suiteridge";

const NAMES: Record<string, Record<string, string>> = { n8n: { "Starter Cloud": "Starter" } };

const FLOOR = /\band up\b|^from\b/;

/**
 * Returns the counted unit in "a seat a month", "user/month" or "a minute and up". Null if the price is for the whole.
 */
export function unitOf(raw: string): string | null {
  const counted =
    /^(?:per|a) (.+?)(?: a month| and up| past .*| for .*)/.exec(raw)?.[1] ??
    /^(.+)\/month$/.exec(raw)?.[1] ??
    /^for (\d.*)$/.exec(raw)?.[1] ??
    null;
  if (counted === null || counted === "month") return null;
  return /^(?:seat|person|member)$/.test(counted) ? "user" : counted;
}

/**
 * Splits a plan's name and its contents, which become a limit: "Core, 10k credits", "Foundation (first 5 … included)".
 */
function nameOf(product: string, given: string): { name: string; limits: Limit[] } {
  const bracket = /^(.+?) \((?:first )?(.+?)(?: included)?\)$/.exec(given);
  const [, name = given, held = ""] = bracket ?? /^(.+?), (.+)$/.exec(given) ?? [];
  return { name: NAMES[product]?.[name] ?? name, limits: limitsIn(held) };
}

/** Returns the remarks on a price in a plan's name, unit and quota that no field contains. */
function remarksOn(product: string, plan: Plan): string[] {
  const { name, limits } = nameOf(product, plan.name);
  const quota = unreadQuota({ name, quota: plan.quota ?? null });
  return [
    ...(plan.name.startsWith(`${name} (first`) || (plan.name.includes(", ") && limits.length === 0)
      ? [`The file calls the plan ${name} “${plan.name}”.`]
      : []),
    ...(/\bpast\b|\band up\b|\bfor [a-z]/.test(plan.unit) ? [`${name}: ${plan.unit}.`] : []),
    ...(quota ? [quota] : []),
  ];
}

/** Merges a monthly price and a stated yearly total of twelve times that price. */
function pricesOf(plan: Plan): PriceFact[] {
  const { price: amount, period } = plan;
  if (amount === null || period === null) return [];
  if (amount === 0) return [{ amount, period: "month", billing: null }];
  if (period === "year") return [{ amount, period, billing: plan.billing }];
  if (period !== "month") return [{ amount, period, billing: null }];
  const year = Number(/([\d.]+) [A-Z]{3} a year/.exec(plan.quota ?? "")?.[1] ?? 0);
  if (year > 0) {
    const total: PriceFact = { amount: year, period: "year", billing: "annual" };
    const same = Math.abs(year / 12 - amount) <= 0.03 * amount;
    return same ? [total] : [{ amount, period, billing: plan.billing }, total];
  }
  const own: PriceFact = { amount, period, billing: plan.billing };
  return plan.price_monthly_billing === undefined
    ? [own]
    : [{ amount: plan.price_monthly_billing, period, billing: "monthly" }, own];
}

function cost(
  kind: HiddenCostFact["cost"],
  text: string,
  figures: Partial<Pick<HiddenCostFact, "amount" | "percent" | "currency" | "unit">>,
): HiddenCostFact {
  const none = { amount: null, percent: null, currency: null, unit: null };
  return { kind: "hidden_cost", cost: kind, label: text, key: keyOf(text), ...none, ...figures };
}

function cardFees({ plan, value, unit }: RowFact): HiddenCostFact[] {
  return [...String(value).matchAll(/([\d.]+)% \+ ([\d.]+) ([A-Z]{3})(?: (in person|online))?/g)].map(
    ([, percent, amount, currency, place]) =>
      cost("other", `Card fee, ${place ?? unit}${plan ? ` (${plan})` : ""}`, {
        percent: Number(percent),
        amount: Number(amount),
        currency: currency ?? null,
        unit: "transaction",
      }),
  );
}

function costsOf(fact: RowFact): HiddenCostFact[] | null {
  const { kind, plan, value, unit } = fact;
  if (kind === "transaction_fee") {
    if (typeof value === "string") return cardFees(fact);
    return [cost("other", "Sales fee", { percent: value, unit: "transaction" })];
  }
  if (typeof value !== "number") return null;
  if (kind === "setup_fee") {
    const mandatory = /mandatory onboarding/.test(unit) ? "Mandatory onboarding" : "One-time setup";
    const fee = cost("onboarding", `${mandatory}, ${plan}`, { amount: value, currency: "USD", unit: "once" });
    return [{ ...fee, key: keyOf(`onboarding ${fee.label}`) }];
  }
  const [, per, what] = /^USD (\S+), (.+)$/.exec(unit) ?? [];
  return kind === "add_on" && per && what
    ? [cost("add_on", what, { amount: value, currency: "USD", unit: per })]
    : null;
}

/** Sets the minimum number of seats of the named tiers, or of all per-seat tiers. */
function applyMinimum({ value, unit }: RowFact, tiers: TierFact[]): boolean {
  const seats = tiers.filter((tier) => isSeat(tier.unit) && tier.prices.some(({ amount }) => amount > 0));
  const named = seats.filter((tier) => unit.includes(tier.name));
  const chosen = named.length > 0 ? named : seats;
  for (const tier of chosen) tier.minimumSeats = Number(value);
  return chosen.length > 0;
}

export function fromRow(input: unknown): AdapterResult {
  const parsed = Row.safeParse(input);
  if (!parsed.success) {
    const name = z.object({ name: z.string() }).safeParse(input).data?.name;
    return {
      readings: [],
      rejects: [{ row: name ?? "unknown", reason: `malformed: ${parsed.error.issues[0]?.path.join(".")}` }],
    };
  }
  const row = parsed.data;
  const rejects: Reject[] = [];
  const facts: Fact[] = [];
  const costs: HiddenCostFact[] = [];
  const drafts: PlanDraft[] = [];
  const remarks: string[] = [];
  const ofCosts = new Map<Fact, string>();
  let complete = !row.partial;
  for (const plan of row.plans) {
    const id = `${row.name}: ${plan.name}`;
    if (plan.currency === "PCT" && plan.price !== null) {
      costs.push(cost("platform_fee", "Fee on credits bought", { percent: plan.price, unit: "credit purchase" }));
      continue;
    }
    if (!isCurrency(plan.currency)) {
      rejects.push({ row: id, reason: "no currency" });
      continue;
    }
    const custom = plan.unit === "custom pricing";
    if (plan.price === null && !custom && !/enterprise/i.test(plan.name)) {
      rejects.push({ row: id, reason: "tier whose price the file leaves out" });
      complete = false;
      continue;
    }
    const { name, limits } = nameOf(row.name, plan.name);
    if (plan.price !== null) remarks.push(...remarksOn(row.name, plan));
    const prices = pricesOf(plan);
    const draft = {
      row: id,
      name,
      status:
        prices.length > 0 ? ("published" as const) : custom ? ("contact_sales" as const) : ("not_published" as const),
      unit: custom ? null : unitOf(plan.unit),
      limits: [...limits, ...limitsIn(plan.quota?.replace(/^from,? ?/, "").replace(/[\d.]+ [A-Z]{3} [^;]+/, ""))],
      features: [],
    };
    for (const price of prices.length > 0 ? prices : [null]) drafts.push({ ...draft, price });
    const app = /; (.+) \+(\d+) a ([a-z-]+)$/.exec(plan.unit);
    if (app) {
      costs.push(
        cost("add_on", app[1] ?? "", { amount: Number(app[2]), currency: plan.currency, unit: app[3] ?? null }),
      );
    }
  }

  const { tiers, rejects: merged } = mergePlans(row.name, drafts);
  rejects.push(...merged);
  for (const fact of row.facts) {
    const found = fact.kind === "minimum_seats" ? null : costsOf(fact);
    if (fact.kind === "minimum_seats" && fact.unit.includes(";"))
      remarks.push(`At least ${fact.value} ${fact.unit.replace(/[ .]+$/, "")}.`);
    if (found) {
      costs.push(...found);
      if (fact.kind === "transaction_fee" && typeof fact.value === "number") {
        for (const charge of found) ofCosts.set(charge, `${fact.value} ${fact.unit}.`);
      }
    } else if (fact.kind !== "minimum_seats" || !applyMinimum(fact, tiers)) {
      rejects.push({ row: row.name, reason: `${fact.kind}: no field for it` });
    }
  }
  const currency = row.plans.find((plan) => isCurrency(plan.currency))?.currency ?? null;
  if (tiers.length > 0) facts.push({ kind: "plans", currency, complete, tiers });
  const free = tiers.find(({ prices }) => prices.some(({ amount }) => amount === 0));
  const trialDays = row.trial_days ?? null;
  if (row.free_plan !== undefined) {
    facts.push({ kind: "free_tier", available: row.free_plan, trialDays, limits: free?.limits ?? [] });
  }
  facts.push(...costs);

  const known = row.set === "suiteridge";
  const subject: Subject = withoutUndefined({
    name: row.name,
    domain: row.domain,
    pricingPage: known ? undefined : row.source_url,
  });
  const floor = row.plans.some((plan) => FLOOR.test(plan.unit) || FLOOR.test(plan.quota ?? ""));
  return {
    readings: facts.map(
      (fact): Reading => ({
        subject,
        voice: known ? "suiteridge" : "comparison",
        trust: known ? "B" : "C",
        observedAt: row.read_date,
        evidence: withoutUndefined({
          url: row.source_url,
          publisher: row.name.replace(/ \(.*\)$/, ""),
          via: known ? SUITERIDGE : undefined,
          note:
            fact.kind === "plans" ? notes(floor && "Some prices are starting prices.", ...remarks) : ofCosts.get(fact),
        }),
        fact,
      }),
    ),
    rejects,
  };
}

export const datedPageReads: Adapter = {
  source: "dated-page-reads",
  async read(rawDir) {
    const results = (await readJsonLines(join(rawDir, "dated-page-reads", "products.jsonl"))).map(fromRow);
    return {
      readings: results.flatMap(({ readings }) => readings),
      rejects: results.flatMap(({ rejects }) => rejects),
    };
  },
};
