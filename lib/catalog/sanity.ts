import { canonicalJson } from "@/lib/ids";
import type { Observation, PlansFact, RatesFact, TierFact } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { annualReviewOf } from "./billing";
import { daysBetween } from "./day";
import { compareText, type Entry, groupBy, neverRetracted, ofKind, voiceOf } from "./ledger";
import { perMonth } from "./money";
import { isOffer } from "./offers";
import { POLICY } from "./policy";
import { isSeatUnit } from "./units";

/** A figure outside these bounds is an error of the source or of its reading. Money is in US dollars. */
export const BOUNDS = {
  /** Monthly price for one person. */
  seatPerMonth: 20_000,
  /** Monthly price that is not per person. */
  flatPerMonth: 200_000,
  oneTime: 1_000_000,
  /** Price of one unit of use that has no bound below. */
  perUse: 100_000,
  /** Price of a single token, character, image, second … that a meter counts. */
  perMeterUnit: {
    token: 10_000 / 1_000_000,
    character: 10_000 / 1_000_000,
    image: 100,
    second: 100,
    minute: 1_000,
    page: 100,
    request: 1_000,
    message: 100,
  } satisfies Record<string, number> as Readonly<Record<string, number>>,
  medianPerYear: { min: 500, max: 100_000_000 },
  sampleSize: 5_000,
  hiddenCost: 5_000_000,
  hiddenCostPercent: 100_000,
  contractDays: 1_095,
  contractMonths: 120,
  contractPercent: 100,
  trialDays: 366,
  /** Maximum monthly value of a tier's included units at the price of one unit: for an expensive unit, for any unit. */
  includedPerMonth: { dearUnit: 100, anyUnit: 1_000 },
  /** A unit of use at this price or above is expensive. */
  dearUse: 1,
  /** Monthly price for one person that may cover all the people that the tier includes. */
  seatWithIncluded: 100,
  /** A move by more than this factor that reverts is a slip. */
  moveFactor: 5,
} as const;

/** Currency units per dollar, to the order of magnitude: for bounds only, never for a conversion. */
const PER_DOLLAR: Readonly<Record<string, number>> = {
  CNY: 10,
  DKK: 10,
  HKD: 10,
  MXN: 20,
  NOK: 10,
  SEK: 10,
  CZK: 25,
  PHP: 60,
  INR: 100,
  RUB: 100,
  JPY: 200,
  HUF: 400,
  KRW: 2_000,
  IDR: 20_000,
  VND: 30_000,
};

export const SANITY_RULES = [
  "impossible_value",
  "reverted_move",
  "currency_twin",
  "cents_as_dollars",
  "annual_as_monthly",
  "introductory_annual",
  "unit_misread",
  "allowance_as_unit",
  "free_with_price",
  "zero_unknown",
  "market_range",
  "sample_size",
  "rating_scale",
  "future_date",
] as const;
export type SanityRule = (typeof SANITY_RULES)[number];

export type Verdict = {
  observation: Observation;
  rule: SanityRule;
  /** `block`: not shipped. `flag`: shipped, and listed for review by a person. */
  action: "block" | "flag";
  /** The kind of defect, without figures: rejects are counted by reason. */
  reason: string;
  /** The finding, with figures. */
  detail: string;
};

type Find = (
  observation: Observation,
  rule: SanityRule,
  action: Verdict["action"],
  reason: string,
  detail: string,
) => void;

/**
 * Judges the observations of any number of products, all sources together. Depends only on the set of observations.
 * At most one verdict for each observation and rule, a block before a flag.
 */
export function examine(observations: readonly Observation[], { asOf }: { asOf?: Day | undefined } = {}): Verdict[] {
  const verdicts = new Map<string, Verdict & { key: string }>();
  const keys = new Map<Observation, string>();
  const keyOf = (observation: Observation): string => {
    const held = keys.get(observation) ?? canonicalJson(observation);
    keys.set(observation, held);
    return held;
  };
  const find: Find = (observation, rule, action, reason, detail) => {
    const key = keyOf(observation);
    const verdict = { observation, rule, action, reason, detail, key };
    const before = verdicts.get(`${rule} ${key}`);
    if (!before || rank(verdict) < rank(before)) verdicts.set(`${rule} ${key}`, verdict);
  };

  for (const rows of groupBy(observations, ({ product }) => product).values()) {
    const distinct = [...new Map(rows.map((row) => [keyOf(row), row])).entries()]
      .sort(([keyA, a], [keyB, b]) => compareText(a.observedAt, b.observedAt) || compareText(keyA, keyB))
      .map(([, row]) => row);
    for (const row of distinct) examineAlone(row, asOf, find);
    const figures = distinct.flatMap(figuresOf);
    for (const series of groupBy(figures, ({ series: name, voice }) => `${voice}|${name}`).values()) {
      findReverted(series, find);
    }
    for (const peers of groupBy(figures, ({ subject }) => subject).values()) {
      for (const figure of peers) judgeBesidePeers(figure, peers, find);
    }
    findCurrencyTwins(ofKind(distinct, "plans"), find);
  }
  return [...verdicts.values()]
    .sort(
      (a, b) =>
        compareText(a.observation.product, b.observation.product) ||
        compareText(a.observation.source, b.observation.source) ||
        compareText(a.rule, b.rule) ||
        compareText(a.key, b.key),
    )
    .map(({ key: _key, ...verdict }) => verdict);
}

/** Sorts blocks first, then by text, so the same finding per observation remains in every order of input. */
function rank({ action, detail }: Pick<Verdict, "action" | "detail">): string {
  return `${action === "block" ? 0 : 1}${detail}`;
}

export const BLOCKED = "blocked: ";

/**
 * Removes blocked observations from `observations` and counts them in `rejects`, both keyed by source. Observations
 * that their source retracted are neither judged nor used as evidence.
 */
export function withholdBlocked(
  observations: Record<string, Observation[]>,
  rejects: Record<string, Record<string, number>>,
  asOf?: Day,
): Verdict[] {
  const judged = neverRetracted(Object.values(observations).flat());
  const blocked = examine(judged, { asOf }).filter(({ action }) => action === "block");
  const reasons = new Map(blocked.map(({ observation, reason }) => [observation, reason]));
  for (const [source, rows] of Object.entries(observations)) {
    const counts = { ...rejects[source] };
    observations[source] = rows.filter((row) => {
      const reason = reasons.get(row);
      if (reason !== undefined) counts[`${BLOCKED}${reason}`] = (counts[`${BLOCKED}${reason}`] ?? 0) + 1;
      return reason === undefined;
    });
    rejects[source] = Object.fromEntries(Object.entries(counts).sort(([a], [b]) => compareText(a, b)));
  }
  return blocked;
}

function examineAlone(row: Observation, asOf: Day | undefined, find: Find): void {
  if (asOf !== undefined) {
    for (const day of [row.observedAt, row.evidence.capturedAt]) {
      if (day && day > asOf) find(row, "future_date", "block", "seen on a day to come", `${day} is after ${asOf}`);
    }
  }
  const { fact } = row;
  switch (fact.kind) {
    case "plans":
      examinePlans(row, fact, find);
      break;
    case "rates":
      examineRates(row, fact, find);
      break;
    case "market": {
      const { medianAnnualCost, low, high, sampleSize } = fact;
      const { min, max } = BOUNDS.medianPerYear;
      if (medianAnnualCost !== null && inDollars(medianAnnualCost, fact.currency) < min)
        find(row, "market_range", "block", "market median too low to be a purchase", `median ${medianAnnualCost}`);
      for (const [name, value] of Object.entries({ median: medianAnnualCost, low, high })) {
        if (value !== null && inDollars(value, fact.currency) > max)
          find(row, "market_range", "block", "market figure above any purchase", `${name} ${value}`);
      }
      const ordered = [low, medianAnnualCost, high].filter((value) => value !== null);
      if (ordered.some((value, index) => index > 0 && value < (ordered[index - 1] ?? 0)))
        find(row, "market_range", "flag", "market range out of order", `low, median, high: ${ordered.join(", ")}`);
      if (sampleSize !== null && sampleSize > BOUNDS.sampleSize)
        find(row, "sample_size", "flag", "sample larger than plausible", `${sampleSize} purchases`);
      if (sampleSize !== null && ordered.includes(sampleSize))
        find(row, "sample_size", "flag", "sample size stands in a money column", `${sampleSize}`);
      break;
    }
    case "purchase": {
      const dollars = inDollars(fact.amountTotal, fact.currency);
      if (dollars < BOUNDS.medianPerYear.min || dollars > BOUNDS.medianPerYear.max)
        find(row, "market_range", "block", "contract amount that cannot be", `${fact.amountTotal} ${fact.currency}`);
      if (fact.endsAt !== null && fact.endsAt <= fact.signedAt)
        find(
          row,
          "impossible_value",
          "block",
          "contract that ends before it begins",
          `${fact.signedAt}–${fact.endsAt}`,
        );
      break;
    }
    case "rating":
      if (fact.rating > fact.scale)
        find(row, "rating_scale", "block", "rating beyond its scale", `${fact.rating} of ${fact.scale}`);
      break;
    case "hidden_cost": {
      const { amount, percent, currency, basePrice, fullPrice } = fact;
      if (amount !== null && inDollars(amount, currency) > BOUNDS.hiddenCost)
        find(row, "impossible_value", "block", "cost above any price", `${fact.label}: ${amount}`);
      if (percent !== null && percent > BOUNDS.hiddenCostPercent)
        find(row, "impossible_value", "block", "percentage above any premium", `${fact.label}: ${percent} %`);
      if (basePrice !== undefined && fullPrice !== undefined && fullPrice < basePrice)
        find(row, "impossible_value", "flag", "premium below the base price", `${basePrice} → ${fullPrice}`);
      break;
    }
    case "contract_term": {
      const limit = contractLimit(fact.field);
      if (typeof fact.value === "number" && limit !== null && fact.value > limit)
        find(row, "impossible_value", "block", "contract term beyond any contract", `${fact.field} ${fact.value}`);
      break;
    }
    case "discount":
      if (fact.percentLow === null || fact.percentHigh === null) break;
      if (fact.percentLow > fact.percentHigh)
        find(
          row,
          "impossible_value",
          "flag",
          "discount range out of order",
          `${fact.percentLow}–${fact.percentHigh} %`,
        );
      else if (fact.percentHigh >= 100 && !isOffer(fact.discount))
        find(row, "impossible_value", "flag", "discount of the whole price", `${fact.discount} ${fact.percentHigh} %`);
      break;
    case "free_tier":
      if (fact.trialDays !== null && fact.trialDays > BOUNDS.trialDays)
        find(row, "impossible_value", "flag", "trial longer than a year", `${fact.trialDays} days`);
      break;
    default:
  }
}

function contractLimit(field: string): number | null {
  if (field.endsWith("Days")) return BOUNDS.contractDays;
  if (field.endsWith("Months")) return BOUNDS.contractMonths;
  return /percent/i.test(field) ? BOUNDS.contractPercent : null;
}

/** Converts to dollars, for bounds only. */
function inDollars(amount: number, currency: string | null): number {
  return amount / ((currency === null ? undefined : PER_DOLLAR[currency]) ?? 1);
}

const NAMED_FREE = /^free\b(?![\s-]*trial)/i;
const NAMED_BY_QUOTE = /\b(?:enterprise|custom|contact|quote)\b/i;

function examinePlans(row: Observation, fact: PlansFact, find: Find): void {
  for (const tier of fact.tiers) {
    const currency = tier.currency ?? fact.currency;
    for (const { amount, period } of tier.prices) {
      const seat = isSeatUnit(tier.unit);
      const perMonth = seat ? BOUNDS.seatPerMonth : BOUNDS.flatPerMonth;
      const bound = {
        month: perMonth,
        year: perMonth * 12,
        once: BOUNDS.oneTime,
        usage: BOUNDS.perUse,
      }[period];
      if (inDollars(amount, currency) > bound)
        find(row, "impossible_value", "block", "price above any of its unit", `${tier.name}: ${amount} per ${period}`);
    }
    if (isAllowanceAsUnit(tier, fact.currency))
      find(row, "allowance_as_unit", "block", "flat fee counted by what it includes", `${tier.name}: per ${tier.unit}`);
    if (isSeatUnit(tier.unit) && worthOf(tier, fact.currency).some((one) => one >= BOUNDS.seatWithIncluded)) {
      const seats = Math.max(...["user", "seat", "member"].map((noun) => includedOf(noun, tier)));
      if (seats > 1)
        find(
          row,
          "allowance_as_unit",
          "flag",
          "dear seat in a tier of several",
          `${tier.name}: ${seats} of a ${tier.unit}`,
        );
    }
    const highest = Math.max(0, ...tier.prices.map(({ amount }) => amount));
    if (NAMED_FREE.test(tier.name) && highest > 0)
      find(row, "free_with_price", "flag", "tier named free has a price", `${tier.name}: ${highest}`);
    if (NAMED_BY_QUOTE.test(tier.name) && tier.prices.length > 0 && highest === 0)
      find(row, "zero_unknown", "flag", "quoted tier at no charge", `${tier.name}: 0`);
    const monthly = tier.prices.find(({ period, billing }) => period === "month" && billing === "monthly")?.amount;
    const annual = tier.prices.find(({ period, billing }) => period === "month" && billing === "annual")?.amount;
    const total = tier.prices.find(({ period }) => period === "year")?.amount;
    const yearly = total === undefined ? undefined : perMonth(total);
    const review = annualReviewOf({ priceMonthly: monthly ?? null, priceAnnual: annual ?? yearly ?? null });
    if (review) {
      const detail = `${tier.name}: ${monthly} billed monthly, ${annual ?? yearly} billed yearly`;
      find(row, "introductory_annual", "flag", "yearly price that looks introductory", detail);
    }
    if (monthly && annual && annual > monthly) {
      const isTotal = YEAR_FACTORS.some(({ factor, tolerance }) => isTimes(annual, monthly, factor, tolerance));
      find(
        row,
        "annual_as_monthly",
        isTotal ? "block" : "flag",
        isTotal ? "annual total read as monthly" : "annual billing dearer than monthly",
        `${tier.name}: ${monthly} billed monthly, ${annual} billed yearly`,
      );
    }
  }
}

/**
 * Units that are used up or that count other people's actions. Unlike seats, sites or devices, they do not sell singly
 * at a dollar or more.
 */
const USE = new Set(
  (
    "mau contact subscriber recipient request call email message sms event credit token pageview view visit visitor " +
    "session record row query search operation task run execution word character minute gb mb tb gib document page scan " +
    "check conversation response submission invoice order shipment label transaction lead lookup verification " +
    "screenshot trace span log action ticket number"
  ).split(" "),
);

/** Splits "1,000 client-side MAUs" into its count and the last word of its noun. */
function countedIn(text: string): { count: number; noun: string } | null {
  const [, digits, scale, words = ""] = /^(?:([\d][\d.,]*)\s?([KkMm]\b)?\s)?(.+)$/.exec(text.trim()) ?? [];
  const plain = words.toLowerCase().replace(/\b(?:monthly )?active users?\b/, "mau");
  const last =
    plain
      .replace(/(?:\s+(?:per|a|each)\s|\s*\/).*$/, "")
      .split(/[\s-]+/)
      .at(-1) ?? "";
  const noun = last.replace(/(?<=quer)ies$/, "y").replace(/(?<=[a-z]{2})(?<!s)s$/, "");
  const factor = scale ? { k: 1_000, m: 1_000_000 }[scale.toLowerCase() as "k" | "m"] : 1;
  const count = digits ? Number(digits.replace(/,/g, "")) * factor : 1;
  return noun && Number.isFinite(count) ? { count, noun } : null;
}

/**
 * Returns how much of `noun` a tier says that it includes: in its limits, or in a name such as "Up to 5,000 contacts".
 */
function includedOf(noun: string, { name, limits = [] }: Pick<TierFact, "name" | "limits">): number {
  const stated = limits.flatMap((limit) => {
    const names = [limit.name, limit.unit ?? ""].map((text) => countedIn(text)?.noun);
    return limit.value !== null && names.includes(noun) ? [limit.value] : [];
  });
  const named = [...name.matchAll(/(?<![\d–-]\s?)(\d[\d,]*(?:\.\d+)?\s?[KkM]?\s[A-Za-z][A-Za-z -]*)/g)].flatMap(
    ([text]) => {
      const found = countedIn(text);
      return found?.noun === noun ? [found.count] : [];
    },
  );
  return Math.max(0, ...stated, ...named);
}

/**
 * Returns true for a flat fee whose unit is the included allowance: 35 dollars a month "per MAU" for a tier with 500
 * MAU. At the price of one unit, the allowance would be worth more than any vendor gives away. A true unit price with a
 * free allowance (0.02 a MAU, the first 5,000 free) remains a unit price.
 */
export function isAllowanceAsUnit(tier: TierFact, currency: string | null): boolean {
  const unit = countedIn(tier.unit ?? "");
  if (!unit || !USE.has(unit.noun)) return false;
  const included = includedOf(unit.noun, tier) / unit.count;
  return (
    included > 1 &&
    worthOf(tier, currency).some((one) => {
      const { dearUnit, anyUnit } = BOUNDS.includedPerMonth;
      return one * included > anyUnit || (one >= BOUNDS.dearUse && one * included >= dearUnit);
    })
  );
}

/** Returns the recurring prices of a tier per month, in dollars. */
function worthOf(tier: TierFact, currency: string | null): number[] {
  return tier.prices.flatMap(({ amount, period }) => {
    if (period !== "month" && period !== "year") return [];
    return [inDollars(amount, tier.currency ?? currency) / (period === "year" ? 12 : 1)];
  });
}

/** Returns the same plans with each flat fee counted per account. The included allowance remains a limit. */
export function withFlatFees(fact: PlansFact): PlansFact {
  const tiers = fact.tiers.map((tier) =>
    isAllowanceAsUnit(tier, fact.currency) ? { ...tier, unit: "account" } : tier,
  );
  return { ...fact, tiers };
}

function examineRates(row: Observation, fact: RatesFact, find: Find): void {
  for (const meter of fact.meters) {
    const bound = BOUNDS.perMeterUnit[meter.unit] ?? BOUNDS.perUse;
    for (const { unitPrice } of meter.prices) {
      if (inDollars(unitPrice, fact.currency) / meter.per > bound)
        find(
          row,
          "impossible_value",
          "block",
          "price above any of its unit",
          `${fact.model} ${meter.name}: ${unitPrice} for ${meter.per} ${meter.unit}`,
        );
    }
  }
}

/** One price that one voice showed. `subject` is equal if voices state the same price. */
type Figure = {
  observation: Observation;
  voice: string;
  subject: string;
  series: string;
  label: string;
  value: number;
  billing: "monthly" | "annual" | null;
  usage: boolean;
  /** Yearly price of the same tier, if shown. */
  perYear: number | null;
};

function figuresOf(observation: Observation): Figure[] {
  const voice = voiceOf(observation);
  const { fact } = observation;
  if (fact.kind === "plans") {
    return fact.tiers.flatMap((tier) => {
      const perYear = tier.prices.find(({ period }) => period === "year")?.amount ?? null;
      return tier.prices.map(({ amount, period, billing }) => {
        const subject = ["tier", tier.id, period, tier.currency ?? fact.currency].join("|");
        return {
          observation,
          voice,
          subject,
          series: [subject, tier.unit, billing].join("|"),
          label: tier.name,
          value: amount,
          billing,
          usage: false,
          perYear: period === "month" ? perYear : null,
        };
      });
    });
  }
  if (fact.kind !== "rates") return [];
  return fact.meters.flatMap((meter) =>
    firstPrices(meter.prices).map(([region, price]) => {
      const subject = ["rate", fact.model, meter.name, meter.mode, fact.currency, meter.unit, region].join("|");
      return {
        observation,
        voice,
        subject,
        series: subject,
        label: `${fact.model} ${meter.name}${region && ` in ${region}`}`,
        value: price.unitPrice / meter.per,
        billing: null,
        usage: true,
        perYear: null,
      };
    }),
  );
}

type RatePrice = RatesFact["meters"][number]["prices"][number];

/** Returns the first unconditional price of each region; the region is "" if the price names no region. */
function firstPrices(prices: readonly RatePrice[]): [region: string, price: RatePrice][] {
  const first = new Map<string, RatePrice>();
  for (const price of prices) {
    for (const region of price.regions ?? [""]) if (!first.has(region)) first.set(region, price);
  }
  return [...first].filter(([, { when }]) => when === null);
}

const SAME = 1e-6;

function isTimes(value: number, base: number, factor: number, tolerance = SAME): boolean {
  return base > 0 && Math.abs(value / base / factor - 1) <= tolerance;
}

/** Finds a price that jumps and goes back within one voice: the readings in between were a slip. */
function findReverted(series: readonly Figure[], find: Find): void {
  const runs: Figure[][] = [];
  for (const figure of series) {
    const run = runs.at(-1);
    if (run?.[0] && same(run[0].value, figure.value)) run.push(figure);
    else runs.push([figure]);
  }
  for (const [index, run] of runs.entries()) {
    const before = runs[index - 1]?.at(-1);
    const [first] = run;
    const after = runs[index + 1]?.[0];
    if (!before || !first || !after || !same(before.value, after.value) || before.value === 0) continue;
    const factor = first.value / before.value;
    if (factor <= BOUNDS.moveFactor && factor >= 1 / BOUNDS.moveFactor) continue;
    const soon = daysBetween(first.observation.observedAt, after.observation.observedAt) <= POLICY.revertWindowDays;
    const detail = `${first.label}: ${before.value} → ${first.value} → ${after.value}, restored on ${after.observation.observedAt}`;
    for (const { observation } of run) {
      if (first.value === 0)
        find(observation, "zero_unknown", soon ? "block" : "flag", "zero between two equal prices", detail);
      else find(observation, "reverted_move", soon ? "block" : "flag", "large move that was taken back", detail);
    }
  }
}

function same(a: number, b: number): boolean {
  return a === b || isTimes(a, b, 1);
}

const YEAR_FACTORS = [
  { factor: 12, tolerance: 0.005 },
  { factor: 10, tolerance: SAME },
] as const;
const CENTS = 100;
const UNIT_FACTORS = [1_000, 1_000_000] as const;

/**
 * Finds misreadings that show only next to another voice's reading of the same price. With one peer, the higher figure
 * is flagged. If two peers agree and no other voice shows the odd figure, it is blocked.
 */
function judgeBesidePeers(figure: Figure, all: readonly Figure[], find: Find): void {
  const peers = all.filter(
    (other) =>
      other.voice !== figure.voice &&
      Math.abs(daysBetween(other.observation.observedAt, figure.observation.observedAt)) <= POLICY.peerWindowDays,
  );
  if (peers.length === 0) return;
  const comparable = (other: Figure) => !figure.billing || !other.billing || other.billing === figure.billing;
  const supported = peers.some((other) => comparable(other) && same(other.value, figure.value));
  if (supported) return;

  const judge = (rule: SanityRule, reason: string, odd: (other: Figure) => boolean, flagAlone = true) => {
    const against = peers.filter(odd);
    const [example] = [...against].sort((a, b) => compareText(a.voice, b.voice) || a.value - b.value);
    if (!example) return;
    const voices = [...groupBy(against, ({ value }) => value.toPrecision(9)).values()].map(
      (group) => new Set(group.map(({ voice }) => voice)).size,
    );
    const outvoted = Math.max(...voices) >= 2;
    if (!outvoted && !flagAlone) return;
    const detail = `${figure.label}: ${figure.value}, compared with ${example.value} (${example.voice})`;
    find(figure.observation, rule, outvoted ? "block" : "flag", reason, detail);
  };

  if (figure.value === 0) {
    judge("zero_unknown", "zero where others show a price", (other) => other.value > 0 && comparable(other));
    return;
  }
  judge(
    "cents_as_dollars",
    "cents read as dollars",
    (other) => comparable(other) && isTimes(figure.value, other.value, CENTS),
  );
  if (figure.usage) {
    for (const factor of UNIT_FACTORS) {
      judge("unit_misread", "price of another unit", (other) => isTimes(figure.value, other.value, factor));
      judge("unit_misread", "price of another unit", (other) => isTimes(other.value, figure.value, factor), false);
    }
  } else if (figure.subject.split("|")[2] === "month") {
    judge("annual_as_monthly", "annual total read as monthly", (other) =>
      YEAR_FACTORS.some(({ factor, tolerance }) => isTimes(figure.value, other.value, factor, tolerance)),
    );
    judge(
      "annual_as_monthly",
      "annual total read as monthly",
      (other) => other.perYear !== null && other.perYear > other.value && same(figure.value, other.perYear),
    );
  }
}

/** Finds equal figures in two currencies: one of the two labels is doubtful. */
function findCurrencyTwins(plans: readonly Entry<PlansFact>[], find: Find): void {
  for (const series of groupBy(plans, voiceOf).values()) {
    series.forEach((later, index) => {
      const earlier = series[index - 1];
      if (!earlier?.fact.currency || !later.fact.currency) return;
      if (earlier.fact.currency === later.fact.currency) return;
      const before = paidAmounts(earlier.fact);
      const shared = [...paidAmounts(later.fact)].filter(([tier]) => before.has(tier));
      if (shared.length === 0 || shared.some(([tier, amounts]) => before.get(tier) !== amounts)) return;
      find(
        later,
        "currency_twin",
        "flag",
        "same figures in another currency",
        `${earlier.fact.currency} on ${earlier.observedAt}, ${later.fact.currency} on ${later.observedAt}: ${shared.map(([, amounts]) => amounts).join("; ")}`,
      );
    });
  }
}

function paidAmounts({ tiers }: PlansFact): Map<string, string> {
  return new Map(
    tiers
      .filter((tier) => tier.prices.some(({ amount }) => amount > 0))
      .map((tier) => [tier.id, tier.prices.map(({ amount }) => amount).join(", ")]),
  );
}
