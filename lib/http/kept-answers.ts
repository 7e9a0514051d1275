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

/** Of all that is kept, with its compressed forms. */
const MAX_BYTES = 8 * 1024 * 1024;
/** A larger answer is made anew for each who asks. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const DAY_MS = 86_400_000;

/** An answer without what differs from one request to the next. */
export interface KeptAnswer {
  /** The last state of the catalogue, and the day, of which it is known to be the answer. */
  edition: string;
  /** The products that it tells of, each with its edition; null: it may tell of any. */
  of: ReadonlyMap<Slug, string> | null;
  operation: AnyOperation;
  cost: number;
  headers: Readonly<Record<string, string>>;
  etag: string | null;
  body: Body;
  /** Headers that are alike each time it is sent in one form. */
  heads?: Map<string, Head>;
}

export interface KeptAnswers {
  get(key: string): KeptAnswer | undefined;
  has(key: string): boolean;
  set(key: string, answer: KeptAnswer): void;
}

/**
 * Answers of public reads, by path and query as they are asked for; what was used longest ago goes first, and with an
 * edition what can be an answer in that edition alone.
 */
export function keptAnswers(): KeptAnswers {
  const kept = new LRUCache<string, KeptAnswer>({
    maxSize: MAX_BYTES,
    maxEntrySize: 2 * MAX_ANSWER_BYTES,
    // Compressed JSON takes a fifth of its plain form; twice over, with the address and the headers.
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

/** How many of the last editions are known: what is slow may be made of one that has passed. */
const EDITIONS = 8;

/** Called with the edition of what is kept next: of each that is new it removes what may not stand in it. */
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

/** Of the running server; in development each answer is made anew. */
export function serverAnswers(): KeptAnswers | null {
  return env().production ? processWide("kept-answers", keptAnswers) : null;
}

/** What an answer that is made now is made of; null where the catalogue cannot tell. */
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

/** The same in few characters, for a page to tell of itself. */
export function editionMark(edition: string): string {
  return createHash("sha256").update(edition).digest("base64url").slice(0, 22);
}

/** Whether what was answered in another edition is the answer still: the day is the same, and so is all that it tells of. */
function standsIn(kept: KeptAnswer, edition: string, catalog: Runtime["catalog"]): boolean {
  if (kept.edition === edition) return true;
  if (kept.of === null || !mayStandIn(kept, edition)) return false;
  // Where it cannot be told at once, making it anew is as good.
  for (const [slug, known] of kept.of) if (catalog.editionOf(slug) !== known) return false;
  kept.edition = edition;
  return true;
}

function mayStandIn(kept: Pick<KeptAnswer, "edition" | "of">, edition: string): boolean {
  return kept.edition === edition || (kept.of !== null && dayOf(kept.edition) === dayOf(edition));
}

const dayOf = (edition: string) => edition.slice(edition.lastIndexOf(" "));

/**
 * What is kept under a key, charged to who asks like the first of its kind; null where nothing is kept of this edition,
 * or where they may not have it: who is refused is told so by the pipeline, which charges nothing for that.
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
