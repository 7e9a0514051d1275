import type { Meter, Usage, UsageModel } from "@/lib/schemas/record";
import { columnCents, formatCount, formatMoney } from "./money";
import { meterWords, perWords } from "./words";

const MAX_COLUMNS = 4;
const PREFERRED = ["inputTokens", "cachedInputTokens", "outputTokens"];

export type RateColumn = { meter: string; label: string; per: string };
export type RateCell = { text: string; notes: string[]; evidence: readonly string[] } | null;
export type RateRow = { model: UsageModel; cells: RateCell[]; others: { text: string; evidence: readonly string[] }[] };
export type RateCard = { columns: RateColumn[]; active: RateRow[]; past: RateRow[] };

/** Models by meters: active models first, the cheapest at the top. */
export function rateCard(usage: Usage): RateCard {
  const columns = columnsOf(usage.models);
  const cents = columnCents(
    usage.models.flatMap((model) => columns.map((column) => standard(model, column)?.prices[0]?.unitPrice ?? null)),
  );
  const rows = [...usage.models].sort(byPrice(columns)).map((model) => rowOf(model, columns, cents));
  return {
    columns,
    active: rows.filter(({ model }) => model.status === "active"),
    past: rows.filter(({ model }) => model.status !== "active"),
  };
}

function columnsOf(models: readonly UsageModel[]): RateColumn[] {
  const counts = new Map<string, { meter: Meter; count: number }>();
  for (const meter of models.flatMap((model) => model.meters)) {
    if (meter.mode !== "standard") continue;
    const key = `${meter.name}|${meter.per}|${meter.unit}`;
    const held = counts.get(key);
    counts.set(key, { meter, count: (held?.count ?? 0) + 1 });
  }
  const rank = (name: string) => (PREFERRED.includes(name) ? PREFERRED.indexOf(name) : PREFERRED.length);
  return [...counts.values()]
    .sort((a, b) => b.count - a.count || a.meter.name.localeCompare(b.meter.name))
    .slice(0, MAX_COLUMNS)
    .sort((a, b) => rank(a.meter.name) - rank(b.meter.name))
    .map(({ meter }) => ({ meter: meter.name, label: meterWords(meter.name), per: perWords(meter) }));
}

function standard(model: UsageModel, column: RateColumn): Meter | undefined {
  return model.meters.find(
    (meter) => meter.mode === "standard" && meter.name === column.meter && perWords(meter) === column.per,
  );
}

function byPrice(columns: readonly RateColumn[]) {
  const figure = (model: UsageModel) => {
    for (const [column, entry] of columns.entries()) {
      const price = standard(model, entry)?.prices[0]?.unitPrice;
      if (price !== undefined) return { column, price };
    }
    return { column: columns.length, price: 0 };
  };
  return (a: UsageModel, b: UsageModel) => {
    const [left, right] = [figure(a), figure(b)];
    return left.column - right.column || left.price - right.price || a.name.localeCompare(b.name, "en");
  };
}

function rowOf(model: UsageModel, columns: readonly RateColumn[], cents: "auto" | "always"): RateRow {
  const shown = columns.map((column) => standard(model, column));
  return {
    model,
    cells: shown.map((meter) => {
      const [first, ...rest] = meter?.prices ?? [];
      if (!meter || !first) return null;
      return {
        text: formatMoney(first.unitPrice, model.currency, { cents }),
        notes: [
          ...(first.when ? [first.when] : []),
          ...rest.map((price) => {
            const where = price.when ?? `above ${formatCount(price.from)}`;
            return `${formatMoney(price.unitPrice, model.currency)} ${where}`;
          }),
        ],
        evidence: meter.evidence,
      };
    }),
    others: model.meters
      .filter((meter) => !shown.includes(meter))
      .flatMap((meter) => {
        const [first] = meter.prices;
        if (!first) return [];
        const mode = meter.mode === "standard" ? "" : `, ${meter.mode.replace("_", " ")}`;
        const price = formatMoney(first.unitPrice, model.currency);
        return [
          {
            text: `${meterWords(meter.name)}${mode} ${price} per ${perWords(meter)}`,
            evidence: meter.evidence,
          },
        ];
      }),
  };
}
