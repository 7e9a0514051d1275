import { setTimeout as sleep } from "node:timers/promises";
import { processWide } from "@/lib/access/process-wide";
import { isStale } from "@/lib/catalog/coverage";
import { freePeopleColumn, mostPeople } from "@/lib/catalog/free-people";
import { axisPrices, indexEntry, startingBilling } from "@/lib/catalog/starting-price";
import { isSeatUnit, priceForTeam } from "@/lib/catalog/units";
import type { DiscoverFilters, Found } from "@/lib/discovery/page";
import { isFreeFor, isTooSmall } from "@/lib/discovery/team";
import { extended } from "@/lib/extended";
import { formatMoney, formatNumber } from "@/lib/format/money";
import { peopleWords } from "@/lib/format/question-answer";
import { priceSummary } from "@/lib/format/rate-texts";
import type { DiscoverResult } from "@/lib/schemas/discover";
import type { Slug } from "@/lib/schemas/primitives";
import type { PricingRecord } from "@/lib/schemas/record";
import type { Catalog, View } from "./catalog";
import { type KeptBytes, type KeptValues, keptValues, MB } from "./kept-values";
import { sourceOf } from "./shared-reads";
import { today } from "./views";

/** The part of a record that lists show, without its place in a list: a hundredth of the record. */
export interface ListedRecord extends Omit<DiscoverResult, "sources" | "prominence" | "reason"> {
  /** On the price axis of a page: see axisPrices(). */
  tiers: { name: string; price: number }[];
  trialDays: number | null;
  freePeople: number | null;
}

/** In a larger catalogue, list entries are derived at first use. */
const MAX_LISTED = 100_000;
const TOGETHER = 10;
/** Pause between two batches, in which other requests are served. */
const PAUSE_MS = 5;
/**
 * Entries of today, one for each product. The shipped catalogue fits as objects. Of 100,000 products most are stored as
 * text, which V8 does not walk.
 */
const CURRENT: KeptBytes = { texts: 100 * MB, objects: 8 * MB };
const OF_OTHER_DAYS: KeptBytes = { texts: 4 * MB, objects: MB };

/** Each entry is stored with its edition, so that it is replaced when the edition changes. */
type Kept = KeptValues<{ of: string; listed: ListedRecord }>;
const kept = processWide("listed-records", () => new WeakMap<Catalog, { current: Kept; ofOtherDays: Kept }>());

/** Returns the products with data on the view's day. Each record is derived once while it cannot change. */
export async function listedRecords(
  catalog: Catalog,
  slugs: readonly Slug[],
  view: View,
): Promise<ReadonlyMap<Slug, ListedRecord>> {
  const source = sourceOf(catalog);
  const held = kept.get(source) ?? { current: keptValues(CURRENT), ofOtherDays: keptValues(OF_OTHER_DAYS) };
  kept.set(source, held);
  const isCurrent = view.asOf === today(view.now);
  const own = isCurrent ? held.current : held.ofOtherDays;
  const keyOf = (slug: Slug) => (isCurrent ? slug : `${view.asOf} ${slug}`);
  const found = new Map<Slug, ListedRecord>();
  const missing = new Map<Slug, string>();
  for (const slug of slugs) {
    const edition = catalog.editionOf(slug);
    const of = `${edition instanceof Promise ? await edition : edition} ${view.asOf}`;
    const known = own.get(keyOf(slug));
    if (known?.of === of) found.set(slug, known.listed);
    else missing.set(slug, of);
  }
  if (missing.size === 0) return found;
  const lookups = await catalog.records([...missing.keys()], view, "list");
  for (const [slug, of] of missing) {
    const lookup = lookups.get(slug);
    if (lookup?.status !== "found") continue;
    found.set(slug, own.set(keyOf(slug), { of, listed: listedOf(lookup.record) }).listed);
  }
  return found;
}

/** Derives all list entries, a few at a time, so that no client waits for them. */
export async function makeListsReady({ catalog, now }: { catalog: Catalog; now: Date }): Promise<void> {
  const view = { asOf: today(now), now };
  const slugs = (await catalog.listing(view)).map(({ slug }) => slug);
  if (slugs.length > MAX_LISTED) return;
  for (let start = 0; start < slugs.length; start += TOGETHER) {
    await listedRecords(catalog, slugs.slice(start, start + TOGETHER), view);
    await sleep(PAUSE_MS, undefined, { ref: false });
  }
}

export function listedOf(record: PricingRecord): ListedRecord {
  const { slug, name, category, kind, members, answer, caveat, links, freeTier } = record;
  return {
    slug,
    name,
    category,
    kind,
    ...(members && { memberCount: members.length }),
    ...indexEntry(record),
    billing: startingBilling(record),
    priceSummary: priceSummary(record),
    stale: isStale(record),
    answer,
    ...(caveat !== undefined && { caveat }),
    links: { page: links.page, self: links.self },
    tiers: axisPrices(record),
    trialDays: freeTier?.trialDays ?? null,
    freePeople: freePeopleColumn(freeTier?.people),
  };
}

const placed = processWide("listed-results", () => new WeakMap<ListedRecord, DiscoverResult>());

/** Adds an entry's place in a list, which changes only if the record does. */
export function resultAt(
  listed: ListedRecord,
  { sources, prominence }: Pick<Found, "sources" | "prominence">,
): DiscoverResult {
  const held = placed.get(listed);
  if (held?.sources === sources && held.prominence === prominence) return held;
  const { links, tiers: _tiers, trialDays: _trial, freePeople: _people, ...rest } = listed;
  const made: DiscoverResult = extended(rest, { sources, prominence, links });
  placed.set(listed, made);
  return made;
}

/** Returns a record in the form that lists use. */
export function resultOf(record: PricingRecord, found: Pick<Found, "sources" | "prominence">): DiscoverResult {
  return resultAt(listedOf(record), found);
}

const ONLY_FREE = "only its free plan is within the maximum price";

/**
 * Returns what a free plan means for the list: that only the plan is within the maximum price, and whether it covers
 * the team.
 */
export function teamReason(listed: ListedRecord, filters: DiscoverFilters): string | undefined {
  const words = [isOnlyFree(listed, filters) ? ONLY_FREE : null, freePlanWords(listed, filters.seats ?? null)];
  return words.filter((word) => word !== null).join("; ") || undefined;
}

/** Returns "its free plan covers 2 people, not 3". Null without a team or a free plan. */
export function freePlanWords(listed: ListedRecord, seats: number | null): string | null {
  if (seats === null || listed.freePlan !== true) return null;
  const covers = isFreeFor(listed, seats);
  if (covers === null) return "no source says how many people its free plan covers";
  const most = mostPeople(listed.freePeople);
  if (covers) return `its free plan covers ${most === null ? "any number of people" : `up to ${peopleWords(most)}`}`;
  return `its free plan covers ${peopleWords(most ?? 0)}, not ${formatNumber(seats)}`;
}

/** Returns true if a free plan is known to cover the team of a list. */
export function coversTeam(listed: ListedRecord, { seats = null }: DiscoverFilters): boolean {
  return seats !== null && isFreeFor(listed, seats) === true;
}

/**
 * Returns the price of a product in a list: "free for 3 people", "from $7 per user per month, $21 for 3 people", or how
 * it is within the maximum.
 */
export function priceWords(listed: ListedRecord, price: string, filters: DiscoverFilters): string {
  const { seats = null } = filters;
  if (seats !== null && coversTeam(listed, filters)) return `free for ${peopleWords(seats)} (paid ${price})`;
  const isByFreePlan = isOnlyFree(listed, filters);
  const { startingPrice, priceUnit, currency } = listed;
  const isPerPerson = seats !== null && seats > 1 && startingPrice && currency && isSeatUnit(priceUnit);
  const team = isPerPerson
    ? `, ${formatMoney(priceForTeam(startingPrice, priceUnit, seats), currency)} for ${peopleWords(seats)}`
    : "";
  const free = isTooSmall(listed, seats) || isByFreePlan ? null : freePlanWords(listed, seats);
  const own = isByFreePlan ? `within the maximum only by its free plan (${price})` : `${price}${team}`;
  return free === null ? own : `${own} (${free})`;
}

/** Returns whether a product passes a maximum price by its free plan alone. */
export function isOnlyFree(
  { startingPrice, priceUnit, currency: own }: Pick<DiscoverResult, "startingPrice" | "priceUnit" | "currency">,
  { maxPrice, currency, seats = null }: DiscoverFilters,
): boolean {
  if (maxPrice === null || startingPrice === null) return false;
  return own !== currency || priceForTeam(startingPrice, priceUnit, seats) > maxPrice;
}
