import { isStale } from "@/lib/catalog/coverage";
import type { Evidence, PricingRecord, Tier } from "@/lib/schemas/record";
import type { Cell } from "./csv";

/** Columns of the price table, in order, with their contents. */
export const PRICE_COLUMNS = {
  row: "row type: product (no known price), family (a vendor's name; its prices are in the rows of its products), tier, starting_price (a price that a source names without a tier), band (a price within a tier for a quantity range), fee (a share of each payment that a tier charges), rate (a meter of a usage product) or history (a dated price)",
  slug: "product slug",
  name: "product name",
  vendor: "vendor name",
  category: "category slug",
  asOf: "date as of which the record is shown",
  pricingModel: "pricing model",
  tier: "tier ID, or model of a usage product",
  tierName: "tier or model name",
  priceStatus: "published, or why there is no price; then prices are empty, never 0",
  priceMonthly: "tier: price per unit per month, billed monthly",
  priceAnnual: "tier: price per unit per month, billed yearly",
  listPrice: "tier: price as shown by the source",
  listPricePeriod: "what one payment of listPrice covers",
  listPriceBilling: "billing of listPrice, or unstated",
  meter: "rate and history: meter, such as inputTokens or priceMonthly",
  mode: "rate: standard, batch, …",
  price: "band, rate and history: the price",
  per: "rate: number of units that the price covers",
  from: "band and rate: applies above this quantity",
  upTo: "band and rate: applies up to and including this quantity; empty if unlimited",
  percent: "fee: share of each payment, in percent",
  fixedFee: "fee: amount per payment in addition to the share",
  minimumFee: "fee: smallest fee per payment",
  maximumFee: "fee: largest fee per payment",
  appliesTo: "fee: what it is charged on; empty: every payment",
  when: "rate: condition for the price",
  regions:
    "rate: regions where the price applies, separated by spaces; empty: every region without a price of its own. fee: region of the seller",
  currency: "currency of every price in the row",
  unit: "billed unit",
  minimumSeats: "tier: minimum seats",
  maximumSeats: "tier: maximum seats",
  observedAt: "date on which a source showed the price",
  effectiveFrom: "history: date from which the vendor says the price applies",
  license: "owned or restricted",
  verification: "verified, imported, stale or disputed",
  confidence: "confidence in the price, 0 to 1; empty if the row has no price",
  stale: "whether the price is old: past the date of its next check; empty in history rows",
  evidenceUrl: "source URL; the JSON format lists more",
  evidencePublisher: "publisher of the source",
  evidenceDate: "date of capture",
  evidenceLicence: "licence of the source",
  page: "URL to cite",
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

/** Yields every price of a record, current ones first: cells in the order of PRICE_COLUMNS. */
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
    for (const fee of tier.percentageFees) {
      const { id, name, observedAt, priceStatus } = tier;
      const shared = { tier: id, tierName: name, priceStatus, unit: fee.per, observedAt, license, stale };
      const { percent, fixedFee, minimumFee, maximumFee, appliesTo, currency, region } = fee;
      const terms = { percent, fixedFee, minimumFee, maximumFee, appliesTo, currency, regions: region };
      yield cells({ row: "fee", ...shared, ...terms }, fee.evidence);
    }
  }
  if (record.startingPrice) {
    current++;
    const { amount, priceUnit, billing, evidence: cited, currency, observedAt } = record.startingPrice;
    const stale = staleOn(record, observedAt);
    const terms = { listPricePeriod: "month", listPriceBilling: billing, unit: priceUnit };
    const shared = { priceStatus: "published", listPrice: amount, currency, observedAt, stale };
    yield cells({ row: "starting_price", ...terms, ...shared }, cited);
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
