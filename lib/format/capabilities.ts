import type { CapabilityFact, CapabilityName, PricingAnswer } from "@/lib/schemas/record";
import { formatDay } from "./dates";
import { formatMoney, formatPercent } from "./money";
import { capitalised, unitWords } from "./words";

type Shown = NonNullable<PricingAnswer["capabilities"]>[number];

const NAMES: Record<CapabilityName, string> = { sso: "single sign-on", scim: "SCIM", audit_log: "audit log" };

/** Returns the name of a capability as an object: "has an audit log". */
export function capabilityName(capability: CapabilityName): string {
  return capability === "audit_log" ? "an audit log" : NAMES[capability];
}

function addOnWords({ label, amount, percent, currency, unit }: NonNullable<CapabilityFact["addOn"]>): string {
  const per = unit ? ` ${unitWords(unit)}` : "";
  const price =
    amount !== null ? `${formatMoney(amount, currency)}${per}` : percent !== null ? formatPercent(percent) : null;
  return `as an add-on, ${[label, price].filter(Boolean).join(", ")}`;
}

/** Returns "Single sign-on: from Business (checked 8 Mar 2025)." The price of the tier has its own day. */
export function capabilitySentence(
  { capability, firstTier, tiers: ids, addOn, observedAt }: Shown,
  tiers: PricingAnswer["tiers"] = [],
): string {
  const tier = firstTier && (tiers.find(({ id }) => id === firstTier)?.name ?? firstTier);
  const parts = [tier && `${ids.length > 1 ? "from" : "in"} ${tier}`, addOn && addOnWords(addOn)].filter(Boolean);
  const place = parts.length > 0 ? parts.join(", or ") : "for an extra charge; the tier is not known";
  return `${capitalised(NAMES[capability])}: ${place} (checked ${formatDay(observedAt)}).`;
}
