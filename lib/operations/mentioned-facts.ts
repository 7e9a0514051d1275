import { agedWords, ageOf } from "@/lib/format/age";
import { extraCost } from "@/lib/format/markdown";
import { modelSentence } from "@/lib/format/question-answer";
import { tierSentence, tierTitle } from "@/lib/format/tier-answer";
import { capitalised, limitWords, meterWords } from "@/lib/format/words";
import { nameKey } from "@/lib/ids";
import { onceFor } from "@/lib/once-for";
import type { Mentions } from "@/lib/questions/spot";
import type { Day } from "@/lib/schemas/primitives";
import type { PricingRecord, Tier, UsageModel } from "@/lib/schemas/record";
import { stem } from "@/lib/tco/counters";
import { standardRates } from "@/lib/usage/headline-rates";

/** A price or limit of a record, with the words of its name and unit. */
interface Fact {
  /** The words between hyphens: "-macos-3-core-minute-". */
  words: string;
  sentence: string;
  /** Null for a limit. */
  price: FactPrice | null;
}

export interface FactPrice {
  label: string;
  amount: number;
  currency: string;
  unit: string;
  observedAt: Day;
}

export interface MentionedFacts {
  sentences: string[];
  /** Places of the words that name the facts. */
  places: number[];
}

const MAX_FACTS = 3;
const MAX_MATCHES = 6;

/**
 * Returns the prices and limits that the unread words name: "macos minute", "webinars", "ai credits". The last word of
 * a group must be among the fact's words: "managed postgres" is not "Managed Kubernetes".
 */
export function mentionedFacts(
  { tokens, unread }: Pick<Mentions<unknown, unknown>, "tokens" | "unread">,
  record: Partial<PricingRecord>,
): MentionedFacts {
  const { name, asOf } = record;
  if (name === undefined || asOf === undefined) return { sentences: [], places: [] };
  const facts = factsOf(record as PricingRecord);
  const wordAt = (place: number) => wordsOf(tokens[place]?.text ?? "");
  const isHead = (place: number) => !unread.includes(place + 1) || /\d/.test(wordAt(place));
  const matches = facts
    .map((fact) => ({ fact, places: unread.filter((place) => fact.words.includes(wordAt(place))) }))
    .filter(({ places }) => places.some(isHead));
  const most = Math.max(0, ...matches.map(({ places }) => places.length));
  const best = matches.filter(({ places }) => places.length === most);
  // A word that many facts contain, such as "api", does not select any of them.
  if (best.length > MAX_MATCHES) return { sentences: [], places: [] };
  const sentences = best.slice(0, MAX_FACTS).map(({ fact }) => fact.sentence);
  const others = best.length - sentences.length;
  return {
    sentences: others > 0 ? [...sentences, `${others} more have these words.`] : sentences,
    places: [...new Set(best.flatMap(({ places }) => places))],
  };
}

const factsOf = onceFor((record: PricingRecord): readonly Fact[] => {
  const { name, asOf, tiers = [], hiddenCosts = [], usage, freeTier } = record;
  const priced = tiers.filter(
    ({ priceStatus, isFree, retiredOn }) => priceStatus === "published" && !isFree && !retiredOn,
  );
  const checked = (day: string) => `${capitalised(agedWords(ageOf(day, asOf)))}.`;
  return [
    ...priced.map((tier) => ({
      words: wordsOf(tier.name, tier.priceUnit ?? ""),
      sentence: tierSentence(record, tier),
      price: tierPrice(record, tier),
    })),
    ...hiddenCosts.map((cost) => ({
      words: wordsOf(cost.label, cost.unit ?? ""),
      sentence: `${extraCost(cost)}. ${checked(cost.observedAt)}`,
      price: null,
    })),
    ...tiers.flatMap((tier) =>
      tier.isFree || tier.retiredOn
        ? []
        : tier.limits.map((limit) => ({
            words: wordsOf(limit.name),
            sentence: `${tierTitle(name, tier.name)}, ${limitWords(limit)}. ${checked(tier.observedAt)}`,
            price: null,
          })),
    ),
    ...(freeTier?.limits ?? []).map((limit) => ({
      words: wordsOf(limit.name),
      sentence: `Free plan, ${limitWords(limit)}.`,
      price: null,
    })),
    ...(usage?.models ?? []).flatMap((model) => {
      const sentence = modelSentence(name, model, asOf);
      const meters = model.meters.flatMap((meter) => [meterWords(meter.name), meter.unit]);
      const words = wordsOf(model.name, model.group ?? "", ...meters);
      return sentence === null ? [] : { words, sentence, price: modelPrice(record, model) };
    }),
  ];
});

function tierPrice({ name }: PricingRecord, tier: Tier): FactPrice | null {
  const { listPrice, currency, priceUnit, observedAt } = tier;
  if (!listPrice || !currency || !priceUnit) return null;
  return { label: tierTitle(name, tier.name), amount: listPrice.amount, currency, unit: priceUnit, observedAt };
}

/** Returns the price of a model with a single rate. */
function modelPrice({ name }: PricingRecord, model: UsageModel): FactPrice | null {
  const [rate, ...others] = standardRates(model);
  if (!rate || others.length > 0 || rate.per !== 1) return null;
  const { unitPrice: amount, currency, unit } = rate;
  return { label: `${name} ${model.name}`, amount, currency, unit, observedAt: model.observedAt };
}

/** Returns the lowest price with all these words per unit, for example of an H100 per hour. */
export function lowestPrice(record: PricingRecord, { name, unit }: { name: string; unit: string }): FactPrice | null {
  const prices = factsOf(record).flatMap(({ words, price }) =>
    price && words.includes(wordsOf(name)) && wordsOf(price.unit).includes(wordsOf(unit)) ? price : [],
  );
  return prices.sort((a, b) => a.amount - b.amount)[0] ?? null;
}

function wordsOf(...texts: readonly string[]): string {
  const words = texts.flatMap((text) => nameKey(text).split("-")).filter((word) => word !== "");
  return `-${words.map(stem).join("-")}-`;
}
