import { readdir } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { tierId } from "@/lib/catalog/tier-id";
import type { Fact, PlansFact, PriceFact, TierFact } from "@/lib/schemas/observation";
import type { Limit, PriceStatus, PricingModel } from "@/lib/schemas/primitives";
import {
  joinLimits,
  mergePlans,
  type PlanDraft,
  saysBilledMonthly,
  uniqueCosts,
  withoutUndefined,
} from "../shared/plan-drafts";
import type { Adapter, AdapterResult, Reading, Reject, Subject, Withdrawal } from "../shared/reading";
import { notes, READ_ON, readJsonLines } from "../shared/text";
import {
  billingOf,
  costUnit,
  featuresIn,
  isContactSales,
  isCurrency,
  isSeat,
  keyOf,
  limitsIn,
  lowerNoun,
  numbersIn,
  plural,
  splitPlanName,
  unitOf,
} from "../shared/units";
import { cost, type FeeContext, feesIn, type HiddenCost, percentFees } from "./fees";
import { clauses, saidOfPlan, saidOfPlans, sentence } from "./notes";

const Plan = z.object({
  name: z.string().min(1),
  price: z.number().nullable(),
  price_text: z.string().nullable(),
  currency: z.string().nullable(),
  period: z.string().nullable(),
  unit: z.string().nullable(),
  billing: z.enum(["monthly", "annual"]).nullable(),
  quota: z.string().nullable(),
});
type Plan = z.infer<typeof Plan>;

const PageFact = z.object({
  kind: z.string(),
  value: z.union([z.number(), z.string()]).nullable(),
  unit: z.string().nullable(),
  text: z.string().nullable(),
});
type PageFact = z.infer<typeof PageFact>;

const Row = z.object({
  slug: z.string(),
  name: z.string().min(1),
  domain: z.string().min(1),
  source_url: z.url(),
  read_date: z.iso.date(),
  /** `page`: transcribed from a stored page. If the trust is low, the page shows no date. */
  method: z.string(),
  trust: z.enum(["high", "low"]),
  currency: z.string().nullable(),
  pricing_basis: z.string().nullable(),
  category_guess: z.string().nullable(),
  plans: z.array(Plan),
  free_plan: z.boolean().nullable(),
  trial_days: z.number().nullable(),
  facts: z.array(PageFact),
  file: z.url(),
  partial: z.boolean(),
});
export type Row = z.infer<typeof Row>;

/** Names with a product or a former name in brackets. */
const RENAMED: Record<string, string> = { "Tenable (Nessus)": "Tenable Nessus" };

export function productName(name: string): string {
  return RENAMED[name] ?? name.replace(/\s*\([^)]*\)\s*$/, "").trim();
}

const WORKED_EXAMPLE = "Taken from a worked example on the vendor's page; indicative only.";

/** Units for which a first free one does not make the product free. */
const ONE_OF_MANY = /^\d|\b(?:listing|card|ticket|event|space|transaction|document|download)s?$/i;

const CLOUD_PAGES = /(?:^|\.)(?:aws\.amazon\.com|azure\.(?:microsoft\.)?com)$/;

/** Rows with more data than the older copy that the api-evangelist adapter reads. */
const FULLER_HERE = new Set(["kajabi", "klaviyo"]);

/** Reads one record of records.jsonl. `fullFiles`: upstream files that the api-evangelist adapter reads completely. */
export function fromRow(input: unknown, fullFiles: ReadonlySet<string> = new Set()): AdapterResult {
  const parsed = Row.safeParse(input);
  if (!parsed.success) {
    const slug = z.object({ slug: z.string() }).safeParse(input);
    const issue = parsed.error.issues[0];
    return {
      readings: [],
      rejects: [{ row: slug.data?.slug ?? "unknown", reason: `malformed: ${issue?.path.join(".")} ${issue?.message}` }],
    };
  }
  const row = parsed.data;
  if (fullFiles.has(row.file) && !FULLER_HERE.has(row.slug)) {
    return { readings: [], rejects: [{ row: row.slug, reason: "full file is imported by api-evangelist" }] };
  }
  if (row.currency !== null && !isCurrency(row.currency)) {
    return { readings: [], rejects: [{ row: row.slug, reason: `not an ISO 4217 currency: ${row.currency}` }] };
  }

  const rejects: Reject[] = [];
  const name = productName(row.name);
  const page = new URL(row.source_url);
  const example =
    [row.domain, page.hostname].some((host) => CLOUD_PAGES.test(host)) && !page.pathname.startsWith("/marketplace/");
  const undated = row.method === "page" && row.trust === "low" && row.read_date >= READ_ON;
  const subject: Subject = withoutUndefined({
    name,
    domain: row.domain.replace(/^www\./, ""),
    pricingPage: row.source_url,
    categoryLabel: row.category_guess ?? undefined,
  });
  const reading = (fact: Fact): Reading => ({
    subject,
    trust: row.trust === "high" && !example ? "A" : "C",
    observedAt: row.read_date,
    evidence: withoutUndefined({
      url: row.source_url,
      publisher: name,
      via: row.file,
      note: notes(undated && `Undated page, read on ${row.read_date}.`, example && WORKED_EXAMPLE),
      undated: undated ? (true as const) : undefined,
    }),
    fact,
  });

  const drafts: PlanDraft[] = [];
  const costs: HiddenCost[] = [];
  const trials: number[] = row.trial_days && row.trial_days > 0 ? [row.trial_days] : [];
  trials.push(...row.facts.flatMap(({ kind, text }) => (kind === "other" ? freeTrialDays(text) : [])));
  const told = new Map<string, string>();
  const freeLimits: Limit[] = [];
  let freeTierSeen = false;
  for (const shown of row.plans) {
    // A percentage in the price column is a fee.
    const plan = /^percent\b/i.test(shown.unit ?? "") ? { ...shown, price: null, unit: null } : shown;
    const id = `${row.slug}: ${plan.name}`;
    if (isTrial(plan)) {
      const days = /(\d+)[- ]days?\b/i.exec([plan.name, plan.unit, plan.price_text, plan.quota].join(" "))?.[1];
      if (days && trials.length === 0) trials.push(Number(days));
      rejects.push({ row: id, reason: "trial or sign-up allowance, no tier" });
      continue;
    }
    const fees = planFees(plan, row, feeUnit({ ...plan, unit: shown.unit }));
    for (const fee of fees) tell(told, fee, feeNote(fee, shown));
    costs.push(...fees);
    const extra = extraOf(plan, row.currency);
    if (extra) {
      if (extra.amount === null) rejects.push({ row: id, reason: "add-on without a price" });
      else costs.push(extra);
      const inexact = inexactness(plan);
      tell(told, extra, notes(inexact && INEXACT_COST[inexact], asStated(saidOfPlan(shown).join("; "), extra.label)));
      continue;
    }
    if (row.currency === null) {
      rejects.push({ row: id, reason: "no currency" });
      continue;
    }
    if (plan.price !== null && plan.currency !== row.currency) {
      if (!isCurrency(plan.currency)) {
        rejects.push({ row: id, reason: `not an ISO 4217 currency: ${plan.currency}` });
        continue;
      }
      if (row.plans.some((other) => other.currency === row.currency && sameInOtherCurrency(other, plan))) {
        rejects.push({ row: id, reason: "same tier in a second currency" });
        continue;
      }
    }
    const { draft, reason } = draftOf(plan, row, id);
    if (reason) rejects.push({ row: id, reason });
    if (!draft) continue;
    drafts.push(draft, ...forBothBillings(draft, plan));
    const isStanding = row.free_plan === true || !ONE_OF_MANY.test(draft.unit ?? "");
    if (draft.price?.amount === 0 && draft.price.period !== "once" && isStanding) {
      freeTierSeen = true;
      if (freeLimits.length === 0) freeLimits.push(...draft.limits);
    }
  }

  drafts.push(...row.facts.flatMap((fact) => quotedPlan(fact, row)));
  const { tiers, rejects: merged } = mergePlans(name, drafts);
  rejects.push(...merged);
  const readings: Reading[] = [];
  const ofPlans: string[] = [];
  const extras = factsOf(row, tiers, costs, rejects, { told, ofPlans });
  if (tiers.length > 0 && row.currency !== null) {
    const model = modelOf(row.pricing_basis);
    const plans: PlansFact = withoutUndefined({
      kind: "plans" as const,
      currency: row.currency,
      complete: !row.partial && !saysMore(row),
      pricingModel: model,
      tiers,
    });
    for (const draft of startingDrafts(row, drafts)) draft.inexact ??= "floor";
    const listed = row.plans.filter((plan) => !extraOf(plan, row.currency));
    const also = ofPlans.length > 0 ? `Also stated: ${sentence(ofPlans)}` : undefined;
    readings.push(withNote(reading(plans), notes(inexactNote(drafts), saidOfPlans(listed), also)));
  } else if (row.plans.length === 0) {
    rejects.push({ row: row.slug, reason: "no plans in the record" });
  }

  const onlyTrials =
    row.free_plan === true && !freeTierSeen && row.plans.some((plan) => isTrial(plan) || isOneOff(plan, row));
  const available = freeTierSeen ? true : onlyTrials ? null : row.free_plan;
  const trialDays = trials[0] ?? null;
  if (available !== null || trialDays !== null) {
    const fact: Fact = { kind: "free_tier", available, trialDays, limits: available ? freeLimits : [] };
    const onTrial = trialDays === null ? [] : trialsIn(row);
    readings.push(
      withNote(
        reading(fact),
        notes(
          available && saidOfPlans(row.plans.filter((plan) => plan.price === 0 && !isTrial(plan))),
          onTrial.length > 0 && `Stated of the trial: ${sentence(onTrial)}`,
        ),
      ),
    );
  }
  for (const fact of uniqueCosts([...costs, ...extras]))
    readings.push(withNote(reading(fact), told.get(factKey(fact))));
  return { readings, rejects };
}

const TWO_PRICES = /[$€£]\s?\d[\d.,]*\s?\/\s?[$€£]\s?\d/;

const MORE_THAN_LISTED =
  /^paid prices only from|\b(?:tiers?|plans?) (?:only|exists?|custom|dropped|from)\b|\bincomplete\b|\bcut off\b|\bdropped\b|\bnot (?:captured|rendered|readable|seen|visible|shown)\b|\b(?:separate|sold apart|ladder|third tier|other tiers|further tiers|another file)\b|\bopen[- ]source (?:edition|free)\b|\b(?:edition|build|self-hosting) is (?:free|open source|apache)/i;

/** Returns whether a row mentions tiers or prices that are missing from its list: a free plan, or a second price. */
function saysMore({ plans, facts, free_plan }: Row): boolean {
  return (
    facts.some(({ text }) => MORE_THAN_LISTED.test(text ?? "")) ||
    plans.some(({ price_text }) => TWO_PRICES.test(price_text ?? "")) ||
    (free_plan === true && !plans.some(({ price }) => price === 0))
  );
}

/** "Starting at $900": the price of the smallest version of the plan. */
const FLOOR =
  /\b(?:start(?:s|ing)?|begins|from|ab|as low as|minimum of|a partir de)\s+(?:at:?\s+|from\s+|price:?\s*)?(?:about\s+|around\s+)?\(?(?:(?:US|R)?[$€£]|(?:USD|EUR|GBP|AED|AUD|BRL|CAD|CHF|CNY|INR|JPY|MXN|SEK|ZAR)\s?\d|\d)|^starts at$|start(?:s|ing) from|starting price|^[$€£]\s?[\d.,]+\+/i;
/**
 * The same words in an allowance that are about the price. "From 2.9%" and "from 1,000 contacts" are about other
 * things.
 */
const FLOOR_WORDS = /\b(?:starting|entry|base|from) price\b/i;
const CEILING = /\bup to (?:a maximum of )?[$€£]|^to [$€£]|^≤/i;
const APPROXIMATE =
  /\b(?:about|around|approximately|roughly|circa)\s+(?:[$€£]|(?:USD|EUR|GBP|AED|AUD|BRL|CAD|CHF|CNY|INR|JPY|MXN|SEK|ZAR)\s?\d|\d)|^~\s?[$€£\d]/i;
const RANGE = /(\d[\d,]*(?:\.\d+)?)\s?(?:[-–—]|to)\s?[$€£]?\s?(\d[\d,]*(?:\.\d+)?)/;

/** Returns on which side of the displayed figure the true price may be, if the source gives no exact price. */
function inexactness({ price, price_text, quota }: Plan): PlanDraft["inexact"] {
  const text = price_text ?? "";
  const [low, high] = (RANGE.exec(text) ?? []).slice(1).map((figure) => Number(figure.replace(/,/g, "")));
  if (FLOOR.test(text) || FLOOR_WORDS.test(quota ?? "")) return "floor";
  if (low !== undefined && high !== undefined && low < high && low === price) return "floor";
  if (CEILING.test(text)) return "ceiling";
  return APPROXIMATE.test(text) ? "approximate" : undefined;
}

const INEXACT = {
  floor: "Prices from which a plan starts; it may cost more",
  ceiling: "Prices that are the most a plan costs; it may cost less",
  approximate: "Prices that the page gives as approximate",
};

function inexactNote(drafts: readonly PlanDraft[]): string | undefined {
  const notes = (["floor", "ceiling", "approximate"] as const).flatMap((kind) => {
    const found = drafts.filter(({ inexact }) => inexact === kind).map((draft) => inexactName(draft, drafts));
    const named = [...new Set(found.filter(Boolean))];
    return named.length > 0 ? [`${INEXACT[kind]}: ${named.join(", ")}.`] : [];
  });
  return notes.length > 0 ? notes.join(" ") : undefined;
}

/** Returns the name of an inexact plan. If only one of its two prices is inexact, the name includes that billing. */
function inexactName({ name, price, inexact }: PlanDraft, drafts: readonly PlanDraft[]): string {
  const { base } = splitPlanName(name);
  const isAll = drafts.every(
    (other) => other.price === null || splitPlanName(other.name).base !== base || other.inexact === inexact,
  );
  return isAll || !price?.billing || base === ""
    ? base
    : `${base} (billed ${price.billing === "annual" ? "annually" : "monthly"})`;
}

const INEXACT_COST = {
  floor: "The least that it costs; it may cost more.",
  ceiling: "The most that it costs; it may cost less.",
  approximate: "The page gives it as approximate.",
};

/** Returns the drafts whose prices are starting prices according to a row's notes. */
function startingDrafts({ facts }: Row, drafts: readonly PlanDraft[]): PlanDraft[] {
  const paid = drafts.filter(({ price }) => price !== null && price.amount > 0);
  const said = facts.flatMap(({ kind, text }) => (kind === "other" ? clauses(text) : []));
  return said.flatMap((clause) => {
    if (!/\bstarting[- ](?:at|prices?)\b|^entry prices\b|^published floor\b/i.test(clause)) return [];
    const named = paid.filter(({ name }) => ` ${clause} `.includes(` ${splitPlanName(name).base} `));
    return named.length > 0 ? named : paid;
  });
}

/** Returns a row's statements about its trials: which plan, and its contents. */
function trialsIn({ plans, facts }: Row): string[] {
  const ofPlans = plans.flatMap((plan) => {
    const said = [plan.price_text, ...clauses(plan.quota)].filter((part) => part && /\btrial\b/i.test(part));
    const all = isTrial(plan) ? clauses(plan.quota) : said;
    return all.length > 0 ? [`${plan.name}: ${all.join(", ")}`] : [];
  });
  return [...ofPlans, ...facts.flatMap(({ text }) => clauses(text).filter((clause) => /\btrial\b/i.test(clause)))];
}

/** Returns a cost without the key that distinguishes it from others with the same label. */
function factKey(fact: Fact): string {
  return JSON.stringify(fact.kind === "hidden_cost" ? { ...fact, key: undefined } : fact);
}

function tell(told: Map<string, string>, fact: Fact, note: string | undefined): void {
  if (note && !told.has(factKey(fact))) told.set(factKey(fact), note);
}

/** Returns the source's words if the label contains fewer. */
function asStated(text: string, label: string): string | undefined {
  const words = (phrase: string): string[] => phrase.toLowerCase().match(/[a-z]{2,}/g) ?? [];
  const known = new Set(words(label));
  const said = clauses(text);
  return said.length === 0 || words(said.join(" ")).every((word) => known.has(word))
    ? undefined
    : `As stated: ${sentence(said)}`;
}

/** Returns the conditions stated next to a fee: a minimum, a cap, or only some payments. */
function feeNote({ percent, amount, label }: HiddenCost, { price_text, quota }: Plan): string | undefined {
  const figure = percent ?? amount ?? Number.NaN;
  const isFixed = label.endsWith("fixed part)");
  const isOwn = (part: string) => (isFixed ? /\d\s?%\s?\+/.test(part) : numbersIn(part).includes(figure));
  const all = [...clauses(price_text), ...clauses(quota)];
  const isFrom = all.flatMap((clause) => clause.split(/,\s/)).some((part) => isOwn(part) && FLOOR.test(part));
  const said = all.filter((clause) => isOwn(clause) || LIMITS_A_FEE.test(clause));
  return notes(isFrom && INEXACT_COST.floor, asStated(said.join("; "), label));
}

const LIMITS_A_FEE = /\b(?:cap(?:ped)?|below|above|domestic|international|VAT|tax|on top)\b/i;

function withNote(reading: Reading, note: string | undefined): Reading {
  if (!note) return reading;
  const { evidence } = reading;
  return { ...reading, evidence: { ...evidence, note: evidence.note ? `${evidence.note} ${note}` : note } };
}

/** A freely chosen payment is not a unit price: "Any amount from $5". */
const ANY_AMOUNT = /\bany amount\b/i;

/** Returns percentages, additional units and minimums that the text next to a price states in figures. */
function planFees(plan: Plan, row: Row, unit: string | undefined): HiddenCost[] {
  const tier = splitPlanName(plan.name).base || undefined;
  const currency = isCurrency(plan.currency) ? plan.currency : row.currency;
  if (row.currency !== null && currency !== row.currency) return [];
  const text = plan.price_text ?? "";
  const isShare = /\d%/.test(text) && (!plan.price || /\+\s*\d[\d.]*%/.test(text));
  const context = {
    currency,
    tier,
    unit,
    feeName: plan.price === null && tier?.includes(" ") ? tier : undefined,
  };
  const beside = isShare ? percentFees(text, context, true) : [];
  const found = [
    ...beside,
    ...feesIn(isShare ? text.replace(/%\s*\+?/g, " ") : text, context),
    ...feesIn(plan.quota?.replace(/^plus (?=[\d.]+\s?%$)/i, "transaction fee "), context),
    ...renewalPrices(plan, context),
    ...(ANY_AMOUNT.test(text) && plan.price && currency
      ? [cost("other", "Smallest top-up", plan.price, currency, "once")]
      : []),
  ];
  return withoutEchoes(found).filter(
    ({ amount, label }) => amount === null || amount !== plan.price || label === "Smallest top-up",
  );
}

/** Returns the unit of a fee in the price column: "ticket", "donation", "percent of card charge". */
function feeUnit({ price, period, unit }: Plan): string | undefined {
  if (price || period !== "usage") return undefined;
  const counted = unit?.replace(/^percent(?:age)? of |\s*plus .*$/gi, "").trim();
  return counted && !/^(?:account|platform fee|POS hardware|percent)$/i.test(counted) ? counted : undefined;
}

/** Returns a plan that only the notes name: "Enterprise: contact sales". */
function quotedPlan({ kind, text }: PageFact, row: Row): PlanDraft[] {
  const name = kind === "other" ? /^([A-Z][\w+ ]{2,20}): contact sales$/i.exec(text ?? "")?.[1] : undefined;
  if (!name || row.currency === null || row.plans.some((plan) => plan.name === name)) return [];
  return [{ row: row.slug, name, status: "contact_sales", price: null, unit: null, limits: [], features: [] }];
}

/** Returns the days in "14-day free trial", but not those of a paid trial. */
function freeTrialDays(text: string | null): number[] {
  const found = /\b(\d+)[- ]day free trial|\bfree (\d+)[- ]day trial/i.exec(text ?? "");
  return found ? [Number(found[1] ?? found[2])] : [];
}

/** Of figures that are stated twice in different words, returns the first. */
function withoutEchoes(costs: readonly HiddenCost[], known: readonly HiddenCost[] = []): HiddenCost[] {
  const kept: HiddenCost[] = [];
  for (const each of costs) {
    const isEcho = (other: HiddenCost) =>
      other.cost === each.cost &&
      other.percent === each.percent &&
      other.amount === each.amount &&
      (each.percent !== null || /^(?:Minimum spend|Smallest)/.test(each.label));
    if (!known.some(isEcho) && !kept.some((other) => isEcho(other) && sameChannel(other, each))) kept.push(each);
  }
  return kept;
}

function sameChannel(one: HiddenCost, other: HiddenCost): boolean {
  const details = (each: HiddenCost) => each.label.split(" (")[0];
  return details(one) !== details(other) || one.label === other.label;
}

function renewalPrices({ quota }: Plan, { currency, tier }: FeeContext): HiddenCost[] {
  const found = /\$([\d,.]+) first year, renews \$([\d,.]+)/.exec(quota ?? "");
  if (!found || currency === null) return [];
  const label = `Price from the second year${tier ? ` (${tier})` : ""}`;
  return [cost("renewal_uplift", label, Number(found[2]?.replace(/,/g, "")), currency, "year")];
}

const FREE_NAME =
  /\b(?:free|hobby|community|open[- ]source|personal|developer plan|self-hosted|starter|basic|lite|sandbox)\b/i;

/** Returns whether an offer is given only once, as a sample or at sign-up. That is not a free tier. */
function isOneOff({ price, period, quota }: Plan, { facts }: Row): boolean {
  if (price !== 0) return false;
  if (facts.some(({ text }) => /\bnot a standing free plan\b/i.test(text ?? ""))) return true;
  if (period === "once" || period === "one-time") return true;
  return (period === "none" || period === null) && /\b(?:once|one-time|on sign-?up)\b/i.test(quota ?? "");
}

function isTrial(plan: Plan): boolean {
  if (plan.price !== 0) return false;
  if (/\bfirst month only\b/i.test(plan.quota ?? "")) return true;
  return (
    /\btrial\b|sign-?up|^(?:free|starter) credits$|^free start$/i.test(plan.name) || /\btrial\b/i.test(plan.unit ?? "")
  );
}

/** Returns the cost if a plan is really an add-on to another plan. */
function extraOf(plan: Plan, currency: string | null): Extract<Fact, { kind: "hidden_cost" }> | null {
  const addOn =
    /\badd-?ons?\b/i.test(plan.name) ||
    plan.unit === "add-on" ||
    /(?:^|; )add-on(?: to [A-Z].*)?$/i.test(plan.quota ?? "");
  const onboarding = plan.period === "once" && /onboarding|configuration package|implementation/i.test(plan.name);
  const additional = /^add(?:itional)?\b/i.test(plan.name);
  const support = /^(?:priority|premium|dedicated) support$/i.test(plan.name);
  const fixed = /^fixed fee\b/i.test(plan.name);
  if (!addOn && !onboarding && !additional && !support && !fixed) return null;
  const label = plan.name
    .replace(/\s*\([^()]*\badd-?on\)/i, "")
    .replace(/\s*[-–(]?\s*add-?on\)?(?=\s|$)/i, "")
    .trim();
  const { unit } = unitOf(plan.unit);
  const money = isCurrency(plan.currency) ? plan.currency : currency;
  const per = plan.period === "month" || plan.period === "year" ? plan.period : plan.period === "once" ? "once" : null;
  const counted = unit && unit !== "account" ? unit : null;
  return {
    kind: "hidden_cost",
    cost: fixed ? "platform_fee" : onboarding ? "onboarding" : support ? "support" : additional ? "overage" : "add_on",
    label,
    key: keyOf(label),
    amount: money !== null && plan.price !== null && plan.price > 0 ? plan.price : null,
    percent: null,
    currency: money,
    unit: onboarding ? "once" : [counted, per].filter(Boolean).join("/") || null,
  };
}

function sameInOtherCurrency(one: Plan, other: Plan): boolean {
  const plain = (name: string) => tierId(name.replace(/\s*\(?\b[A-Z]{3}\b\)?\s*$/, "") || name);
  return plain(one.name) === plain(other.name);
}

/** Names under which a row gives the lowest price of any plan, not a plan. */
const UNNAMED =
  /^(?:from|starting price|entry price|cheapest route|plan(?:e|o)s \((?:desde|a partir de)\)|.* (?:entry|starting) price\)?)$/i;

const ALLOWANCE =
  /^(?:MAU|credits|credit plan|prepaid usage credits|unique tracking numbers|shipments tier|API calls)$/i;

/** Returns a plan's unit. A flat price with an allowance is per account: "$599 a month" for "25 consumers". */
function planUnit(plan: Plan): ReturnType<typeof unitOf> {
  const read = unitOf(plan.unit);
  const [, said] = /\bper (?:[a-z]+ )?(contract|plan|package)\b/i.exec(plan.price_text ?? "") ?? [];
  if (said && said === plan.unit) return { ...read, unit: said };
  if (plan.period !== "month" && plan.period !== "year") return read;
  const counted = /^(\d[\d,]*)\+? ([A-Za-z][A-Za-z -]*)$/.exec(plan.unit?.trim() ?? "");
  const isRate = /\bper (?:x)?\d|\/ ?\d|per 1k/i.test(plan.price_text ?? "");
  if (ALLOWANCE.test(plan.unit ?? "") || (counted && /\+/.test(plan.unit ?? ""))) return { ...read, unit: "account" };
  if (!counted || isRate || read.unit === "account") return read;
  const limit = { name: plural(lowerNoun(counted[2] ?? "")), value: Number(counted[1]?.replace(/,/g, "")), unit: null };
  return { unit: "account", billing: read.billing, limits: [limit] };
}

/** Returns the allowance in "1 million included" if the price is per million requests: only the price has the noun. */
function includedOf({ period, unit, quota }: Plan): Limit[] {
  const [, count, scale] = /^(\d[\d,.]*)( thousand| million| billion)? included\b/i.exec(quota ?? "") ?? [];
  const noun = /^(?:(?:\d[\d,.]*|thousand|million|billion) )?([a-z][A-Za-z -]*)$/i.exec(unit ?? "")?.[1];
  if (period !== "usage" || !count || !noun) return [];
  return limitsIn(`${count}${scale ?? ""} ${plural(lowerNoun(noun))}`);
}

type Resolved = { price: PriceFact | null; status: PriceStatus; reason?: string };

function draftOf(plan: Plan, row: Row, id: string): { draft?: PlanDraft; reason?: string } {
  const { unit, billing: unitBilling, limits: unitLimits } = planUnit(plan);
  const split = splitPlanName(plan.name);
  const billing = plan.billing ?? unitBilling ?? split.billing;
  const { price, status, reason } = priceOf(plan, billing, row);
  const seat = isSeat(unit);
  const counts = seat ? seatCounts(plan) : {};
  const limits = joinLimits(unitLimits, [...includedOf(plan), ...limitsIn(plan.quota)]) ?? [];
  const currency = price && plan.currency !== row.currency && isCurrency(plan.currency) ? plan.currency : undefined;
  return {
    reason,
    draft: {
      row: id,
      name: plan.name.replace(/\s*\([^\p{Script=Latin}\d]*\)\s*$/u, "").trim() || plan.name,
      status,
      price,
      billingUnclear: plan.billing === "monthly" && !isBilledMonthly(plan, row),
      unit,
      currency,
      ...counts,
      limits: counts.maximumSeats ? limits.filter((limit) => limit.name !== unit && limit.name !== `${unit}s`) : limits,
      features: featuresIn(plan.quota ? plan.quota.split(/;|,/) : []),
      hint: plan.quota ? plan.quota.split(/[;,](?!\d)/)[0] : (plan.unit ?? undefined),
      inexact: price !== null && price.amount > 0 ? inexactness(plan) : undefined,
      startingPrice: price !== null && price.amount > 0 && UNNAMED.test(plan.name) ? true : undefined,
    },
  };
}

const BOTH_BILLINGS =
  /\b(?:billed|paid) (?:monthly or (?:annually|yearly)|(?:annually|yearly) or monthly)\b|\bsame price billed monthly (?:or|and) (?:annually|yearly)\b/i;

/** Returns the yearly price of a plan whose monthly price is the same with both billings. */
function forBothBillings(draft: PlanDraft, { price_text, quota }: Plan): PlanDraft[] {
  const { price } = draft;
  const isSame = [price_text, quota].some((text) => BOTH_BILLINGS.test(text ?? ""));
  if (!isSame || price?.period !== "month" || price.billing === "annual") return [];
  return [{ ...draft, price: { ...price, billing: "annual" } }];
}

function isBilledMonthly({ name, price_text, quota }: Plan, { facts }: Row): boolean {
  return saysBilledMonthly(name, price_text, quota, ...facts.map(({ text }) => text));
}

const WAITED_FOR = /\bwait-?list\b|\bcoming soon\b|\bnot yet (?:available|on sale)\b/i;

function priceOf(plan: Plan, billing: PriceFact["billing"], row: Row): Resolved {
  const text = plan.price_text ?? "";
  if (plan.price === null) {
    const only = /^[$€£]\s?(\d[\d,]*(?:\.\d+)?)\s*\/\s*(?:seat|user)\b(?!.*\d)/i.exec(text)?.[1];
    if (only && plan.period !== "none")
      return priceOf({ ...plan, price: Number(only.replace(/,/g, "")) }, billing, row);
    if (isContactSales(text)) return { price: null, status: "contact_sales" };
    // A range, a fee or a rate in words is published, but is not a single price.
    return numbersIn(text).length > 0
      ? { price: null, status: "unverified", reason: "no one price in the price text" }
      : WAITED_FOR.test(text)
        ? { price: null, status: "unverified", reason: "not on sale yet" }
        : { price: null, status: "not_published" };
  }
  if (plan.price < 0) return { price: null, status: "unverified", reason: "negative price" };
  if (plan.price === 0) return zeroPrice(plan, row);
  const unread = (reason: string): Resolved => ({ price: null, status: "unverified", reason });
  if (ANY_AMOUNT.test(text)) return unread("smallest top-up, no price");
  const listed = listPriceBeside(plan);
  if (listed !== null) return priceOf({ ...plan, price: listed, price_text: null, quota: null }, billing, row);
  let period = plan.period;
  if (period === "outcome" || period === "per-use") period = "usage";
  if (period === "one-time") period = "once";
  const isIntroductory = /\bfirst year\b|\brenews\b|,? then \$|limited time offer|founding offer|\d% off \d/i.test(
    `${plan.name}; ${plan.quota}; ${text}`,
  );
  if (isIntroductory && period !== "usage") {
    return unread("introductory price");
  }
  const shown = numbersIn(text);
  if (shown.length > 0 && !shown.some((number) => Math.abs(number - (plan.price ?? 0)) < 1e-9)) {
    return unread(/¢|cents?\b/i.test(text) ? "price in cents read as whole units" : "price is not in the price text");
  }
  const perYear = /\/\s*(?:yr|year|annum)\b|per (?:year|annum)|a year/i.test(text);
  const perMonth = /\/\s*mo?\b|\/\s*month|per .{0,20}month|a month|monthly|\/m\b/i.test(text);
  // The month in a GB-month, or of an hourly unit, is usage.
  if (period === "month" && /\bhour$|-month$/i.test(plan.unit ?? "")) period = "usage";
  if (period === "none" || period === null) {
    if (perMonth) period = "month";
    else if (perYear) period = "year";
    else if (/one-?time|once|lifetime/i.test(text)) period = "once";
    else return unread("price without a period");
  }
  if (period === "month" && perYear && !perMonth) return unread("the text says a year, the row says a month");
  if (period === "year" && perMonth && !perYear) return unread("the text says a month, the row says a year");
  if (period === "year")
    return { price: { amount: plan.price, period, billing: billing ?? billedInText(text) }, status: "published" };
  if (period === "once" || period === "usage") {
    return { price: { amount: plan.price, period, billing: null }, status: "published" };
  }
  if (period !== "month") return unread(`unknown period: ${period}`);
  return {
    price: { amount: plan.price, period, billing: billing ?? billedInText(text) },
    status: "published",
  };
}

/** Returns the regular price if the row's own price is temporary: "promotional; list price 699.00". */
function listPriceBeside({ price, price_text, quota }: Plan): number | null {
  const text = `${price_text ?? ""}; ${quota ?? ""}`;
  if (!/promotional|introductory rate|\bsale\b.*struck through/i.test(text)) return null;
  const found = /\blist(?: price)? \$?(\d[\d,.]*\d)|\$(\d[\d,.]*) struck through/i.exec(text);
  const value = Number((found?.[1] ?? found?.[2] ?? "").replace(/,/g, ""));
  return value > (price ?? 0) ? value : null;
}

function billedInText(text: string): PriceFact["billing"] {
  const stated = /\b(?:billed|paid) (?:annually|yearly|monthly)\b/i.exec(text);
  return stated ? billingOf(stated[0].replace(/annually|yearly/i, "annually")) : null;
}

/**
 * Resolves a price of zero. It is free only if the source says so: a percent fee or an unread price is not a free tier.
 */
function zeroPrice(plan: Plan, row: Row): Resolved {
  const text = plan.price_text ?? "";
  if (isContactSales(text)) return { price: null, status: "contact_sales" };
  const isFreePlan = row.free_plan === true && /\bfree\b/i.test(plan.name);
  const isOnlyZero = row.free_plan === true && row.plans.filter(({ price }) => price === 0).length === 1;
  if (/%/.test(text) && !isFreePlan && !isOnlyZero)
    return { price: null, status: "unverified", reason: "0 stands for a percentage fee" };
  if (/launch price/i.test(`${plan.name} ${text}`))
    return { price: null, status: "unverified", reason: "introductory price" };
  if (/usage/i.test(text) && !isFreePlan)
    return { price: null, status: "unverified", reason: "0 stands for a usage fee" };
  const said = /free|[$€£]\s*0|\b0\s*[€£]|\b0(?:\.00)?\s*\/|USD\s+0/i.test(text) || FREE_NAME.test(plan.name);
  if (!said && row.free_plan !== true) {
    return { price: null, status: "unverified", reason: "a zero that nothing says is free" };
  }
  if (row.free_plan !== true && FLOOR.test(text)) {
    return { price: null, status: "unverified", reason: "0 is the least that it costs" };
  }
  if (/\bpay[- ]as[- ]you[- ]go\b|\bplatform fee only\b/i.test(plan.quota ?? ""))
    return { price: null, status: "unverified", reason: "0 stands for a usage fee" };
  const { unit } = unitOf(plan.unit);
  const isCounted = plan.period === "usage" && unit !== null && unit !== "account";
  const period = isOneOff(plan, row) ? "once" : isCounted ? "usage" : "month";
  return { price: { amount: 0, period, billing: null }, status: "published" };
}

function seatCounts(plan: Plan): { minimumSeats?: number; maximumSeats?: number } {
  const text = `${plan.name}; ${plan.quota ?? ""}`;
  const noun = "(?:paid )?(?:seats?|users?|members?|licen[cs]es?|editors?|agents?|employees)\\b";
  const range = new RegExp(`(\\d+)\\s?[-–]\\s?(\\d+) ${noun}`, "i").exec(text);
  if (range) return { minimumSeats: Number(range[1]), maximumSeats: Number(range[2]) };
  const low = new RegExp(`\\bmin(?:imum|\\.)? (?:of )?(\\d+) ${noun}`, "i").exec(text);
  const from = new RegExp(`(\\d+)\\+ ${noun}`, "i").exec(text);
  const high = new RegExp(`\\b(?:up to|max(?:imum)?\\.?) (\\d+) ${noun}`, "i").exec(text);
  return withoutUndefined({
    minimumSeats: low || from ? Number((low ?? from)?.[1]) : undefined,
    maximumSeats: high ? Number(high[1]) : undefined,
  });
}

function modelOf(basis: string | null): PricingModel | undefined {
  if (!basis) return undefined;
  if (basis === "per-seat") return "per_seat";
  if (basis === "flat" || basis === "flat-platform" || basis === "flat tiers") return "flat";
  if (basis === "custom-quote") return "quote_only";
  if (/\+ ?usage|usage \+ platform/.test(basis)) return "hybrid";
  if (/^(?:usage|consumption|per-call|per-transaction|per-ticket|per-session)/.test(basis)) return "usage";
  return undefined;
}

/** The destination of a fact's statements besides the figure: its own reading's note, or the plans' note. */
type Said = { told: Map<string, string>; ofPlans: string[] };

function factsOf(row: Row, tiers: TierFact[], known: readonly HiddenCost[], rejects: Reject[], said: Said): Fact[] {
  const facts: Fact[] = [];
  for (const fact of row.facts) {
    const id = `${row.slug}: ${fact.kind}`;
    const text = fact.text ?? "";
    const found = feesOfFact(fact, row, tiers);
    if (found.length > 0) {
      for (const fee of found)
        tell(said.told, fee, notes(isFloor(text) && INEXACT_COST.floor, asStated(text, fee.label)));
      facts.push(...withoutEchoes(found, known));
      continue;
    }
    const result = factOf(fact, row, tiers);
    if (typeof result === "string") {
      rejects.push({ row: id, reason: result });
      said.ofPlans.push(...ofPlansNote(fact));
    } else if (result.kind === "hidden_cost" && known.some((told) => isToldBy(told, result))) {
      rejects.push({ row: id, reason: "fee that its plan states" });
    } else {
      facts.push(result);
      const isFee = result.kind === "hidden_cost" && result.cost !== "minimum_seats";
      const label = result.kind === "hidden_cost" ? result.label : "";
      const side = isFloor(text) ? "floor" : isApproximate(text) ? "approximate" : undefined;
      const inexact = isFee && side && INEXACT_COST[side];
      tell(said.told, result, notes(inexact, asStated(text, label)));
    }
  }
  return facts;
}

function isFloor(text: string): boolean {
  return FLOOR.test(text) || /(?:,|\b[A-Za-z]+) from$|\bstarting at$|\bstarting price\b/i.test(text);
}

function isApproximate(text: string): boolean {
  return APPROXIMATE.test(text) || /,? (?:about|roughly)$|^about,|, about\b/i.test(text);
}

/** Returns a fact without a field of its own as words: "annual discount of 20 percent (annual toggle)". */
function ofPlansNote({ kind, value, unit, text }: PageFact): string[] {
  const said = clauses(text).filter((clause) => !/\b[Ee]nterprise: contact sales$/.test(clause));
  const words = said.join("; ");
  const figure =
    value === null || value === "" || Number(value) === 0 ? null : `${value}${unit === "%" ? " %" : ` ${unit ?? ""}`}`;
  const holds = figure !== null && words.replace(/,/g, "").includes(String(value));
  const shown = figure === null || holds ? words : words ? `${figure.trim()} (${words})` : figure.trim();
  if (shown === "") return [];
  const heading = {
    annual_discount: "annual discount",
    promotion: "promotion",
    contract_term: "contract",
    add_on: "add-on",
  }[kind];
  const isNamed = heading === undefined || keyOf(shown).includes(keyOf(heading));
  return [isNamed ? shown : `${heading}: ${shown}`];
}

const GENERIC = /\b(?:tiers?|plans?|add-?ons?|extra use|extra|additional|per)\b/gi;

/** Returns whether a plan already states the same fee, in at least as many words. */
function isToldBy(told: HiddenCost, { cost: kind, amount, currency, unit, label }: HiddenCost): boolean {
  const words = (text: string) =>
    keyOf(text.replace(GENERIC, " "))
      .split("-")
      .map((word) => word.replace(/s$/, ""));
  const known = new Set(words(told.label));
  const same = told.cost === kind && told.amount === amount && told.currency === currency && told.unit === unit;
  return same && amount !== null && words(label).every((word) => known.has(word));
}

/** Returns fees in the text of a fact that has no kind of its own, or no figure in the value field. */
function feesOfFact(fact: PageFact, row: Row, tiers: readonly TierFact[]): HiddenCost[] {
  const value = fact.value === null || fact.value === "" ? null : Number(fact.value);
  const text = fact.text ?? "";
  const unit = fact.unit ?? "";
  const tierOf = (part: string) => tierNamed(part, tiers)?.name;
  const context = { currency: row.currency, tier: tierOf(text.split(/;\s/)[0] ?? "") };
  if (value === null) {
    if (fact.kind !== "other" && fact.kind !== "overage") return [];
    return feesIn(text, { currency: row.currency, tierOf });
  }
  if (fact.kind !== "other" || !(value > 0)) return [];
  const share = /^(?:%|percent)(?: of)?\s*(.*)$/.exec(unit);
  if (share) {
    if (/annual price increase/i.test(text)) {
      return [cost("renewal_uplift", "Yearly price increase", null, null, "year", value)];
    }
    return percentFees(`${value}% ${share[1]} ${text}`, context);
  }
  const money = /^([A-Z]{3})\b/.exec(unit)?.[1];
  if (!isCurrency(money)) return [];
  const on = (label: string) => (context.tier ? `${label} (${context.tier})` : label);
  if (
    /minimum$/i.test(unit) ||
    /^(?:monthly )?minimum$|(?:monthly|[a-z]) minimum\b(?! (?:top|deposit|order|fee|balance))/i.test(text)
  ) {
    return /month/i.test(`${unit} ${text}`) ? [cost("platform_fee", on("Minimum spend"), value, money, "month")] : [];
  }
  if (/minimum (?:deposit|balance)|minimum.* top-up/i.test(text))
    return [cost("other", "Smallest top-up", value, money, "once")];
  if (/cancellation fee/i.test(text)) return [cost("other", "Fee for early cancellation", value, money, "once")];
  if (/listing fee/i.test(text)) return [cost("overage", "Listing beyond the free ones", value, money, "listing")];
  if (/minimum fee/i.test(text)) return [cost("platform_fee", "Smallest fee", value, money, costUnit(unit))];
  if (/messaging billed/i.test(text))
    return [cost("overage", "Messaging billed by a third party", value, money, costUnit(unit))];
  return [];
}

function factOf(fact: PageFact, row: Row, tiers: TierFact[]): Fact | string {
  const value = fact.value === null ? null : Number(fact.value);
  const text = fact.text ?? "";
  if (fact.kind === "other") return socialDiscount(fact) ?? "prose only";
  if (fact.kind === "promotion") return "promotion, no price";
  if (fact.kind === "annual_discount") return "annual discount without the discounted price";
  // A term has no field for its plans, but the plans' note has room for them.
  if (fact.kind === "contract_term" && isOfSomePlans(text, tiers)) return "term of some plans alone";
  if (
    fact.kind === "contract_term" &&
    /^(?:annual|prepaid annual|pre-paid annual) contract(?: required)?(?:;|$)/i.test(text)
  ) {
    return { kind: "contract_term", field: "minimumTermMonths", value: 12 };
  }
  if (value === null || !Number.isFinite(value)) return "prose only";
  const months = /^months?$/i.test(fact.unit ?? "") ? value : /^years?$/i.test(fact.unit ?? "") ? value * 12 : null;
  if (fact.kind === "contract_term") {
    if (months !== null) {
      return {
        kind: "contract_term",
        field: /^(?!initial\b)[^,;]*\brenew/i.test(text) ? "renewalTermMonths" : "minimumTermMonths",
        value: months,
      };
    }
    if (isCurrency(fact.unit) && /minimum annual commitment/i.test(text)) {
      return cost("other", "Minimum annual commitment", value, fact.unit, "year");
    }
    return "prose only";
  }
  if (fact.kind === "minimum_seats") return minimumSeats(value, fact, tiers);
  if (fact.kind === "education_discount") {
    if (!/^(?:%|percent)$/.test(fact.unit ?? "") || !/discount|\boff\b/i.test(text)) return "prose only";
    return {
      kind: "discount",
      discount: "education",
      percentLow: /up to/i.test(text) ? 0 : value,
      percentHigh: value,
      condition: null,
    };
  }
  const kind = { overage: "overage", add_on: "add_on", setup_fee: "onboarding" } as const;
  if (!(fact.kind in kind)) return `unknown kind: ${fact.kind}`;
  if (value <= 0) return "no such fee";
  const percent = /^%|^percent/.test(fact.unit ?? "");
  const money = /^([A-Z]{3})\b/.exec(fact.unit ?? "")?.[1] ?? row.currency;
  if (!percent && !isCurrency(money)) return "no currency";
  const category = kind[fact.kind as keyof typeof kind];
  const counted = fact.kind === "setup_fee" ? "once" : (countedBy(fact.unit, text) ?? null);
  const label = labelOf(fact.kind, text, percent ? null : counted, tiers);
  const sso = fact.kind === "add_on" && /^(?:SSO|SAML)/i.test(text);
  const found = {
    ...cost(sso ? "sso" : category, label, percent ? null : value, percent ? null : money, percent ? null : counted),
    percent: percent ? value : null,
  };
  const obliged = /^(.+): one-time onboarding$/i.exec(text)?.[1];
  // The list of hidden costs uses this key for the same fee.
  return obliged ? { ...found, key: keyOf(`onboarding mandatory onboarding ${obliged}`) } : found;
}

/** Reads "discount for registered charities" of 50 percent. */
function socialDiscount({ value, unit, text }: PageFact): Fact | undefined {
  const percent = Number(value);
  if (
    !/^(?:%|percent)$/.test(unit ?? "") ||
    !(percent > 0) ||
    !/\b(?:charit(?:y|ies)|non-?profits?)\b.*\bdiscount|\bdiscount.*\b(?:charit(?:y|ies)|non-?profits?)\b/i.test(
      text ?? "",
    )
  )
    return undefined;
  const low = /up to/i.test(text ?? "") ? 0 : percent;
  return { kind: "discount", discount: "nonprofit", percentLow: low, percentHigh: percent, condition: null };
}

/**
 * Returns whether a fact is about some plans only: "Enterprise contract", "Growth minimum", "Business and Enterprise".
 */
function isOfSomePlans(text: string, tiers: readonly TierFact[]): boolean {
  const [clause = ""] = text.split(/;\s/);
  const named = tiersNamed(clause, tiers);
  if (named.length > 0) return named.length < tiers.length;
  return /^[A-Z][a-z]+ (?:minimum|contract)\b|\bon [A-Z][a-z]+$/.test(clause);
}

function tiersNamed(text: string, tiers: readonly TierFact[]): TierFact[] {
  return [...new Set(text.split(/[,:]| and | & /).flatMap((part) => tierNamed(part, tiers) ?? []))];
}

function countedBy(unit: string | null, text: string): string | null {
  const stated = costUnit(unit);
  const many = /^(?:[\d,.]+[KM]?|million|thousand)$/i.test(stated ?? "") && isPlain(text);
  const things = text.replace(/ (?:above|over|beyond) .*$/, "");
  if (many && !tierWord(things)) return `${stated} ${plural(lowerNoun(things))}`;
  if (stated && !/^(?:month|year|each)$/.test(stated)) return stated;
  const period = stated && stated !== "each" ? stated : null;
  const per =
    /\bper (?:additional )?((?:\d[\d,.]* ?)?[a-z]+(?: (?!per\b|above\b|over\b|beyond\b|if\b|for\b|or\b|and\b|of\b)[a-z]+)?)/i.exec(
      text,
    );
  const also = per ? /^ per (month|year)\b/i.exec(text.slice(per.index + per[0].length))?.[1] : undefined;
  const extra = /\b(?:extra|additional) ([a-z]+(?: (?!on\b|beyond\b|by\b)[a-z]+)?)/i.exec(text)?.[1];
  const noun =
    (period && /^(?:month|year)$/i.test(per?.[1] ?? "") ? undefined : per?.[1]) ??
    extra ??
    (stated === "each" && isPlain(text) ? lowerNoun(text.replace(/ (?:above|over) .*$/, "")) : undefined);
  return [noun, period ?? also].filter((part) => part && part !== "of").join("/") || null;
}

/** Returns whether the text names a plan or a quantity, not a counted thing: "Starter per 1,000 units", "Basic". */
function tierWord(text: string): boolean {
  return !/^[a-z]/.test(text) && !/^(?:API|AI|SMS|IoT)\b/.test(text) ? true : /\bper\b/.test(text);
}

function isPlain(text: string): boolean {
  return text.length > 0 && text.split(/\s+/).length <= 6 && !/[.$€£;:]/.test(text);
}

/** Returns whether the text is a longer name with its size in brackets: "large runner (8 vCPU / 32 GB)". */
function isThing(text: string): boolean {
  return /^[^.$€£;:,()]+\([^$€£;:()]+\)$/.test(text) && !/\d\s?[p¢%]/.test(text) && text.length <= 80;
}

/**
 * Returns our own short label: the source's few words if they are plain, otherwise the leading noun, with the plan if
 * there is one.
 */
function labelOf(kind: string, text: string, counted: string | null, tiers: readonly TierFact[]): string {
  const what = kind === "setup_fee" ? "One-time setup" : kind === "add_on" ? "Add-on" : "Extra use";
  const words = text
    .replace(/^about,? /i, "")
    .replace(/,? (?:from|about|roughly|starting at)$/i, "")
    .replace(/\bper .*$/i, "")
    .trim();
  const capital = (phrase: string) => `${phrase[0]?.toUpperCase()}${phrase.slice(1)}`;
  const named = (phrase: string) => {
    const clear = kind !== "overage" || /extra|additional|overage|top-?up|above|beyond|over|outside/i.test(phrase);
    return clear ? capital(phrase) : `${what}: ${phrase}`;
  };
  const beyond = /^(?:over|above|beyond|after) \d(?:[\d.,]*\d)?[KM]?/i.exec(text)?.[0];
  const isTier = tiers.some(({ id, name }) => name === words || tierId(words) === id);
  if (isPlain(text) && words && !isTier && !(beyond && counted)) return named(words);
  if (isThing(text) && !isTier && !beyond) return named(text);
  const [, prefix, rest] = /^([^:]{2,40}): (.+)$/.exec(text) ?? [];
  const owner = prefix ? tierNamed(prefix, tiers) : undefined;
  const lead = (owner ? (rest ?? "") : text)
    .split(/[;,(]|\s(?:on|for|if|below|above|beyond|starts|starting|from|per|up to|over|at|with|is|are)\b/i)[0]
    ?.trim();
  const isPhrase = lead && isPlain(lead) && /[a-z]{3}/i.test(lead) && !/^per /i.test(lead) && !tierNamed(lead, tiers);
  if (isPhrase && kind !== "overage") return capital(owner ? `${lead} (${owner.name})` : lead);
  const tier = owner ?? tierNamed(text, tiers);
  const range = /\d[\d.,]*[KM]?\s?[–-]\s?\d[\d.,]*[KM]?(?![\dp¢%])|above [\d.,]+[KM]?/.exec(text)?.[0] ?? beyond;
  const detail = [tier?.name, range].filter(Boolean).join(", ");
  return `${what}${counted && counted !== "once" ? ` per ${counted.replace(/\//g, " and ")}` : ""}${detail ? ` (${detail})` : ""}`;
}

function tierNamed(text: string, tiers: readonly TierFact[]): TierFact | undefined {
  const words = ` ${tierId(text).replace(/-/g, " ")} `;
  return [...tiers]
    .sort((one, other) => other.id.length - one.id.length)
    .find((tier) => words.includes(` ${tier.id.replace(/-/g, " ")} `));
}

function minimumSeats(value: number, fact: PageFact, tiers: TierFact[]): Fact | string {
  const text = fact.text ?? "";
  const unit = fact.unit ?? "";
  const named = tiersNamed(text, tiers);
  const only = named.length > 0 ? ` (${named.map(({ name }) => name).join(", ")})` : "";
  if (isCurrency(unit.slice(0, 3))) {
    return cost("platform_fee", `Minimum spend${only}`, value, unit.slice(0, 3), costUnit(unit));
  }
  const everyTier = named.length === 0 && /^(?:minimum|min\b|all|every|paid plans)|every tier|all plans/i.test(text);
  const targets = everyTier ? tiers : named;
  const seats = targets.filter((tier) => isSeat(tier.unit) && tier.prices.some((price) => price.amount > 0));
  for (const tier of seats) tier.minimumSeats = Math.max(value, tier.minimumSeats ?? 1);
  return cost("minimum_seats", `Minimum of ${value} ${unit}${only}`, null, null, null);
}

async function fullFiles(rawDir: string): Promise<Set<string>> {
  const names = await readdir(path.join(rawDir, "api-evangelist", "searched")).catch(() => []);
  return new Set(names.filter((name) => name.endsWith(".yml")).map(upstreamFile));
}

/** Returns the URL of an upstream plans file from its name: "close-plans-pricing.yml". */
export function upstreamFile(name: string): string {
  const slug = name.replace(/-plans(?:-pricing)?\.yml$/, "");
  return `https://raw.githubusercontent.com/api-evangelist/${slug}/refs/heads/main/plans/${name}`;
}

const WITHDRAWN_ON = "2026-11-22";
const WITHDRAWN_BECAUSE =
  "typed by hand by the publisher, who has since marked such files as not read from the vendor's page";

const WithdrawnRow = z.object({ source_url: z.url(), read_date: z.iso.date() });

/** Reads one line of withdrawn.jsonl. */
export function withdrawalOf(input: unknown): Withdrawal {
  const { source_url: url, read_date: readOn } = WithdrawnRow.parse(input);
  return { url, readOn, withdrawnOn: WITHDRAWN_ON, reason: WITHDRAWN_BECAUSE };
}

export const vendorPages: Adapter = {
  source: "vendor-pages",
  async read(rawDir) {
    const lines = (name: string) => readJsonLines<unknown>(path.join(rawDir, "vendor-pages", name));
    const whole = await fullFiles(rawDir);
    const results = (await lines("records.jsonl")).map((row) => fromRow(row, whole));
    return {
      readings: results.flatMap((result) => result.readings),
      rejects: results.flatMap((result) => result.rejects),
      withdrawals: (await lines("withdrawn.jsonl")).map(withdrawalOf),
    };
  },
};
