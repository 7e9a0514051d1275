import type { LedgerChange } from "@/lib/schemas/changes";
import type { Topic } from "@/lib/schemas/discover";
import type { Day } from "@/lib/schemas/primitives";
import type { CapabilityName, Offer, PricingRecord } from "@/lib/schemas/record";
import { capabilityName, capabilitySentence } from "./capabilities";
import { formatDay } from "./dates";
import { moveSentence } from "./ledger";
import { extraCost } from "./markdown";
import { offersLine } from "./offers";
import { limitWords, list, lower } from "./words";

/** The history of a product's list prices. */
export interface PriceMoves {
  /** Newest first. */
  moves: readonly LedgerChange[];
  knownSince: Day | null;
}

/** The audience of a topic, and the kind of offer as an adjective. */
const OFFERS: Readonly<Partial<Record<Topic, { audiences: readonly Offer["audience"][]; kind: string }>>> = {
  openSource: { audiences: ["open_source"], kind: "open-source" },
  education: { audiences: ["students", "educators"], kind: "student" },
  nonprofit: { audiences: ["nonprofits"], kind: "nonprofit" },
  startup: { audiences: ["startups"], kind: "start-up" },
};

export const CAPABILITY_TOPICS = { sso: "sso", scim: "scim", auditLog: "audit_log" } as const satisfies Partial<
  Record<Topic, CapabilityName>
>;

/**
 * Returns one sentence with the record's statement about a topic, or that there is no statement. Empty if the
 * record's answer already states it. `isAlone`: the record's answer is not shown.
 */
export function topicSentence(
  topic: Topic,
  record: PricingRecord,
  { moves, knownSince }: PriceMoves,
  { isAlone = false } = {},
): string {
  const licences = record.freeTier?.licences ?? [];
  const { name, freeTier, hiddenCosts = [], offers = [], capabilities = [], tiers = [] } = record;
  switch (topic) {
    case "free": {
      const plan = freeTier?.plan ?? null;
      if (plan && !isAlone) return "";
      if (plan) {
        const limits = (freeTier?.limits ?? []).map(limitWords).join("; ");
        return `${name} has a free plan${limits === "" ? "" : `: ${limits}`}.`;
      }
      return plan === false ? `${name} has no free plan.` : `It is not known whether ${name} has a free plan.`;
    }
    case "trial": {
      const days = freeTier?.trialDays ?? null;
      return days === null ? `It is not known whether ${name} has a free trial.` : `Free trial: ${days} days.`;
    }
    case "limits": {
      const limits = freeTier?.limits ?? [];
      return limits.length > 0
        ? `Free plan: ${limits.map(limitWords).join("; ")}.`
        : `No limits of the free plan of ${name} are known.`;
    }
    case "selfHosted": {
      return licences.length > 0
        ? `${name} is free to self-host (${list(licences)}).`
        : `It is not known whether ${name} can be self-hosted.`;
    }
    case "sso":
    case "scim":
    case "auditLog": {
      const capability = CAPABILITY_TOPICS[topic];
      const fact = capabilities.find((known) => known.capability === capability);
      if (!fact) return `It is not known which plan of ${name} has ${capabilityName(capability)}.`;
      const costs =
        topic === "sso" ? hiddenCosts.filter(({ kind, label }) => kind === "sso" && label !== fact.addOn?.label) : [];
      const extra = costs.map((cost) => `${extraCost(cost)} (checked ${formatDay(cost.observedAt)}).`);
      return [capabilitySentence(fact, tiers), ...extra].join(" ");
    }
    case "minimum": {
      const minimums = tiers.flatMap((tier) =>
        "minimumSeats" in tier && tier.minimumSeats !== null && tier.minimumSeats > 1
          ? `${tier.name} ${tier.minimumSeats}`
          : [],
      );
      return minimums.length > 0 ? `Minimum seats: ${list(minimums)}.` : `No minimum is known for ${name}.`;
    }
    case "history": {
      if (moves.length > 0) return moves.map(moveSentence).join(" ");
      return knownSince === null
        ? `No price history of ${name} is known.`
        : `No change of a list price of ${name} is known since ${formatDay(knownSince)}.`;
    }
    default: {
      const { audiences = [], kind = topic } = OFFERS[topic] ?? {};
      const known = offers.filter(({ audience }) => audiences.includes(audience));
      if (known.length > 0) return `${name} for ${lower(offersLine({ offers: known, tiers, asOf: record.asOf }))}`;
      if (topic === "openSource" && licences.length > 0) return `${name} is open source (${list(licences)}).`;
      return `No ${kind} offer of ${name} is known.`;
    }
  }
}
