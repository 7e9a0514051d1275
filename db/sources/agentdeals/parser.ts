import * as z from "zod";
import { addDays } from "@/lib/catalog/day";
import { tierId } from "@/lib/catalog/tier-id";
import type { OpenSourceFact, PlansFact, PriceFact, TierFact } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { conditionsIn, isForFirstTimeOnly, isForSomeOnly } from "../shared/conditions";
import { cleanName, type FreeTier, licencesIn, mergeFreeTiers, ownDomain, subjectKey } from "../shared/markdown-list";
import { withoutUndefined } from "../shared/plan-drafts";
import { plainText, quotasIn, trialDaysIn } from "../shared/quota";
import type { AdapterResult, Reading, Reject, Subject } from "../shared/reading";
import { nameOnSite } from "../shared/suites";
import { notes } from "../shared/text";
import { isCurrency } from "../shared/units";

const COMMIT = "cf36e52cc9bf76d81c429173efaab70a658113f9";
const COMMITTED_ON = "2026-08-22";
const REPOSITORY = "https://github.com/robhunter/agentdeals/blob";

/** The date of the list, and the URL of its folder. */
export type State = { day: Day; folder: string };
const SNAPSHOT: State = { day: COMMITTED_ON, folder: `${REPOSITORY}/${COMMIT}/data` };
export const today = (day: Day): State => ({ day, folder: `${REPOSITORY}/HEAD/data` });

export const Offer = z.object({
  vendor: z.string().min(1),
  category: z.string(),
  description: z.string(),
  tier: z.string(),
  url: z.string(),
  verifiedDate: z.iso.date(),
  eligibility: z.object({ type: z.string() }).optional(),
});
export type Offer = z.infer<typeof Offer>;

export const Change = z.object({
  vendor: z.string().min(1),
  change_type: z.string(),
  date: z.iso.date(),
  summary: z.string(),
  previous_state: z.string(),
  current_state: z.string(),
  source_url: z.string(),
  category: z.string(),
});
export type Change = z.infer<typeof Change>;

type OpenSource = z.infer<typeof OpenSourceFact>;

const NOT_SOFTWARE = new Set(["Education", "News & Reading", "Meditation & Wellness", "Fitness & Health"]);

/** Rows whose tier is a price list, credits or a closed programme. */
const NOT_FREE =
  /^(?:pay-|budget|paid|trial$|credits?$|free credits?\b|conditional|legacy|beta$|experimental|standard$|exempt|basic \(free credits\)|freemium|startup|free \(deprecated\)|free \(scholarship\)|free \(\$\d+ credits\))/i;
const SELF_HOSTED = /^(?:free oss|open source|oss|self-hosted|community \(self-hosted\)|free \(open-source library)/i;
const NO_FREE_TIER =
  /\bno (?:permanent |longer a )?free (?:tier|plan)\b(?! for)|\bfree (?:tier|plan) (?:was )?(?:removed|discontinued|eliminated)\b/i;
/** Restrictive licences under which self-hosting is free but the source is not open. */
const SOURCE_AVAILABLE = /\bBSL\b|\bBUSL\b|Business Source|Sustainable Use|\bSSPL\b|Elastic License|fair[- ]code/i;
/** Rows whose quoted plans contradict each other or belong to another product. */
const DOUBTFUL_PRICES = new Set(["Cursor", "Google AI Pro/Ultra", "Claude Code", "OpenAI Codex", "Cloudflare Queues"]);

/** Changes whose plan names contradict the same list's current prices, or that price another product. */
const DOUBTFUL_CHANGES = new Set(["Windsurf 2026-03-19", "OpenAI Codex 2026-04-03"]);

/** Rows under a vendor's name that list the tiers of one of its products, according to their texts. */
const TIERS_OF: Record<string, string> = {
  OpenAI: "OpenAI API",
  Okta: "Auth0",
  "X (Twitter)": "X API",
  "X API (Twitter)": "X API",
};

function subjectOf(row: { vendor: string; url: string; category: string }): Subject {
  const product = TIERS_OF[row.vendor];
  if (product) return { name: product, categoryLabel: row.category };
  const domain = ownDomain(row.url);
  return { ...nameOnSite(cleanName(row.vendor), domain), domain, categoryLabel: row.category };
}

function evidenceOf(url: string, file: string): Reading["evidence"] {
  return /^https?:\/\//.test(url) && URL.canParse(url) ? { url, via: file } : { url: file };
}

/** Returns an offer as readings (a free tier or open-source licence, and quoted prices), or why it has no reading. */
export function fromOffer(raw: unknown, { folder }: State = SNAPSHOT): { readings: Reading[]; reason?: string } {
  const row = Offer.parse(raw);
  const text = plainText(row.description);
  const to = row.eligibility?.type;
  if (to === "oss") return { readings: [], reason: "free for open-source projects only" };
  if (to === "student") return { readings: [], reason: "student programme without a percentage" };
  if (to) {
    return {
      readings: [],
      reason: /\d\s?%/.test(text)
        ? "startup or partner programme: no such discount kind"
        : "startup or partner programme: credits or free months, no percentage",
    };
  }
  if (NOT_SOFTWARE.has(row.category))
    return { readings: [], reason: `category holds no priced software: ${row.category}` };
  const base = {
    subject: subjectOf(row),
    observedAt: row.verifiedDate,
    evidence: evidenceOf(row.url, `${folder}/index.json`),
  };
  const plans = DOUBTFUL_PRICES.has(row.vendor) ? null : quotedPlans(text);
  const readings: Reading[] = [];
  if (plans)
    readings.push({
      ...base,
      trust: "C",
      fact: plans,
      evidence: {
        ...base.evidence,
        note: notes("Prices named in passing by a list; the vendor may sell more plans.", startNote(text, plans)),
      },
    });
  const offered = freeOffer(row, text);
  if (typeof offered === "string") return { readings, reason: offered };
  const note = notes(/\(database only\)/i.test(row.tier) && "Databases only.", conditionsIn(text));
  readings.push({
    ...base,
    trust: "B",
    fact: offered,
    evidence: offered.kind === "free_tier" && note ? { ...base.evidence, note } : base.evidence,
  });
  return { readings };
}

function freeOffer(row: Offer, text: string): FreeTier | OpenSource | string {
  if (SELF_HOSTED.test(row.tier)) {
    if (SOURCE_AVAILABLE.test(text)) return "self-hosted under a licence that is not open source";
    const licences = licencesIn(text);
    if (licences.length === 0) return "self-hosted edition without a stated licence";
    return {
      kind: "open_source",
      licences,
      repository: /^https?:\/\/github\.com\/[^/]+\/[^/]+/.test(row.url) ? row.url : null,
    };
  }
  const trialDays = trialDaysIn(text);
  const opening = text
    .split(/(?<=[.!?])\s/)
    .slice(0, 2)
    .join(" ");
  if (
    NO_FREE_TIER.test(text) &&
    !/\bfree (?:tier|plan|community)[:,]|\bfree \w+ (?:tier|plan)\b/i.test(text) &&
    /no (?:permanent |longer a )?free/i.test(text)
  ) {
    if (/open[- ]source/i.test(opening)) return "free for open-source projects only";
    return { kind: "free_tier", available: false, trialDays, limits: [] };
  }
  if (NOT_FREE.test(row.tier)) return `not a free tier: ${row.tier.replace(/\(.*/, "").trim()}`;
  if (/\bfree (?:tier|plan) being (?:discontinued|removed)|\bshut(?:ting)? down\b|\bbeing sunset\b/i.test(text))
    return "free tier announced as ending";
  if (
    /\btrial\b/i.test(text) &&
    !/\bfree\b(?! trial)|\bforever\b|\bunlimited\b/i.test(text.replace(/\b(?:free )?trial\b/gi, "trial"))
  ) {
    return trialDays === null
      ? "trial only, without its length"
      : { kind: "free_tier", available: null, trialDays, limits: [] };
  }
  if (/\bone-time, not monthly\b/i.test(text)) return "one-off allowance, no free tier";
  if (/\bplatform is now paid\b/i.test(text))
    return trialDays === null
      ? "the hosted product is paid"
      : { kind: "free_tier", available: null, trialDays, limits: [] };
  if (/^[^.]*\. Students have free access\b/i.test(text)) return "free for students only";
  if (isForFirstTimeOnly(text)) return "free for a time only";
  const limits = quotasIn(text, { freePlan: row.tier });
  if (limits.length === 0 && isForSomeOnly(text)) return "free for open-source, education or charity only";
  if (
    limits.length === 0 &&
    /\bfree for (?:open[- ]source|students|education|non-?profits)/i.test(text) &&
    !/\bfree (?:tier|plan|forever)\b|\b(?:users?|individuals?)\b.{0,12}free|\bfree for (?:up|individuals?|personal)/i.test(
      text,
    )
  ) {
    return "free for open-source, education or charity only";
  }
  return { kind: "free_tier", available: true, trialDays, limits };
}

const PLAN_NAME =
  "(?:Pro\\+|Pro|Plus|Business|Teams|Team|Starter|Hobby|Premium|Enterprise|Standard|Basic|Growth|Ultimate|Indie|Core|Max|Ultra|Power|Premium)";
const QUOTED = new RegExp(
  `(?<![\\w-] Plan )(?<![A-Z][\\w-]* )(?<![\\w+-])(${PLAN_NAME})(?: plan| tier| subscription)?(?:,? (?:is|now|starts at|starting at|start at|begins at|from|for|at|costs))*:?\\s?\\(?(?:from |~)?([$€£])(\\d[\\d,]*(?:\\.\\d+)?)\\s?(?:\\/|per | a )\\s?(?:(user|seat|member|dev|developer)\\s?(?:\\/|per )\\s?)?(mo|month|yr|year)\\b( billed annually)?`,
  "g",
);
const SIGNS: Record<string, string> = { $: "USD", "€": "EUR", "£": "GBP" };

/** Returns plans that a text names with amount and period. Null if it names no plan, or several currencies. */
export function quotedPlans(text: string): PlansFact | null {
  const tiers = new Map<string, TierFact>();
  const currencies = new Set<string>();
  for (const match of text.matchAll(QUOTED)) {
    const [whole, name = "", sign = "", amount = "", unit, period = "", annually] = match;
    const before = text.slice(Math.max(0, match.index - 40), match.index);
    const after = text.slice(match.index + whole.length, match.index + whole.length + 25);
    if (
      /\b(?:was|previously|formerly|legacy|grandfathered|includ\w+ in|available to|equivalent|until|worth)\b[^.;,]*$/i.test(
        before,
      )
    )
      continue;
    if (/^[^.;,]{0,20}\b(?:credits?|off|discount)\b/i.test(after) && !/^\s?\(/.test(after)) continue;
    if (/starts? at|starting at|begins at|from/.test(whole) && !unit && /^Enterprise$/.test(name)) continue;
    const id = tierId(name);
    const price: PriceFact = {
      amount: Number(amount.replace(/,/g, "")),
      period: /^y/.test(period) ? "year" : "month",
      billing: annually || /^y/.test(period) ? "annual" : null,
    };
    const currency = SIGNS[sign] ?? "";
    if (!isCurrency(currency) || price.amount <= 0 || tiers.has(id)) continue;
    currencies.add(currency);
    tiers.set(id, {
      id,
      name,
      status: "published",
      prices: [price],
      unit: unit ? (/^dev/.test(unit) ? "developer" : unit) : null,
    });
  }
  const [currency] = currencies;
  if (tiers.size === 0 || currencies.size !== 1 || !currency) return null;
  return { kind: "plans", currency, complete: false, tiers: [...tiers.values()] };
}

/** Returns a note that names the plans with only a lowest price in the text: "Pro starts at $29". */
function startNote(text: string, plans: PlansFact): string | undefined {
  const starts = [...text.matchAll(QUOTED)].flatMap(([whole, name = ""]) =>
    /\b(?:starts at|starting at|start at|begins at|from)\b/.test(whole) &&
    plans.tiers.some((tier) => tier.name === name)
      ? name
      : [],
  );
  return starts.length > 0 ? `${[...new Set(starts)].join(" and ")}: "from" this price.` : undefined;
}

/** Returns one dated change as readings of both sides, or why it has no reading. */
export function fromChange(raw: unknown, { day, folder }: State = SNAPSHOT): { readings: Reading[]; reason?: string } {
  const row = Change.parse(raw);
  if (row.date > day) return { readings: [], reason: "announced for a day after the list was read" };
  if (/\bcorrection\b|incorrect|mischaracteri[sz]ed|data error/i.test(`${row.summary} ${row.previous_state}`)) {
    return { readings: [], reason: "correction of the list, not a move of the vendor" };
  }
  const base = {
    subject: subjectOf({ ...row, url: row.source_url }),
    evidence: evidenceOf(row.source_url, `${folder}/deal_changes.json`),
  };
  const effectiveFrom = isEffective(row) ? row.date : undefined;
  const told = `State before the change of ${row.date}, as told afterwards.`;
  const before = quotedPlans(row.previous_state);
  const after = quotedPlans(row.current_state);
  if (before && after && before.currency === after.currency && !DOUBTFUL_CHANGES.has(`${row.vendor} ${row.date}`)) {
    const shared = before.tiers.filter(({ id }) => after.tiers.some((tier) => tier.id === id));
    const moved = shared.some((tier) => {
      const now = after.tiers.find(({ id }) => id === tier.id);
      return now?.prices[0]?.amount !== tier.prices[0]?.amount;
    });
    if (moved) {
      return {
        readings: [
          {
            ...base,
            trust: "C",
            observedAt: addDays(row.date, -1),
            evidence: { ...base.evidence, note: notes(told, startNote(row.previous_state, before)) },
            fact: { ...before, tiers: shared },
          },
          {
            ...base,
            trust: "C",
            observedAt: row.date,
            effectiveFrom,
            evidence: withoutUndefined({ ...base.evidence, note: startNote(row.current_state, after) }),
            fact: after,
          },
        ],
      };
    }
  }
  const free = (available: boolean, limits: FreeTier["limits"]): FreeTier => ({
    kind: "free_tier",
    available,
    trialDays: null,
    limits,
  });
  if (row.change_type === "free_tier_removed") {
    const text = `${row.summary}. ${row.current_state}`;
    const gone =
      /\b(?:no|without a) (?:permanent |longer a |more )?free (?:\w+ )?(?:tier|plan)|free (?:\w+ )?(?:tier|plan)\b[^.;]{0,30}\b(?:removed|discontinued|ended|eliminated|killed|gone|replaced by trial)|paid-only|\btrial only\b|\bonly (?:a )?\d+-day (?:free )?trial/i.test(
        text,
      );
    const remains =
      /self-host\w*[^.]*free|open[- ]source|remains? free|still free|free (?:tier|plan) (?:still|continues|remains)|core free|new users|new accounts|credits/i.test(
        text,
      );
    if (!gone || remains) return { readings: [], reason: "free tier removed only in part, or not clearly" };
    return {
      readings: [
        {
          ...base,
          trust: "C",
          observedAt: row.date,
          effectiveFrom,
          fact: { ...free(false, []), trialDays: trialDaysIn(text) },
        },
      ],
    };
  }
  if (
    /^(?:limits_|pricing_restructured|new_free_tier|restriction)/.test(row.change_type) &&
    /\bfree\b/i.test(row.summary + row.current_state + row.previous_state)
  ) {
    const old = quotasIn(row.previous_state, { freePlan: "Free" });
    const now = quotasIn(row.current_state, { freePlan: "Free" });
    const moved = old.some((limit) =>
      now.some((other) => other.name === limit.name && other.unit === limit.unit && other.value !== limit.value),
    );
    if (moved) {
      return {
        readings: [
          {
            ...base,
            trust: "C",
            observedAt: addDays(row.date, -1),
            evidence: { ...base.evidence, note: told },
            fact: free(true, old),
          },
          { ...base, trust: "C", observedAt: row.date, effectiveFrom, fact: free(true, now) },
        ],
      };
    }
  }
  return { readings: [], reason: `prose only: ${row.change_type}` };
}

const MONTHS = "January February March April May June July August September October November December".split(" ");

/** Returns true if the text names the vendor's own effective date and it is the row's date. */
export function isEffective(row: Pick<Change, "date" | "summary" | "current_state">): boolean {
  const [year = "", month = "", day = ""] = row.date.split("-");
  const name = MONTHS[Number(month) - 1] ?? "";
  const spelled = `(?:${name}|${name.slice(0, 3)}\\.?) ${Number(day)}(?:,? ${year})?\\b`;
  return new RegExp(
    `\\b(?:effective|starting|started|starts|as of|from|takes effect|since|begins|beginning)(?: on)? ${spelled}`,
    "i",
  ).test(`${row.summary} ${row.current_state}`);
}

export function fromFiles(
  offers: readonly unknown[],
  changes: readonly unknown[],
  state: State = SNAPSHOT,
): AdapterResult {
  const readings: Reading[] = [];
  const rejects: Reject[] = [];
  const tiers: Reading<FreeTier>[] = [];
  for (const raw of offers) {
    const result = fromOffer(raw, state);
    const { vendor, tier } = Offer.parse(raw);
    if (result.reason) rejects.push({ row: `${vendor} (${tier})`, reason: result.reason });
    for (const reading of result.readings) {
      const { fact } = reading;
      if (fact.kind === "free_tier") tiers.push({ ...reading, fact });
      else readings.push(reading);
    }
  }
  const merged = mergeFreeTiers(tiers);
  readings.push(...merged.readings);
  rejects.push(...merged.rejects);
  const listed = new Map(merged.readings.map((reading) => [subjectKey(reading), reading]));
  for (const raw of changes) {
    const result = fromChange(raw, state);
    const { vendor, date } = Change.parse(raw);
    if (result.reason) rejects.push({ row: `change ${date}: ${vendor}`, reason: result.reason });
    for (const reading of result.readings) {
      const current = listed.get(subjectKey(reading));
      if (reading.fact.kind === "free_tier" && reading.fact.available === false && !current) {
        readings.push({ ...reading, subject: { ...reading.subject, onlyIfKnown: true } });
      } else readings.push(reading);
    }
  }
  return { readings, rejects };
}
