import { addDays } from "@/lib/catalog/day";
import { compareText } from "@/lib/catalog/ledger";
import {
  countPriced,
  isEnough,
  type ListedProduct,
  type PriceSpread,
  recentFigures,
  type SsoSurcharge,
  ssoSurcharge,
} from "@/lib/catalog/listing";
import type { LedgerChange } from "@/lib/schemas/changes";
import type { Day } from "@/lib/schemas/primitives";
import type { CatalogState, CategoryEntry } from "./catalog";
import { changeOf } from "./changes";
import type { OperationContext } from "./define";
import { today } from "./views";

/** The largest move is looked for in the first of these spans, in days, in which there is one. */
const SPANS = [30, 90, 365] as const;
/** Of this category the price of a seat is told. */
const SEAT_CATEGORY = "crm";

type Context = Pick<OperationContext, "catalog" | "now" | "site">;

export interface LargestMove {
  change: LedgerChange;
  /** Of the last so many days. */
  days: number;
  /** Shorter spans in which no price moved. */
  quietDays: number | null;
}

export interface CatalogFacts {
  state: CatalogState;
  /** Everything that lists can show. */
  products: number;
  /** Products of which a price or rate card is known. */
  priced: number;
  largestMove: LargestMove | null;
  seat: { category: CategoryEntry; spread: PriceSpread } | null;
  sso: SsoSurcharge;
  disputed: number;
  /** The product whose price was read last. */
  newest: ListedProduct | null;
}

const held = new WeakMap<readonly ListedProduct[], Promise<CatalogFacts | null>>();

/** What the catalogue says of itself, computed once for each edition and day. Null before anything is loaded. */
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
  return {
    state,
    products: listing.length,
    priced: countPriced(listing),
    largestMove: await findLargestMove(context, today(now)),
    seat: category && spread && isEnough(spread) && spread.basis === "seat/month" ? { category, spread } : null,
    sso: ssoSurcharge(listing.filter(({ kind }) => kind === "product")),
    disputed: listing.filter(({ kind, disputed }) => kind === "product" && disputed).length,
    newest: newestOf(listing),
  };
}

async function findLargestMove({ catalog, site }: Context, day: Day): Promise<LargestMove | null> {
  let quietDays: number | null = null;
  for (const days of SPANS) {
    const since = addDays(day, -days);
    const all = { category: null, product: null, direction: null, until: null };
    const filters = { ...all, classes: ["move" as const], since, day };
    const [lists, others] = await Promise.all([
      catalog.largestChanges({ filters, of: "lists", limit: 1 }),
      catalog.largestChanges({ filters, of: "others", limit: 1 }),
    ]);
    const row = lists[0] ?? others[0];
    if (row) return { change: changeOf(row, site), days, quietDays };
    quietDays = days;
  }
  return null;
}

/** As the list of products in the order of their days begins. */
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
