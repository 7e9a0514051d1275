import { cache } from "react";
import { perMonth } from "@/lib/catalog/money";
import { AppError } from "@/lib/errors";
import { languageModelCards, languageModelSurvey, type RateCard } from "@/lib/operations/llm-market";
import { serverRuntime } from "@/lib/operations/runtime";
import { calculateTco } from "@/lib/operations/tco";
import { today } from "@/lib/operations/views";
import type { Day } from "@/lib/schemas/primitives";
import type { Evidence } from "@/lib/schemas/record";
import { type Bill, billOf } from "@/lib/usage/bill";
import { type Chosen, chosenModels } from "@/lib/usage/chosen-models";
import { type Crossing, type Curve, cheapestAlong, crossings, polylines, type Stretch } from "@/lib/usage/crossover";
import { curveOf, domainOf, flatCurve } from "@/lib/usage/curves";
import {
  DEFAULT_CONTEXT,
  type FlatPlan,
  type LlmQuestion,
  type ReadLlm,
  trafficOf,
  workloadOf,
} from "@/lib/usage/llm-address";
import { type MarketRanking, type Offer, type RankedOffer, rankOffers } from "@/lib/usage/market";
import { standingModels } from "@/lib/usage/standing";
import { speakersOf } from "@/lib/usage/tasks";
import { WorkloadError } from "@/lib/usage/workload";
import { ask } from "./ask";
import { findProducts } from "./lookup";

export const rateCards = cache((): Promise<RateCard[]> => {
  const { catalog, now } = serverRuntime();
  return languageModelCards({ catalog, now: now() });
});

export const survey = cache(async () => {
  const { catalog, now } = serverRuntime();
  return languageModelSurvey({ catalog, now: now() });
});

export function thisDay(): Day {
  return today(serverRuntime().now());
}

export type Bills = { chosen: Chosen; bill: Bill; speakers: Offer[] };

/** Calculates the workload's cost on the chosen models, by default on the flagships. marketOf() ranks all cards. */
export async function billsOf({ question }: ReadLlm): Promise<Bills | { fault: string }> {
  const known = await survey();
  const chosen = chosenModels(known, question);
  const { minimumContext } = question;
  const reaches = ({ model }: Offer) => minimumContext === null || (model.contextWindow ?? 0) >= minimumContext;
  const choices =
    minimumContext === null || minimumContext === DEFAULT_CONTEXT
      ? chosen.choices
      : chosen.choices.filter(({ offers }) => offers.some(reaches));
  try {
    return { chosen, bill: billOf(choices, workloadOf(question)), speakers: speakersOf(known, question) };
  } catch (error) {
    if (error instanceof WorkloadError) return { fault: `${error.meter} ${error.message}.` };
    throw error;
  }
}

export type Market = { ranking: MarketRanking | null; fault: string | null };

/** Ranks every model of every card by the workload's cost. */
export async function marketOf({ question, faults }: ReadLlm): Promise<Market> {
  if (faults.length > 0) return { ranking: null, fault: null };
  const { now } = serverRuntime();
  try {
    return { ranking: rankOffers(await rateCards(), workloadOf(question), question, today(now())), fault: null };
  } catch (error) {
    if (error instanceof WorkloadError) return { ranking: null, fault: `${error.meter} ${error.message}.` };
    throw error;
  }
}

export function offerId({ card, model }: Offer): string {
  return `${card.slug}/${model.model}`;
}

/** Returns the evidence of some offers' prices. */
export async function evidenceOf(slugs: readonly string[]): Promise<Evidence[]> {
  const cards = await rateCards();
  return [...new Set(slugs)].flatMap((slug) => [
    ...(cards.find((card) => card.slug === slug)?.evidence.values() ?? []),
  ]);
}

export interface PricedPlan {
  name: string;
  slug: string;
  category: string;
  tier: string;
  seats: number;
  /** The price per month, at the billing that the calculation chose. */
  monthly: number;
  currency: string;
  evidence: readonly string[];
  sources: readonly Evidence[];
}

export interface Plot {
  curves: { id: string; name: string; parts: ReturnType<typeof polylines> }[];
  domain: readonly [number, number];
  stretches: Stretch[];
  crossings: Crossing[];
  pairs: { left: string; right: string; crossings: Crossing[]; stretches: Stretch[] }[];
  currency: string;
  /** Requested models that are not plotted, with the reason. */
  left: { id: string; reason: string }[];
  plan: PricedPlan | null;
}

/** Plots the chosen models along one quantity and finds where the cheapest model changes. */
export async function plotOf(question: LlmQuestion, chosen: readonly string[]): Promise<Plot | null> {
  const cards = await rateCards();
  const offers = chosen.flatMap((id): Offer[] => {
    const [, slug, name] = /^([^/]+)\/(.+)$/.exec(id) ?? [];
    const card = cards.find((entry) => entry.slug === slug);
    const model = card && modelOf(card, name ?? "", today(serverRuntime().now()));
    return card && model ? [{ card, model }] : [];
  });
  const [first] = offers;
  if (!first) return null;
  const traffic = trafficOf(question);
  const currency = first.model.currency;
  const plan = question.plan ? await planOf(question.plan) : null;
  const drawable = offers.filter(({ model }) => model.currency === currency);
  const models = drawable.map((offer) => ({
    offer,
    curve: curveOf(offerId(offer), offer.model, traffic, question.axis),
  }));
  const usesPlan = plan !== null && question.axis === "volume" && plan.currency === currency;
  const extra: Curve[] = usesPlan ? [flatCurve(PLAN_ID, plan.monthly)] : [];
  const domain = domainOf(
    question.axis,
    traffic,
    drawable.map(({ model }) => model.contextWindow),
    { curves: models.map(({ curve }) => curve), flat: usesPlan ? plan.monthly : null },
  );
  const all = [...models.map(({ curve }) => curve), ...extra];
  const named = [
    ...models.map(({ offer, curve }) => ({ curve, name: `${offer.model.name} (${offer.card.name})` })),
    ...extra.map((curve) => ({ curve, name: plan ? `${plan.name} ${plan.tier}` : "" })),
  ];
  const drawn = named
    .map(({ curve, name }) => ({ id: curve.id, name, parts: polylines(curve, domain) }))
    .filter(({ parts }) => parts.length > 0);
  return {
    curves: drawn,
    domain,
    stretches: cheapestAlong(all, domain),
    crossings: crossings(all, domain),
    pairs: all.flatMap((left, index) =>
      all.slice(index + 1).map((right) => ({
        left: left.id,
        right: right.id,
        crossings: crossings([left, right], domain),
        stretches: cheapestAlong([left, right], domain),
      })),
    ),
    currency,
    left: [
      ...offers
        .filter(({ model }) => model.currency !== currency)
        .map((offer) => ({ id: offerId(offer), reason: `priced in ${offer.model.currency}` })),
      ...models
        .filter(({ curve }) => !drawn.some(({ id }) => id === curve.id))
        .map(({ curve }) => ({ id: curve.id, reason: "part of the workload has no price" })),
      ...chosen
        .filter((id) => !offers.some((offer) => offerId(offer) === id))
        .map((id) => ({ id, reason: "not found on any rate card" })),
    ],
    plan,
  };
}

/** Returns a model as it is ranked, or else as the card lists it. */
function modelOf({ models }: RateCard, name: string, day: Day) {
  const ranked = standingModels(models, { day, withPast: true }).models;
  return [...ranked, ...models].find(({ model }) => model === name);
}

const USUALLY_PLOTTED = 3;

/**
 * Selects models to plot: the ones that are cheapest somewhere on the axis. If one model is cheapest everywhere,
 * selects the two cheapest models that change places. If no two do, selects the first of each set of models with equal
 * rates.
 */
export function worthPlotting(question: LlmQuestion, offers: readonly RankedOffer[]): string[] {
  const traffic = trafficOf(question);
  const curves = offers.map((offer) => curveOf(offerId(offer), offer.model, traffic, question.axis));
  const domain = domainOf(
    question.axis,
    traffic,
    offers.map(({ model }) => model.contextWindow),
    { curves, flat: null },
  );
  const firsts = cheapestAlong(curves, domain).flatMap(({ cheapest }) => cheapest[0] ?? []);
  const pair = new Set(firsts).size < 2 && question.axis !== "volume" ? changingPlaces(curves, domain) : null;
  if (pair) return pair;
  const priced = new Map<string, string>();
  for (const offer of offers) {
    const rates = offer.estimate.lines.map(({ meter, unitPrice, per }) => `${meter} ${unitPrice} ${per}`).join();
    if (!priced.has(rates)) priced.set(rates, offerId(offer));
  }
  return [...new Set([...firsts, ...priced.values()])].slice(0, USUALLY_PLOTTED);
}

const MAX_COMPARED = 14;

/** Returns the ids of the first two curves that each are cheaper somewhere. */
function changingPlaces(curves: readonly Curve[], domain: readonly [number, number]): string[] | null {
  const compared = curves.slice(0, MAX_COMPARED);
  for (const [index, right] of compared.entries()) {
    for (const left of compared.slice(0, index)) {
      const places = cheapestAlong([left, right], domain).filter(({ cheapest }) => cheapest.length === 1);
      if (new Set(places.flatMap(({ cheapest }) => cheapest)).size === 2) return [left.id, right.id];
    }
  }
  return null;
}

export const PLAN_ID = "plan";

/** Returns the monthly price of a flat plan; null if it is unknown. */
async function planOf({ product, tier, seats }: FlatPlan): Promise<PricedPlan | null> {
  const record = (await findProducts([product])).get(product);
  if (!record) return null;
  try {
    const answer = await ask(calculateTco, {
      items: [{ slug: record.slug, seats, ...(tier !== "" && { tier }) }],
      billing: "monthly",
      includeHiddenCosts: false,
    });
    const [item] = answer.items;
    if (!item?.tier || item.currency === null || item.yearOne === null) return null;
    return {
      name: record.name,
      slug: record.slug,
      category: record.category.slug,
      tier: item.tier.name,
      seats,
      monthly: perMonth(item.yearOne),
      currency: item.currency,
      evidence: answer.lines.flatMap(({ evidence }) => evidence),
      sources: answer.evidence,
    };
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return null;
    throw error;
  }
}
