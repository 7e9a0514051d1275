import { decimal } from "@/lib/catalog/money";
import { bareTier } from "@/lib/catalog/plans";
import { meterWords, perWords } from "@/lib/format/words";
import { onceFor } from "@/lib/once-for";
import type { Usage, UsageModel } from "@/lib/schemas/record";
import { estimate } from "@/lib/usage/estimate";
import { WorkloadError } from "@/lib/usage/workload";
import type { Choice } from "./choose";
import type { Quote } from "./quote";

/** Maximum number of models that a reason names. */
const LISTED = 8;

/** Returns the names of a card's meters, with their units. */
export const metersIn = onceFor((usage: Usage): ReadonlyMap<string, string> => {
  const models = usage.models.toSorted(
    (a, b) => Number(a.leadMeters === undefined) - Number(b.leadMeters === undefined),
  );
  const meters = new Map<string, string>();
  for (const { meters: own } of models) for (const { name, unit } of own) if (!meters.has(name)) meters.set(name, unit);
  return meters;
});

/**
 * Computes the cost of use by the rate card, each meter on the requested model, else on the leading model or the only
 * one that has the meter.
 */
export function choicesByMeter(
  usage: Usage,
  meters: ReadonlyMap<string, number>,
  asked: { model?: string | undefined; region?: string | undefined },
): Choice[] {
  const named = usage.models.find(({ model }) => model === asked.model);
  if (named && meters.size === 0) {
    const names = [...new Set(named.meters.map(({ name }) => name))].join(", ");
    const reason = `${named.name} is priced by use. Enter quantities of ${names}.`;
    const refusal = { what: named.name, cause: "quantity_missing", priceStatus: "published", reason } as const;
    return [{ quote: null, uncounted: null, rule: "", refusal }];
  }
  const byModel = new Map<UsageModel, Map<string, number>>();
  const choices: Choice[] = [];
  for (const [meter, quantity] of meters) {
    const model = modelFor(usage, meter, asked.model);
    if ("refusal" in model) choices.push({ quote: null, uncounted: null, rule: "", ...model });
    else byModel.set(model, (byModel.get(model) ?? new Map()).set(meter, quantity));
  }
  return [
    ...choices,
    ...[...byModel].flatMap(([model, quantities]) => quotesOn(usage, model, quantities, asked.region)),
  ];
}

function modelFor(usage: Usage, meter: string, asked: string | undefined): UsageModel | Pick<Choice, "refusal"> {
  const own = usage.models.find(({ model }) => model === asked);
  if (own) return own;
  const sold = usage.models.filter(
    ({ status, meters }) =>
      status === "active" &&
      meters.some(({ name, mode }) => name === meter && (mode === "standard" || meters.length === 1)),
  );
  const lead = sold.find(({ leadMeters }) => leadMeters?.includes(meter)) ?? sold.find(({ leadMeters }) => leadMeters);
  const [only, ...others] = sold;
  if (lead) return lead;
  if (only && others.length === 0) return only;
  const more = sold.length > LISTED ? ` and ${sold.length - LISTED} more` : "";
  const names = sold.slice(0, LISTED).map(({ model }) => model);
  const reason = only
    ? `${sold.length} entries of the rate card have a price for ${meter}. Set tier to one of them: ${names.join(", ")}${more}.`
    : `The rate card has no current standard price for ${meter}.`;
  return { refusal: { what: meter, cause: "other_terms", priceStatus: "published", reason } };
}

function quotesOn(usage: Usage, model: UsageModel, quantities: ReadonlyMap<string, number>, asked?: string): Choice[] {
  const region = asked ?? usage.referenceRegion;
  const workload = {
    quantities,
    mode: "standard" as const,
    promptTokensPerRequest: null,
    when: null,
    ...(region !== undefined && { region, regionAssumed: asked === undefined }),
  };
  const { lines, unpriced, warnings } = estimated(model, workload);
  const rule = `The rate card's price of ${model.name} is used.`;
  const refusals = unpriced.map((meter): Choice => {
    const reason = warnings.find((warning) => warning.includes(meter)) ?? `${model.name} has no price for ${meter}.`;
    return {
      quote: null,
      uncounted: null,
      rule,
      refusal: { what: meter, cause: "other_terms", priceStatus: "published", reason },
    };
  });
  const priced = [...quantities.keys()].filter((meter) => !unpriced.includes(meter));
  return [
    ...priced.map((meter, index): Choice => {
      const own = lines.filter((line) => line.meter === meter);
      const of = model.meters.find(({ name }) => name === (own[0]?.rateOf ?? meter));
      const per = of?.per ?? 1;
      const monthly = own.reduce(
        (sum, line) => sum.plus(decimal(line.quantity).times(line.unitPrice).div(line.per)),
        decimal(0),
      );
      const billed = own.reduce((sum, { quantity }) => sum.plus(quantity), decimal(0));
      const packs = billed.div(per);
      const unitPrice = packs.isZero() ? decimal(0) : monthly.div(packs);
      const unit = of ? perWords(of) : meter;
      const quote: Quote = {
        tier: {
          ...bareTier({ id: model.model, name: model.name, observedAt: model.observedAt }),
          priceStatus: "published",
          currency: model.currency,
          priceUnit: unit,
          listPrice: { amount: unitPrice.toNumber(), currency: model.currency, period: "usage", billing: "unstated" },
          evidence: of?.evidence ?? [],
        },
        currency: model.currency,
        billing: "usage",
        label: `${model.name}, ${meterWords(meter)}`,
        count: { unit: meter, quantity: quantities.get(meter) ?? 0 },
        quantity: packs.toNumber(),
        amount: monthly.times(12),
        baseFee: decimal(0),
        fees: null,
        unitPrice,
        extras: [],
        notes: index === 0 ? warnings : [],
      };
      return { quote, uncounted: null, rule, refusal: null };
    }),
    ...refusals,
  ];
}

function estimated(model: UsageModel, workload: Parameters<typeof estimate>[1]) {
  try {
    return estimate(model, workload);
  } catch (error) {
    if (!(error instanceof WorkloadError)) throw error;
    const warnings = [`${error.meter} ${error.message}.`];
    return { lines: [], unpriced: [...workload.quantities.keys()], warnings };
  }
}
