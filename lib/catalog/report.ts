import { createHash } from "node:crypto";
import { evidenceId } from "@/lib/ids";
import type { Category, Product, Source, WellKnownName } from "@/lib/schemas/catalog";
import type { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { type Evidence, GROUPS, type Group, type Tier, type Unanswered } from "@/lib/schemas/record";
import { belief } from "./confidence";
import { type CatalogCounts, countCatalog } from "./counts";
import { daysBetween } from "./day";
import { compareText, groupBy, neverRetracted, type Sources } from "./ledger";
import { buildRecord } from "./record";
import { reduce } from "./reduce";
import { BLOCKED, examine } from "./sanity";
import { isPriced } from "./starting-price";

/** Raise it if the same files must give another report. */
const REPORT_VERSION = 8;

/** A price read within this number of days is recent. */
export const RECENT_DAYS = 120;
/** A price of a well-known product read within this number of days is current. */
const WELL_KNOWN_DAYS = 200;
/** Upper ends of the age classes in days; the last class has no upper end. */
export const AGE_LIMITS = [90, 180, 365, 730] as const;
/** Confidence is counted in this many classes of equal width from 0 to 1. */
export const CONFIDENCE_CLASSES = 10;
const TOP_REJECTS = 3;

/** Kinds that show that a product is on offer; a fiscal year or a seasonal discount does not. */
const SHOWS_PRODUCT: ReadonlySet<Observation["fact"]["kind"]> = new Set([
  "plans",
  "rates",
  "hidden_cost",
  "contract_term",
  "market",
  "purchase",
  "rating",
  "free_tier",
  "open_source",
]);

const PLAN_METERS = new Set(["priceMonthly", "priceAnnual", "listPrice", "startingPrice", "hiddenCosts.sso"]);

export type ReportFiles = {
  products: readonly Product[];
  categories: readonly Category[];
  sources: readonly Source[];
  /** Source → its observations. */
  observations: Readonly<Record<string, readonly Observation[]>>;
  /** Source → reason → number of rows left out. */
  rejects: Readonly<Record<string, Readonly<Record<string, number>>>>;
  wellKnown?: readonly WellKnownName[];
};

export type SourceFigures = {
  slug: string;
  name: string;
  licence: string;
  restricted: boolean;
  observations: number;
  products: number;
  oldest: Day | null;
  newest: Day | null;
  rejects: number;
  blocked: number;
  flagged: number;
  topRejects: { reason: string; count: number }[];
};

export type GroupFigures = {
  group: string;
  products: number;
  medianAgeDays: number | null;
  medianConfidence: number | null;
};

/** Coverage of the best-known product names. */
export type WellKnownFigures = {
  names: number;
  /** Names that mean a product of the catalogue. */
  known: number;
  /** Names with a price, a rate, a percentage, free, or contact sales. */
  answered: number;
  priced: number;
  /** Names with a price read within WELL_KNOWN_DAYS. */
  current: number;
  /** Names with a price that several voices state. */
  confirmed: number;
};

export type WellKnownRow = {
  name: string;
  product: string | null;
  answered: boolean;
  /** Day of the newest reading of a price; null if no price is known. */
  readOn: Day | null;
  /** Voices that agree with the price. */
  voices: number;
};

/** Figures of a set of products: counts by class of age and of confidence, and products that have each group. */
export type Spread = {
  products: number;
  medianAgeDays: number | null;
  medianConfidence: number | null;
  /** One count for each of AGE_LIMITS and one beyond. */
  ages: number[];
  /** CONFIDENCE_CLASSES counts of the products with a price. */
  confidences: number[];
  /** One count for each of GROUPS. */
  groups: number[];
};

export type CategoryFigures = Spread & { slug: string; name: string; heading: string };

export type CoverageReport = {
  version: number;
  /** Hash of the counted files: see contentHash(). */
  contentHash: string;
  asOf: Day;
  totals: CatalogCounts & {
    observations: number;
    sources: number;
    rejects: number;
    blocked: number;
    flagged: number;
    /** Priced products with a reading of trust A or B. */
    pricedTrusted: number;
    /** Priced products whose page was read within RECENT_DAYS; the page or its capture has a date. */
    pricedRecently: number;
    pricedOrMedian: number;
    withMedian: number;
    withHiddenCosts: number;
    withDomain: number;
    domainPercent: number;
    /** Products and models together. */
    withHistory: number;
    productsWithHistory: number;
    modelsWithHistory: number;
    disputedProducts: number;
    disputedFigures: number;
    stale: number;
    stalePercent: number;
    withoutSourceDateOrLicence: number;
  };
  wellKnown: WellKnownFigures & { head: WellKnownFigures; list: WellKnownRow[] };
  targets: { label: string; wanted: string; value: number; met: boolean }[];
  sources: SourceFigures[];
  groups: GroupFigures[];
  overall: Spread;
  categories: CategoryFigures[];
  flags: {
    product: string;
    name: string;
    category: string;
    source: string;
    observedAt: Day;
    rule: string;
    action: string;
    detail: string;
  }[];
};

/** The shipped files as text, `observations` keyed by source. */
export type CatalogTexts = {
  products: string;
  categories: string;
  sources: string;
  rejects: string;
  wellKnown?: string;
  observations: Readonly<Record<string, string>>;
};

/** Returns a hash that changes only with the files and the rules of the report. */
export function contentHash(texts: CatalogTexts): string {
  const { observations, ...files } = texts;
  const hash = createHash("sha256").update(`report ${REPORT_VERSION}`);
  for (const part of [files, observations]) {
    for (const [name, text] of Object.entries(part).sort(([a], [b]) => compareText(a, b))) {
      hash.update(`\n${name} ${text.length}\n`).update(text);
    }
  }
  return hash.digest("hex");
}

/** Returns false for a report that was made from other files or by other rules. */
export function reportMatches(report: Pick<CoverageReport, "contentHash">, texts: CatalogTexts): boolean {
  return report.contentHash === contentHash(texts);
}

/** Returns the newest day on which any source was obtained. */
export function catalogDay(sources: readonly Pick<Source, "obtainedAt">[]): Day {
  const newest = sources.map(({ obtainedAt }) => obtainedAt).sort(compareText);
  return newest.at(-1) ?? "1970-01-01";
}

type Counted = {
  product: Product;
  record: Unanswered;
  /** Newest day of an observation that shows the product. */
  newest: Day | null;
};

/**
 * Computes the contents of the catalogue from its files only. Calls `onProgress` with the number of products read so
 * far.
 */
export function catalogReport(
  files: ReportFiles,
  asOf: Day,
  options: { contentHash?: string; onProgress?: (done: number, total: number) => void } = {},
): CoverageReport {
  const sources: Sources = new Map(files.sources.map((source) => [source.slug, source]));
  const everything = Object.values(files.observations).flat();
  const standing = neverRetracted(everything);
  const verdicts = examine(standing, { asOf });
  const known = new Map(files.products.map((product) => [product.slug, product]));
  const byProduct = groupBy(standing, ({ product }) => product);

  const counted: Counted[] = [];
  files.products.forEach((product, index) => {
    const observations = byProduct.get(product.slug) ?? [];
    const record = recordOf(product, observations, { asOf, sources });
    if (record) counted.push({ product, record, newest: newestSighting(observations, record) });
    options.onProgress?.(index + 1, files.products.length);
  });
  const counts = countCatalog(counted.map(({ product, record }) => ({ kind: product.kind, priced: isPriced(record) })));
  const products = counted.filter(({ product }) => product.kind === "product");
  const priced = products.filter(({ record }) => isPriced(record));
  const undated = new Set(standing.filter(({ evidence }) => evidence.undated).map(evidenceId));
  const isReadWithin = ({ id, capturedAt }: Evidence, days: number) =>
    !undated.has(id) && daysBetween(capturedAt, asOf) <= days;
  const isRecent = (entry: Evidence) => isReadWithin(entry, RECENT_DAYS);
  const withMedian = new Set(products.filter(({ record }) => (record.marketData?.medianAnnualCost ?? null) !== null));
  const withDomain = products.filter(({ product }) => product.domain !== null).length;
  const histories = products.map(({ record }) => historiesOf(record));
  const productsWithHistory = histories.filter(({ plans }) => plans).length;
  const modelsWithHistory = sum(histories.map(({ models }) => models));
  const stale = products.filter(({ record }) => asOf > record.verification.nextVerificationAt).length;
  const sourceFigures = files.sources
    .map((source) =>
      figuresOf(source, files, verdicts.filter(({ observation }) => observation.source === source.slug).length),
    )
    .filter(({ observations }) => observations > 0)
    .sort((a, b) => compareText(a.slug, b.slug));

  const totals: CoverageReport["totals"] = {
    ...counts,
    observations: everything.length,
    sources: sourceFigures.length,
    rejects: sum(sourceFigures.map(({ rejects }) => rejects)),
    blocked: sum(sourceFigures.map(({ blocked }) => blocked)),
    flagged: verdicts.length,
    pricedTrusted: priced.filter(({ record }) => hasPriceFrom(record, ({ trust }) => trust !== "C")).length,
    pricedRecently: priced.filter(({ record }) => hasPriceFrom(record, isRecent)).length,
    pricedOrMedian: new Set([...priced, ...withMedian]).size,
    withMedian: withMedian.size,
    withHiddenCosts: products.filter(({ record }) => record.hiddenCosts !== undefined).length,
    withDomain,
    domainPercent: percent(withDomain, products.length),
    withHistory: productsWithHistory + modelsWithHistory,
    productsWithHistory,
    modelsWithHistory,
    disputedProducts: products.filter(({ record }) => record.verification.status === "disputed").length,
    disputedFigures: sum(products.map(({ record }) => record.verification.disputed.length)),
    stale,
    stalePercent: percent(stale, products.length),
    withoutSourceDateOrLicence: everything.filter((row) => !isSourced(row, sources)).length,
  };

  const spreads = products.map(placeOf(asOf));
  const byCategory = groupBy(spreads, ({ category }) => category);
  return {
    version: REPORT_VERSION,
    contentHash: options.contentHash ?? "",
    asOf,
    totals,
    wellKnown: wellKnownFigures(files.wellKnown ?? [], counted, asOf, undated),
    targets: targetsOf(totals),
    sources: sourceFigures,
    groups: GROUPS.map((group) => groupFigures(group, products, asOf)),
    overall: spreadOf(spreads),
    categories: files.categories
      .map(({ slug, name, group }) => ({ slug, name, heading: group, ...spreadOf(byCategory.get(slug) ?? []) }))
      .filter(({ products }) => products > 0),
    flags: verdicts.map(({ observation, rule, action, detail }) => ({
      product: observation.product,
      name: known.get(observation.product)?.name ?? observation.product,
      category: known.get(observation.product)?.category ?? "",
      source: observation.source,
      observedAt: observation.observedAt,
      rule,
      action,
      detail,
    })),
  };
}

/** Counts the coverage of well-known names. A family also counts if its products do. */
function wellKnownFigures(
  names: readonly WellKnownName[],
  counted: readonly Counted[],
  asOf: Day,
  undated: ReadonlySet<string>,
): CoverageReport["wellKnown"] {
  const bySlug = new Map(counted.map((entry) => [entry.product.slug, entry]));
  const byVendor = groupBy(counted, ({ product }) => product.vendor.name);
  const recordsOf = ({ product, record }: Counted): Unanswered[] =>
    product.kind === "family"
      ? [record, ...(byVendor.get(product.name) ?? []).map(({ record: member }) => member)]
      : [record];
  const rows = names.map(({ name, product, head }) => {
    const entry = product === null ? undefined : bySlug.get(product);
    const records = entry ? recordsOf(entry) : [];
    const priced = records.filter(isPriced);
    const days = priced.flatMap((record) => pricedOn(record, undated)).filter((day) => day <= asOf);
    const readOn = days.sort(compareText).at(-1) ?? null;
    const voices = Math.max(0, ...priced.map(({ verification }) => verification.sources));
    return {
      name,
      product,
      head,
      known: entry !== undefined,
      priced: priced.length > 0,
      answered: records.some(isAnswered),
      readOn,
      voices,
    };
  });
  const figures = (of: typeof rows): WellKnownFigures => ({
    names: of.length,
    known: of.filter(({ known }) => known).length,
    answered: of.filter(({ answered }) => answered).length,
    priced: of.filter(({ priced }) => priced).length,
    current: of.filter(({ readOn }) => readOn !== null && daysBetween(readOn, asOf) <= WELL_KNOWN_DAYS).length,
    confirmed: of.filter(({ voices }) => voices > 1).length,
  });
  return {
    ...figures(rows),
    head: figures(rows.filter(({ head }) => head)),
    list: rows.map(({ name, product, answered, readOn, voices }) => ({ name, product, answered, readOn, voices })),
  };
}

function isAnswered(record: Unanswered): boolean {
  return (
    isPriced(record) ||
    record.freeTier?.available === true ||
    (record.tiers ?? []).some(({ priceStatus }) => priceStatus === "contact_sales")
  );
}

/** Returns the days on which pages with a date of their own showed a price above 0. */
function pricedOn(record: Unanswered, undated: ReadonlySet<string>): Day[] {
  return record.evidence
    .filter((entry) => !undated.has(entry.id) && hasPriceFrom(record, ({ id }) => id === entry.id))
    .map(({ capturedAt }) => capturedAt);
}

function targetsOf(totals: CoverageReport["totals"]): CoverageReport["targets"] {
  const above = (label: string, value: number, limit: number) => ({
    label,
    wanted: `more than ${limit.toLocaleString("en-US")}`,
    value,
    met: value > limit,
  });
  return [
    above("products", totals.products, 5_000),
    above("priced", totals.priced, 1_500),
    above("of them with a price of trust A or B", totals.pricedTrusted, 1_300),
    above(`of them with a price read in the last ${RECENT_DAYS} days`, totals.pricedRecently, 900),
    above("priced or with a market median", totals.pricedOrMedian, 2_100),
    above("with a market median", totals.withMedian, 600),
    above("with a hidden cost", totals.withHiddenCosts, 400),
    {
      label: "percent with a domain",
      wanted: "80 or more",
      value: totals.domainPercent,
      met: totals.domainPercent >= 80,
    },
    above("products or models with two or more prices in time", totals.withHistory, 400),
    {
      label: "observations without source, date or licence",
      wanted: "none",
      value: totals.withoutSourceDateOrLicence,
      met: totals.withoutSourceDateOrLicence === 0,
    },
  ];
}

function recordOf(
  product: Product,
  observations: readonly Observation[],
  context: { asOf: Day; sources: Sources },
): Unanswered | null {
  const reduced = reduce(observations, { ...context, category: product.category });
  if (!reduced) return null;
  const category = { slug: product.category, name: product.category };
  return buildRecord({ product, category, reduced, asOf: context.asOf, site: { name: "", url: "" } });
}

/**
 * Returns the newest sighting of a product. A rate card whose models were all withdrawn no longer shows its product.
 */
function newestSighting(observations: readonly Observation[], record: Unanswered): Day | null {
  const days = observations
    .filter(({ fact }) => SHOWS_PRODUCT.has(fact.kind) && (fact.kind !== "rates" || record.usage !== undefined))
    .map(({ observedAt }) => observedAt)
    .filter((day) => day <= record.asOf)
    .sort(compareText);
  return days.at(-1) ?? null;
}

/** Returns true if a tier, starting price or rate above 0 has accepted evidence. */
function hasPriceFrom(
  { tiers = [], startingPrice, usage, evidence }: Unanswered,
  accept: (entry: Evidence) => boolean,
): boolean {
  const accepted = new Set(evidence.filter(accept).map(({ id }) => id));
  const isAccepted = (ids: readonly string[]) => ids.some((id) => accepted.has(id));
  const isPaid = ({ priceStatus, isFree, evidence: ids }: Tier) =>
    priceStatus === "published" && !isFree && isAccepted(ids);
  return (
    tiers.some(isPaid) ||
    (startingPrice !== undefined && isAccepted(startingPrice.evidence)) ||
    (usage?.models ?? []).some(({ meters }) =>
      meters.some((meter) => meter.prices.some(({ unitPrice }) => unitPrice > 0) && isAccepted(meter.evidence)),
    )
  );
}

/** Returns whether a tier or surcharge has prices of two days, and how many models do. */
function historiesOf({ priceHistory = [] }: Unanswered): { plans: boolean; models: number } {
  const series = groupBy(
    priceHistory.filter(({ price }) => price !== null),
    ({ tier, meter, currency }) => [tier, meter, currency].join("|"),
  );
  const models = new Set<string | null>();
  let plans = false;
  for (const points of series.values()) {
    const days = new Set(points.map(({ effectiveFrom, observedAt }) => effectiveFrom ?? observedAt));
    const [first] = points;
    if (!first || days.size < 2) continue;
    if (PLAN_METERS.has(first.meter)) plans = true;
    else models.add(first.tier);
  }
  return { plans, models: models.size };
}

function isSourced(row: Observation, sources: Sources): boolean {
  const source = sources.get(row.source);
  return Boolean(source && row.observedAt && row.evidence.url && (row.evidence.licence ?? source.licence));
}

function figuresOf(source: Source, files: ReportFiles, flagged: number): SourceFigures {
  const rows = files.observations[source.slug] ?? [];
  const days = rows.map(({ observedAt }) => observedAt).sort(compareText);
  const rejects = Object.entries(files.rejects[source.slug] ?? {});
  return {
    slug: source.slug,
    name: source.name,
    licence: source.licence,
    restricted: source.restricted,
    observations: rows.length,
    products: new Set(rows.map(({ product }) => product)).size,
    oldest: days[0] ?? null,
    newest: days.at(-1) ?? null,
    rejects: sum(rejects.map(([, count]) => count)),
    blocked: sum(rejects.filter(([reason]) => reason.startsWith(BLOCKED)).map(([, count]) => count)),
    flagged,
    topRejects: rejects
      .map(([reason, count]) => ({ reason, count }))
      .sort((a, b) => b.count - a.count || compareText(a.reason, b.reason))
      .slice(0, TOP_REJECTS),
  };
}

/** Returns age and belief of the newest and best reading behind each product's group. */
function groupFigures(group: Group, counted: readonly Counted[], asOf: Day): GroupFigures {
  const having = counted.filter(({ record }) => record[group] !== undefined);
  const read = having.flatMap(({ record }) => {
    const text = JSON.stringify(record[group === "scenarios" ? "tiers" : group]);
    const behind = record.evidence.filter(({ id }) => text.includes(id));
    if (behind.length === 0) return [];
    return [
      {
        age: Math.min(...behind.map(({ capturedAt }) => daysBetween(capturedAt, asOf))),
        belief: Math.max(...behind.map(({ capturedAt, trust }) => belief({ observedAt: capturedAt, trust }, asOf))),
      },
    ];
  });
  return {
    group,
    products: having.length,
    medianAgeDays: middle(read.map(({ age }) => age)),
    medianConfidence: round(middle(read.map(({ belief: value }) => value))),
  };
}

type Placed = { category: string; age: number; confidence: number | null; groups: ReadonlySet<Group> };

function placeOf(asOf: Day) {
  return ({ product, record, newest }: Counted): Placed => ({
    category: product.category,
    age: daysBetween(newest ?? record.verification.observedAt, asOf),
    confidence: isPriced(record) ? record.verification.confidence : null,
    groups: new Set(GROUPS.filter((group) => record[group] !== undefined)),
  });
}

function spreadOf(placed: readonly Placed[]): Spread {
  const ages = Array.from({ length: AGE_LIMITS.length + 1 }, () => 0);
  const confidences = Array.from({ length: CONFIDENCE_CLASSES }, () => 0);
  for (const { age, confidence } of placed) {
    const limit = AGE_LIMITS.findIndex((days) => age <= days);
    const ageClass = limit < 0 ? AGE_LIMITS.length : limit;
    ages[ageClass] = (ages[ageClass] ?? 0) + 1;
    if (confidence === null) continue;
    const confidenceClass = Math.min(CONFIDENCE_CLASSES - 1, Math.floor(confidence * CONFIDENCE_CLASSES + 1e-9));
    confidences[confidenceClass] = (confidences[confidenceClass] ?? 0) + 1;
  }
  return {
    products: placed.length,
    medianAgeDays: middle(placed.map(({ age }) => age)),
    medianConfidence: round(middle(placed.flatMap(({ confidence }) => confidence ?? []))),
    ages,
    confidences,
    groups: GROUPS.map((group) => placed.filter(({ groups }) => groups.has(group)).length),
  };
}

/** Returns the median; for an even count, the lower of the two middle values, which occurs in the list. */
function middle(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1] ?? null;
}

function round(value: number | null): number | null {
  return value === null ? null : Math.round(value * 100) / 100;
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
