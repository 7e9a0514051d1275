import { isStale } from "@/lib/catalog/coverage";
import { feePhrase, feeText } from "@/lib/catalog/fee-words";
import { leadFee } from "@/lib/catalog/percentage-price";
import { headlinePrice, monthlyTiers } from "@/lib/catalog/plans";
import { startingPrice } from "@/lib/catalog/starting-price";
import type { Day } from "@/lib/schemas/primitives";
import type { Unanswered } from "@/lib/schemas/record";
import { headlineRates } from "@/lib/usage/headline-rates";
import { type Age, agedWords, ageOf, checkedAge, type SeenVerb } from "./age";
import { formatDay } from "./dates";
import { type AnyMember, memberPrice } from "./members";
import { formatMoney, formatNumber } from "./money";
import {
  billingText,
  FREE_PLAN,
  FREE_TO_SELF_HOST,
  freePlanText,
  fromYearly,
  NO_FREE_PLAN,
  paidRange,
  rangeText,
  teamText,
} from "./price";
import { rateTexts } from "./rate-texts";
import { absentWords, confidenceWord, list, lower, statusShort, unitWords } from "./words";

/** The longest sentence that stands as `answer`. */
export const ANSWER_LENGTH = 200;

/** What a product costs, said so that a name can stand before it. */
interface Saying {
  /** The figure, or in words why there is none: it stands alone at the head of a page. */
  price: string;
  /** The same where there is little room. */
  brief?: string;
  /** The same within a line, where it does not begin as the brief form does. */
  inline?: string;
  known: boolean;
  /** After the name: "costs $8.75–$15 per user per month". */
  predicate: string;
  /** Every figure of the predicate and no other words: tried before the shorter forms. */
  bare?: string;
  /** Shorter forms, the longest first. */
  shorter?: readonly string[];
  /** What to do about a price that is not known, as a sentence. */
  advice?: string;
  /** A third party's figure, which may not travel without its label. */
  restricted?: boolean;
  /** True where the saying itself tells of what can be had for nothing. */
  tellsFree?: boolean;
  /** In place of what the record says of a free plan. */
  free?: string;
  /** True if the saying has no price that is billed monthly or yearly. */
  withoutBilling?: boolean;
  /** Day on which the figures were seen. */
  seenOn?: Day | undefined;
}

export interface Answer extends Pick<Saying, "price" | "known"> {
  /** The price where there is little room. */
  brief: string;
  /** The same within a line: "from $4 per user per month", "price not yet checked". */
  inline: string;
  /** Of the price, unless it is billed monthly: "billed yearly", "billing not stated". */
  billing: string | null;
  /** "from $7.25 billed yearly" */
  yearly: string | null;
  /** If the lowest price is for individuals: what teams pay. */
  team: string | null;
  free: string | null;
  seen: string;
  /** The day of `seen`: of the price that is shown, where that is older than the reading of the record. */
  seenOn: Day;
  stale: boolean;
  /** Of the day of `seen`. */
  age: Age;
  /** A price is checked, or verified by this service; a product whose price is not yet checked is only seen. */
  verb: SeenVerb;
  /** Day on which the lowest price was seen again, after the reading that is shown. */
  again: string | null;
  /** The price is a third party's figure. */
  restricted: boolean;
}

/** Each says what it can say of a record, or null; the first that speaks is heard. */
const SAYINGS: readonly ((record: Unanswered) => Saying | null)[] = [
  family,
  percentage,
  rates,
  listed,
  median,
  openOrFree,
  unpriced,
];

function sayingOf(record: Unanswered): Saying {
  for (const saying of SAYINGS) {
    const said = saying(record);
    if (said) return said;
  }
  return unpriced(record);
}

/** The facts that answer "what does it cost", in the order in which they are said. */
export function answerOf(record: Unanswered): Answer {
  return factsOf(record, sayingOf(record));
}

/** The record without what may not travel without its label: for images, badges and crawlers. */
export function unrestricted<T extends Unanswered>(record: T): T {
  const { marketData: _market, ...rest } = record;
  return rest as T;
}

/** Of the page: with the price, where one is known. */
export function productTitle(record: Unanswered): string {
  const { brief, known } = answerOf(record);
  return known ? `${record.name} pricing: ${brief}` : `${record.name} pricing`;
}

function factsOf(record: Unanswered, said: Saying): Answer {
  const { verification, priceRange, freeTier, tiers = [] } = record;
  const [cheapest] = monthlyTiers(tiers, priceRange.currency);
  const brief = said.brief ?? said.price;
  const { observedAt } = verification;
  const isOlder = said.seenOn !== undefined && said.seenOn < observedAt;
  const checked = said.known && !isOlder ? checkedAge(verification, record.asOf) : null;
  const seenOn = checked?.day ?? (isOlder && said.seenOn !== undefined ? said.seenOn : observedAt);
  const stale = isStale(record);
  return {
    price: said.price,
    brief,
    inline: said.inline ?? lower(brief),
    known: said.known,
    billing: said.withoutBilling || !said.known ? null : billingText(record),
    yearly: said.withoutBilling ? null : fromYearly(record),
    team: said.withoutBilling || !said.known ? null : teamText(record),
    free: said.tellsFree ? null : (said.free ?? freePlanText(freeTier)),
    seen: formatDay(seenOn),
    seenOn,
    stale,
    age: checked ?? ageOf(seenOn, record.asOf, stale),
    verb: checked ? "verified" : said.price.includes(NOT_YET_CHECKED) ? seenOrListed(verification) : "checked",
    again: cheapest && cheapest.observedAt > seenOn ? formatDay(cheapest.observedAt) : null,
    restricted: said.restricted ?? false,
  };
}

/** Within the words of a price that no source has shown yet. */
const NOT_YET_CHECKED = statusShort("unverified");

function seenOrListed({ sources }: Unanswered["verification"]): SeenVerb {
  return sources > 0 ? "seen" : "listed";
}

/** The answer in at most ANSWER_LENGTH characters; it holds no figure that the record does not. */
export function answerSentence(record: Unanswered): string {
  const said = sayingOf(record);
  const { billing, yearly, team, free, age, verb, again } = factsOf(record, said);
  const { confidence } = record.verification;
  const certain = confidence === null ? "" : ` Confidence: ${confidenceWord(confidence)}.`;
  const end = (fresh: string | null) =>
    `${upper(agedWords(age, verb))}${fresh ? `; lowest price checked again ${fresh}` : ""}.${certain}`;
  const name = record.name.length > MAX_NAME ? `${record.name.slice(0, MAX_NAME - 1).trimEnd()}…` : record.name;
  // The price of a product that is free says so already.
  const plan = free === null || (free === FREE_PLAN && said.predicate === "is free") ? "" : ` ${freeSentence(free)}`;
  const advice = said.advice ? ` ${said.advice}` : "";
  const put = (predicate: string, plan: string, fresh: string | null) =>
    `${name}${predicate.startsWith(":") ? "" : " "}${predicate}.${plan}${advice} ${end(fresh)}`;
  const priced = `${said.predicate}${billing === null ? "" : ` (${billing})`}`;
  const teams = team === null ? "" : `; ${team}`;
  const forms = [
    put(`${priced}${yearly === null ? "" : `, or ${yearly}`}${teams}`, plan, again),
    put(`${priced}${teams}`, plan, again),
    put(`${priced}${teams}`, plan, null),
    put(`${priced}${teams}`, "", null),
    put(`${priced}${teams.split(",")[0]}`, "", null),
    put(priced, plan, null),
    ...(said.bare ? [put(said.bare, plan, null)] : []),
    ...(said.shorter ?? []).flatMap((form) => [put(form, plan, null), put(form, "", null)]),
    put(priced, "", null),
    put(said.predicate, "", null),
  ];
  const fitting = forms.find((form) => form.length <= ANSWER_LENGTH);
  if (fitting !== undefined) return fitting;
  const tail = end(null);
  const head = `${name} ${said.predicate}`.slice(0, ANSWER_LENGTH - tail.length - 1);
  // Not within a figure or a word.
  return `${head.replace(/\s+\S*$/, "")}… ${tail}`;
}

/** "Free plan available.", "14-day free trial available.", "No free plan." */
function freeSentence(free: string): string {
  return `${upper(free)}${free === NO_FREE_PLAN || free === NO_MONTHLY_FEE || free === FREE_TO_SELF_HOST ? "" : " available"}.`;
}

const MAX_NAME = 80;

/** Of a vendor's name what its flagship costs; of one whose products are mostly priced by usage, how many. */
function family(record: Unanswered): Saying | null {
  const { products, low, otherProducts: _others, ...range } = record.priceRange;
  if (products === undefined) return null;
  const { members = [] } = record;
  const flagship = members.find(({ slug }) => slug === record.flagship);
  if (flagship && products > 0) return ofFlagship(record.name, flagship, members.length);
  const price = rangeText(record.priceRange, record.priceStatus).replace(/\.$/, "");
  const known = low !== null;
  if (!known) return { price, known, predicate: `${price.startsWith("Priced by usage") ? "is" : ":"} ${lower(price)}` };
  const brief = rangeText({ ...range, low, products }, record.priceStatus);
  return { price, brief, known, predicate: `costs ${lower(price)}` };
}

/** A share of each payment, of a product that can be had without a subscription. */
function percentage(record: Unanswered): Saying | null {
  const { tiers = [], usage, freeTier } = record;
  const lead = leadFee(tiers);
  if (!lead || usage) return null;
  const phrase = feePhrase(lead.fee);
  const beside = besidesText(record);
  const [plan] = monthlyTiers(tiers, record.priceRange.currency);
  const from = plan && headlinePrice(plan);
  return {
    price: `${phrase}${beside}`,
    brief: `${feeText(lead.fee)}${from ? `, plans from ${formatMoney(from, plan.currency)}` : ""}`,
    known: true,
    predicate: `charges ${phrase}${beside}`,
    shorter: [`charges ${phrase}`, `charges ${feeText(lead.fee)}`],
    seenOn: lead.tier.observedAt,
    withoutBilling: true,
    ...(freeTier?.plan === true && !tiers.some(({ isFree }) => isFree) && { free: NO_MONTHLY_FEE }),
  };
}

/** Of a product that is priced by percentage: its plans with a monthly price, or what else it charges by use. */
function besidesText({ tiers = [], priceRange: { currency } }: Unanswered): string {
  const [plan] = monthlyTiers(tiers, currency);
  const price = plan && headlinePrice(plan);
  if (plan && price) return `, with plans from ${formatMoney(price, currency)} ${unitWords(plan.priceUnit ?? "month")}`;
  const [used] = tiers
    .filter((tier) => tier.listPrice?.period === "usage" && tier.listPrice.amount > 0 && tier.currency === currency)
    .sort((a, b) => (a.listPrice?.amount ?? 0) - (b.listPrice?.amount ?? 0));
  if (!used?.listPrice || used.priceUnit === null) return "";
  return `, and from ${formatMoney(used.listPrice.amount, currency)} ${unitWords(used.priceUnit)}`;
}

/** Of a plan that costs nothing until a payment is made. */
const NO_MONTHLY_FEE = "no monthly fee";

function ofFlagship(name: string, flagship: AnyMember, count: number): Saying {
  const { startingPrice = null, priceSummary } = flagship;
  const cost = memberPrice(flagship);
  const known = (startingPrice !== null && startingPrice > 0) || priceSummary !== undefined;
  const said = `${flagship.name} ${flagshipVerb(flagship)} ${cost}`;
  const among = count > 1 ? `; ${count} products` : "";
  // "Salesforce Sales Cloud" names the vendor itself.
  const isNamed = flagship.name.startsWith(`${name} `);
  const price = upper(`${flagship.name} ${cost}`);
  return {
    price: `${price}${among}`,
    brief: price,
    inline: price,
    known,
    predicate: `${isNamed ? said.slice(name.length + 1) : `: ${said}`}${among}`,
  };
}

function flagshipVerb({ startingPrice = null, priceSummary }: AnyMember): string {
  if (priceSummary === undefined) return startingPrice ? "costs" : "is";
  if (priceSummary.startsWith("from ")) return "costs";
  return /^\d[\d.]*%/.test(priceSummary) ? "charges" : "is priced by usage:";
}

function listed(record: Unanswered): Saying | null {
  const range = paidRange(record);
  if ((range.low ?? range.high) === null || (range.low === 0 && range.high !== 0)) return null;
  const price = rangeText(range, record.priceStatus).replace(/\.$/, "");
  if (range.high === 0) return { price, known: true, predicate: "is free", tellsFree: false };
  const [cheapest] = monthlyTiers(record.tiers ?? [], range.currency);
  const fee = cheapest?.baseFee;
  const whole = fee
    ? `${price} plus a base fee from ${formatMoney(fee.amount, fee.currency)} per ${fee.period}`
    : price;
  return { price: whole, known: true, predicate: `costs ${lower(whole)}`, seenOn: cheapest?.observedAt };
}

/** Of a card the few rates that people compare. They stand back where a paid price by the month is known. */
function rates(record: Unanswered): Saying | null {
  const { usage } = record;
  if (!usage) return null;
  if (monthlyTiers(record.tiers ?? [], record.priceRange.currency).length > 0) return null;
  const groups = rateTexts(headlineRates(usage));
  const said = (count: number) => groups.slice(0, count).join("; ");
  const [first] = groups;
  if (first === undefined) return { price: "Priced by usage", known: false, predicate: "is priced by usage" };
  const counts = groups.map((_, index) => groups.length - index);
  const shown = new Set(headlineRates(usage).map(({ model }) => model));
  const [seenOn] = usage.models.flatMap(({ model, observedAt }) => (shown.has(model) ? observedAt : [])).sort();
  return {
    seenOn,
    price: said(groups.length),
    brief: first,
    inline: "priced by usage",
    known: true,
    withoutBilling: true,
    predicate: `is priced by usage: ${said(groups.length)}`,
    bare: `: ${said(groups.length)}`,
    shorter: [...counts.slice(1).map((count) => `is priced by usage: ${said(count)}`), `: ${first}`],
  };
}

function median(record: Unanswered): Saying | null {
  const { medianAnnualCost, currency, source, sampleSize, scope } = record.marketData ?? {};
  if (medianAnnualCost === null || medianAnnualCost === undefined) return null;
  const figure = formatMoney(medianAnnualCost, currency ?? null);
  const whole = scope === "supplier" ? " for all the vendor’s products" : "";
  const purchases = sampleSize ? `, ${formatNumber(sampleSize)} purchases` : "";
  const none = absentWords(startingPrice(record).priceStatus, "list price");
  const paid = (more: string) => `buyers paid a median of ${figure} a year${whole} (${source}${more})`;
  return {
    price: `${upper(none)}; ${paid("")}`,
    known: false,
    predicate: `: ${none}. ${upper(paid(purchases))}`,
    shorter: [`: ${none}. ${upper(paid(""))}`],
    restricted: record.license.marketData === "restricted",
  };
}

function openOrFree(record: Unanswered): Saying | null {
  const { freeTier, priceRange } = record;
  if (freeTier?.available !== true && priceRange.low !== 0) return null;
  const licences = freeTier?.licences ?? [];
  if (licences.length === 0) {
    const rest = absentWords(startingPrice(record).priceStatus, "paid price");
    return { price: `Free plan; ${rest}`, known: false, predicate: `has a free plan. ${upper(rest)}`, tellsFree: true };
  }
  const said = `free to self-host (${licences.length === 1 ? "licence" : "licences"}: ${list(licences)})`;
  return {
    price: upper(said),
    known: false,
    predicate: `is ${said}`,
    shorter: ["is free to self-host"],
    tellsFree: true,
  };
}

function unpriced(record: Unanswered): Saying {
  const { priceStatus } = startingPrice(record);
  const said = absentWords(priceStatus);
  const saying = { price: upper(said), known: false, predicate: `: ${said}` };
  return priceStatus === "not_applicable" ? saying : { ...saying, advice: "Ask the vendor." };
}

function upper(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
