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

/** Size limit of the whole cache. Each page counts as two compressed forms, which take about 70 kB. */
const MAX_BYTES = 16 * 1024 * 1024;
/** How long a page is cached if its headers state no maximum age. */
const ALIKE_MS = 60_000;
/** An expired page is sent if a new one takes longer than this, and for this long after it expired. */
const WAIT_MS = 200;
const STALE_MS = 300_000;
/** How often one request renders a page if runs change the catalogue during each attempt. */
const MAX_TRIES = 5;
/** Headers that belong to one response and not to the page. */
const OF_ONE_ANSWER =
  /^(?:connection|content-encoding|content-length|date|keep-alive|ratelimit|ratelimit-policy|strict-transport-security|transfer-encoding|x-nextjs-cache)$/;

export interface ShelvedPage {
  /** The edition of the catalogue, with the day, that the page was rendered from. */
  edition: string;
  /** When the page expires, in milliseconds since the epoch. */
  until: number;
  headers: OutgoingHttpHeaders;
  etag: string | null;
  body: Packed | Open;
  /** Headers that all responses of one form share, by form. */
  heads?: Map<string, Head>;
}

/** Brotli, which nearly all clients accept; gzip is added when a client first requests it. */
interface Packed {
  br: Buffer;
  /** Length before compression. */
  length: number;
  gzip: Promise<Buffer> | null;
}

/** A page with a nonce, and the offsets of the nonce. Each response has its own nonce in these places. */
interface Open {
  plain: Buffer;
  nonce: string;
  at: readonly number[];
}

export interface PageShelf {
  /** Whether a page is cached for a path, even if it belongs to an earlier edition. */
  has(path: string): boolean;
  /** Returns the cached page of the current edition, or null if the page has to be rendered. */
  find(path: string): Awaitable<ShelvedPage | null>;
  /**
   * Like `find`, but renders the page if necessary. Returns null if the path has no page that all clients may share.
   */
  draw(path: string): Promise<ShelvedPage | null>;
}

interface Means {
  clock: () => number;
  /** Returns the ID that makes Next render a page again, or null if the ID cannot be read. */
  revalidationId: () => string | null;
}

type Asked = Pick<Runtime, "catalog" | "now">;

/**
 * Caches pages that are the same for every client, whole and compressed. A page is valid while the edition that it was
 * rendered from is current, and as long as its own headers allow. The least recently used page is removed first.
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
      // Next's own cache may already have this edition. If it does not, the page that it is rendering at this moment
      // may be older too.
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
      // A request after a change does not wait for a page that began to render before the change.
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

/** Returns the headers and bytes of a page for one client. */
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
  // Decompressing 100 kB takes a third of a millisecond. With a separate thread, the response would wait for turns of
  // the event loop.
  const plain = () => fromBrotli(body.br, body.length);
  if (encoding === "identity") return plain();
  body.gzip ??= wellCompressed(plain(), "gzip");
  return body.gzip;
}

function headersFor(id: string | null): Record<string, string> {
  return {
    host: new URL(env().siteUrl).host,
    accept: "text/html",
    // If a request has no user agent, Next sends title and description after the head.
    "user-agent": "Mozilla/5.0",
    [drawnForAll()]: "1",
    ...(id && { "x-prerender-revalidate": id }),
  };
}

const markIn = (edition: string) => `<meta name="${EDITION_META}" content="${editionMark(edition)}"`;

/** Pages of kind `alike` are marked as not cacheable because of their nonce. They have their own list. */
function isForAll({ status, headers }: Drawn, how: SharedPage): boolean {
  const mayKeep = how === "alike" || /\bs-maxage=[1-9]/.test(String(headers["cache-control"]));
  return status === 200 && mayKeep && !headers["set-cookie"] && String(headers["content-type"]).startsWith("text/html");
}

/** Returns for how long the page's own headers allow caching. */
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
  // Next does not call the proxy when it renders a page again.
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

/**
 * Returns the ID with which a request makes Next render the page again instead of using its cache. It belongs to the
 * build and is secret.
 */
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
