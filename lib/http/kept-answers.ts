import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { processWide } from "@/lib/access/process-wide";
import { type Awaitable, after } from "@/lib/awaitable";
import { env } from "@/lib/env";
import { count, tally } from "@/lib/observe/tally";
import { admit, type Charge } from "@/lib/operations/admit";
import { type CatalogState, editionKey } from "@/lib/operations/catalog";
import type { AnyOperation } from "@/lib/operations/define";
import type { RequestInfo, Runtime } from "@/lib/operations/run";
import { today } from "@/lib/operations/views";
import type { Slug } from "@/lib/schemas/primitives";
import type { Body } from "./encode";
import type { Head } from "./headers";

/** Size limit of the whole cache, including compressed forms. */
const MAX_BYTES = 8 * 1024 * 1024;
/** A larger response is not cached. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const DAY_MS = 86_400_000;

/** A cached response without the parts that differ from one request to the next. */
export interface KeptAnswer {
  /** The last edition, with the day, for which the response is known to be valid. */
  edition: string;
  /** The products that the response depends on, each with its edition. If null, it may depend on any product. */
  of: ReadonlyMap<Slug, string> | null;
  operation: AnyOperation;
  cost: number;
  headers: Readonly<Record<string, string>>;
  etag: string | null;
  body: Body;
  /** Headers that all responses of one form share, by form. */
  heads?: Map<string, Head>;
}

export interface KeptAnswers {
  get(key: string): KeptAnswer | undefined;
  has(key: string): boolean;
  set(key: string, answer: KeptAnswer): void;
}

/**
 * Caches responses to public reads, by path and query as requested. The least recently used response is removed first.
 * When an edition changes, responses that are valid in one edition only are removed.
 */
export function keptAnswers(): KeptAnswers {
  const kept = new LRUCache<string, KeptAnswer>({
    maxSize: MAX_BYTES,
    maxEntrySize: 2 * MAX_ANSWER_BYTES,
    // Compressed JSON takes a fifth of its plain size, and there are two compressed forms. Path and headers are added.
    sizeCalculation: ({ body }, address) => Math.ceil(body.size * 1.4) + 2 * address.length + 1_024,
  });
  const forget = forgetting(kept, mayStandIn);
  return {
    get: (key) => kept.get(key),
    has: (key) => kept.has(key),
    set: (key, answer) => {
      forget(answer.edition);
      kept.set(key, answer);
    },
  };
}

/** How many of the last editions are remembered: a slow response may belong to an earlier one. */
const EDITIONS = 8;

/**
 * Returns a function to call with the edition of the next cached value. For each new edition it removes the values that
 * may not be valid in it.
 */
export function forgetting<Value extends object>(
  kept: LRUCache<string, Value>,
  mayStand: (value: Value, edition: string) => boolean,
): (edition: string) => void {
  const known = new LRUCache<string, true>({ max: EDITIONS });
  return (edition) => {
    if (known.has(edition)) return;
    known.set(edition, true);
    for (const [key, value] of [...kept]) if (!mayStand(value, edition)) kept.delete(key);
  };
}

/** Returns the cache of the running server; null in development, where every response is built again. */
export function serverAnswers(): KeptAnswers | null {
  return env().production ? processWide("kept-answers", keptAnswers) : null;
}

/** Returns the edition of a response that is built now, or null if the catalogue's state is unknown. */
export function editionOf({ catalog, now }: Pick<Runtime, "catalog" | "now">): Awaitable<string | null> {
  const state = catalog.state();
  if (state instanceof Promise) {
    return state.then(
      (known) => editionOn(known, now()),
      () => null,
    );
  }
  return editionOn(state, now());
}

let latest: { state: CatalogState; day: number; edition: string } | undefined;

function editionOn(state: CatalogState | null, now: Date): string | null {
  if (state === null) return null;
  const day = Math.floor(now.getTime() / DAY_MS);
  if (latest?.state !== state || latest.day !== day) {
    latest = { state, day, edition: `${editionKey(state)} ${today(now)}` };
  }
  return latest.edition;
}

/** Returns a short form of the edition for a page to state. */
export function editionMark(edition: string): string {
  return createHash("sha256").update(edition).digest("base64url").slice(0, 22);
}

/** Returns whether a response of another edition is still valid: the day is the same, and so are all its products. */
function standsIn(kept: KeptAnswer, edition: string, catalog: Runtime["catalog"]): boolean {
  if (kept.edition === edition) return true;
  if (kept.of === null || !mayStandIn(kept, edition)) return false;
  // If this cannot be decided synchronously, building the response again is as good.
  for (const [slug, known] of kept.of) if (catalog.editionOf(slug) !== known) return false;
  kept.edition = edition;
  return true;
}

function mayStandIn(kept: Pick<KeptAnswer, "edition" | "of">, edition: string): boolean {
  return kept.edition === edition || (kept.of !== null && dayOf(kept.edition) === dayOf(edition));
}

const dayOf = (edition: string) => edition.slice(edition.lastIndexOf(" "));

/**
 * Returns the cached response for a key and charges the client the same as for the first such request. Returns null if
 * nothing of this edition is cached, or if the client is refused: the pipeline then sends the refusal and charges
 * nothing for it.
 */
export function keptFor(
  answers: Pick<KeptAnswers, "get"> | null,
  key: string,
  runtime: Runtime,
  info: RequestInfo,
): Awaitable<{ kept: KeptAnswer; charge: Charge } | null> {
  const kept = answers?.get(key);
  if (!kept) return null;
  return after(editionOf(runtime), (edition) => {
    if (edition === null || !standsIn(kept, edition, runtime.catalog)) return null;
    return after(admit(kept.operation, runtime, info, kept.cost), ({ charge, refusal }) => {
      if (refusal) return null;
      count(tally().operations, kept.operation.name, 200, null);
      return { kept, charge };
    });
  });
}
