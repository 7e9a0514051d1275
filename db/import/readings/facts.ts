import { tierId } from "@/lib/catalog/tier-id";
import { nameKey } from "@/lib/ids";
import type { EvidenceFact, Fact, Observation, TierFact } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { uniqueCosts, withoutUndefined } from "../../sources/shared/plan-drafts";
import type { ReadingLine } from "./reading";

export type Draft = Omit<Observation, "product">;

/** Returns the observations that one line states, before their product is known. */
export function draftsOf(line: ReadingLine): Draft[] {
  const { currency } = line;
  const base = baseOf(line);
  const draft = (fact: Fact, effectiveFrom?: Day): Draft => withoutUndefined({ ...base, effectiveFrom, fact });
  const offered: Fact[] = [];
  if (line.tiers.length > 0) {
    const { complete, pricingModel } = line;
    const tiers = withFreeIds(line.tiers.map((tier) => tierOf(tier, line)));
    offered.push(withoutUndefined({ kind: "plans" as const, currency, complete, pricingModel, tiers }));
  }
  const others: Fact[] = [];
  if (line.freePlan !== null || line.trialDays !== null) {
    const { freePlan: available, trialDays, freeLimits: limits } = line;
    others.push({ kind: "free_tier", available, trialDays, limits });
  }
  const models = line.models.map((model) => {
    if (currency === null) throw new Error("rates without a currency");
    return draft({ kind: "rates", ...model, currency }, startOf(line, model.model));
  });
  const retired = line.events.flatMap((event) =>
    event.kind === "retirement" && event.model !== undefined
      ? [
          draft(
            { kind: "rates", model: event.model, status: "retired", currency: currency ?? "USD", meters: [] },
            event.on,
          ),
        ]
      : [],
  );
  return [
    ...offered.map((fact) => draft(fact, startOf(line))),
    ...[...others, ...uniqueCosts(costsOf(line))].map((fact) => draft(fact)),
    ...models,
    ...retired,
  ];
}

/** Returns an identity fact for a new product about which the line states nothing else. */
export function identityOf(line: ReadingLine): Draft {
  return { ...baseOf(line), fact: { kind: "identity" } };
}

function baseOf(line: ReadingLine): Omit<Draft, "fact"> {
  const { source, voice, trust, readOn: observedAt } = line;
  return { source, voice: voice.id, trust, observedAt, evidence: evidenceOf(line) };
}

function startOf({ events }: ReadingLine, model?: string): Day | undefined {
  return events.flatMap((event) =>
    (event.kind === "launch" || event.kind === "price_change") && event.model === model ? [event.on] : [],
  )[0];
}

function evidenceOf({ page, voice, dateBasis, licence, note, readOn }: ReadingLine): EvidenceFact {
  const url = page ?? voice.url;
  if (url === undefined) throw new Error("no page");
  return withoutUndefined({
    url,
    publisher: voice.publisher,
    via: page === undefined ? undefined : voice.url,
    licence,
    note:
      [dateBasis === "file" && `Dated by the file that quotes it, ${readOn}.`, note].filter(Boolean).join(" ") ||
      undefined,
    undated: dateBasis === "undated" ? (true as const) : undefined,
  });
}

function tierOf({ baseFee: _baseFee, ...tier }: ReadingLine["tiers"][number], { events }: ReadingLine): TierFact {
  const retired = events.find(
    (event) => event.kind === "retirement" && event.tier !== undefined && nameKey(event.tier) === nameKey(tier.name),
  );
  const retiredOn = tier.retiredOn ?? (retired?.kind === "retirement" ? retired.on : undefined);
  const isPriced = tier.prices.length + (tier.seatBands ?? []).length > 0;
  const status = tier.status ?? (isPriced ? "published" : "unverified");
  return withoutUndefined({ ...tier, id: tierId(tier.name), status, retiredOn }) as TierFact;
}

/** Gives separate ids to tiers with the same name that differ in their unit or allowance. */
function withFreeIds(tiers: readonly TierFact[]): TierFact[] {
  const taken = new Set<string>();
  return tiers.map((tier) => {
    let id = tier.id;
    for (let n = 2; taken.has(id); n += 1) id = `${tier.id}-${n}`;
    taken.add(id);
    return { ...tier, id };
  });
}

function costsOf({ tiers, percentages, costs, currency }: ReadingLine): Fact[] {
  const money = (amount: number | null) => (amount === null ? null : currency);
  return [
    ...tiers.flatMap(({ name, baseFee }): Fact[] =>
      baseFee
        ? [
            {
              kind: "hidden_cost",
              cost: "platform_fee",
              label: `Base fee, ${name}`,
              amount: baseFee.amount,
              percent: null,
              currency,
              unit: baseFee.period,
            },
          ]
        : [],
    ),
    ...percentages.map(({ label, percent, fixedFee = null, unit }): Fact => {
      return {
        kind: "hidden_cost",
        cost: "platform_fee",
        label,
        amount: fixedFee,
        percent,
        currency: money(fixedFee),
        unit,
      };
    }),
    ...costs.map((cost): Fact => ({ kind: "hidden_cost", ...cost, currency: money(cost.amount) })),
  ];
}
