import type * as z from "zod";
import { withdrawnSentence } from "@/lib/format/changes";
import { groupName } from "@/lib/format/coverage";
import { formatDay } from "@/lib/format/dates";
import { priceOfTier, seenApart } from "@/lib/format/markdown";
import { memberPrice } from "@/lib/format/members";
import { formatMoney, formatPercent } from "@/lib/format/money";
import { purchaseSentence } from "@/lib/format/purchases";
import { stepsText } from "@/lib/format/rate-card";
import {
  contractTermRows,
  costName,
  hiddenCostWords,
  meterWords,
  perWords,
  statusShort,
  unitWords,
} from "@/lib/format/words";
import type { NotFound } from "@/lib/operations/pricing";
import { GROUPS, type PricingAnswer } from "@/lib/schemas/record";
import { citeLine, first, money, standingLine, text } from "./lines";

const SHOWN = { members: 15, tiers: 12, costs: 10, purchases: 3, tips: 6, models: 12, meters: 6, points: 8 };

export function pricingText(record: PricingAnswer): string {
  return text(...body(record), citeLine(record.links.page));
}

/** The first line answers; the groups follow in the order in which a buyer asks for them. */
function body(record: PricingAnswer): string[] {
  const { tiers = [], hiddenCosts = [], contractTerms, marketData, sentiment, negotiationTips = [] } = record;
  return [
    record.answer,
    standingLine(record),
    ...first(
      record.members ?? [],
      SHOWN.members,
      (member) => `- ${member.name} [${member.slug}]: ${memberPrice(member)}`,
    ),
    ...first(
      tiers,
      SHOWN.tiers,
      (tier) => `- ${tier.name}: ${priceOfTier(tier)}${seenApart(tier, record.verification)} [${tier.id}]`,
    ),
    ...(record.tiersComplete === false ? ["The source was read in part: there may be more tiers."] : []),
    ...first(
      hiddenCosts,
      SHOWN.costs,
      ({ kind, label, amount, percent, currency, unit }) =>
        `- Extra, ${hiddenCostWords(kind).toLowerCase()}: ${costName(label)}${amount === null ? "" : `, ${money(amount, currency)}${unit ? ` ${unitWords(unit)}` : ""}`}${percent === null ? "" : `, ${formatPercent(percent)}`}`,
    ),
    ...(contractTerms
      ? [
          `Terms: ${contractTermRows(contractTerms)
            .map(({ label, value }) => `${label} ${value}`)
            .join("; ")}`,
        ]
      : []),
    ...(marketData && marketData.medianAnnualCost !== null
      ? [
          `Buyers pay a median of ${money(marketData.medianAnnualCost, marketData.currency)} a year (${marketData.source}, ${formatDay(marketData.asOf)}; third-party figure).`,
        ]
      : []),
    ...first(marketData?.purchases ?? [], SHOWN.purchases, (purchase) => `- One buyer: ${purchaseSentence(purchase)}`),
    ...(sentiment ? [`Rated ${sentiment.rating} of ${sentiment.scale} (${sentiment.source}).`] : []),
    ...first(negotiationTips, SHOWN.tips, ({ tip }) => `- Tip: ${tip}`),
    ...rates(record),
    ...history(record),
    ...leftOut(record),
  ];
}

function rates({ usage }: PricingAnswer): string[] {
  if (!usage) return [];
  const { referenceRegion, regions = [], modelCount, models, moreAt } = usage;
  const shown = models.slice(0, SHOWN.models).map(({ model, meters, currency }) => {
    const prices = meters
      .filter(({ mode }) => mode === "standard")
      .slice(0, SHOWN.meters)
      .map((meter) => `${meterWords(meter.name)} ${stepsText(meter.prices, currency)} per ${perWords(meter)}`);
    return `- ${model}: ${prices.length > 0 ? prices.join(", ") : "no price in this region"}`;
  });
  return [
    ...(referenceRegion === undefined ? [] : [`Rates of ${referenceRegion}, one of ${regions.length} regions:`]),
    ...shown,
    ...(modelCount > shown.length
      ? [
          `- and ${modelCount - shown.length} more ${moreAt === undefined ? "in structuredContent" : "by estimate_llm_cost"}`,
        ]
      : []),
  ];
}

function history({ priceHistory = [] }: PricingAnswer): string[] {
  // Several meters of a tier may show one figure.
  const dated = priceHistory.map(
    ({ effectiveFrom, observedAt, tier, price, priceStatus, currency }) =>
      `${effectiveFrom ?? observedAt}${tier ? ` ${tier}` : ""} ${price === null ? statusShort(priceStatus) : formatMoney(price, currency)}`,
  );
  const newest = [...new Set(dated)].slice(-SHOWN.points);
  return newest.length === 0 ? [] : [`Newest dated prices: ${newest.join("; ")}`];
}

function leftOut(record: PricingAnswer): string[] {
  const { counts } = record;
  const groups = GROUPS.filter((group) => (counts?.[group] ?? 0) > 0 && record[group] === undefined);
  if (groups.length === 0) return [];
  const listed = groups.map((group) => `${group} (${groupName(group).toLowerCase()}, ${counts?.[group]})`);
  return [`Also known, ask with fields: ${listed.join(", ")}.`];
}

interface Batch {
  records: PricingAnswer[];
  notFound: z.infer<typeof NotFound>[];
}

export function batchText({ records, notFound }: Batch): string {
  const blocks = records.map((record) => {
    const { tiers = [] } = record;
    const members = (record.members ?? []).slice(0, SHOWN.tiers);
    const prices = tiers.slice(0, SHOWN.tiers).map((tier) => `${tier.name} ${priceOfTier(tier)}`);
    return text(
      record.answer,
      standingLine(record),
      prices.length > 0 && `Tiers: ${prices.join("; ")}`,
      members.length > 0 && `Products: ${members.map((member) => `${member.name} ${memberPrice(member)}`).join("; ")}`,
      citeLine(record.links.page),
    );
  });
  const missing = notFound.map(({ slug, suggestions, knownSince, withdrawnOn, reason }) => {
    if (knownSince) return `${slug}: nothing known until ${knownSince}.`;
    if (withdrawnOn) return withdrawnSentence({ slug, withdrawnOn, reason: reason ?? "" });
    return `${slug}: not in the catalogue${suggestions.length > 0 ? `; nearest: ${suggestions.join(", ")}` : ""}.`;
  });
  return [...missing, ...blocks].join("\n");
}
