import { referenceCard } from "@/lib/catalog/regions";
import type { Meter, Usage, UsageModel } from "@/lib/schemas/record";
import { isLead } from "@/lib/usage/card-order";
import { columnCents, formatCount, formatMoney, formatNumber } from "./money";
import { meterWords, modeWords, perWords } from "./words";

const MAX_COLUMNS = 4;
/** Minimum share of models with a meter for a column of its own. */
const COLUMN_SHARE = 0.2;
const PREFERRED = ["inputTokens", "cachedInputTokens", "outputTokens"];
/** A language model has both meters. */
const MAIN = ["inputTokens", "outputTokens"];

export type RateColumn = { meter: string; label: string; per: string };
export type RateCell = { text: string; notes: string[]; evidence: readonly string[] } | null;
export type RateRow = {
  model: UsageModel;
  /** Dated and "latest" names of the same model at the same rates. */
  alsoNamed: string[];
  cells: RateCell[];
  others: { text: string; evidence: readonly string[] }[];
};
export type RateCard = { columns: RateColumn[]; active: RateRow[]; past: RateRow[] };

/**
 * Returns a table of models by meters, at the prices of the reference region: active models first. Cards of language
 * models and cards with headings have their own order. On other cards, the leading models come first, then the
 * cheapest; models without the main rates come last.
 */
export function rateCard(usage: Usage): RateCard {
  const { models } = referenceCard(usage);
  const { columns } = rateRows(models, models);
  const sorted = keepsOrder(usage) ? models : [...models].sort(byPrice(columns));
  const rows = mergeNames(rateRows(models, sorted).rows);
  return {
    columns,
    active: rows.filter(({ model }) => model.status === "active"),
    past: rows.filter(({ model }) => model.status !== "active"),
  };
}

/** Returns some models of a card in their order, under the columns of the whole card. */
export function rateRows(
  card: readonly UsageModel[],
  models: readonly UsageModel[],
): { columns: RateColumn[]; rows: RateRow[] } {
  const columns = columnsOf(card);
  const cents = columnCents(
    card.flatMap((model) => columns.map((column) => standard(model, column)?.prices[0]?.unitPrice ?? null)),
  );
  return { columns, rows: models.map((model) => rowOf(model, columns, cents)) };
}

function keepsOrder(usage: Pick<Usage, "kind" | "models">): boolean {
  return usage.kind === "llm" || hasGroups(usage);
}

/** Describes the order of rateCard(), for readers. */
export function orderWords(usage: Pick<Usage, "kind" | "models">): string {
  if (usage.kind === "llm") return "main text models first, newest first";
  if (hasGroups(usage)) return "by group, smallest first";
  return usage.models.some(isLead) ? "main rates first, then cheapest first" : "cheapest first";
}

/** Returns the noun of a card's row: "model" for language models, "rate" for other services. */
export function rowNoun({ kind }: Pick<Usage, "kind">): "model" | "rate" {
  return kind === "llm" ? "model" : "rate";
}

export function hasGroups({ models }: Pick<Usage, "models">): boolean {
  return models.some(({ group }) => group !== undefined);
}

/** Returns "4 vCPUs, 16 GB memory". */
export function machineWords({ vcpus, memoryGb }: Pick<UsageModel, "vcpus" | "memoryGb">): string | null {
  const parts = [
    vcpus === undefined ? null : `${formatNumber(vcpus)} ${vcpus === 1 ? "vCPU" : "vCPUs"}`,
    memoryGb === undefined ? null : `${formatNumber(memoryGb)} GB memory`,
  ].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(", ") : null;
}

const FULL_ROWS = 16;
const BRIEF_ROWS = 240;
/** Maximum number of rates outside the columns in a full row. */
export const MAX_OTHERS = 8;

export type BriefRates = { label: string; rows: RateRow[] };
type ShownRates = {
  columns: RateColumn[];
  full: RateRow[];
  brief: BriefRates[];
  /** Number of rows that are not shown. */
  more: number;
};

/**
 * Returns the part of a card that a page shows: the first rows in full, the main rates of the others, and nothing
 * more of a large card.
 */
export function shownRates(usage: Usage): ShownRates {
  const { columns, active, past } = rateCard(usage);
  const main = active.length > 0 ? active : past;
  const brief = [
    {
      noun: rowNoun(usage),
      before: active.length > 0 ? "more active" : "more",
      after: "",
      rows: main.slice(FULL_ROWS),
    },
    {
      noun: rowNoun(usage),
      before: "deprecated or retired",
      after: ", as last known",
      rows: active.length > 0 ? past : [],
    },
  ];
  const full = main.slice(0, FULL_ROWS);
  const rest = active.length + past.length - full.length;
  const isLarge = rest > BRIEF_ROWS;
  return {
    columns,
    full,
    brief: (isLarge ? [] : brief)
      .filter(({ rows }) => rows.length > 0)
      .map(({ before, noun, after, rows }) => ({
        label: `${rows.length} ${before} ${noun}${rows.length === 1 ? "" : "s"}${after}`,
        rows,
      })),
    more: isLarge ? rest : 0,
  };
}

/** Returns the evidence for the single mark of a brief row: the sources of its first rate. */
export function briefEvidence({ cells, others }: RateRow): readonly string[] {
  return (cells.find((cell) => cell !== null) ?? others[0])?.evidence ?? [];
}

const VERSION = /[-@](?:20\d{2}-?\d{2}-?\d{2}|\d{4}|latest)$/;

/** Merges rows of one model at the same rates if one of them contains all data of the other. */
function mergeNames(rows: readonly RateRow[]): RateRow[] {
  const kept = new Map<string, RateRow>();
  for (const row of rows) {
    const { model, cells } = row;
    const prices = cells.map((cell) => [cell?.text, cell?.notes]);
    const key = JSON.stringify([model.model.replace(VERSION, ""), model.status, prices]);
    const first = kept.get(key);
    if (!first) kept.set(key, row);
    else if (says(first, row)) first.alsoNamed.push(model.model);
    else if (says(row, first)) kept.set(key, { ...row, alsoNamed: [...first.alsoNamed, first.model.model] });
    else kept.set(`${key} ${model.model}`, row);
  }
  return [...kept.values()];
}

function says(one: RateRow, other: RateRow): boolean {
  const texts = new Set(one.others.map(({ text }) => text));
  return (
    other.model.conflicts.length <= one.model.conflicts.length && other.others.every(({ text }) => texts.has(text))
  );
}

function rank(name: string): number {
  return PREFERRED.includes(name) ? PREFERRED.indexOf(name) : PREFERRED.length;
}

function columnsOf(models: readonly UsageModel[]): RateColumn[] {
  const counts = new Map<string, { meter: Meter; count: number }>();
  for (const meter of models.flatMap((model) => model.meters)) {
    if (meter.mode !== "standard") continue;
    const key = `${meter.name}|${meter.per}|${meter.unit}`;
    const held = counts.get(key);
    counts.set(key, { meter, count: (held?.count ?? 0) + 1 });
  }
  const common = [...counts.values()].sort((a, b) => b.count - a.count || a.meter.name.localeCompare(b.meter.name));
  return common
    .slice(0, MAX_COLUMNS)
    .filter(({ count }, index) => index === 0 || count >= COLUMN_SHARE * models.length)
    .sort((a, b) => rank(a.meter.name) - rank(b.meter.name))
    .map(({ meter }) => ({ meter: meter.name, label: meterWords(meter.name), per: perWords(meter) }));
}

function standard(model: UsageModel, column: RateColumn): Meter | undefined {
  return model.meters.find(
    (meter) => meter.mode === "standard" && meter.name === column.meter && perWords(meter) === column.per,
  );
}

function byPrice(columns: readonly RateColumn[]) {
  const main = columns.filter(({ meter }) => MAIN.includes(meter));
  const lacking = (model: UsageModel) => main.filter((column) => !standard(model, column)).length;
  const figure = (model: UsageModel) => {
    for (const [column, entry] of columns.entries()) {
      const price = standard(model, entry)?.prices[0]?.unitPrice;
      if (price !== undefined) return { column, price };
    }
    return { column: columns.length, price: 0 };
  };
  return (a: UsageModel, b: UsageModel) => {
    const [left, right] = [figure(a), figure(b)];
    if (isLead(a) || isLead(b)) return Number(isLead(b)) - Number(isLead(a));
    return (
      lacking(a) - lacking(b) ||
      left.column - right.column ||
      left.price - right.price ||
      a.name.localeCompare(b.name, "en")
    );
  };
}

type Step = Pick<Meter["prices"][number], "unitPrice"> & Partial<Meter["prices"][number]>;

/** Returns "$0, $0.00325 (above 100,000)": every step of a price in the regions of its first. */
export function stepsText(prices: readonly Step[], currency: string): string {
  const [first] = prices;
  return prices
    .filter(({ regions }) => regions?.join() === first?.regions?.join())
    .map(({ unitPrice, from = 0, when }) => {
      const where = when ?? (from > 0 ? `above ${formatNumber(from)}` : "");
      return `${formatMoney(unitPrice, currency)}${where ? ` (${where})` : ""}`;
    })
    .join(", ");
}

type Priced = Pick<Meter, "name" | "unit" | "per"> & { mode?: Meter["mode"] | undefined; prices: readonly Step[] };

/**
 * Returns every price of a model: "Input $2.50 per 1M tokens; Input, batch $1.25 per 1M tokens", with separate prices
 * per region.
 */
export function ratesText(
  model: { meters: readonly Priced[]; currency: string; elsewhere?: readonly string[] | undefined },
  region = "this region",
): string {
  const { meters, currency, elsewhere = [] } = model;
  if (elsewhere.length > 0) return `no price in ${region}; priced in ${elsewhere.join(", ")}`;
  return meters
    .map((meter) => {
      const how = meter.mode === undefined || meter.mode === "standard" ? "" : `, ${modeWords(meter.mode)}`;
      return `${meterWords(meter.name)}${how} ${placesText(meter.prices, currency)} per ${perWords(meter)}`;
    })
    .join("; ");
}

/** Returns the steps of a price, with their regions if these differ. */
function placesText(prices: readonly Step[], currency: string): string {
  const placeOf = ({ regions }: Step) => regions?.join();
  const places = [...new Set(prices.map(placeOf))];
  if (places.length <= 1) return stepsText(prices, currency);
  return places
    .map((place) => prices.filter((price) => placeOf(price) === place))
    .map((steps) => `${stepsText(steps, currency)} ${placeWords(steps[0]?.regions)}`)
    .join("; ");
}

function placeWords(regions: readonly string[] | undefined): string {
  return regions ? `in ${regions.join(", ")}` : "in other regions";
}

function rowOf(model: UsageModel, columns: readonly RateColumn[], cents: "auto" | "always"): RateRow {
  const shown = columns.map((column) => standard(model, column));
  return {
    model,
    alsoNamed: [],
    cells: shown.map((meter) => {
      const [first, ...rest] = meter?.prices ?? [];
      if (!meter || !first) return null;
      return {
        text: formatMoney(first.unitPrice, model.currency, { cents }),
        notes: [
          ...(first.when ? [first.when] : []),
          ...(rest.some(({ regions }) => regions?.join() !== first.regions?.join()) ? [placeWords(first.regions)] : []),
          ...rest.map((price) => {
            const where =
              price.when ?? (price.from > 0 ? `above ${formatCount(price.from)}` : placeWords(price.regions));
            return `${formatMoney(price.unitPrice, model.currency)} ${where}`;
          }),
        ],
        evidence: meter.evidence,
      };
    }),
    others: model.meters
      .filter((meter) => !shown.includes(meter))
      .flatMap((meter) => {
        if (meter.prices.length === 0) return [];
        const mode = meter.mode === "standard" ? "" : `, ${modeWords(meter.mode)}`;
        const price = stepsText(meter.prices, model.currency);
        return [
          {
            text: `${meterWords(meter.name)}${mode} ${price} per ${perWords(meter)}`,
            evidence: meter.evidence,
          },
        ];
      }),
  };
}
