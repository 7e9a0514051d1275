import { processWide } from "@/lib/access/process-wide";
import { type CatalogCounts, countCatalog } from "@/lib/catalog/counts";
import { addDays } from "@/lib/catalog/day";
import { compareText } from "@/lib/catalog/ledger";
import {
  isEnough,
  type ListedProduct,
  type PriceSpread,
  type PriceStates,
  priceStates,
  recentFigures,
  type SsoSurcharge,
  ssoSurcharge,
} from "@/lib/catalog/listing";
import type { LedgerChange } from "@/lib/schemas/changes";
import { type Answered, answered } from "./answer-question";
import type { CatalogState, CategoryEntry } from "./catalog";
import { changeOf } from "./changes";
import { dataTerms } from "./data-terms";
import type { OperationContext } from "./define";
import { readAsked } from "./read-asked";
import { today } from "./views";

/** The category whose price per seat is shown. */
const SEAT_CATEGORY = "crm";
const CURRENCY = "USD";
const MOVES_WITHIN_DAYS = 365;
const MOVES = 4;
/** Number of products with a changed list price among which the best known are shown. */
const MOVED = 100;
/** Example questions under the search field, worded as by a visitor. */
const EXAMPLES = ["Slack for 30", "Asana or Trello for 25", "50M tokens on GPT-5, Claude and Gemini"];

type Context = Pick<OperationContext, "catalog" | "now" | "site">;

export interface CatalogFacts extends CatalogCounts {
  state: CatalogState;
  /** Sources with an observation in the catalogue. */
  sources: number;
  /** How much is known about the prices of its products. */
  states: PriceStates;
  /** The questions as written; pages as paths. */
  examples: Answered[];
  /** The latest moves of the list prices of the best known products, newest first. */
  moves: LedgerChange[];
  seat: { category: CategoryEntry; spread: PriceSpread } | null;
  sso: SsoSurcharge;
  disputed: number;
  /** The product whose price was read last. */
  newest: ListedProduct | null;
}

const held = processWide("catalog-facts", () => new WeakMap<readonly ListedProduct[], Promise<CatalogFacts | null>>());

/** Returns figures about the catalogue, computed once for each edition and day. Null before anything is loaded. */
export async function catalogFacts(context: Context): Promise<CatalogFacts | null> {
  const state = await context.catalog.state();
  if (!state) return null;
  const listing = await context.catalog.listing({ asOf: today(context.now) });
  const known = held.get(listing);
  if (known) return known;
  const facts = gather(context, state, listing);
  held.set(listing, facts);
  facts.catch(() => held.delete(listing));
  return facts;
}

async function gather(context: Context, state: CatalogState, listing: readonly ListedProduct[]): Promise<CatalogFacts> {
  const { catalog, now } = context;
  const category = (await catalog.categories()).find(({ slug }) => slug === SEAT_CATEGORY);
  const { spread } = recentFigures(
    listing.filter((product) => product.category === SEAT_CATEGORY),
    today(now),
  );
  const [examples, moves, { sources: used }] = await Promise.all([
    answeredExamples(context),
    lastMoves(context, listing),
    dataTerms(catalog),
  ]);
  return {
    state,
    ...countCatalog(listing),
    sources: used.length,
    states: priceStates(listing),
    examples,
    moves,
    seat: category && spread && isEnough(spread) && spread.basis === "seat/month" ? { category, spread } : null,
    sso: ssoSurcharge(listing.filter(({ kind }) => kind === "product")),
    disputed: listing.filter(({ kind, disputed }) => kind === "product" && disputed).length,
    newest: newestOf(listing),
  };
}

async function answeredExamples({ catalog, now }: Context): Promise<Answered[]> {
  const asked = EXAMPLES.map(async (q) => {
    const told = await answered({ catalog, now }, await readAsked({ catalog, now }, { q, currency: CURRENCY }));
    return told ? [{ ...told, question: q }] : [];
  });
  return (await Promise.all(asked)).flat();
}

/** Returns the largest step of list prices within a year, for the best known products. */
async function lastMoves({ catalog, site, now }: Context, listing: readonly ListedProduct[]): Promise<LedgerChange[]> {
  const day = today(now);
  const filters = {
    classes: ["move" as const],
    category: null,
    product: null,
    direction: null,
    since: addDays(day, -MOVES_WITHIN_DAYS),
    until: null,
    day,
  };
  const rows = await catalog.largestChanges({ filters, of: "lists", limit: MOVED });
  const known = new Map(listing.map(({ slug, prominence }) => [slug, prominence]));
  const standing = ({ product }: LedgerChange) => known.get(product.slug) ?? 0;
  return rows
    .map((row) => changeOf(row, site))
    .sort((a, b) => standing(b) - standing(a) || compareText(a.product.slug, b.product.slug))
    .slice(0, MOVES)
    .sort((a, b) => compareText(b.day, a.day));
}

/** Returns the first product of the list that is sorted by date. */
function newestOf(listing: readonly ListedProduct[]): ListedProduct | null {
  const [first] = [...listing].sort(
    (a, b) =>
      compareText(b.seenAt, a.seenAt) ||
      Number(b.priced) - Number(a.priced) ||
      b.prominence - a.prominence ||
      compareText(a.slug, b.slug),
  );
  return first ?? null;
}
