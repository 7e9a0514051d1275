import { readFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { tierId } from "@/lib/catalog/tier-id";
import type { Fact, PlansFact, TierFact } from "@/lib/schemas/observation";
import type { Limit } from "@/lib/schemas/primitives";
import {
  type Change,
  Changes,
  evidenceOf,
  type Page,
  type Rate,
  rateReadings,
  SUBJECTS,
} from "../firstparty-docs/parser";
import { quotasIn } from "../shared/quota";
import type { Adapter, AdapterResult, Reading, Reject } from "../shared/reading";

const SOURCE = "firstparty-docs-2";

const Raw = z.object({
  sources: z.record(
    z.string(),
    z.object({ url: z.url(), licence: z.string(), asOf: z.string(), vendorPage: z.string() }),
  ),
  plans: z.array(
    z.object({
      source: z.string(),
      plan: z.string(),
      price: z.number().nullable(),
      currency: z.literal("USD"),
      period: z.literal("month").nullable(),
      quota: z.string(),
    }),
  ),
  rates: z.array(
    z.object({
      source: z.string(),
      meter: z.string(),
      per: z.number().int().positive(),
      unit: z.string(),
      unitPrice: z.number().positive(),
      currency: z.literal("USD"),
      note: z.string().optional(),
    }),
  ),
  facts: z.array(z.object({ source: z.string(), kind: z.string(), text: z.string() })),
});
type Raw = z.infer<typeof Raw>;
type Plan = Raw["plans"][number];

type Target = Pick<Rate, "product" | "meter" | "unit" | "when">;

/** Meters as named on the pages. A meter that is missing here is left out with the reason below. */
const TARGETS: Record<string, Target> = {
  "ably messages": { product: "usage", meter: "messages", unit: "message" },
  "ably channel minutes": { product: "usage", meter: "channelMinutes", unit: "minute" },
  "ably connection minutes": { product: "usage", meter: "connectionMinutes", unit: "minute" },
  "ably bandwidth above 5 KiB x messages": {
    product: "usage",
    meter: "egress",
    unit: "GiB",
    when: "beyond 5 KiB a message",
  },
  "ably monthly active user (MAU model instead of per-minute)": {
    product: "monthly-active-users",
    meter: "activeUsers",
    unit: "mau",
  },
  "circleci credit": { product: "credits", meter: "credits", unit: "credit" },
  "circleci active user above 5": {
    product: "users",
    meter: "activeUserMonths",
    unit: "user-month",
    when: "beyond five active users",
  },
  "circleci Docker or Linux VM medium": { product: "docker-or-linux-medium", meter: "computeMinutes", unit: "minute" },
  "circleci storage overage": {
    product: "storage-and-network",
    meter: "storage",
    unit: "gb_month",
    when: "beyond what the plan includes",
  },
  "circleci network overage": {
    product: "storage-and-network",
    meter: "egress",
    unit: "gb",
    when: "beyond what the plan includes",
  },
  "circleci IP ranges data": { product: "storage-and-network", meter: "ipRangesGb", unit: "gb" },
};

const NOTES: Record<string, string> = {
  circleci: "Sold in credits; dollar figures of storage, network and addresses are credits at $0.0006 each.",
};

/**
 * Reads a source. "2025-09-16 (last change of the page; still in the tree 2026-08-03)": the page was last seen on the
 * second day.
 */
export function pageOf(key: string, { url, licence, asOf, vendorPage }: Raw["sources"][string]): Page {
  const days = asOf.match(/\d{4}-\d{2}-\d{2}/g) ?? [];
  const [changed, seen] = days;
  const said = seen && changed ? `The page last changed on ${changed}.` : undefined;
  return {
    url,
    licence,
    asOf: seen ?? changed ?? null,
    vendorPage: vendorPage.split(" ")[0],
    ...((NOTES[key] || said) && { remark: [NOTES[key], said].filter(Boolean).join(" ") }),
  };
}

/** Allowances that the pages state in a wording of their own. */
const LIMITS: Record<string, Limit[]> = {
  "circleci Free": [
    { name: "credits", value: 30_000, unit: "per month" },
    { name: "network transfer", value: 1, unit: "GB" },
    { name: "storage", value: 2, unit: "GB-months" },
  ],
  "circleci Performance": [
    { name: "included credits", value: 30_000, unit: "per month" },
    { name: "credits", value: 25_000, unit: "per month" },
    { name: "active users", value: 5, unit: null },
  ],
  "cockroachdb Basic": [
    { name: "request units", value: 50_000_000, unit: "per month" },
    { name: "storage", value: 10, unit: "GiB" },
  ],
};

/** Parts of a quota that are not limits but name the purpose or the recipients of the fee. */
const TERM = /usage on top|sold in|bonus|each further|open source|^first \d|\bonly$/;
const termsOf = ({ plan, quota }: Plan): string[] => {
  const terms = quota.split("; ").filter((part) => TERM.test(part));
  return terms.length > 0 ? [`${plan}: ${terms.join("; ")}.`] : [];
};

/** Plans whose page lists all plans. */
const COMPLETE = new Set(["ably"]);
/** A credit for usage, not a plan with a fee of 0. */
const USED_UP = new Set(["cockroachdb"]);

function tierOf(source: string, { plan, price, quota }: Pick<Plan, "plan" | "price" | "quota">): TierFact {
  const limits = LIMITS[`${source} ${plan}`] ?? quotasIn(quota);
  return {
    id: tierId(plan),
    name: plan,
    status: price === null ? "contact_sales" : "published",
    prices: price === null ? [] : [{ amount: price, period: "month", billing: null }],
    unit: null,
    ...(limits.length > 0 && { limits }),
  };
}

function plansFact(source: string, plans: readonly Plan[]): Fact {
  if (USED_UP.has(source))
    return {
      kind: "free_tier",
      available: true,
      trialDays: null,
      limits: plans.flatMap(({ plan }) => LIMITS[`${source} ${plan}`] ?? []),
    };
  const tiers = plans.map((plan) => tierOf(source, plan));
  return { kind: "plans", currency: "USD", complete: COMPLETE.has(source), tiers };
}

const FEE = /^(\w+) package fee$/;
const REPOSITORY = "https://github.com/ably/docs/commit";

/** Returns package fees by the day on which the vendor changed its own page. */
function feeReadings(changes: readonly Change[], page: string, rejects: Reject[]): Reading<PlansFact>[] {
  const days = new Map<string, Change[]>();
  for (const change of changes) {
    const { provider, meter, date, old, new: price } = change;
    if (provider === "ably" && FEE.test(meter) && price !== null) days.set(date, [...(days.get(date) ?? []), change]);
    else
      rejects.push({
        row: `${provider} ${meter} ${date}`,
        reason:
          price === null
            ? "a change of the model without a figure"
            : old === null
              ? "the current page states it"
              : "the floor of a volume scale, not a list rate",
      });
  }
  return [...days].map(([date, list]) => ({
    subject: SUBJECTS.ably ?? { name: "Ably" },
    trust: "A",
    observedAt: date,
    evidence: { url: page, via: `${REPOSITORY}/${list[0]?.commit}`, licence: "Apache-2.0" },
    fact: {
      kind: "plans",
      currency: "USD",
      complete: false,
      tiers: list.map(({ meter, new: price }) =>
        tierOf("ably", { plan: FEE.exec(meter)?.[1] ?? meter, price, quota: "" }),
      ),
    },
  }));
}

export function firstparty2Readings(current: unknown, history: unknown): AdapterResult {
  const raw = Raw.parse(current);
  const { changes } = Changes.parse(history);
  const rejects: Reject[] = raw.facts.map(({ source, kind }) => ({
    row: `${source} ${kind}`,
    reason: "a rule in words for which a record has no field",
  }));
  const sources = Object.fromEntries(Object.entries(raw.sources).map(([key, page]) => [key, pageOf(key, page)]));
  const rates = raw.rates.flatMap(({ source, meter, unit: _unit, note, ...rate }): Rate[] => {
    const target = TARGETS[`${source} ${meter}`];
    if (target) return [{ ...rate, ...target, provider: source, source, label: meter, ...(note && { note }) }];
    rejects.push({
      row: `${source} ${meter}`,
      reason: /^worked example/.test(note ?? "") ? "a worked example, not a rate card" : "a meter that is not known",
    });
    return [];
  });
  const plans = Object.entries(sources).flatMap(([key, page]): Reading[] => {
    const own = raw.plans.filter(({ source }) => source === key);
    const subject = SUBJECTS[key];
    if (own.length === 0 || !subject || !page.asOf) return [];
    const remark = [page.remark, ...own.flatMap(termsOf)].filter(Boolean).join(" ");
    const { evidence, trust } = evidenceOf(key, { ...page, ...(remark && { remark }) });
    return [{ subject, trust, observedAt: page.asOf, evidence, fact: plansFact(key, own) }];
  });
  const fees = feeReadings(changes, sources.ably?.vendorPage ?? REPOSITORY, rejects);
  return { readings: [...fees, ...plans, ...rateReadings({ sources, rates })], rejects };
}

export const firstpartyDocs2: Adapter = {
  source: SOURCE,
  async read(rawDir) {
    const load = async (name: string): Promise<unknown> =>
      JSON.parse(await readFile(path.join(rawDir, SOURCE, name), "utf8"));
    return firstparty2Readings(await load("usage-rates.json"), await load("history.json"));
  },
};
