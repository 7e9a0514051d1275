import type { CapabilityFact, CapabilityName, PricingAnswer } from "@/lib/schemas/record";
import { formatDay } from "./dates";
import { formatMoney, formatPercent } from "./money";
import { priceOfTier } from "./tier-price";
import { unitWords } from "./words";

type Shown = NonNullable<PricingAnswer["capabilities"]>[number];

const NAMES: Record<CapabilityName, string> = { sso: "single sign-on", scim: "SCIM", audit_log: "audit log" };

export function capabilityName(capability: CapabilityName): string {
  return NAMES[capability];
}

function addOnWords({ label, amount, percent, currency, unit }: NonNullable<CapabilityFact["addOn"]>): string {
  const per = unit ? ` ${unitWords(unit)}` : "";
  const price =
    amount !== null ? `${formatMoney(amount, currency)}${per}` : percent !== null ? formatPercent(percent) : null;
  return `as an add-on (${[label, price].filter(Boolean).join(", ")})`;
}

/** "from Business ($24 per user per month billed monthly)", "as an add-on (…)"; what is not known is said so. */
function placeWords({ firstTier, tiers: ids, addOn }: Shown, tiers: PricingAnswer["tiers"] = []): string {
  const tier = tiers.find(({ id }) => id === firstTier);
  const place =
    firstTier === null
      ? null
      : `${ids.length > 1 ? "from" : "in"} ${tier ? `${tier.name} (${priceOfTier(tier)})` : firstTier}`;
  const parts = [place, addOn && addOnWords(addOn)].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(", or ") : "for an extra charge; the tier is not known";
}

/** "Single sign-on: from Business ($24 …). Checked 8 Mar 2025." */
export function capabilitySentence(fact: Shown, tiers: PricingAnswer["tiers"]): string {
  const name = NAMES[fact.capability];
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${placeWords(fact, tiers)}, checked ${formatDay(fact.observedAt)}.`;
}
