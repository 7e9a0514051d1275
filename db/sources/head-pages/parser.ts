import { join } from "node:path";
import * as z from "zod";
import { tierId } from "@/lib/catalog/tier-id";
import type { Fact, HiddenCostFact, PriceFact, TierFact, Trust } from "@/lib/schemas/observation";
import type { Limit } from "@/lib/schemas/primitives";
import { isListed } from "../shared/first-hand";
import { siteOf } from "../shared/identity";
import {
  isPeriodAsBilling,
  mergePlans,
  type PlanDraft,
  saysBilledMonthly,
  uniqueCosts,
  withoutUndefined,
} from "../shared/plan-drafts";
import type { Adapter, AdapterResult, Reading, Reject, Subject } from "../shared/reading";
import { daysBetween, fullDay, notes, observedDay, READ_ON, readJsonLines } from "../shared/text";
import { costUnit, featuresIn, isContactSales, isCurrency, keyOf, limitsIn, plural, unitOf } from "../shared/units";
import firstHand from "../tables/first-hand.json";

const Plan = z.object({
  name: z.string().min(1),
  price: z.number().nullable(),
  currency: z.string(),
  period: z.enum(["month", "year", "once", "usage"]).nullable(),
  unit: z.string().nullable(),
  billing: z.enum(["monthly", "annual"]).nullable(),
  quota: z.string().nullable(),
});
type Plan = z.infer<typeof Plan>;

const Overage = z.object({ what: z.string().min(1), price: z.number(), currency: z.string(), per: z.string() });
type Overage = z.infer<typeof Overage>;

const PageFact = z.object({
  kind: z.string(),
  value: z.number().nullable(),
  unit: z.string().nullable(),
  text: z.string(),
});
type PageFact = z.infer<typeof PageFact>;

const Line = z.object({
  product: z.string().min(1),
  domain: z.string().min(1),
  source_url: z.url(),
  source_kind: z.enum(["vendor", "second_hand"]),
  page_date: z.string().nullable(),
  plans: z.array(Plan),
  overages: z.array(Overage),
  facts: z.array(PageFact),
  doubt: z.string().nullable(),
});
export type Line = z.infer<typeof Line>;

/** An older page is history: about eighteen months. */
const CURRENT_DAYS = 548;

/** Copies without a `mirror_of` fact in the file: host and path → host and path of the vendor's page. */
const COPY_OF: Record<string, string> = {
  "cloudflare-docs-7ou.pages.dev/workers/platform/pricing": "developers.cloudflare.com/workers/platform/pricing",
  "support.suno.co.in/portal/en/kb/articles/what-does-per-user-per-month-mean-in-your-pricing-model":
    "help.zoho.com/portal/en/kb/crm/faqs/billing-payments/articles/faqs-on-billing-and-payments",
  "docs-3zdnywju2-supabase.vercel.app/docs/guides/platform/org-based-billing":
    "supabase.com/docs/guides/platform/org-based-billing",
  "docs-97nzdo21y-supabase.vercel.app/docs/guides/platform/org-based-billing":
    "supabase.com/docs/guides/platform/org-based-billing",
  "deploy-preview-1575--docs-frontend-stg.netlify.app/docs/atlas/billing/atlas-flex-costs":
    "mongodb.com/docs/atlas/billing/atlas-flex-costs",
  "deploy-preview-1575--docs-frontend-stg.netlify.app/docs/atlas/billing/invoice-breakdown":
    "mongodb.com/docs/atlas/billing/invoice-breakdown",
  "docs-staging.datadoghq.com/rtrieu/product-analytics-ui-changes/account_management/billing/apm_tracing_profiler":
    "docs.datadoghq.com/account_management/billing/apm_tracing_profiler",
  "intercom.help/perplexity-ai/en/articles/10352986-enterprise-pricing-and-billing-frequently-asked-questions":
    "intercom.help/perplexity-ai/en/articles/10352986-pricing-and-payment-for-enterprise-pro",
};

/**
 * Other names for a tier. If a page names no plan, its lowest paid price goes to the plan that other pages name at that
 * price.
 */
const TIER_NAMES: Record<string, Record<string, string>> = {
  "1Password": { subscription: "Individual" },
  Airtable: { "Starting price": "Team" },
  Basecamp: { "Flat price": "Pro Unlimited" },
  ChatGPT: { "Business (standard seat)": "Business", "Business (Codex seat)": "Business, Codex seat" },
  Claude: {
    "Team standard seat": "Team Standard",
    "Team premium seat": "Team Premium",
    Max: "Max 20x",
  },
  "ChatGPT Business": { "Business seat": "Business" },
  Clerk: { "Starting price": "Pro" },
  "Freshworks Freddy AI Agent": { "Session pack (new customers since 2025-11-13)": "Session pack" },
  GitBook: { "Starting price": "Premium" },
  Jira: { "Starting price": "Standard" },
  Lovable: { "Pro (100 credits)": "Pro" },
  "Microsoft 365 Copilot": { "Copilot add-on": "Microsoft 365 Copilot" },
  Midjourney: { "starting price": "Basic", "entry plan": "Basic" },
  Neon: { "Launch: compute": "Launch", "Scale: compute": "Scale", "Storage (paid plans)": "Storage" },
  PostHog: { "Cloud free tier": "Free" },
  Rippling: { "Payroll per-employee fee": "Payroll" },
  Snowflake: {
    "Credit, Standard": "Standard",
    "Credit, Standard, AWS US East": "Standard",
    "Credit, Enterprise": "Enterprise",
    "Credit, Business Critical": "Business Critical",
  },
  Strapi: {
    "Community (self-hosted)": "Community, self-hosted",
    "Growth (self-hosted, 3 seats)": "Growth, self-hosted",
  },
};

/** Plans whose figure looks like a list price but is not: product, plan and, if needed, part of the URL. */
const NO_LIST_PRICE: readonly [product: string, plan: RegExp, reason: string, at?: RegExp][] = [
  ["1Password", /^Individual$/, "rounded figure"],
  ["BambooHR", /fee$/, "invented example"],
  ["Databricks", /\(highest\)$/, "the page contradicts itself"],
  ["Datadog", /^Log /, "price by use, given as if by the month"],
  ["Freshworks Freddy AI Agent", /before 2025-11-13/, "sold to earlier customers only"],
  ["Gusto", /part\)$/, "one part of a two-part price"],
  ["ClawQL", /^Enterprise$/, "lower bound only"],
  ["Jasper", /^Pro$/, "end of a range, not the price of one plan"],
  ["Jira", /^Data Center/, "self-hosted edition, undated"],
  ["Make", /./, "the page does not state the period"],
  ["MongoDB Atlas", /\(maximum\)$/, "cap, not a price of one plan"],
  ["Mullvad VPN", /^flat price$/, "converted by the page from another currency"],
  ["New Relic", /^Full platform user/, "the page does not state the period alike in two places"],
  ["Notion", /^Business$/, "computed from the value of an offer", /agentdeals\/issues\/405$/],
  ["Supabase", /^Pro$/, "unit contradicted by the vendor's documentation", /^shipai\.today/],
  ["Vercel", /median of/, "third-party purchase median"],
  ["ZoomInfo", /./, "not from a vendor's list"],
];

/** Figures that the file itself calls superseded, while other figures of the same page are still valid. */
const OLD_COSTS: readonly [product: string, what: RegExp, at: RegExp][] = [
  ["Cloudflare", /^Workers requests/, /^agentskills\.market/],
  ["Vercel", /./, /^vibestack\.io/],
];

const COST_NAMES: Record<string, Record<string, string>> = {
  Cloudflare: {
    "requests beyond 10M": "Workers requests beyond 10M",
    "CPU time beyond 30M ms": "Workers CPU time beyond 30M ms",
  },
  Supabase: {
    MAU: "monthly active users",
    "database size beyond 8 GB": "database beyond 8 GB",
    "storage beyond 100 GB": "file storage beyond 100 GB",
    "database size, Pro": "database beyond 8 GB",
    "storage, Pro": "file storage beyond 100 GB",
  },
  Stripe: { chargeback: "dispute" },
  "Vercel build machines": {
    "Turbo build machine (default for new Pro projects since 2026-02)": "Turbo build machine",
  },
};

/** Products sold only by use: the price that the file calls overage is the price itself. */
const BY_USE = new Set(["Blaxel", "Brave Search API", "Daytona", "E2B", "Twilio SMS", "Ubicloud runners"]);

const COUNTRIES: Record<string, string> = {
  US: "United States",
  EEA: "European Economic Area",
  UK: "United Kingdom",
};

const CHEAPEST = /^(?:starting price \()?cheapest paid plan\b/i;
const NOT_ONE_PLAN =
  /\b(?:low|high) end\b|\blowest of a range\b|\btop of\b|^(?:lowest|highest) |, (?:low|high) end$|\((?:low|high)\)$|, lowest paid$/i;
const NOT_NAMED =
  /^(?:paid plan|starting price|entry plan.*|entry paid plan|subscription|per committer.*|Annual, .* user tier|Droplet, smallest|tier \d)$/i;
const SUPERSEDED = /probably superseded|superseded by|old plan name|, old$|before the rise of/i;
const WEAK =
  /(?<!capacity figure )approximate|rounded|rough|inferred|outlier|low-quality|machine-written|unconfirmed|labelled 2026|estimate|\bweak\b|ranges of the data set/i;
const UNIT_UNSTATED = /\bunit and billing not stated/i;
const FROM_DAY = /, from (\d{4}-\d{2}-\d{2})$/;
const BILLING_UNSTATED = /\bbilling(?: rhythm| period)? (?:is )?not stated|billing inferred|and billing not stated/i;
/** Text in a quota about earlier prices or terms is not an allowance. */
const NO_QUOTA = /\bbefore\b|\bsince\b|\bwas \d|\breplaced\b|\bnew edition\b|\bnew name\b|\bexcl\. VAT\b|minimum\b/i;

/** Returns host and path without scheme, www, query and trailing slash. */
export function pageKey(address: string): string {
  const { hostname, pathname } = new URL(address);
  return `${hostname.replace(/^www\./, "")}${pathname.replace(/\/+$/, "")}`;
}

/** Returns the page that is the voice: copies, mirrors and previews have the voice of the vendor's page. */
export function voiceOfPage(line: Pick<Line, "source_url" | "facts">): string {
  const mirrored = line.facts.find((fact) => fact.kind === "mirror_of")?.text;
  const key = pageKey(mirrored ?? line.source_url);
  return COPY_OF[key] ?? key;
}

/** Returns the publisher of a page, on shared hosts the author. Pages of one publisher do not confirm each other. */
export function publisherOfPage(voice: string): string {
  const [host = "", ...path] = voice.split("/");
  const [, owner] = /^(?:datasets\/)?([^/]+)/.exec(path.join("/")) ?? [];
  if (/^(?:github\.com|raw\.githubusercontent\.com)$/.test(host)) return `github/${owner}`;
  if (/^(?:huggingface\.co|intercom\.help)$/.test(host)) return `${host}/${owner}`;
  return siteOf(host) ?? host;
}

type Dating =
  | { observedAt: string; note: string | null; dated: boolean; fullDay: boolean; history: boolean }
  | { reason: string };

const PART_OF_YEAR = /(?:(?:first|second|third|fourth) quarter of |mid-|early |late )20\d\d/i;

/** Returns when the page was seen. Old data must have a full date, otherwise they would pass for new. */
export function datingOf(
  line: Pick<Line, "page_date" | "doubt"> & Partial<Pick<Line, "facts">>,
  readOn: string = READ_ON,
): Dating {
  const stale = /^stale:/i.test(line.doubt ?? "");
  const day = fullDay(line.page_date);
  if (day) {
    const old = daysBetween(day, READ_ON) > CURRENT_DAYS;
    if (stale && !old) return { reason: "stale page of a recent date" };
    return { observedAt: day, note: null, dated: true, fullDay: true, history: stale };
  }
  if (stale) return { reason: "stale page without a full date" };
  const [year, month] = (line.page_date ?? "").split("-").map(Number);
  if (year) {
    const last = new Date(Date.UTC(year, month ?? 12, 0)).toISOString().slice(0, 10);
    if (daysBetween(last, READ_ON) > CURRENT_DAYS) return { reason: "old page without a full date" };
  }
  const said = (line.facts ?? []).find(({ kind }) => kind === "date_note")?.text;
  const span = PART_OF_YEAR.exec(said ?? "")?.[0];
  const { day: observedAt, note, dating } = observedDay(span ?? line.page_date, readOn);
  return { observedAt, note, dated: !dating.undated, fullDay: false, history: false };
}

/** Suffix of a plan's name that describes the kind of its figure. */
const QUALIFIER = /\s*\((?:minimum|lowest|cap)\)$/i;

/** Returns a plan's name as on all pages of the product: without the product's own name and without qualifiers. */
export function tierName(product: string, given: string): string {
  const named = TIER_NAMES[product]?.[given];
  if (named) return named;
  const bare = given
    .replace(/^API: /, "")
    .replace(QUALIFIER, "")
    .trim();
  const lower = `${product.toLowerCase()} `;
  return bare.toLowerCase().startsWith(lower) && bare.length > lower.length ? bare.slice(lower.length) : bare;
}

/** Returns the product of a line. A line with only API rates is about the API that is sold separately. */
function subjectName({ product, plans }: Line): string {
  return plans.length > 0 && plans.every((plan) => plan.name.startsWith("API: ")) ? `${product} API` : product;
}

const PERSON = /^(?:user|seat|member)s?$/i;

/** Returns the unit, with one word for a person: pages of one product say user, seat and member for the same thing. */
export function unitWords(raw: string | null): { unit: string | null; limits: Limit[] } {
  if (raw === "tier") return { unit: null, limits: [] };
  if (raw && PERSON.test(raw)) return { unit: "user", limits: [] };
  if (raw === "organisation") return { unit: "organization", limits: [] };
  const upTo = /^up to (\d+) (?:active )?(\w+)$/i.exec(raw ?? "");
  if (upTo) return { unit: "account", limits: [{ name: plural(upTo[2] ?? ""), value: Number(upTo[1]), unit: null }] };
  const { unit, limits } = unitOf(raw);
  return { unit, limits };
}

/** Returns why the price of this plan is rejected. Null if it is accepted. */
export function reasonAgainst(line: Pick<Line, "product" | "source_url">, plan: Pick<Plan, "name">): string | null {
  const listed = NO_LIST_PRICE.find(
    ([product, name, , at]) =>
      product === line.product && name.test(plan.name) && (at?.test(pageKey(line.source_url)) ?? true),
  );
  if (listed) return listed[2];
  if (TIER_NAMES[line.product]?.[plan.name] || CHEAPEST.test(plan.name)) return null;
  if (/^trial$/i.test(plan.name)) return "trial, no tier";
  if (/\(legacy\)$/i.test(plan.name)) return "sold to earlier customers only";
  if (/\(from\)|start\)$/i.test(plan.name)) return "lower bound only";
  if (NOT_ONE_PLAN.test(plan.name)) return "end of a range, not the price of one plan";
  if (/year term\)$|(?:^|- )\d years?\b|^lowest long-term price$/i.test(plan.name))
    return "price of a term of several years";
  if (NOT_NAMED.test(plan.name)) return "plan not named";
  return null;
}

function priceOf(plan: Plan, doubt: string): PriceFact | null {
  const { price: amount, period } = plan;
  if (amount === null || period === null) return null;
  if (period === "month") {
    return { amount, period, billing: amount === 0 || BILLING_UNSTATED.test(doubt) ? null : plan.billing };
  }
  return { amount, period, billing: period === "year" ? plan.billing : null };
}

/** Returns a plan's allowances. "10M requests and 30M CPU ms per month" contains two monthly ones. */
export function allowances(quota: string | null): Limit[] {
  const text = quota
    ?.replace(/\bfree\b/g, "")
    .replace(/ (?:included|as given)$/, "")
    .replace(/(\d\S* [a-z]+) and (\d\S* .+?) per month$/, "$1 per month, $2 per month")
    .replace(/ per day\b/g, " daily");
  return limitsIn(text).filter((limit) => !/^times\b/.test(limit.name));
}

const SUPERSEDED_QUOTA = /quota|older model/i;
const MINIMUM = /^(?:\d+-(?:seat|user) minimum|minimum \d+ users)$/;

/**
 * Returns, in its own words, the page's text about a plan and its price that no field contains. Null if all of it is
 * parsed.
 */
export function unreadQuota({ name, quota }: Pick<Plan, "name" | "quota">): string | null {
  if (!quota || isContactSales(quota) || MINIMUM.test(quota)) return null;
  const remark = sentence(`${name}: ${quota}`);
  if (NO_QUOTA.test(quota) || /\b(?:free|first|max|as given)\b/.test(quota)) return remark;
  const whole = allowances(quota).map((limit) => `${limit.name} ${limit.value}`);
  const read = (part: string): boolean => {
    const limits = allowances(part);
    if (limits.length === 0) return featuresIn([part]).length > 0;
    return limits.every((limit) => whole.includes(`${limit.name} ${limit.value}`));
  };
  return quota.split(/[,;] | and /).every(read) ? null : remark;
}

/**
 * Returns a tier without a price: a percentage of the buyer's own revenue is not a price. Its fees are separate costs.
 */
export function soldByPayment(name: string): TierFact {
  return { id: tierId(name), name, status: "not_applicable", prices: [], unit: "transaction" };
}

const PERCENT_PLAN = /\bplus [\d.]+ percent\b/i;

function draftOf(line: Line, plan: Plan): PlanDraft {
  const doubt = line.doubt ?? "";
  const { unit, limits: unitLimits } = unitWords(plan.unit);
  const quota = SUPERSEDED_QUOTA.test(doubt) || NO_QUOTA.test(plan.quota ?? "") ? null : plan.quota;
  const minimum = /(\d+)-(?:seat|user) minimum|minimum (\d+) users/.exec(plan.quota ?? "");
  const price = priceOf(plan, doubt);
  const [, count, counted] = /, ([\d,]+) (users|seats)\)?$/.exec(plan.name) ?? [];
  return {
    row: `${line.product}: ${plan.name}`,
    name: tierName(line.product, plan.name),
    status: price ? "published" : isContactSales(plan.quota) ? "contact_sales" : "not_published",
    price,
    billingUnclear:
      isPeriodAsBilling(line.source_url) &&
      price?.billing === "monthly" &&
      !saysBilledMonthly(plan.name, plan.quota, doubt, ...line.facts.map(({ text }) => text)),
    unit,
    minimumSeats: minimum ? Number(minimum[1] ?? minimum[2]) : undefined,
    limits: [
      ...unitLimits,
      ...(count && counted ? [{ name: counted, value: Number(count.replace(/,/g, "")), unit: null }] : []),
      ...allowances(quota),
    ],
    features: featuresIn(quota ? [quota] : []),
  };
}

/** Returns the cheapest paid price from "From $9", for which the page gives neither name nor terms. */
function startingPrice(line: Line, plan: Plan): TierFact | null {
  const doubt = line.doubt ?? "";
  const price = priceOf(plan, doubt);
  if (!price) return null;
  return {
    id: "starting-price",
    name: "Cheapest paid plan",
    status: "published",
    startingPrice: true,
    prices: [price],
    unit: UNIT_UNSTATED.test(doubt) ? null : unitWords(plan.unit).unit,
  };
}

/** Returns a usage price that the file lists as overage. */
function usageDraft(line: Line, { what, price, per }: Overage): PlanDraft {
  return {
    row: `${line.product}: ${what}`,
    name: capital(what.replace(FROM_DAY, "")),
    status: "published",
    price: { amount: price, period: "usage", billing: null },
    unit: per,
    limits: [],
    features: [],
  };
}

/** Drops prices of a product that also has a price per unit of use: 0.006 per GB-month replaces 6 per TB. */
function withoutOtherMeasures(drafts: readonly PlanDraft[], rejects: Reject[]): PlanDraft[] {
  const byUse = new Set(drafts.flatMap((draft) => (draft.price?.period === "usage" ? [tierId(draft.name)] : [])));
  return drafts.filter((draft) => {
    const again = draft.price !== null && draft.price.period !== "usage" && byUse.has(tierId(draft.name));
    if (again) rejects.push({ row: draft.row, reason: "the same price in another measure" });
    return !again;
  });
}

function cost(
  kind: HiddenCostFact["cost"],
  label: string,
  key: string,
  figures: Partial<Pick<HiddenCostFact, "amount" | "percent" | "currency" | "unit">>,
): HiddenCostFact {
  return {
    kind: "hidden_cost",
    cost: kind,
    label,
    key,
    amount: null,
    percent: null,
    currency: null,
    unit: null,
    ...figures,
  };
}

function capital(text: string): string {
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;
}

/**
 * Returns a price per additional unit as a cost. The key omits the allowance, so that pages agree on the charged item.
 */
export function overageCost(product: string, overage: Overage): HiddenCostFact | string {
  if (overage.price <= 0) return "no such fee";
  if (!isCurrency(overage.currency)) return "no currency";
  const what = (COST_NAMES[product]?.[overage.what] ?? overage.what).replace(/ \(from\)$/, "");
  const thing = what
    .replace(/ (?:beyond|without) .*$/, "")
    .replace(/, \d+-day retention$/, "")
    .trim();
  const bands = /^MTU (?:beyond )?[\d,]+/.test(what) ? what.replace(/,/g, "") : thing;
  const noun = thing.split(" ").at(-1) ?? "";
  const per = /^(?:million|[\d,]+)$/.test(overage.per)
    ? `${overage.per} ${noun}`
    : overage.per.replace(/ and month$/, "/month");
  const figures = { amount: overage.price, currency: overage.currency, unit: per };
  if (product === "Stripe" && thing === "dispute") {
    return cost("other", "Dispute fee", `dispute-${overage.currency.toLowerCase()}`, figures);
  }
  const addOn = /plug-in|add-on/i.test(what);
  const lower = /\((?:low|high) end\)/.test(overage.what);
  if (lower) return "end of a range, not the price of one plan";
  const label = addOn ? capital(what) : `Extra use: ${what}${/ \(from\)$/.test(overage.what) ? ", from" : ""}`;
  return cost(addOn ? "add_on" : "overage", label, keyOf(bands), figures);
}

/** Returns a card fee with a percentage and a fixed part: "US card transaction (plus 2.9 percent)" at 0.30. */
export function cardFee(plan: Pick<Plan, "name" | "price" | "currency">): HiddenCostFact | null {
  const found = /^(.+?) card.*\bplus (\d+(?:\.\d+)?) percent\)$/.exec(plan.name);
  if (!found || plan.price === null) return null;
  const place = COUNTRIES[found[1] ?? ""] ?? found[1] ?? "";
  return cost("other", `Card fee, ${place}`, `card-fee-${keyOf(place)}`, {
    amount: plan.price,
    percent: Number(found[2]),
    currency: plan.currency,
    unit: "transaction",
  });
}

type Found = {
  facts: Fact[];
  limits: Limit[];
  trialDays: number | null;
  free: boolean | null;
  /** Statements of the page about its plans that no field contains. */
  unread: string[];
  /** Statements about the free tier and the trial. */
  ofFree: string[];
};

function nothingFound(): Found {
  return { facts: [], limits: [], trialDays: null, free: null, unread: [], ofFree: [] };
}

function readFacts(
  line: Line,
  tiers: TierFact[],
  costs: readonly HiddenCostFact[],
  remarks: Remarks,
  reject: (reason: string) => null,
): Found {
  const found = nothingFound();
  for (const fact of line.facts) {
    const before = found.facts.length;
    const reason = readFact(fact, tiers, costs, found);
    if (reason) {
      reject(`${fact.kind}: ${reason}`);
      if (!NO_REMARK.has(fact.kind)) found.unread.push(remarkOf(fact));
      continue;
    }
    for (const read of found.facts.slice(before)) {
      const labelled = read.kind === "hidden_cost" && read.label.toLowerCase() === fact.text.toLowerCase();
      if (!labelled) addRemarks(remarks, read, [sentence(fact.text)]);
    }
    if (/^(?:free_tier|trial)/.test(fact.kind) && !PLAIN_FREE.test(fact.text)) found.ofFree.push(sentence(fact.text));
  }
  return found;
}

/** The page's remarks on each fact. */
type Remarks = Map<string, string[]>;

/** Returns a fact's identity. A cost is identified by its words and figures, because its key may get a number. */
function subjectOfRemark(fact: Fact): string {
  return JSON.stringify(fact.kind === "hidden_cost" ? { ...fact, key: null } : fact);
}

function addRemarks(remarks: Remarks, fact: Fact, added: readonly string[]): void {
  const subject = subjectOfRemark(fact);
  remarks.set(subject, [...new Set([...(remarks.get(subject) ?? []), ...added])]);
}

function sentence(words: string): string {
  return `${capital(words)}.`;
}

/** "Surcharge: Max Mode on legacy request plans, 20 percent." */
function remarkOf({ kind, value, unit, text }: PageFact): string {
  const told = value === null || new RegExp(`(?<!\\d)${value}(?!\\d)`).test(text);
  const said = told ? text : `${text}, ${value}${unit ? ` ${unit}` : ""}`;
  return sentence(kind === "other" ? said : `${kind.replace(/_/g, " ")}: ${said}`);
}

const PLAIN_FREE = /^(?:free (?:tier|plan|trial)|no free tier|none)$/i;
const POINTERS = new Set(["mirror_of", "transcribed_from", "source_path", "quotes", "date_note"]);
/** Figures that are not the list's own, and remarks on missing figures. */
const NO_REMARK = new Set(["spend_example", "derived_price", "no_public_price", "no_change", "percent_fee"]);

function readFact(fact: PageFact, tiers: TierFact[], costs: readonly HiddenCostFact[], found: Found): string | null {
  const { kind, value, unit, text } = fact;
  if (POINTERS.has(kind)) return null;
  if (value === null) return "prose only";
  const usd = /^USD\b/.test(unit ?? "");
  switch (kind) {
    case "free_tier":
    case "free_tier_limit": {
      if (value === 0) {
        found.free = false;
        return null;
      }
      found.free = true;
      const limits = isCurrency(unit) ? [{ name: "credit", value, unit }] : limitsIn(unit ? `${value} ${unit}` : null);
      if (limits.length === 0 && unit) limits.push({ name: unit, value, unit: null });
      found.limits.push(...limits);
      return null;
    }
    case "trial":
    case "trial_days":
      if (unit !== "days") return "prose only";
      found.trialDays = value;
      return null;
    case "seat_minimum": {
      if (value === 0) return "no minimum";
      const seats = tiers.filter((tier) => tier.unit === "user" && tier.prices.some((price) => price.amount > 0));
      const targets = seats.filter((tier) => tier.name.toLowerCase().startsWith(text.toLowerCase()));
      const chosen = targets.length > 0 ? targets : /^standard seats$/i.test(text) ? seats : [];
      if (chosen.length === 0) return "the plan is not on the page";
      for (const tier of chosen) tier.minimumSeats = value;
      return null;
    }
    case "commitment":
      if (unit !== "USD/year") return "prose only";
      found.facts.push(
        cost("other", "Minimum annual commitment", "minimum-annual-commitment", {
          amount: value,
          currency: "USD",
          unit: "year",
        }),
      );
      return null;
    case "add_on": {
      if (!usd) return "prose only";
      const name = text.replace(/ add-on.*$/, "");
      found.facts.push(
        cost("add_on", capital(name), keyOf(name), { amount: value, currency: "USD", unit: costUnit(unit) }),
      );
      return null;
    }
    case "notice":
      if (unit !== "days" || !/before renewal/.test(text)) return "prose only";
      found.facts.push({ kind: "contract_term", field: "nonRenewalNoticeDays", value });
      return null;
    case "transaction_fee":
      if (unit !== "percent") return "prose only";
      found.facts.push(cost("other", "Payment fee", "payment-fee", { percent: value, unit: "transaction" }));
      return null;
    case "percent_fee":
      return percentFee(fact, costs, found);
    default:
      return "no field for this kind";
  }
}

function percentFee(fact: PageFact, costs: readonly HiddenCostFact[], found: Found): string | null {
  if (fact.value === null || fact.unit !== "percent") return "prose only";
  const place = /^(US|Japan)\b/.exec(fact.text)?.[1];
  if (/international cards/.test(fact.text)) {
    const charged = COUNTRIES[/, ([A-Z]+)$/.exec(fact.text)?.[1] ?? ""];
    const label = ["Added fee for international cards", charged].filter(Boolean).join(", ");
    found.facts.push(
      cost("other", label, "international-card-fee", {
        percent: fact.value,
        unit: "transaction",
      }),
    );
    return null;
  }
  if (place === "Japan") {
    found.facts.push(cost("other", "Card fee, Japan", "card-fee-japan", { percent: fact.value, unit: "transaction" }));
    return null;
  }
  return costs.some((known) => known.percent === fact.value) ? null : "prose only";
}

/** Returns true for the URL of a vendor's own pricing page. */
function isPricingPage(line: Line): boolean {
  return line.source_kind === "vendor" && /\/(?:pricing|plans)$/.test(pageKey(line.source_url)) && !isCopy(line);
}

function isCopy(line: Line): boolean {
  return voiceOfPage(line) !== pageKey(line.source_url);
}

/**
 * Returns whether the list is complete: the vendor's pricing page with at least three plans, including the sales-led
 * one.
 */
export function isComplete(line: Line, tiers: readonly TierFact[]): boolean {
  const top = tiers.some((tier) => tier.status === "contact_sales" || /enterprise|organization/i.test(tier.name));
  return isPricingPage(line) && tiers.length >= 3 && top;
}

type Draft = {
  line: Line;
  voice: string;
  dating: Exclude<Dating, { reason: string }>;
  facts: Fact[];
  remarks: Remarks;
  effectiveFrom?: string;
};

/** Returns a fact's subject: a page states one thing about it per day, and a copy of the page adds nothing. */
function subjectOfFact(fact: Fact): string {
  if (fact.kind === "hidden_cost") return `${fact.cost} ${fact.key}`;
  return fact.kind === "contract_term" ? fact.field : fact.kind;
}

/**
 * Returns the trust. A: the vendor's own dated page. B: a maintained list that read it. C: any other page, a copy, or
 * an undated, weak or old page.
 */
function trustOf({ line, dating, remarks }: Draft, fact: Fact, source: string): Trust {
  const current = dating.dated && !dating.history && daysBetween(dating.observedAt, READ_ON) <= CURRENT_DAYS;
  const weak = WEAK.test(notes(line.doubt, ...(remarks.get(subjectOfRemark(fact)) ?? [])) ?? "");
  if (!current || weak || isCopy(line)) return "C";
  if (line.source_kind === "vendor") return "A";
  return dating.fullDay && isListed(source, line.source_url, firstHand) ? "B" : "C";
}

/** Doubts about how a page was found, and doubts that have their own sentence in the note. */
const NO_DOUBT =
  /excerpt|\bstored\b|independent|second source|vendor-page record|same page|not counted|left out|agrees? with|^(?:stale|version before)\b|^single source$|^(?:undated|approximate(?: figure)?|competitor|affiliate(?: site)?|undated, affiliate|single source, competitor|approximate, undated)$/i;

/** Doubts about the plans and their prices that do not apply to a free tier, a trial or a separate cost. */
const OF_PLANS =
  /\bplans?\b|\bbilling\b|\b(?:seat|paid) prices?\b|\b(?:Pro|Enterprise|Classic|Core)\b|^up to\b|^(?:[\d,]+|one) [a-z]+$|^one price\b|^managed\b/;

/** Returns the page reader's doubts that affect figures of this kind of fact. */
export function doubtsOf(doubt: string | null, kind: Fact["kind"] = "plans"): string[] {
  return (doubt ?? "")
    .split("; ")
    .filter((part) => part !== "" && !NO_DOUBT.test(part) && (kind === "plans" || !OF_PLANS.test(part)))
    .map(sentence);
}

function noteOf({ line, dating, remarks }: Draft, fact: Fact): string | undefined {
  const doubt = line.doubt ?? "";
  return notes(
    dating.note,
    isCopy(line) && "Read through a copy of the vendor's page.",
    /(?<!capacity figure )approximate|\broughly\b/i.test(doubt) && "The page gives its figures as approximate.",
    /competitor/i.test(doubt) && "Written by a competitor.",
    /affiliate/i.test(doubt) && "Written by an affiliate.",
    /^version before\b/i.test(doubt) && "An earlier version of the page; allowances have changed since.",
    dating.history && "An earlier price, kept as history.",
    ...doubtsOf(line.doubt, fact.kind),
    ...(remarks.get(subjectOfRemark(fact)) ?? []),
  );
}

/** Returns the page's own name of a renamed plan, and other statements about it. */
function remarksOnPlan(line: Line, plan: Plan): string[] {
  const name = tierName(line.product, plan.name);
  const renamed = TIER_NAMES[line.product]?.[plan.name] !== undefined || QUALIFIER.test(plan.name);
  const quota = SUPERSEDED_QUOTA.test(line.doubt ?? "") ? null : unreadQuota({ name, quota: plan.quota });
  return [...(renamed ? [`The page calls the plan ${name} “${plan.name}”.`] : []), ...(quota ? [quota] : [])];
}

function draftsOf(line: Line, rejects: Reject[], readOn: string): Draft | null {
  const row = `${line.product}: ${pageKey(line.source_url)}`;
  const reject = (reason: string): null => {
    rejects.push({ row, reason });
    return null;
  };
  const dating = datingOf(line, readOn);
  if ("reason" in dating) return reject(dating.reason);
  const doubt = line.doubt ?? "";
  if (/do not use/i.test(doubt)) return reject("figure looks like a typing error");
  if (/older (?:stored )?version.*not independent/i.test(doubt)) return reject("older copy of a page that is read");
  if (line.facts.some((fact) => fact.kind === "transcribed_from")) {
    return reject("transcription that vendor-pages imports");
  }
  if (/bare page prices/i.test(doubt)) return reject("bare figures without plan names");
  const priced = [...line.plans.map((plan) => plan.unit), ...line.overages.map((overage) => overage.per)];
  if (priced.length > 0 && priced.every((unit) => /\btokens$/.test(unit ?? ""))) {
    return reject("token rates of a language model, second-hand");
  }
  if (!dating.fullDay && (SUPERSEDED.test(doubt) || /reseller copy/i.test(doubt))) {
    return reject("superseded, undated");
  }

  const costs: HiddenCostFact[] = [];
  const remarks: Remarks = new Map();
  const ofPlans: string[] = [];
  const ofFreePlan: string[] = [];
  const plans: PlanDraft[] = [];
  const starting: TierFact[] = [];
  const money = line.plans.find((plan) => plan.price !== null)?.currency ?? "USD";
  for (const plan of line.plans) {
    const id = `${line.product}: ${plan.name}`;
    const reason = reasonAgainst(line, plan);
    if (reason) {
      rejects.push({ row: id, reason });
      continue;
    }
    if (PERCENT_PLAN.test(plan.name)) {
      const fee = cardFee(plan);
      if (fee) costs.push(fee);
      else rejects.push({ row: id, reason: "percentage fee that cannot be read" });
      continue;
    }
    const fee = /(?:base fee|annual fee|base package)$/i.test(plan.name);
    if ((fee || plan.unit === "add-on") && plan.price !== null) {
      const label = tierName(line.product, plan.name);
      const counted = /^(?:package|add-on)$/.test(plan.unit ?? "") ? plan.period : `${plan.unit}/${plan.period}`;
      const charge = cost(fee ? "platform_fee" : "add_on", label, keyOf(label), {
        amount: plan.price,
        currency: plan.currency,
        unit: costUnit(counted),
      });
      costs.push(charge);
      addRemarks(remarks, charge, remarksOnPlan(line, plan));
      continue;
    }
    if (!isCurrency(plan.currency) || plan.currency !== money) {
      rejects.push({ row: id, reason: "second currency on the page" });
      continue;
    }
    const said = remarksOnPlan(line, plan);
    ofPlans.push(...said);
    if (plan.price === 0) ofFreePlan.push(...said);
    const cheapest = CHEAPEST.test(plan.name) ? startingPrice(line, plan) : null;
    if (cheapest) starting.push(cheapest);
    else plans.push(draftOf(line, plan));
  }
  const byUse = BY_USE.has(line.product);
  if (byUse) plans.push(...line.overages.map((overage) => usageDraft(line, overage)));

  const { tiers, rejects: merged } = mergePlans(line.product, withoutOtherMeasures(plans, rejects));
  rejects.push(...merged);
  tiers.push(...starting);
  if (!dating.history && !byUse) {
    for (const overage of line.overages) {
      const page = pageKey(line.source_url);
      const old = OLD_COSTS.some(
        ([product, what, at]) => product === line.product && what.test(overage.what) && at.test(page),
      );
      const read = old ? "superseded rate" : overageCost(line.product, overage);
      if (typeof read === "string") {
        rejects.push({ row: `${line.product}: ${overage.what}`, reason: read });
        continue;
      }
      costs.push(read);
      if (COST_NAMES[line.product]?.[overage.what]) addRemarks(remarks, read, [`The page calls it “${overage.what}”.`]);
    }
  }

  const facts: Fact[] = [];
  const found = dating.history ? nothingFound() : readFacts(line, tiers, costs, remarks, reject);
  const named = line.facts.some((fact) => fact.kind === "free_tier" && /\bfree plan$/i.test(fact.text));
  if (named && tiers.length > 0 && !tiers.some((tier) => tier.id === "free")) {
    tiers.unshift({
      id: "free",
      name: "Free",
      status: "published",
      prices: [{ amount: 0, period: "month", billing: null }],
      unit: tiers[0]?.unit ?? null,
      limits: found.limits,
    });
  }
  const free = tiers.find((tier) => tier.prices.some((price) => price.amount === 0));
  if (tiers.some((tier) => tier.prices.length > 0 || tier.status === "contact_sales")) {
    const sold: Fact = { kind: "plans", currency: money, complete: isComplete(line, tiers), tiers };
    facts.push(sold);
    addRemarks(remarks, sold, [...ofPlans, ...found.unread]);
  } else if (costs.some((known) => known.percent !== null && known.amount !== null)) {
    facts.push({
      kind: "plans",
      currency: null,
      complete: false,
      pricingModel: "usage",
      tiers: [soldByPayment("Card payments")],
    });
  } else if (line.plans.length > 0 && costs.length === 0) {
    reject("no plan with a price");
  }
  const available = free ? true : found.free;
  if (!dating.history && (available !== null || found.trialDays !== null)) {
    const limits = available ? (found.limits.length > 0 ? found.limits : (free?.limits ?? [])) : [];
    const offered: Fact = { kind: "free_tier", available, trialDays: found.trialDays, limits };
    facts.push(offered);
    addRemarks(remarks, offered, [...ofFreePlan, ...found.ofFree]);
  }
  facts.push(...uniqueCosts([...costs, ...found.facts]));
  if (facts.length === 0 && line.plans.length === 0 && line.facts.every((fact) => fact.value === null)) {
    reject("no figures");
  }
  const effectiveFrom = byUse ? FROM_DAY.exec(line.overages[0]?.what ?? "")?.[1] : undefined;
  return facts.length > 0
    ? withoutUndefined({ line, voice: voiceOfPage(line), dating, facts, remarks, effectiveFrom })
    : null;
}

/** Combines all lines: a copy adds nothing to its page, and an old page needs a current one. */
export function fromLines(
  inputs: readonly unknown[],
  { source = "head-pages", readOn = READ_ON }: { source?: string; readOn?: string } = {},
): AdapterResult {
  const rejects: Reject[] = [];
  const drafts: Draft[] = [];
  for (const [index, input] of inputs.entries()) {
    const parsed = Line.safeParse(input);
    if (!parsed.success) {
      rejects.push({ row: `line ${index + 1}`, reason: `malformed: ${parsed.error.issues[0]?.path.join(".")}` });
      continue;
    }
    const draft = draftsOf(parsed.data, rejects, readOn);
    if (draft) drafts.push(draft);
  }

  const current = new Set(
    drafts
      .filter((draft) => !draft.dating.history && draft.facts.some((fact) => fact.kind === "plans"))
      .map((draft) => draft.line.product),
  );
  const readings: Reading[] = [];
  const seen = new Set<string>();
  for (const draft of drafts) {
    const { line, voice, dating } = draft;
    const row = `${line.product}: ${pageKey(line.source_url)}`;
    if (dating.history && !current.has(line.product)) {
      rejects.push({ row, reason: "stale, with no current reading beside it" });
      continue;
    }
    const vendor = line.source_kind === "vendor" && !isCopy(line);
    const subject: Subject = withoutUndefined({
      name: subjectName(line),
      domain: line.domain,
      pricingPage: isPricingPage(line) ? line.source_url : undefined,
    });
    for (const fact of draft.facts) {
      const said = `${line.product} ${voice} ${dating.observedAt} ${subjectOfFact(fact)}`;
      if (seen.has(said)) {
        rejects.push({ row, reason: "copy that repeats its page" });
        continue;
      }
      seen.add(said);
      readings.push(
        withoutUndefined({
          subject,
          voice,
          trust: trustOf(draft, fact, source),
          observedAt: dating.observedAt,
          effectiveFrom: draft.effectiveFrom,
          evidence: withoutUndefined({
            url: line.source_url,
            publisher: vendor ? line.product : publisherOfPage(voice),
            note: noteOf(draft, fact),
            undated: dating.dated ? undefined : (true as const),
          }),
          fact,
        }),
      );
    }
  }
  return { readings, rejects };
}

export const headPages: Adapter = {
  source: "head-pages",
  async read(rawDir) {
    return fromLines(await readJsonLines(join(rawDir, "head-pages", "observations.jsonl")));
  },
};
