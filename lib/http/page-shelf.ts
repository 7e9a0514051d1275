import { readFileSync } from "node:fs";
import type { OutgoingHttpHeaders } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { drawnForAll } from "@/lib/access/page-limit";
import { type Awaitable, after } from "@/lib/awaitable";
import { env } from "@/lib/env";
import { extended } from "@/lib/extended";
import { logger } from "@/lib/logger";
import { answersTo } from "@/lib/operations/addresses";
import type { Runtime } from "@/lib/operations/run";
import { type Drawn, draw } from "./draw";
import { wellCompressed } from "./encode";
import { type Encoding, fromBrotli } from "./encoding";
import type { Next } from "./front";
import type { Head } from "./headers";
import { editionMark, editionOf, forgetting } from "./kept-answers";
import { EDITION_META, type SharedPage, sharedPage } from "./kept-pages";
import { contentSecurityPolicy, newNonce, nonceIn } from "./page-headers";

/** Of all that is kept, would each page be kept in two compressed forms, which take about 70 kB. */
const MAX_BYTES = 16 * 1024 * 1024;
/** A page of which no header says how long it holds is drawn anew so often. */
const ALIKE_MS = 60_000;
/** An expired page is sent if a new one takes longer than this, and for this long after it expired. */
const WAIT_MS = 200;
const STALE_MS = 300_000;
/** How often a page is drawn for one who asks, while runs change the catalogue meanwhile. */
const MAX_TRIES = 5;
/** What is told of one answer, and not of the page. */
const OF_ONE_ANSWER =
  /^(?:connection|content-encoding|content-length|date|keep-alive|ratelimit|ratelimit-policy|strict-transport-security|transfer-encoding|x-nextjs-cache)$/;

export interface ShelvedPage {
  /** Of the catalogue, and the day, that it was drawn of. */
  edition: string;
  /** When it is asked of Next again, in milliseconds since the epoch. */
  until: number;
  headers: OutgoingHttpHeaders;
  etag: string | null;
  body: Packed | Open;
  /** Headers that are alike each time it is sent in one form. */
  heads?: Map<string, Head>;
}

/** Brotli, in which nearly all who ask take it; gzip once somebody has asked for that. */
interface Packed {
  br: Buffer;
  /** Of the page before. */
  length: number;
  gzip: Promise<Buffer> | null;
}

/** Of a page with a nonce: where it stands in the text. Each answer has a nonce of its own in its place. */
interface Open {
  plain: Buffer;
  nonce: string;
  at: readonly number[];
}

export interface PageShelf {
  /** Whether something is kept at a path, even if it is of an edition that has passed. */
  has(path: string): boolean;
  /** What is kept of the edition that stands; null where it has to be drawn. */
  find(path: string): Awaitable<ShelvedPage | null>;
  /** The same, drawn where it must be; null where no page stands at the path that all may share. */
  draw(path: string): Promise<ShelvedPage | null>;
}

interface Means {
  clock: () => number;
  /** With which Next is told to draw a page anew; null where it cannot be told. */
  revalidationId: () => string | null;
}

type Asked = Pick<Runtime, "catalog" | "now">;

/**
 * Pages that are alike for all who ask, whole and compressed, each for as long as the edition of the catalogue stands of
 * which it was drawn, and for as long as its own headers allow. What was used longest ago goes first.
 */
export function pageShelf(
  serve: Next,
  runtime: () => Asked,
  { clock, revalidationId }: Means = { clock: Date.now, revalidationId: idOfBuild },
): PageShelf {
  const kept = new LRUCache<string, ShelvedPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }) => 4_096 + ("plain" in body ? body.plain.length : 2 * body.br.length),
  });
  const forget = forgetting(kept, (page, edition) => page.edition === edition);
  const drawing = new Map<string, Promise<ShelvedPage | null>>();

  const find = (path: string): Awaitable<ShelvedPage | null> => {
    const page = kept.get(path);
    if (!page || page.until <= clock()) return null;
    return after(editionOf(runtime()), (edition) => (page.edition === edition ? page : null));
  };

  const drawOne = async (path: string): Promise<ShelvedPage | null> => {
    const how = sharedPage(path);
    const { catalog, now } = runtime();
    if (how === null || !(await answersTo({ catalog, now: now() }, path))) return null;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const before = await editionOf(runtime());
      // What Next keeps may be of this edition already. Where it is not, what it draws at this moment may not be either.
      const id = how === "edition" && tries > 0 ? revalidationId() : null;
      const drawn = await draw(serve, path, headersFor(id));
      if (!isForAll(drawn, how)) return null;
      const after = await editionOf(runtime());
      if (after === null) return null;
      if (how === "edition" ? !drawn.body.includes(markIn(after)) : before !== after) continue;
      const page = await shelved(drawn, after, clock() + freshMs(drawn));
      forget(after);
      kept.set(path, page);
      return page;
    }
    return null;
  };

  return {
    has: (path) => kept.has(path),
    find,
    async draw(path) {
      const found = await find(path);
      if (found) return found;
      // Who asks after a change does not wait for what was begun before it.
      const edition = await editionOf(runtime());
      const key = `${edition} ${path}`;
      const begun =
        drawing.get(key) ??
        drawOne(path)
          .catch((error) => {
            logger.info("a page could not be rendered for the cache", { path, error });
            return null;
          })
          .finally(() => drawing.delete(key));
      drawing.set(key, begun);
      const last = kept.get(path);
      if (!last || last.edition !== edition || clock() >= last.until + STALE_MS) return begun;
      return Promise.race([begun, sleep(WAIT_MS, last)]);
    },
  };
}

/** What one reader is sent of a page. */
export function answerOf(
  { headers, body }: ShelvedPage,
  encoding: Encoding,
): Awaitable<{ headers: OutgoingHttpHeaders; bytes: Buffer }> {
  if (!("plain" in body)) return after(packedAs(body, encoding), (bytes) => ({ headers, bytes }));
  const nonce = newNonce();
  const own = (value: OutgoingHttpHeaders[string]) =>
    typeof value === "string" ? value.replaceAll(body.nonce, nonce) : value;
  const bytes = Buffer.from(body.plain);
  for (const at of body.at) bytes.write(nonce, at, "latin1");
  const owned = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((one) => String(own(one))) : own(value),
    ]),
  );
  return after(encoding === "identity" ? bytes : wellCompressed(bytes, encoding), (packed) => ({
    headers: owned,
    bytes: packed,
  }));
}

function packedAs(body: Packed, encoding: Encoding): Awaitable<Buffer> {
  if (encoding === "br") return body.br;
  // A third of a millisecond for 100 kB, where a thread of its own would have the reader wait for turns of the loop.
  const plain = () => fromBrotli(body.br, body.length);
  if (encoding === "identity") return plain();
  body.gzip ??= wellCompressed(plain(), "gzip");
  return body.gzip;
}

function headersFor(id: string | null): Record<string, string> {
  return {
    host: new URL(env().siteUrl).host,
    accept: "text/html",
    // To who names no agent Next sends title and description after the head.
    "user-agent": "Mozilla/5.0",
    [drawnForAll()]: "1",
    ...(id && { "x-prerender-revalidate": id }),
  };
}

const markIn = (edition: string) => `<meta name="${EDITION_META}" content="${editionMark(edition)}"`;

/** `alike` pages are told not to be kept, for the sake of the nonce: they are on a list of their own. */
function isForAll({ status, headers }: Drawn, how: SharedPage): boolean {
  const mayKeep = how === "alike" || /\bs-maxage=[1-9]/.test(String(headers["cache-control"]));
  return status === 200 && mayKeep && !headers["set-cookie"] && String(headers["content-type"]).startsWith("text/html");
}

/** As long as its own headers say that a cache may. */
function freshMs({ headers }: Drawn): number {
  const [, seconds] = /\bs-maxage=(\d+)/.exec(String(headers["cache-control"])) ?? [];
  return seconds === undefined ? ALIKE_MS : Number(seconds) * 1_000;
}

async function shelved({ headers, body }: Drawn, edition: string, until: number): Promise<ShelvedPage> {
  const own = Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_ANSWER.test(name)));
  const { etag } = headers;
  const known = { edition, until, etag: etag === undefined ? null : String(etag) };
  const nonce = nonceIn(String(headers["content-security-policy"]));
  if (nonce !== null) return extended(known, { headers: own, body: { plain: body, nonce, at: placesOf(nonce, body) } });
  const br = await wellCompressed(body, "br");
  // Next does not ask the proxy where a page has to be drawn anew.
  return extended(known, {
    headers: extended(own, { "content-security-policy": contentSecurityPolicy(env()) }),
    body: { br, length: body.byteLength, gzip: null },
  });
}

function placesOf(text: string, body: Buffer): number[] {
  const places: number[] = [];
  for (let at = body.indexOf(text); at >= 0; at = body.indexOf(text, at + text.length)) places.push(at);
  return places;
}

let ofBuild: string | null | undefined;

/** With it a request says that what Next keeps is not to be shown, but drawn anew; of the build, and secret. */
function idOfBuild(): string | null {
  ofBuild ??= readId(join(process.cwd(), ".next", "prerender-manifest.json"));
  return ofBuild;
}

function readId(manifest: string): string | null {
  try {
    return JSON.parse(readFileSync(manifest, "utf8")).preview.previewModeId;
  } catch (error) {
    logger.warn("cached pages cannot be rendered again before they expire", { error });
    return null;
  }
}
