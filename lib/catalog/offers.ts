import type { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import type { Offer, OfferAudience, Tier } from "@/lib/schemas/record";
import { OFFER_AUDIENCES } from "@/lib/schemas/record";
import { compareText, type Entry, type EvidenceBook, groupBy, ofKind } from "./ledger";
import { latestByVoice, mostBelieved } from "./plans";

type Discount = Extract<Observation["fact"], { kind: "discount" }>;

/** Discounts for everyone in a group, for any purchase. Other discounts are negotiated. */
const AUDIENCES = {
  education: ["students", "educators"],
  nonprofit: ["nonprofits"],
  open_source: ["open_source"],
  startup: ["startups"],
} as const satisfies Partial<Record<Discount["discount"], readonly OfferAudience[]>>;

type OfferKind = keyof typeof AUDIENCES;

export function isOffer(discount: Discount["discount"]): discount is OfferKind {
  return discount in AUDIENCES;
}

const STUDENTS = /\b(?:students?|school e-mail|\.edu)\b/i;
const EDUCATORS = /\b(?:educators?|teachers?|professors?|lecturers?|faculty|schools?\b(?! e-mail)|institutions?)\b/i;

/** Returns the audiences of an offer. Education that the source does not narrow down is for both. */
function audiencesOf(kind: OfferKind, condition: string | null): readonly OfferAudience[] {
  if (kind !== "education" || condition === null) return AUDIENCES[kind];
  const named = AUDIENCES.education.filter((audience) =>
    (audience === "students" ? STUDENTS : EDUCATORS).test(condition),
  );
  return named.length > 0 ? named : AUDIENCES.education;
}

type Terms = Pick<Offer, "audience" | "free" | "percentLow" | "percentHigh" | "plan" | "tier" | "condition">;

function termsOf(audience: OfferAudience, { percentLow, percentHigh, plan, condition }: Discount): Terms {
  const free = percentLow === 100;
  return {
    audience,
    free,
    percentLow: free ? null : percentLow,
    percentHigh: free ? null : percentHigh,
    plan: plan ?? null,
    tier: null,
    condition,
  };
}

const keyOf = ({ audience, free, percentLow, percentHigh }: Terms) =>
  `${audience} ${free} ${percentLow} ${percentHigh}`;

/** Returns the offers of a product's discounts; several sources with the same figure make one offer. */
function offersOfDiscounts(observations: readonly Observation[], asOf: Day, book: EvidenceBook): Offer[] {
  const discounts = ofKind(observations, "discount").filter(({ fact }) => isOffer(fact.discount));
  const latest = [...groupBy(discounts, ({ fact }) => fact.discount).values()].flatMap((entries) =>
    latestByVoice(entries, asOf),
  );
  const stated = latest.flatMap((entry) =>
    isOffer(entry.fact.discount)
      ? audiencesOf(entry.fact.discount, entry.fact.condition).map((audience) => ({
          entry,
          terms: termsOf(audience, entry.fact),
        }))
      : [],
  );
  return [...groupBy(stated, ({ terms }) => keyOf(terms)).values()].flatMap((alike): Offer[] => {
    const shown = mostBelieved(
      alike.map(({ entry }) => entry),
      asOf,
    );
    const terms = alike.find(({ entry }) => entry === shown)?.terms;
    if (!shown || !terms) return [];
    const entries: Entry<Discount>[] = alike.map(({ entry }) => entry);
    return [{ ...terms, observedAt: shown.observedAt, evidence: book.citeAll(entries) }];
  });
}

const TIER_NAMES: readonly [RegExp, readonly OfferAudience[]][] = [
  [/\bstudents?\b.*\b(?:faculty|teachers?|educators?)\b/i, ["students", "educators"]],
  [/\bstudents?\b/i, ["students"]],
  [/\b(?:education(?:al)?|academic)\b.*\bnon-?profits?\b/i, ["students", "educators", "nonprofits"]],
  [/\b(?:education(?:al)?|academic)\b/i, ["students", "educators"]],
  [/\b(?:non-?profits?|charit(?:y|ies))\b/i, ["nonprofits"]],
];
/** Matches names of tiers that are also for others. */
const FOR_OTHERS = /\b(?:business|labs?)\b/i;
const RESTRICTED: ReadonlySet<Tier["audience"]> = new Set(["student", "nonprofit"]);

/**
 * Returns the tiers that only a group can buy, if there are also tiers for everyone: a product only for schools has
 * no special offer for schools.
 */
function offersOfTiers(tiers: readonly Tier[]): Offer[] {
  const isForAll = ({ audience, isFree }: Tier) => !RESTRICTED.has(audience) && !isFree;
  if (!tiers.some(isForAll)) return [];
  return tiers.flatMap((tier): Offer[] => {
    if (!RESTRICTED.has(tier.audience) || tier.retiredOn !== null || FOR_OTHERS.test(tier.name)) return [];
    const [, audiences = []] = TIER_NAMES.find(([pattern]) => pattern.test(tier.name)) ?? [];
    const { name, id, isFree: free, observedAt, evidence } = tier;
    const percent = { percentLow: null, percentHigh: null };
    return audiences.map((audience) => ({
      audience,
      free,
      ...percent,
      plan: name,
      tier: id,
      condition: null,
      observedAt,
      evidence,
    }));
  });
}

/** Returns offers for students, educators, nonprofits, open-source projects and start-ups, by audience. */
export function offersOf(
  observations: readonly Observation[],
  { asOf, tiers }: { asOf: Day; tiers: readonly Tier[] },
  book: EvidenceBook,
): Offer[] {
  const rank = ({ audience }: Offer) => OFFER_AUDIENCES.indexOf(audience);
  return [...offersOfDiscounts(observations, asOf, book), ...offersOfTiers(tiers)].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      Number(b.free) - Number(a.free) ||
      (b.percentHigh ?? 0) - (a.percentHigh ?? 0) ||
      compareText(a.plan ?? "", b.plan ?? ""),
  );
}
