import { isStale } from "@/lib/catalog/coverage";
import type { Evidence, PricingRecord, Tier } from "@/lib/schemas/record";
import type { Cell } from "./csv";

/** Columns of the table of prices, in order, with what each holds. */
export const PRICE_COLUMNS = {
  row: "What the row states: product (nothing priced is known), family (a vendor's name: its prices are in the rows of its products), tier, band (a price within a tier by quantity), rate (a meter of a usage product) or history (a dated price)",
  slug: "product",
  name: "its name",
  vendor: "who sells it",
  category: "category slug",
  asOf: "day on which the record is read",
  pricingModel: "how it is sold",
  tier: "tier id, or model of a usage product",
  tierName: "its name",
  priceStatus: "published, or why there is no price; prices are then empty, never 0",
  priceMonthly: "tier: per unit, billed monthly",
  priceAnnual: "tier: per unit and month, billed annually",
  listPrice: "tier: as the source shows it",
  listPricePeriod: "what one payment of listPrice covers",
  listPriceBilling: "how it is billed, or unstated",
  meter: "rate and history: which price",
  mode: "rate: standard, batch …",
  price: "band, rate and history: the price",
  per: "rate: units that price buys",
  from: "band and rate: holds above this quantity",
  upTo: "band and rate: up to and with this one; empty without an end",
  when: "rate: condition",
  regions: "rate: regions in which it holds, separated by spaces; empty: wherever no other price is given",
  currency: "of every price in the row",
  unit: "what is paid for",
  minimumSeats: "tier",
  maximumSeats: "tier",
  observedAt: "day on which the source was seen to say it",
  effectiveFrom: "history: day from which the vendor says it holds",
  license: "owned or restricted",
  verification: "verified, imported, stale or disputed",
  confidence: "in the price, 0 to 1; empty where the row has none",
  stale: "whether observedAt is longer ago than a price may go without a check; empty in rows of history",
  evidenceUrl: "where it can be read; more in the JSON form",
  evidencePublisher: "who published it",
  evidenceDate: "day of capture",
  evidenceLicence: "licence under which it came",
  page: "address to cite",
} as const;

type Column = keyof typeof PRICE_COLUMNS;
type Row = Partial<Record<Column, Cell>>;

export const PRICE_HEADER = Object.keys(PRICE_COLUMNS) as readonly Column[];
const PLACE = Object.fromEntries(PRICE_HEADER.map((column, index) => [column, index])) as Record<Column, number>;
const EMPTY: readonly Cell[] = PRICE_HEADER.map(() => null);

function fill(cells: Cell[], row: Row): Cell[] {
  for (const column in row) cells[PLACE[column as Column]] = row[column as Column] ?? null;
  return cells;
}

/** Every price of a record, current ones first: cells in the order of PRICE_COLUMNS. */
export function* priceRows(record: PricingRecord): Generator<Cell[]> {
  const evidence = new Map(record.evidence.map((entry) => [entry.id, entry]));
  const base = fill([...EMPTY], identity(record));
  const cells = (row: Row, [cited = ""]: readonly string[]): Cell[] => {
    return fill(fill([...base], citation(evidence.get(cited))), row);
  };
  let current = 0;
  for (const tier of record.tiers ?? []) {
    current++;
    const license = record.license.tiers ?? null;
    const stale = staleOn(record, tier.observedAt);
    yield cells({ row: "tier", ...tierRow(tier), license, stale }, tier.evidence);
    for (const { from, upTo, unitPrice } of tier.seatBands) {
      const { id, name, currency, priceUnit, priceStatus, observedAt } = tier;
      const shared = { tier: id, tierName: name, priceStatus, currency, unit: priceUnit, observedAt, license, stale };
      yield cells({ row: "band", ...shared, price: unitPrice, from, upTo }, tier.evidence);
    }
  }
  for (const { model, name, currency, observedAt, license, meters } of record.usage?.models ?? []) {
    for (const meter of meters) {
      const { name: meterName, mode, per, unit } = meter;
      for (const { unitPrice, from, upTo, when, regions } of meter.prices) {
        current++;
        const place = { from, upTo, when, regions: regions?.join(" ") ?? null };
        const price = { price: unitPrice, priceStatus: "published", ...place, currency };
        const stale = staleOn(record, observedAt);
        const shared = { tier: model, tierName: name, meter: meterName, mode, per, unit, observedAt, license, stale };
        yield cells({ row: "rate", ...shared, ...price }, meter.evidence);
      }
    }
  }
  if (current === 0) {
    const { priceStatus, currency, verification } = record;
    const seen = record.evidence.at(0)?.id;
    yield cells(
      { row: record.kind, priceStatus, currency, observedAt: verification.observedAt, stale: isStale(record) },
      seen === undefined ? [] : [seen],
    );
  }
  for (const point of record.priceHistory ?? []) {
    const { tier, meter, price, priceStatus, currency, unit, observedAt, effectiveFrom } = point;
    const license = record.license.priceHistory ?? null;
    const shared = { tier, meter, price, priceStatus, currency, unit, observedAt, effectiveFrom, license };
    yield cells({ row: "history", ...shared }, point.evidence);
  }
}

function staleOn({ asOf }: PricingRecord, observedAt: string): boolean {
  return isStale({ asOf, verification: { observedAt, verifiedAt: null } });
}

function identity({ slug, name, vendor, category, asOf, pricingModel, verification, links }: PricingRecord): Row {
  return {
    slug,
    name,
    vendor: vendor.name,
    category: category.slug,
    asOf,
    pricingModel,
    verification: verification.status,
    confidence: verification.confidence,
    page: links.page,
  };
}

function tierRow(tier: Tier): Row {
  const { id, name, priceStatus, priceMonthly, priceAnnual, listPrice, currency, priceUnit, observedAt } = tier;
  return {
    tier: id,
    tierName: name,
    priceStatus,
    priceMonthly,
    priceAnnual,
    listPrice: listPrice?.amount ?? null,
    listPricePeriod: listPrice?.period ?? null,
    listPriceBilling: listPrice?.billing ?? null,
    currency,
    unit: priceUnit,
    minimumSeats: tier.minimumSeats,
    maximumSeats: tier.maximumSeats,
    observedAt,
    ...(priceStatus !== "published" && { confidence: null }),
  };
}

function citation(entry: Evidence | undefined): Row {
  if (!entry) return {};
  const { url, publisher, capturedAt, licence } = entry;
  return { evidenceUrl: url, evidencePublisher: publisher, evidenceDate: capturedAt, evidenceLicence: licence };
}
