import type { HiddenCostFact, Observation, TierFact } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import {
  CAPABILITIES,
  type CapabilityFact,
  type CapabilityName,
  type HiddenCost,
  type Tier,
} from "@/lib/schemas/record";
import { addDays, daysBetween } from "./day";
import type { LeadingCost } from "./groups";
import { type Entry, type EvidenceBook, groupBy, ofKind, voiceOf } from "./ledger";
import { POLICY } from "./policy";
import { tierId } from "./tier-id";
import { isSeatUnit } from "./units";

const WORDS: Readonly<Record<CapabilityName, RegExp>> = {
  sso: /\b(?:SSO|SAML|single[- ]sign[- ]?on)\b/i,
  scim: /\b(?:SCIM|user provisioning)\b/i,
  audit_log: /\baudit[- ](?:logs?|logging|trails?)\b/i,
};

const DENIED_BEFORE = /\b(?:no|not|without|except|excluding|excludes?|lacks?|cannot)\b|n['’]t\b/i;
const DENIED_AFTER =
  /^[^.;]*\b(?:(?:not|never) (?:included|available|supported|offered)|[a-z]+n['’]t (?:included|available|supported)|unavailable|excluded|coming soon|planned)\b/i;
const SOLD_APART = /\badd-?ons?\b|\boptional\b|\bextra (?:cost|charge|fee)\b|\bfor purchase\b|\bsold separately\b/i;
/** Signing in with another service's account is not the buyer's own single sign-on. */
const SOCIAL = /\b(?:google|social|facebook|apple|github|gitlab|microsoft|azure|slack|e-?mail)\b/i;
const STANDARD = /\b(?:SAML|OIDC)\b/i;

export type Statement = "included" | "denied" | "sold_apart";

/** Returns the statement of a feature's words on a capability; null if there is no statement. */
export function statementIn(words: string, capability: CapabilityName): Statement | null {
  for (const part of words.split(/[.;]|\bbut\b/)) {
    const match = WORDS[capability].exec(part);
    if (!match) continue;
    if (DENIED_BEFORE.test(part.slice(0, match.index)) || DENIED_AFTER.test(part.slice(match.index))) return "denied";
    if (SOLD_APART.test(part)) return "sold_apart";
    if (capability === "sso" && SOCIAL.test(part) && !STANDARD.test(part)) continue;
    return "included";
  }
  return null;
}

type Described = { features?: readonly string[] | undefined; limits?: TierFact["limits"] };

/** Returns a tier's statement on a capability; a denial takes precedence. */
export function statementOf({ features = [], limits = [] }: Described, capability: CapabilityName): Statement | null {
  const said = [
    ...features.map((feature) => statementIn(feature, capability)),
    ...limits.map(({ name, value }) => {
      const statement = statementIn(name, capability);
      return statement === "included" && value === 0 ? "denied" : statement;
    }),
  ];
  return (["denied", "sold_apart", "included"] as const).find((statement) => said.includes(statement)) ?? null;
}

export function mentionsCapability(tier: Described): boolean {
  return CAPABILITIES.some((capability) => statementOf(tier, capability) !== null);
}

/** Returns the last day on which a statement of a day still counts. */
export function capabilityEnd(observedAt: Day): Day {
  return addDays(observedAt, POLICY.hiddenCostWindowDays);
}

type Plans = Extract<Observation["fact"], { kind: "plans" }>;
interface Stated {
  statement: Statement;
  entry: Entry<Plans>;
}

/** Returns the newest statement of any source about a tier; only the last list of features of each source counts. */
function newestStatement(readings: readonly Entry<Plans>[], id: string, capability: CapabilityName): Stated | null {
  const tierIn = ({ fact }: Entry<Plans>) => fact.tiers.find((tier) => tier.id === id);
  const describing = readings.filter((entry) => {
    const { features = [], limits = [] } = tierIn(entry) ?? {};
    return features.length > 0 || limits.some(({ name }) => WORDS[capability].test(name));
  });
  const last = [...groupBy(describing, voiceOf).values()].flatMap((entries) => entries.at(-1) ?? []);
  const stated = last.flatMap((entry): Stated[] => {
    const statement = statementOf(tierIn(entry) ?? {}, capability);
    return statement === null ? [] : [{ statement, entry }];
  });
  const isNewer = (one: Stated, other: Stated) =>
    one.entry.observedAt > other.entry.observedAt ||
    (one.entry.observedAt === other.entry.observedAt && one.statement === "denied");
  return stated.reduce<Stated | null>((best, one) => (best === null || isNewer(one, best) ? one : best), null);
}

/** Returns true if a more expensive tier has it. An add-on has a price of its own. */
const isSurcharge = (label: string) => /^Single sign-on (?:costs extra|needs)\b(?!.*\badd-on\b)/.test(label);
const NAMED_TIER =
  /(?:\bneeds? (?:the )?|\bwith single sign-on: |\bonly in (?:the )?|\bwith single sign-on is that of the )([A-Z][\w+]*(?: [A-Z][\w+]*)*) (?:plans?|edition)\b/i;

/** Returns the tier that a surcharge for single sign-on leads to: the named tier, or the only one at its price. */
function tierOfSurcharge({ fact, evidence }: Entry<HiddenCostFact>, tiers: readonly Tier[]): Tier | null {
  const [, named] = NAMED_TIER.exec(evidence.note ?? "") ?? [];
  const byName = named && tiers.find(({ id }) => id === tierId(named));
  if (byName) return byName;
  const { fullPrice, currency, unit } = fact;
  if (fullPrice === undefined || fullPrice === 0 || unit === null) return null;
  const priced = tiers.filter(
    (tier) =>
      tier.currency === currency &&
      isSeatUnit(tier.priceUnit) === isSeatUnit(unit) &&
      [tier.priceMonthly, tier.priceAnnual].includes(fullPrice),
  );
  const [only, ...others] = priced;
  return only && others.length === 0 ? only : null;
}

/** Returns true for a price row only for the capability: "SSO/RBAC", "SSO or SCIM connection beyond 5". */
function isOnly(name: string, capability: CapabilityName): boolean {
  if (statementIn(name, capability) !== "included") return false;
  const rest = Object.values(WORDS).reduce((words, pattern) => words.replace(pattern, ""), name);
  return !/[a-z]/i.test(rest.replace(/\b(?:RBAC|or|and|connections?|beyond|per|additional|extra)\b/gi, ""));
}

type AddOn = NonNullable<CapabilityFact["addOn"]>;
type Priced<T> = { addOn: T; observedAt: Day; evidence: readonly string[] };

function addOnsOf(capability: CapabilityName, costs: readonly HiddenCost[], tiers: readonly Tier[]): Priced<AddOn>[] {
  const sold = costs.filter(({ kind, label }) => {
    if (kind === "sso") return capability === "sso" && !isSurcharge(label);
    const statement = statementIn(label, capability);
    return (kind === "add_on" || kind === "overage") && statement !== null && statement !== "denied";
  });
  const rows = tiers.filter(({ name }) => isOnly(name, capability));
  return [
    ...sold.map(({ label, amount, percent, currency, unit, observedAt, evidence }) => ({
      addOn: { label: label.replace(/^Add-on: |^Extra use: |^: /, ""), amount, percent, currency, unit },
      observedAt,
      evidence,
    })),
    ...rows.map(({ name, listPrice, currency, priceUnit, observedAt, evidence }) => {
      const amount = listPrice?.amount ?? null;
      return { addOn: { label: name, amount, percent: null, currency, unit: priceUnit }, observedAt, evidence };
    }),
  ].sort((a, b) => (a.addOn.amount ?? Number.POSITIVE_INFINITY) - (b.addOn.amount ?? Number.POSITIVE_INFINITY));
}

interface Known {
  asOf: Day;
  /** In price order. */
  tiers: readonly Tier[];
  costs: readonly LeadingCost[];
  hiddenCosts: readonly HiddenCost[];
}

/**
 * Returns the tiers that state single sign-on, user provisioning and an audit log. A missing statement has no
 * meaning.
 */
export function capabilitiesOf(
  observations: readonly Observation[],
  { asOf, tiers, costs, hiddenCosts }: Known,
  book: EvidenceBook,
): CapabilityFact[] {
  const readings = ofKind(observations, "plans").filter(
    ({ observedAt }) => daysBetween(observedAt, asOf) <= POLICY.hiddenCostWindowDays,
  );
  const surcharges = costs.map(({ shown }) => shown).filter(({ fact }) => fact.cost === "sso");
  return CAPABILITIES.flatMap((capability): CapabilityFact[] => {
    const standing = tiers.filter(({ name, retiredOn }) => retiredOn === null && !isOnly(name, capability));
    const stated = standing.flatMap((tier) => {
      const newest = newestStatement(readings, tier.id, capability);
      return newest ? [{ tier, ...newest }] : [];
    });
    const charged = capability === "sso" ? surcharges.filter(({ fact }) => isSurcharge(fact.label)) : [];
    const denied = new Set(stated.filter(({ statement }) => statement !== "included").map(({ tier }) => tier.id));
    const having = new Map<string, Observation>();
    for (const entry of charged) {
      const tier = tierOfSurcharge(entry, standing);
      if (tier && !denied.has(tier.id)) having.set(tier.id, entry);
    }
    for (const { tier, statement, entry } of stated) if (statement === "included") having.set(tier.id, entry);
    const [addOn] = addOnsOf(capability, hiddenCosts, tiers);
    const apart = stated.filter(({ statement }) => statement === "sold_apart").map(({ entry }) => entry);
    const shown: Observation[] = [...having.values(), ...(having.size > 0 ? [] : [...charged, ...apart])];
    const evidence = [...new Set([...book.citeAll(shown), ...(addOn?.evidence ?? [])])].sort();
    if (evidence.length === 0) return [];
    const ids = standing.map(({ id }) => id).filter((id) => having.has(id));
    const [firstTier = null] = ids;
    const observedAt =
      (firstTier === null ? undefined : having.get(firstTier)?.observedAt) ??
      addOn?.observedAt ??
      shown
        .map(({ observedAt: day }) => day)
        .sort()
        .at(-1) ??
      asOf;
    return [{ capability, tiers: ids, firstTier, addOn: addOn?.addOn ?? null, observedAt, evidence }];
  });
}
