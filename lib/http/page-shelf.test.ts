import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawnForAll } from "@/lib/access/page-limit";
import type { CatalogState } from "@/lib/operations/catalog";
import { NOW, testRuntime } from "@/lib/operations/testing/runtime";
import { editionMark, editionOf } from "./kept-answers";
import { EDITION_META } from "./kept-pages";
import { nonceIn } from "./page-headers";
import { answerOf, pageShelf, type ShelvedPage } from "./page-shelf";

const PRODUCT = "/software/team-chat/slack";
const ID = "the build's own";
const KEEPING = { "Cache-Control": "s-maxage=300, stale-while-revalidate=86100", ETag: '"one"' };

/**
 * A ledger with appended data, and a stand-in for Next: it first shows its cached page, and renders once for all
 * requests.
 */
function site(steps: () => Promise<void> = async () => {}, headers: Record<string, string | string[]> = KEEPING) {
  const runtime = testRuntime({ checkOutput: false });
  let revision = 1;
  let at = 1_000_000;
  let now = NOW;
  const catalog: typeof runtime.catalog = {
    ...runtime.catalog,
    state: async () => ({ ...((await runtime.catalog.state()) as CatalogState), contentHash: `state ${revision}` }),
  };
  const served = { ...runtime, catalog, now: () => now };
  const asked: IncomingMessage["headers"][] = [];
  const kept = new Map<string, string>();
  const drawing = new Map<string, Promise<string>>();
  let drawn = 0;
  const drawOne = async (url: string) => {
    drawn += 1;
    const mark = editionMark((await editionOf(served)) ?? "");
    await steps();
    const first = revision;
    await steps();
    const html = `<meta name="${EDITION_META}" content="${mark}"/>${url} tells ${first} and ${revision}`;
    kept.set(url, html);
    return html;
  };
  const next = async (request: IncomingMessage, response: ServerResponse) => {
    const { url = "" } = request;
    asked.push(request.headers);
    const held = request.headers["x-prerender-revalidate"] === ID ? undefined : kept.get(url);
    const begun = held ?? drawing.get(url) ?? drawOne(url).finally(() => drawing.delete(url));
    if (typeof begun !== "string") drawing.set(url, begun);
    const html = await begun;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.setHeader("RateLimit", '"pages";r=1;t=1');
    response.write(html.slice(0, 10));
    response.end(html.slice(10));
  };
  const shelf = pageShelf(next, () => served, { clock: () => at, revalidationId: () => ID });
  return {
    shelf,
    asked,
    drawn: () => drawn,
    append: () => {
      revision += 1;
    },
    revision: () => revision,
    pass: (ms: number) => {
      at += ms;
    },
    onDay: (day: string) => {
      now = new Date(`${day}T09:00:00Z`);
    },
    /** Sends the request of an ordinary client of a host without a shelf. */
    askNext: () => next({ url: PRODUCT, headers: {} } as IncomingMessage, silent()),
  };
}

const silent = () => ({ setHeader() {}, write() {}, end() {} }) as unknown as ServerResponse;

const told = async (page: ShelvedPage | null) =>
  page &&
  (await answerOf(page, "identity")).bytes
    .toString()
    .match(/\d+(?= and)|\d+$/g)
    ?.map(Number);

describe("a page on the shelf", () => {
  test("is drawn once for all who ask, for none of them", async () => {
    const { shelf, asked, drawn } = site();
    const pages = await Promise.all([1, 2, 3].map(() => shelf.draw(PRODUCT)));
    expect(drawn()).toBe(1);
    expect(new Set(pages)).toHaveProperty("size", 1);
    expect(await shelf.find(PRODUCT)).toBe(pages[0]);
    expect(asked).toHaveLength(1);
    const own = ["accept", "host", drawnForAll()];
    // The headers that are added to every request contain nothing about a client here.
    expect(Object.keys(asked[0] ?? {}).filter((name) => !/^x-(?:wire|peer)-/.test(name))).toEqual(
      expect.arrayContaining(own),
    );
    expect(Object.keys(asked[0] ?? {}).some((name) => /cookie|forwarded|authorization|x-peer/.test(name))).toBe(false);
  });

  test("is the same in every encoding, without what is told of one answer", async () => {
    const { shelf } = site();
    const page = (await shelf.draw(PRODUCT)) as ShelvedPage;
    const told = answerOf(page, "identity");
    // A client that accepts the stored form gets it in this turn of the loop.
    if (told instanceof Promise) throw new Error("It has to be waited for.");
    const plain = told.bytes.toString();
    expect(brotliDecompressSync((await answerOf(page, "br")).bytes).toString()).toBe(plain);
    const zipped = (await answerOf(page, "gzip")).bytes;
    expect(gunzipSync(zipped).toString()).toBe(plain);
    expect((await answerOf(page, "gzip")).bytes).toBe(zipped);
    // The buffer contains nothing else.
    expect(zipped.buffer.byteLength).toBe(zipped.length);
    expect((page.body as { br: Buffer }).br.buffer.byteLength).toBe((page.body as { br: Buffer }).br.length);
    expect(plain).toContain(`${PRODUCT} tells 1 and 1`);
    expect(Object.keys(page.headers).map((name) => name.toLowerCase())).toEqual(
      expect.not.arrayContaining(["ratelimit", "date", "set-cookie"]),
    );
    expect(page.etag).toBe('"one"');
  });

  test("goes with the edition: what Next keeps of an older one is drawn anew", async () => {
    const { shelf, append, askNext, drawn } = site();
    await askNext();
    await shelf.draw(PRODUCT);
    expect(drawn()).toBe(1);
    append();
    expect(await shelf.find(PRODUCT)).toBeNull();
    expect(await told(await shelf.draw(PRODUCT))).toEqual([2, 2]);
    expect(drawn()).toBe(2);
  });

  test("gives its room back as soon as another is kept of a later edition, and only then", async () => {
    const { shelf, append } = site();
    await Promise.all(["/", "/docs", PRODUCT].map((path) => shelf.draw(path)));
    append();
    expect(["/", "/docs", PRODUCT].map((path) => shelf.has(path))).toEqual([true, true, true]);
    await shelf.draw("/");
    await shelf.draw("/agents");
    expect(["/", "/docs", PRODUCT, "/agents"].map((path) => shelf.has(path))).toEqual([true, false, false, true]);
  });

  test("goes with the day", async () => {
    const { shelf, onDay } = site();
    await shelf.draw(PRODUCT);
    onDay("2026-11-22");
    expect(await shelf.find(PRODUCT)).toBeNull();
  });

  test("is asked of Next again when its own headers no longer hold", async () => {
    const { shelf, pass, asked } = site();
    await shelf.draw(PRODUCT);
    pass(299_000);
    expect(await shelf.find(PRODUCT)).not.toBeNull();
    pass(1_000);
    expect(await shelf.find(PRODUCT)).toBeNull();
    await shelf.draw(PRODUCT);
    expect(asked).toHaveLength(2);
  });

  test("is sent after it expired if a new one takes too long, for five minutes", async () => {
    let [at, hangs] = [1_000_000, false];
    const next = async (_: IncomingMessage, response: ServerResponse) => {
      if (hangs) await sleep(1_000);
      response.setHeader("Content-Type", "text/html");
      response.end("text");
    };
    const shelf = pageShelf(next, testRuntime, { clock: () => at, revalidationId: () => null });
    const page = await shelf.draw("/");
    hangs = true;
    at += 61_000;
    expect(await shelf.draw("/")).toBe(page);
    at += 300_000;
    expect(await shelf.draw("/")).not.toBe(page);
  });

  test("may be of any size, and come in pieces", async () => {
    const pieces = Array.from({ length: 40 }, (_, n) => String(n).repeat(20_000));
    const next = async (_request: IncomingMessage, response: ServerResponse) => {
      response.setHeader("Content-Type", "text/html");
      for (const piece of pieces) if (!response.write(piece)) await once(response, "drain");
      response.end();
    };
    const page = await pageShelf(next, testRuntime, { clock: Date.now, revalidationId: () => null }).draw("/");
    expect(page && (await answerOf(page, "identity")).bytes.toString()).toBe(pieces.join(""));
  });

  test("has a nonce of its own for each who asks, wherever one stands", async () => {
    const policy = "script-src 'nonce-AAAAAAAAAAAAAAAAAAAAAA=='";
    const next = async (_request: IncomingMessage, response: ServerResponse) => {
      response.setHeader("Content-Type", "text/html");
      response.setHeader("Content-Security-Policy", policy);
      response.setHeader("Link", ['</a>; nonce="AAAAAAAAAAAAAAAAAAAAAA=="', "</b>"]);
      response.end('é <script nonce="AAAAAAAAAAAAAAAAAAAAAA=="></script> €', "utf8");
    };
    const shelf = pageShelf(next, testRuntime, { clock: Date.now, revalidationId: () => null });
    const page = (await shelf.draw("/")) as ShelvedPage;
    const answers = await Promise.all([answerOf(page, "identity"), answerOf(page, "br"), answerOf(page, "gzip")]);
    const nonces = answers.map(({ headers }) => nonceIn(String(headers["content-security-policy"])) ?? "");
    expect(new Set([...nonces, "AAAAAAAAAAAAAAAAAAAAAA=="]).size).toBe(4);
    const texts = [answers[0]?.bytes, answers[1] && brotliDecompressSync(answers[1].bytes)];
    for (const [n, text] of texts.entries()) {
      expect(String(text)).toBe(`é <script nonce="${nonces[n]}"></script> €`);
      expect(answers[n]?.headers.link).toEqual([`</a>; nonce="${nonces[n]}"`, "</b>"]);
    }
  });

  test("without a word of how long it holds is drawn anew each minute", async () => {
    const { shelf, pass } = site(undefined, { "Cache-Control": "private, no-store" });
    await shelf.draw("/");
    pass(59_000);
    expect(await shelf.find("/")).not.toBeNull();
    pass(1_000);
    expect(await shelf.find("/")).toBeNull();
  });

  test.each<[string, string, Record<string, string | string[]>]>([
    ["with a cookie", PRODUCT, { ...KEEPING, "Set-Cookie": ["a=b"] }],
    ["that nothing says a cache may keep", PRODUCT, { "Cache-Control": "private, no-store" }],
    ["of a product that is none", "/software/team-chat/nobody", KEEPING],
    ["of one reader", "/account", KEEPING],
  ])("is none %s", async (_what, path, headers) => {
    const { shelf } = site(undefined, headers);
    expect(await shelf.draw(path)).toBeNull();
    expect(shelf.has(path)).toBe(false);
  });
});

test("no page that is asked for after an append is of before it or a mix, however reads, appends and Next's own draws fall together", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom("read", "append", "turn", "next"), { minLength: 5, maxLength: 60 }),
      fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 60, maxLength: 60 }),
      async (events, waits) => {
        const steps = async () => {
          for (let n = waits.pop() ?? 0; n > 0; n -= 1) await turn();
        };
        const { shelf, append, revision, askNext } = site(steps);
        const reads: Promise<void>[] = [];
        for (const event of events) {
          if (event === "append") append();
          else if (event === "turn") await sleep(1);
          else if (event === "next") void askNext();
          else {
            const from = revision();
            const page = Promise.resolve(shelf.find(PRODUCT)).then((found) => found ?? shelf.draw(PRODUCT));
            reads.push(
              page.then(async (read) => {
                const [first = 0, second = 0] = (await told(read)) ?? [];
                expect(first).toBe(second);
                expect(first).toBeGreaterThanOrEqual(from);
              }),
            );
          }
        }
        await Promise.all(reads);
      },
    ),
    { numRuns: 40 },
  );
});
