import type * as z from "zod";
import { capabilitySentence } from "@/lib/format/capabilities";
import { withdrawnSentence } from "@/lib/format/changes";
import { groupName } from "@/lib/format/coverage";
import { extraCost, marketFacts, pointCells, ratingText, scenarioCells, seenApart } from "@/lib/format/markdown";
import { memberPrice } from "@/lib/format/members";
import { formatMoney, formatNumber } from "@/lib/format/money";
import { offerRows } from "@/lib/format/offers";
import { startingPriceSentence } from "@/lib/format/price";
import { purchaseSentence } from "@/lib/format/purchases";
import { peopleWords } from "@/lib/format/question-answer";
import { ratesText } from "@/lib/format/rate-card";
import { priceOfTier } from "@/lib/format/tier-price";
import {
  capitalised,
  contractTermRows,
  limitWords,
  list,
  lower,
  meterWords,
  unknownTermsSentence,
} from "@/lib/format/words";
import type { NotFound } from "@/lib/operations/pricing";
import { GROUPS, type PricingAnswer } from "@/lib/schemas/record";
import { citeLine, nextLine, POINT_COLUMNS, Sources, standingLine, table, text } from "./lines";

/**
 * Returns a record as text. The first line is the answer; the groups follow in the order in which a buyer needs them.
 */
export function pricingText(record: PricingAnswer): string {
  const sources = new Sources(record.evidence);
  const { contractTerms, marketData, sentiment, negotiationTips = [], hiddenCosts = [], members = [] } = record;
  const market = marketData && marketFacts(marketData);
  const unknown = unknownTermsSentence(record.unknownTerms ?? []);
  return text(
    record.answer,
    record.caveat,
    ...(record.resolved ?? []).map(({ because }) => because),
    standingLine(record),
    ...members.map((member) => `- ${member.name} [${member.slug}]: ${memberPrice(member)}`),
    ...(record.tiers ?? []).map((tier) => tierLine(tier, record, sources)),
    record.startingPrice && startingPriceSentence(record.startingPrice) + sources.mark(record.startingPrice.evidence),
    record.tiersComplete === false && "The source was captured only in part: there may be more tiers.",
    freeTier(record, sources),
    ...offerRows(record).map(({ words, evidence }) => `- Offer: ${lower(words)}${sources.mark(evidence)}`),
    ...(record.capabilities ?? []).map(
      (fact) => `- ${capabilitySentence(fact, record.tiers)}${sources.mark(fact.evidence)}`,
    ),
    ...hiddenCosts.map((cost) => `- Extra cost, ${decapitalised(extraCost(cost))}${sources.mark(cost.evidence)}`),
    contractTerms &&
      `Contract terms: ${contractTermRows(contractTerms)
        .map(({ label, value }) => `${label}: ${value}`)
        .join("; ")}${sources.mark(contractTerms.evidence)}`,
    unknown && `${contractTerms ? "Other contract terms" : "Contract terms"}: ${lower(unknown)}`,
    market && `What buyers pay (third-party figure): ${market}${sources.mark(marketData.evidence)}`,
    ...(marketData?.purchases ?? []).map(
      (purchase) => `- One purchase: ${purchaseSentence(purchase)}${sources.mark(purchase.evidence)}`,
    ),
    sentiment && `Rating: ${ratingText(sentiment)}${sources.mark(sentiment.evidence)}`,
    ...(record.scenarios ?? []).map((scenario) => {
      const [team, tier, billing, cost] = scenarioCells(scenario);
      return `- ${team} on ${tier}, ${billing === "unstated" ? "billing not stated" : `${billing} billing`}: ${cost}`;
    }),
    ...negotiationTips.map(({ tip, evidence }) => `- Negotiation tip: ${tip}${sources.mark(evidence)}`),
    ...rates(record, sources),
    ...history(record, sources),
    ...(record.verification.disputed ?? []).map(
      ({ tier, field, shown, other, observedAt, evidence }) =>
        `Sources disagree on ${[tier, meterWords(field)].filter(Boolean).join(", ")}: ${shown} is shown; another source had ${other} (checked ${observedAt})${sources.mark(evidence)}`,
    ),
    ...(record.alternatives ?? []).map(
      ({ slug, answer, reason, links }) =>
        `- Alternative with a price: [${slug}] ${answer} ${capitalised(reason)}. Cite: ${links.page}`,
    ),
    record.missing && `Nothing is known of: ${list(record.missing.map((group) => groupName(group).toLowerCase()))}.`,
    ...leftOut(record),
    record.licenseNote,
    ...sources.lines(),
    citeLine(record.links.page),
  );
}

type Tier = NonNullable<PricingAnswer["tiers"]>[number];

function tierLine(tier: Tier, { verification }: PricingAnswer, sources: Sources): string {
  const { name, id, currency = null, bandMode, seatBands = [], features = [], limits = [], evidence } = tier;
  const bands = seatBands.map(
    ({ from, upTo, unitPrice }) =>
      `${formatMoney(unitPrice, currency)} above ${formatNumber(from)}${upTo === null ? "" : ` and up to ${formatNumber(upTo)}`}`,
  );
  const parts = [
    `${priceOfTier(tier)}${seenApart(tier, verification)}`,
    bands.length > 0 && `${bandMode === "volume" ? "volume pricing" : "graduated pricing"}: ${bands.join(", ")}`,
    tier.maximumSeats && `up to ${formatNumber(tier.maximumSeats)} seats`,
    ...limits.map(limitWords),
    ...features,
  ];
  return `- ${name}: ${parts.filter(Boolean).join("; ")} [tier: ${id}]${sources.mark(evidence)}`;
}

/** Returns the facts other than the existence of a free plan, which the tiers and the answer mention. */
function freeTier(record: PricingAnswer, sources: Sources): string | null {
  const { freeTier: free } = record;
  if (!free) return null;
  const { available, trialDays, limits = [], licences = [], plan: hasPlan, people, evidence } = free;
  const facts = [
    people && (people.maximum === null ? "for any number of people" : `for up to ${peopleWords(people.maximum)}`),
    hasPlan && !people && "no source says for how many people",
    trialDays && `${trialDays}-day trial`,
    licences.length > 0 && `free to self-host under ${list(licences)}`,
    ...limits.map(limitWords),
  ].filter(Boolean);
  if (facts.length === 0 && record.tiers) return null;
  const plan = available === null ? "unknown" : available ? "yes" : "no";
  return `Free plan or self-hosting: ${[plan, ...facts].join("; ")}${sources.mark(evidence)}`;
}

function rates({ usage, counts }: PricingAnswer, sources: Sources): string[] {
  if (!usage) return [];
  const { referenceRegion, regions = [], models } = usage;
  const left = counts?.usage ?? 0;
  const cites = (meters: (typeof models)[number]["meters"]) => [...new Set(meters.flatMap(({ evidence }) => evidence))];
  return [
    referenceRegion === undefined
      ? "Rates:"
      : `Rates for ${referenceRegion} (${regions.length === 1 ? "the only region" : `one of ${regions.length} regions; for another, call estimate_llm_cost with region`}):`,
    ...models.map(
      (model) =>
        `- ${model.model}${model.status === "active" ? "" : ` (${model.status})`}: ${ratesText(model, referenceRegion)}${sources.mark(cites(model.meters))}`,
    ),
    ...(left > 0 ? [`- ${left} more: call estimate_llm_cost for all of them, in pages`] : []),
  ];
}

function history({ priceHistory = [], counts }: PricingAnswer, sources: Sources): string[] {
  const left = counts?.priceHistory ?? 0;
  if (priceHistory.length === 0) return [];
  const rows = [...priceHistory].reverse().map((point) => {
    const [day = "", tier = "", kind = "", price = ""] = pointCells(point);
    return [day, tier, kind, `${price}${sources.mark(point.evidence)}`];
  });
  return [
    "Dated prices, newest first:",
    ...table(POINT_COLUMNS, rows),
    ...(left > 0 ? [`${left} older: call get_price_history for all of them, in pages`] : []),
  ];
}

function leftOut(record: PricingAnswer): string[] {
  const { counts = {} } = record;
  const groups = GROUPS.filter((group) => (counts[group] ?? 0) > 0 && record[group] === undefined);
  const others = (["members", "features", "evidence", "disputed"] as const).filter((name) => (counts[name] ?? 0) > 0);
  const listed = groups.map((group) => `${group} (${groupName(group).toLowerCase()}, ${counts[group]})`);
  return [
    groups.length > 0 ? `Also available (pass as fields): ${listed.join(", ")}.` : "",
    others.length > 0
      ? `Not shown: ${others.map((name) => `${name} (${counts[name]})`).join(", ")}. To see them, use depth: full or fewer fields.`
      : "",
  ];
}

function decapitalised(words: string): string {
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

type Missing = z.infer<typeof NotFound>;

interface Batch {
  records: PricingAnswer[];
  notFound: Missing[];
  next: string | null;
}

export function batchText({ records, notFound, next }: Batch): string {
  return text(...notFound.map(missingLine), nextLine(next, "products"), ...records.map(pricingText));
}

const ANY_OF = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** Returns why a slug has no record, and which slugs to try instead. */
export function missingLine({ slug, suggestions, knownSince, withdrawnOn, reason }: Missing): string {
  if (knownSince) return `${slug}: no data before ${knownSince}.`;
  if (withdrawnOn) return withdrawnSentence({ slug, withdrawnOn, reason: reason ?? "" });
  return `No product matches "${slug}".${suggestions.length > 0 ? ` Did you mean ${ANY_OF.format(suggestions.map((name) => `"${name}"`))}?` : ""}`;
}
