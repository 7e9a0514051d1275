import { decimal, roundMoney } from "@/lib/catalog/money";
import { headlinePrice } from "@/lib/catalog/plans";
import type { Stated } from "@/lib/catalog/stated";
import { isSeatUnit } from "@/lib/catalog/units";
import type { CapabilityName, Offer, PricingRecord, Tier } from "@/lib/schemas/record";
import { capabilityName } from "./capabilities";
import { among, countOf } from "./list";
import { formatMoney, formatNumber } from "./money";
import { audienceWords, offersLine } from "./offers";
import { peopleWords } from "./question-answer";
import { tierTitle } from "./tier-answer";
import { priceOfTier } from "./tier-price";
import { lower } from "./words";

const CAPABILITY: Partial<Record<Stated, CapabilityName>> = { has_sso: "sso", scim: "scim", audit_log: "audit_log" };
const AUDIENCE: Partial<Record<Stated, Offer["audience"]>> = {
  student_offer: "students",
  educator_offer: "educators",
  nonprofit_offer: "nonprofits",
  open_source_offer: "open_source",
  startup_offer: "startups",
};
const NAMED = 3;

interface Asked {
  having: Stated;
  total: number;
  excluded: number;
  excludedProducts: readonly { name: string }[];
  seats: number | null;
  currency: string;
}

/**
 * Returns "3 products have SCIM; of 40 others it is not known. Cheapest known tiers: Acme Vault Business, $8 per user
 * per month; …"
 */
export function statedSentence(asked: Asked, records: readonly PricingRecord[]): string {
  const { having, total, excluded, excludedProducts } = asked;
  const capability = CAPABILITY[having];
  const audience = AUDIENCE[having];
  const what = capability ? capabilityName(capability) : `an offer for ${audience ? audienceWords(audience) : having}`;
  const known = `${countOf(total, "product")} ${total === 1 ? "has" : "have"} ${what}`;
  const count = `${total === 0 ? `No product is known to have ${what}` : known}; of ${formatNumber(excluded)} others it is not known${among(excluded, excludedProducts)}.`;
  if (records.length < total) return count;
  const named = capability ? cheapestTiers(capability, asked, records) : offers(audience, records);
  return [count, named].filter(Boolean).join(" ");
}

/**
 * Returns a tier's monthly cost for a number of people. Null in another currency, or if the tier is sold only for fewer
 * people.
 */
function monthOf(tier: Tier, { seats, currency }: Asked): number | null {
  const price = headlinePrice(tier);
  if (price === null || tier.currency !== currency) return null;
  if (seats === null || !isSeatUnit(tier.priceUnit)) return price;
  if (tier.maximumSeats !== null && tier.maximumSeats < seats) return null;
  return roundMoney(decimal(price).times(Math.max(seats, tier.minimumSeats ?? 0)));
}

function cheapestTiers(capability: CapabilityName, asked: Asked, records: readonly PricingRecord[]): string {
  const { seats, currency } = asked;
  const priced = records.flatMap(({ name, capabilities = [], tiers = [] }) => {
    const ids = capabilities.find((fact) => fact.capability === capability)?.tiers ?? [];
    const own = tiers
      .filter(({ id }) => ids.includes(id))
      .flatMap((tier) => {
        const month = monthOf(tier, asked);
        return month === null ? [] : [{ name, tier, month, isForTeam: seats !== null && isSeatUnit(tier.priceUnit) }];
      });
    return own.toSorted((a, b) => a.month - b.month).slice(0, 1);
  });
  // A price per unit other than people is not a price for a team.
  const sorted = priced.toSorted((a, b) => Number(b.isForTeam) - Number(a.isForTeam) || a.month - b.month);
  const shown = sorted.slice(0, NAMED).map(({ name, tier, month, isForTeam }) => {
    const team =
      isForTeam && seats !== null ? `, ${formatMoney(month, currency)} per month for ${peopleWords(seats)}` : "";
    return `${tierTitle(name, tier.name)}: ${priceOfTier(tier)}${team}`;
  });
  return shown.length === 0 ? "No price of a tier that has it is known." : `Cheapest known tiers: ${shown.join("; ")}.`;
}

function offers(audience: Offer["audience"] | undefined, records: readonly PricingRecord[]): string {
  return records
    .slice(0, NAMED)
    .map(({ name, offers: all = [], tiers, asOf }) => {
      const own = all.filter((offer) => offer.audience === audience);
      return `${name} for ${lower(offersLine({ offers: own, tiers, asOf }))}`;
    })
    .join(" ");
}
