import type { Usage, UsageModel } from "@/lib/schemas/record";

/** One of the few rates by which a card is compared with others. */
export interface HeadlineRate {
  model: string;
  name: string;
  meter: string;
  unitPrice: number;
  per: number;
  unit: string;
  currency: string;
  region: string | null;
}

const MODELS = 2;
const METERS = 2;
const FIRST = ["inputTokens", "outputTokens"];

/** The first rates of the card's first models that have the two meters most of its models share. */
export function headlineRates(usage: Usage): HeadlineRate[] {
  const active = usage.models.filter(({ status }) => status === "active");
  const models = active.length > 0 ? active : usage.models;
  const counts = new Map<string, number>();
  for (const { name } of models.flatMap(standardMeters)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const meters = [...counts]
    .sort(([a, some], [b, others]) => rank(a) - rank(b) || others - some)
    .slice(0, METERS)
    .map(([name]) => name);
  const having = (model: UsageModel) => standardMeters(model).filter(({ name }) => meters.includes(name)).length;
  const full = models.filter((model) => having(model) === meters.length);
  return (full.length > 0 ? full : models)
    .filter((model) => having(model) > 0)
    .slice(0, MODELS)
    .flatMap((model) => ratesOf(model, meters));
}

function ratesOf({ model, name, currency, ...rest }: UsageModel, meters: readonly string[]): HeadlineRate[] {
  return meters.flatMap((wanted) => {
    const meter = standardMeters(rest).find((entry) => entry.name === wanted);
    const price = meter?.prices.find(({ unitPrice }) => unitPrice > 0) ?? meter?.prices[0];
    if (!meter || !price) return [];
    const { per, unit } = meter;
    return [
      {
        model,
        name,
        meter: wanted,
        unitPrice: price.unitPrice,
        per,
        unit,
        currency,
        region: price.regions?.[0] ?? null,
      },
    ];
  });
}

function standardMeters({ meters }: Pick<UsageModel, "meters">): UsageModel["meters"] {
  return meters.filter(({ mode, prices }) => mode === "standard" && prices.length > 0);
}

function rank(meter: string): number {
  return FIRST.includes(meter) ? FIRST.indexOf(meter) : FIRST.length;
}
