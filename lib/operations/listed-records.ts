import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { isStale } from "@/lib/catalog/coverage";
import { indexEntry, startingBilling } from "@/lib/catalog/starting-price";
import type { Found } from "@/lib/discovery/page";
import type { DiscoverResult } from "@/lib/schemas/discover";
import type { Slug } from "@/lib/schemas/primitives";
import type { PricingRecord } from "@/lib/schemas/record";
import type { Catalog, View } from "./catalog";
import { today } from "./views";

/** What a list tells of a record, but for its place in it: a hundredth of the record. */
export type ListedRecord = Omit<DiscoverResult, "sources" | "prominence" | "reason">;

/** Of a larger catalogue, what is listed is derived when it is first found. */
const MAX_LISTED = 100_000;
const TOGETHER = 10;
/** Between two batches, in which others are served. */
const PAUSE_MS = 5;
const kept = new WeakMap<Catalog, LRUCache<string, ListedRecord>>();

/** The products of which something is known on the view's day; each record is derived once while it can be no other. */
export async function listedRecords(
  catalog: Catalog,
  slugs: readonly Slug[],
  view: View,
): Promise<ReadonlyMap<Slug, ListedRecord>> {
  const held = kept.get(catalog) ?? new LRUCache<string, ListedRecord>({ max: MAX_LISTED });
  kept.set(catalog, held);
  const found = new Map<Slug, ListedRecord>();
  const missing = new Map<Slug, string>();
  for (const slug of slugs) {
    const edition = catalog.editionOf(slug);
    const key = `${edition instanceof Promise ? await edition : edition} ${view.asOf} ${slug}`;
    const listed = held.get(key);
    if (listed) found.set(slug, listed);
    else missing.set(slug, key);
  }
  if (missing.size === 0) return found;
  const lookups = await catalog.records([...missing.keys()], view, "list");
  for (const [slug, key] of missing) {
    const lookup = lookups.get(slug);
    if (lookup?.status !== "found") continue;
    const listed = listedOf(lookup.record);
    held.set(key, listed);
    found.set(slug, listed);
  }
  return found;
}

/** Derives them all, a few at a time, so that no reader waits for it. */
export async function makeListsReady({ catalog, now }: { catalog: Catalog; now: Date }): Promise<void> {
  const view = { asOf: today(now), now };
  const slugs = (await catalog.listing(view)).map(({ slug }) => slug);
  if (slugs.length > MAX_LISTED) return;
  for (let start = 0; start < slugs.length; start += TOGETHER) {
    await listedRecords(catalog, slugs.slice(start, start + TOGETHER), view);
    await sleep(PAUSE_MS, undefined, { ref: false });
  }
}

function listedOf(record: PricingRecord): ListedRecord {
  const { slug, name, category, kind, members, answer, links } = record;
  return {
    slug,
    name,
    category,
    kind,
    ...(members && { memberCount: members.length }),
    ...indexEntry(record),
    billing: startingBilling(record),
    stale: isStale(record),
    answer,
    links: { page: links.page, self: links.self },
  };
}

const placed = new WeakMap<ListedRecord, DiscoverResult>();

/** With its place in a list, which is another only where the record is. */
export function resultAt(
  listed: ListedRecord,
  { sources, prominence }: Pick<Found, "sources" | "prominence">,
): DiscoverResult {
  const held = placed.get(listed);
  if (held?.sources === sources && held.prominence === prominence) return held;
  const { links, ...rest } = listed;
  const made: DiscoverResult = { ...rest, sources, prominence, links };
  placed.set(listed, made);
  return made;
}

/** A record as it stands in lists. */
export function resultOf(record: PricingRecord, found: Pick<Found, "sources" | "prominence">): DiscoverResult {
  return resultAt(listedOf(record), found);
}
