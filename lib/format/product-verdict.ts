import { extended } from "@/lib/extended";
import { onceFor } from "@/lib/once-for";
import type { PricingRecord } from "@/lib/schemas/record";
import { FIRST_TERMS } from "@/lib/tco/counted";
import type { TcoResult } from "@/lib/tco/engine";
import { firstCost, unitsOf } from "@/lib/tco/first-cost";
import type { Quantities } from "@/lib/tco/units";
import { adviceFor } from "./age";
import { answerOf } from "./answer";
import { pricedVerdict, stackText, type Verdict, type VerdictSubject, verdictText } from "./verdict";

export const verdictSubject = onceFor((record: PricingRecord): VerdictSubject => {
  const { slug, name, asOf, links, verification } = record;
  const { observedAt, verifiedAt } = verification;
  const days = (record.tiers ?? []).filter((tier) => tier.observedAt !== observedAt);
  return {
    slug,
    name,
    asOf,
    vendor: links.vendor ?? null,
    units: unitsOf(record),
    days: Object.fromEntries(days.map((tier) => [tier.id, tier.observedAt])),
    seenOn: observedAt,
    verifiedAt,
    stale: answerOf(record).stale,
  };
});

/**
 * Returns the first line of a page: the yearly cost for the count, or for a default team. If the product has no
 * count, returns its known price.
 */
export function productVerdict(record: PricingRecord, count: number | null = null): Verdict {
  const cost = record.kind === "family" ? null : firstCost(record, count);
  if (!cost) return plainVerdict(record);
  const { result, ...counts } = cost;
  return pricedVerdict(verdictSubject(record), counts, extended(result, { termYears: FIRST_TERMS.termYears }));
}

/**
 * Returns the verdict for rate cards, families, free products and products without a price: the record's own answer
 * and its age.
 */
export function plainVerdict(record: PricingRecord): Verdict {
  const { price, known, age, verb, restricted, free } = answerOf(record);
  const isAbsent = /^(?:list )?price\b/i.test(price);
  return {
    name: record.name,
    figure: price,
    total: null,
    currency: null,
    count: null,
    how: known ? null : free,
    age,
    verb,
    advice: isAbsent ? "ask the vendor" : adviceFor(age),
    vendor: record.links.vendor ?? null,
    freePlan: null,
    notes: [],
    restricted,
  };
}

interface Costed {
  record: PricingRecord;
  question: { seats?: number | undefined; quantities?: Quantities | undefined; termYears: number };
  result: TcoResult;
}

/** Returns the verdict on one product, or the combined cost of a stack's products. */
export function costSentence(items: readonly Costed[], totals: Pick<TcoResult, "total" | "currency">): string {
  const verdicts = items.map(({ record, question, result }) => {
    const { seats = null, quantities = {}, termYears } = question;
    const subject = verdictSubject(record);
    const known = subject.units.map(({ noun }) => noun);
    const used = Object.keys(quantities).filter((noun) => !known.includes(noun));
    const units = [...subject.units, ...used.map((noun) => ({ noun, isPeople: false }))];
    return pricedVerdict({ ...subject, units }, { seats, quantities }, extended(result, { termYears }));
  });
  const [only] = verdicts;
  return only && verdicts.length === 1
    ? verdictText(only)
    : stackText(verdicts, { ...totals, years: Math.max(...items.map(({ question }) => question.termYears)) });
}
