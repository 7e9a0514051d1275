import type { Product } from "@/lib/schemas/catalog";
import type { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import type { PriceRange, ReducedRecord, Verification } from "@/lib/schemas/record";
import { displayRange } from "./display";
import { freePeopleColumn, mostPeople } from "./free-people";
import { compareText } from "./ledger";
import { type ListedProduct, leadingSpread, type PriceSpread } from "./listing";
import { indexEntry, listEntry, startingPrice } from "./starting-price";

/** A product of a family with its data of a day. */
export interface Member
  extends Pick<
    ListedProduct,
    | "slug"
    | "name"
    | "category"
    | "startingPrice"
    | "currency"
    | "priceUnit"
    | "highestPrice"
    | "priceStatus"
    | "pricingModel"
  > {
  /** True if it has a rate card. */
  rated: boolean;
  /** Number of independent sources that list it. */
  sources: number;
  observedAt: Day;
  /** See freePeopleColumn(). */
  freePeople?: number | null;
  /** Only for the flagship, if it has no monthly price: see priceSummary(). */
  priceSummary?: string;
}

/** The facts from the observations of a family's flagship. */
export interface FlagshipFacts {
  verification: Verification;
  priceSummary: string | null;
}

/** Returns a product as a member of its family, from its observations on the day. */
export function memberOn(
  { slug, name, category }: Pick<Product, "slug" | "name" | "category">,
  reduced: Parameters<typeof indexEntry>[0],
  observations: readonly Observation[],
): Member {
  const { startingPrice: start, currency, priceUnit, priceStatus, pricingModel, observedAt } = indexEntry(reduced);
  const { highestPrice, freePeople } = listEntry(reduced);
  const identity = { slug, name, category };
  const price = { startingPrice: start, currency, priceUnit, highestPrice, priceStatus, pricingModel };
  const sources = new Set(observations.map(({ source }) => source)).size;
  return { ...identity, ...price, rated: reduced.usage !== undefined, sources, observedAt, freePeople };
}

export const FAMILY_RULE =
  "A vendor’s name under which several products are sold is a family. Its members are the products of that vendor. Its price range covers their starting prices in the currency and unit that most of them share; the others are counted separately, and nothing is converted. If more of them are priced by usage, the family is shown as priced by usage instead of with a range. It is named by its flagship: the product chosen by review, otherwise the best-known in the family's category. Its date and confidence are those of the flagship.";

const RANKS = { monthly: 0, otherwise: 1, free: 2, unknown: 3 } as const;
type Rank = keyof typeof RANKS;

function rankOf({ startingPrice: start, priceStatus, pricingModel, rated }: Member): Rank {
  if (start !== null && start > 0) return "monthly";
  if (rated && (pricingModel === "usage" || pricingModel === "hybrid")) return "otherwise";
  if (start === 0 || pricingModel === "open_source" || pricingModel === "free") return "free";
  return priceStatus === "not_applicable" || priceStatus === "published" ? "otherwise" : "unknown";
}

/** Returns true if any cost is known: monthly, by use, one-time, or free. */
export function isPriced(member: Member): boolean {
  return rankOf(member) !== "unknown";
}

/**
 * Sorts the members of a family: those priced monthly, those priced otherwise, free ones, the rest. Ties: known to more
 * sources first, then seen later first.
 */
export function inOrder(members: readonly Member[]): Member[] {
  return [...members].sort(
    (a, b) =>
      RANKS[rankOf(a)] - RANKS[rankOf(b)] ||
      b.sources - a.sources ||
      compareText(b.observedAt, a.observedAt) ||
      compareText(a.slug, b.slug),
  );
}

const hasOwnPrice = (own: ReducedRecord) => own.priceStatus === "published";

const isByUse = ({ rated, pricingModel }: Member) => rated || pricingModel === "usage";

/** Returns the prices that a family's range spans; null if more of its products are priced by use. */
function spreadOf(own: ReducedRecord, priced: readonly Member[]): PriceSpread | null {
  const itself = startingPrice(own);
  const spread = leadingSpread([...(itself.startingPrice ? [{ ...itself, highestPrice: null }] : []), ...priced]);
  const byUse = priced.filter((member) => rankOf(member) === "otherwise" && isByUse(member)).length;
  return spread && spread.prices.length >= byUse ? spread : null;
}

/** The derived record of a product; for a family, with its members. */
export type DerivedRecord = ReducedRecord & { members?: readonly Member[]; flagship?: string };

type Named = Pick<Product, "slug" | "category">;

/** The product that people mean by a vendor's name, if it is not the best-known one in the vendor's category. */
const FLAGSHIPS: Readonly<Record<string, string>> = {
  atlassian: "jira",
  aws: "amazon-ec2",
  "google-cloud": "google-compute-engine",
  microsoft: "microsoft-365-business",
  "microsoft-azure": "azure-virtual-machines",
  openai: "chatgpt",
  oracle: "oci-compute",
  zoho: "zoho-crm",
};

/**
 * Returns the priced member that represents a family: the one named by review, else the best-known in the family's
 * category, else the best-known. Returns null if no member is priced.
 */
export function flagshipOf({ slug, category }: Named, members: readonly Member[]): Member | null {
  const priced = inOrder(members).filter(isPriced);
  const sold = priced.filter((member) => rankOf(member) !== "free");
  const named = priced.find((member) => member.slug === FLAGSHIPS[slug]);
  return named ?? sold.find((member) => member.category === category) ?? priced[0] ?? null;
}

/**
 * Returns the member whose reading provides the price that a family shows; null if the family has its own price, or if
 * no price is known.
 */
export function leadOf(own: ReducedRecord, members: readonly Member[], family: Named): Member | null {
  return hasOwnPrice(own) ? null : flagshipAmong(own, members, family);
}

/** Chooses among the products priced by usage if most of the family's products are. */
function flagshipAmong(own: ReducedRecord, members: readonly Member[], family: Named): Member | null {
  const byUse = members.filter((member) => rankOf(member) === "otherwise");
  const isByUse = byUse.length > 0 && spreadOf(own, inOrder(members).filter(isPriced)) === null;
  return flagshipOf(family, isByUse ? byUse : members);
}

/**
 * Returns the vendor's own facts together with the prices of its products. The range spans the starting prices in the
 * commonest currency and unit; the others are counted, never converted. `lead`: the facts of the product that leadOf()
 * names.
 */
export function withMembers(
  own: ReducedRecord,
  given: readonly Member[],
  lead: FlagshipFacts | null,
  family: Named,
): ReducedRecord & { members: Member[]; flagship?: string } {
  const members = inOrder(given);
  const priced = members.filter(isPriced);
  const people = own.freeTier?.plan ? fewestPeople(own, members) : null;
  if (own.freeTier && people) own = { ...own, freeTier: { ...own.freeTier, people } };
  if (priced.length === 0) return { ...own, members };
  const spread = spreadOf(own, priced);
  const all = priced.length + (hasOwnPrice(own) ? 1 : 0);
  const range = spread ? spanned(spread, all) : unspanned(own, members);
  const flagship = leadOf(own, members, family);
  const shown = lead && !hasOwnPrice(own) ? { ...lead.verification, disputed: [] } : own.verification;
  const summary = lead?.priceSummary ?? null;
  return {
    ...own,
    // A free product does not show the pricing model of products with unknown prices.
    pricingModel:
      own.pricingModel ?? commonModel(priced.some((member) => rankOf(member) !== "free") ? priced : members),
    currency: own.currency ?? range.currency,
    priceUnit: own.priceUnit ?? range.unit,
    priceStatus: "published",
    priceRange: range,
    verification: shown,
    ...(flagship && { flagship: flagship.slug }),
    members: members.map((member) =>
      member === flagship && summary !== null ? { ...member, priceSummary: summary } : member,
    ),
  };
}

/** Returns the people that the free plans of a family and its members cover; the plan for the fewest counts. */
function fewestPeople(own: ReducedRecord, members: readonly Member[]) {
  const stated = freePeopleColumn(own.freeTier?.people);
  const known = [stated, ...members.map(({ freePeople = null }) => freePeople)].filter((column) => column !== null);
  return known.length === 0 ? null : { maximum: mostPeople(Math.min(...known)) };
}

function commonModel(priced: readonly Member[]): ReducedRecord["pricingModel"] {
  const [first, ...others] = new Set(priced.map(({ pricingModel }) => pricingModel));
  return others.length === 0 ? (first ?? null) : null;
}

function spanned({ prices, median, currency, unit }: PriceSpread, all: number): PriceRange {
  const low = prices[0] ?? null;
  const high = prices.at(-1) ?? null;
  const counts = { products: prices.length, otherProducts: all - prices.length };
  const amounts = { low, high, currency, unit };
  const display = displayRange(amounts, { priceStatus: "published", pricedModels: 0, paidFrom: low, licences: [] });
  return { ...amounts, median, display: `${display} ${acrossWords(counts)}`, ...counts };
}

/** Returns "across 6 products; 3 more priced differently". */
export function acrossWords({ products, otherProducts }: { products: number; otherProducts?: number | undefined }) {
  const others = otherProducts ? `; ${otherProducts} more priced differently` : "";
  return `${products === 1 ? "for" : "across"} ${countWords(products)}${others}`;
}

function countWords(count: number): string {
  return `${count} ${count === 1 ? "product" : "products"}`;
}

/** Describes the prices in words, without a figure of its own, if no range covers most of the products. */
function unspanned(own: ReducedRecord, members: readonly Member[]): PriceRange {
  if (own.priceRange.low !== null) return own.priceRange;
  const ranked = (rank: Rank) => members.filter((member) => rankOf(member) === rank);
  const others = ranked("otherwise");
  const monthly = leadingSpread(members);
  const free = ranked("free").length;
  const display = [
    ...(hasOwnPrice(own) ? [own.priceRange.display] : []),
    ...(others.length > 0
      ? [`Priced by usage${others.every(isByUse) ? "" : " or as a one-time purchase"}: ${countWords(others.length)}`]
      : []),
    ...(monthly ? [monthlyWords(monthly)] : []),
    ...(others.length === 0 && free > 0 ? [freeWords(free, members.length)] : []),
  ].join("; ");
  const nothing = { low: null, median: null, high: null, currency: null, unit: null };
  return { ...nothing, display, products: 0, otherProducts: others.length + ranked("monthly").length };
}

/** Returns "2 more from $3 per user/month". */
function monthlyWords({ prices: [low = 0, ...others], currency, unit }: PriceSpread): string {
  const amounts = { low, high: null, currency, unit };
  const from = displayRange(amounts, { priceStatus: "published", pricedModels: 0, paidFrom: low, licences: [] });
  return `${others.length + 1} more ${from.charAt(0).toLowerCase()}${from.slice(1)}`;
}

function freeWords(free: number, all: number): string {
  if (free === all) return `Free: ${countWords(free)}`;
  return `${free} of ${countWords(all)} free; paid prices unknown`;
}
