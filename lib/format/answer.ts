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

/** Maximum length of the `answer` sentence. */
export const ANSWER_LENGTH = 200;

/** The cost of a product, in words that can follow its name. */
interface Saying {
  /** The figure, or the reason why there is no figure. It appears on its own at the top of a page. */
  price: string;
  /** A short form of `price` for narrow spaces. */
  brief?: string;
  /** A form of `price` for the middle of a line, if it does not begin like the brief form. */
  inline?: string;
  known: boolean;
  /** After the name: "costs $8.75–$15 per user per month". */
  predicate: string;
  /** Every figure of the predicate without other words. It is tried before the shorter forms. */
  bare?: string;
  /** Shorter forms, the longest first. */
  shorter?: readonly string[];
  /** A sentence that says what to do about an unknown price. */
  advice?: string;
  /** The figure is a third party's and must carry its label. */
  restricted?: boolean;
  /** True if the text itself mentions a free plan or free use. */
  tellsFree?: boolean;
  /** Replaces the record's text about a free plan. */
  free?: string;
  /** True if no price in the text is billed monthly or yearly. */
  withoutBilling?: boolean;
  /** Day on which a source showed the figures. */
  seenOn?: Day | undefined;
}

export interface Answer extends Pick<Saying, "price" | "known"> {
  /** A short form of the price for narrow spaces. */
  brief: string;
  /** The form of the price inside a line: "from $4 per user per month", "price not yet checked". */
  inline: string;
  /** How the price is billed, unless it is billed monthly: "billed yearly", "billing not stated". */
  billing: string | null;
  /** "from $7.25 billed yearly" */
  yearly: string | null;
  /** The price for teams, if the lowest price is for individuals. */
  team: string | null;
  free: string | null;
  seen: string;
  /** The day of `seen`: the shown price's day if the price is older than the record's reading. */
  seenOn: Day;
  stale: boolean;
  /** Age of `seenOn`. */
  age: Age;
  /** A price is checked, or verified by this service. A product whose price is not yet checked is only seen. */
  verb: SeenVerb;
  /** Day on which a source showed the lowest price again, after the shown reading. */
  again: string | null;
  /** The price is a third party's figure. */
  restricted: boolean;
}

/** Each function returns its text for a record, or null. The first non-null result is used. */
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

/** Returns the facts about the cost of a product, in the order in which sentences use them. */
export function answerOf(record: Unanswered): Answer {
  return factsOf(record, sayingOf(record));
}

/** Returns the record without data that must carry a label: for images, badges and crawlers. */
export function unrestricted<T extends Unanswered>(record: T): T {
  const { marketData: _market, ...rest } = record;
  return rest as T;
}

/** Returns the page title, with the price if it is known. */
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

/** Occurs in the text of a price that no source has shown yet. */
const NOT_YET_CHECKED = statusShort("unverified");

function seenOrListed({ sources }: Unanswered["verification"]): SeenVerb {
  return sources > 0 ? "seen" : "listed";
}

/** Returns the answer in at most ANSWER_LENGTH characters. It contains only figures of the record. */
export function answerSentence(record: Unanswered): string {
  const said = sayingOf(record);
  const { billing, yearly, team, free, age, verb, again } = factsOf(record, said);
  const { confidence } = record.verification;
  const certain = confidence === null ? "" : ` Confidence: ${confidenceWord(confidence)}.`;
  const end = (fresh: string | null) =>
    `${upper(agedWords(age, verb))}${fresh ? `; lowest price checked again ${fresh}` : ""}.${certain}`;
  const name = record.name.length > MAX_NAME ? `${record.name.slice(0, MAX_NAME - 1).trimEnd()}…` : record.name;
  // The price of a free product already says that it is free.
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
  // Cuts between words, never inside a figure or a word.
  return `${head.replace(/\s+\S*$/, "")}… ${tail}`;
}

/** Returns "Free plan available.", "14-day free trial available." or "No free plan." */
function freeSentence(free: string): string {
  return `${upper(free)}${free === NO_FREE_PLAN || free === NO_MONTHLY_FEE || free === FREE_TO_SELF_HOST ? "" : " available"}.`;
}

const MAX_NAME = 80;

/** Describes a vendor's name by the price of its flagship, or by the number of products if most are priced by usage. */
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

/** Describes a share of each payment, for a product that needs no subscription. */
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

/**
 * Describes the other prices of a product that is priced by percentage: its plans with a monthly price, or its other
 * usage fees.
 */
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

/** The free plan of a product that costs nothing until a payment is made. */
const NO_MONTHLY_FEE = "no monthly fee";

function ofFlagship(name: string, flagship: AnyMember, count: number): Saying {
  const { startingPrice = null, priceSummary } = flagship;
  const cost = memberPrice(flagship);
  const known = (startingPrice !== null && startingPrice > 0) || priceSummary !== undefined;
  const said = `${flagship.name} ${flagshipVerb(flagship)} ${cost}`;
  const among = count > 1 ? `; ${count} products` : "";
  // "Salesforce Sales Cloud" already names the vendor.
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

/** Describes the few rates of a card that people compare. A paid monthly price takes precedence. */
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
