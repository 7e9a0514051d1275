import { freshnessOf } from "@/lib/catalog/freshness";
import { groupBy } from "@/lib/catalog/ledger";
import type { Day } from "@/lib/schemas/primitives";
import type { Offer, PricingAnswer } from "@/lib/schemas/record";
import { formatDay } from "./dates";
import { formatPercent } from "./money";
import { priceOfTier } from "./tier-price";
import { capitalised, list } from "./words";

type Shown = NonNullable<PricingAnswer["offers"]>[number];
type Tiers = PricingAnswer["tiers"];
type Offered = Pick<PricingAnswer, "offers" | "tiers" | "asOf">;

const AUDIENCE_WORDS: Record<Offer["audience"], string> = {
  students: "students",
  educators: "educators",
  nonprofits: "nonprofits",
  open_source: "open-source projects",
  startups: "start-ups",
};

export function audienceWords(audience: Offer["audience"]): string {
  return AUDIENCE_WORDS[audience];
}

/** Returns "50% off", "free", "$5.99 per month". */
function figureWords({ free, percentLow, percentHigh, tier }: Shown, tiers: Tiers): string {
  if (free) return "free";
  if (percentHigh !== null) {
    if (percentLow === percentHigh) return `${formatPercent(percentHigh)} off`;
    return percentLow
      ? `${formatPercent(percentLow)} to ${formatPercent(percentHigh)} off`
      : `up to ${formatPercent(percentHigh)} off`;
  }
  const own = tiers?.find(({ id }) => id === tier);
  if (own?.priceStatus === "published") return priceOfTier({ ...own, audience: "any" });
  return tier === null ? "an offer, amount not stated" : "a tier of their own";
}

/** Returns the condition without the audience, which the sentence names. */
function conditionWords({ condition }: Shown): string | null {
  const words = condition?.replace(
    /^(?:For students(?: and (?:educators|teachers|professors))?|Listed among student offers)(?:, |$)/,
    "",
  );
  return words ? `${words.charAt(0).toLowerCase()}${words.slice(1)}` : null;
}

/** Groups equal offers, each with all its audiences. */
function alikeOffers(offers: readonly Shown[], tiers: Tiers): Shown[][] {
  const keyOf = (offer: Shown) =>
    JSON.stringify([figureWords(offer, tiers), offer.plan, offer.condition, offer.observedAt]);
  return [...groupBy(offers, keyOf).values()];
}

/** Returns "checked 5 Jun 2025, old". */
function checkedWords(day: Day, asOf: Day): string {
  return `checked ${formatDay(day)}${freshnessOf(day, asOf) === "stale" ? ", old" : ""}`;
}

function offerWords([offer, ...others]: Shown[], { tiers, asOf }: Pick<PricingAnswer, "tiers" | "asOf">): string {
  if (!offer) return "";
  const who = list([offer, ...others].map(({ audience }) => AUDIENCE_WORDS[audience]));
  const details = [offer.plan, conditionWords(offer), checkedWords(offer.observedAt, asOf)].filter(Boolean);
  return `${who}: ${figureWords(offer, tiers)}${details.length > 0 ? ` (${details.join(", ")})` : ""}`;
}

/** Returns one line: "Students: free (Pro plan, checked 5 Jun 2025); nonprofits: 50% off (…)." */
export function offersLine({ offers = [], tiers, asOf }: Offered): string {
  return `${capitalised(
    alikeOffers(offers, tiers)
      .map((alike) => offerWords(alike, { tiers, asOf }))
      .join("; "),
  )}.`;
}

/** Returns each offer with its evidence, for lists. */
export function offerRows({ offers = [], tiers, asOf }: Offered): { words: string; evidence: string[] }[] {
  return alikeOffers(offers, tiers).map((alike) => ({
    words: `${capitalised(offerWords(alike, { tiers, asOf }))}.`,
    evidence: [...new Set(alike.flatMap(({ evidence = [] }) => evidence))],
  }));
}
