import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FetchError, TEXT_TYPES } from "./guarded";
import { botUserAgent } from "./policy";
import { type PoliteOptions, politeFetcher } from "./polite";
import { type FakeAnswer, fakeOpen, virtualClock } from "./testing";
import { siteOf } from "./turns";

const userAgent = botUserAgent("https://pricing.example.com");
const PAGE = "https://acme.example.com/pricing";
const HTML = { "content-type": "text/html; charset=utf-8" };

function world(answers: Record<string, FakeAnswer | FakeAnswer[]>, options: Partial<PoliteOptions> = {}) {
  const clock = virtualClock();
  const given = new Map<string, number>();
  const network = fakeOpen(clock, ({ href }) => {
    const rounds = [answers[href] ?? []].flat();
    const round = given.get(href) ?? 0;
    given.set(href, round + 1);
    return rounds[Math.min(round, rounds.length - 1)];
  });
  const fetchPage = politeFetcher({ open: network.open, now: clock.now, sleep: clock.sleep, userAgent, ...options });
  const asked = () => network.requests.map(({ url }) => url);
  return { fetchPage, clock, asked, requests: network.requests };
}

describe("a page", () => {
  test("comes with its digest, validators and the time its requests took", async () => {
    const body = "<p>£12 a month";
    const { fetchPage, requests } = world({
      [PAGE]: {
        headers: {
          "content-type": "text/html; charset=iso-8859-1",
          etag: '"1"',
          "last-modified": "Thu, 01 Jan 2026 00:00:00 GMT",
        },
        body: Buffer.from(body, "latin1"),
        ms: 700,
      },
    });
    expect(await fetchPage(PAGE)).toEqual({
      kind: "page",
      status: 200,
      url: PAGE,
      contentType: "text/html; charset=iso-8859-1",
      content: Buffer.from(body, "latin1"),
      sha256: createHash("sha256").update(Buffer.from(body, "latin1")).digest("hex"),
      etag: '"1"',
      lastModified: "Thu, 01 Jan 2026 00:00:00 GMT",
      fetchedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, 5)),
      durationMs: 700,
    });
    expect(requests[1]?.contentTypes).toBe(TEXT_TYPES);
    expect(requests[1]?.headers["accept-language"]).toBe("en-US,en;q=0.9");
  });

  test("is asked for by an honest name, and so is robots.txt", async () => {
    const { fetchPage, requests } = world({ [PAGE]: { headers: HTML } });
    await fetchPage(PAGE);
    expect(requests.map(({ headers }) => headers["user-agent"])).toEqual([
      "PricingIntelligenceBot/1.0 (+https://pricing.example.com/bot)",
      "PricingIntelligenceBot/1.0 (+https://pricing.example.com/bot)",
    ]);
  });

  test("that is known is asked for on condition, and may be unchanged", async () => {
    const { fetchPage, requests } = world({ [PAGE]: { status: 304, headers: { etag: '"1"' } } });
    const known = { etag: '"1"', lastModified: "Thu, 01 Jan 2026 00:00:00 GMT" };
    expect(await fetchPage(PAGE, known)).toMatchObject({ kind: "not_modified", status: 304, url: PAGE, etag: '"1"' });
    expect(requests[0]?.headers).not.toHaveProperty("if-none-match");
    expect(requests[1]?.headers).toMatchObject({
      "if-none-match": '"1"',
      "if-modified-since": "Thu, 01 Jan 2026 00:00:00 GMT",
    });
    // A 304 response to an unconditional request is a failure.
    expect(await fetchPage(PAGE)).toMatchObject({ kind: "failed", status: 304 });
  });

  test.each([400, 403, 404, 410, 500])("answered with %i has failed", async (status) => {
    const { fetchPage } = world({ [PAGE]: { status, headers: HTML, body: "<p>$5 per month" } });
    expect(await fetchPage(PAGE)).toEqual({
      kind: "failed",
      status,
      reason: `Its server answered with ${status}.`,
      durationMs: 0,
    });
  });

  test("that cannot be fetched has failed and says why; one that is not public is denied", async () => {
    for (const code of ["timeout", "dns", "tls", "connection", "too_large", "content_type", "downgrade"] as const) {
      const { fetchPage } = world({ [PAGE]: { error: new FetchError(code, `It is ${code}.`), ms: 10 } });
      expect(await fetchPage(PAGE)).toEqual({ kind: "failed", status: null, reason: `It is ${code}.`, durationMs: 10 });
    }
    const { fetchPage } = world({ [PAGE]: { error: new FetchError("private_address", "It is private.") } });
    expect(await fetchPage(PAGE)).toEqual({ kind: "denied", reason: "It is private.", durationMs: 0 });
  });

  test("whose address is none is not asked for", async () => {
    const { fetchPage, asked } = world({});
    expect(await fetchPage("ftp://example.com/pricing")).toMatchObject({ kind: "failed", status: null });
    expect(asked()).toEqual([]);
  });
});

describe("robots.txt", () => {
  const at = (origin: string) => `${origin}/robots.txt`;

  test("is asked before the first page of an origin, and not again before the second", async () => {
    const { fetchPage, asked } = world({ [PAGE]: { headers: HTML } });
    await fetchPage(PAGE);
    await fetchPage(`${PAGE}?again`);
    expect(asked()).toEqual([at("https://acme.example.com"), PAGE, `${PAGE}?again`]);
  });

  test("that refuses a page spares its server the request", async () => {
    const { fetchPage, asked } = world({
      [at("https://acme.example.com")]: { body: "User-agent: PricingIntelligenceBot\nDisallow: /pricing" },
    });
    expect(await fetchPage(PAGE)).toMatchObject({
      kind: "denied",
      reason: "Its robots.txt asks us not to read this page.",
    });
    expect(asked()).toEqual([at("https://acme.example.com")]);
  });

  test.each<[string, FakeAnswer]>([
    ["answers with 500", { status: 500 }],
    ["does not answer", { error: new FetchError("timeout", "It did not answer within the time allowed.") }],
    ["redirects to a private address", { status: 302, headers: { location: "http://10.0.0.1/robots.txt" } }],
  ])("that %s lets nothing be read for now", async (_, answer) => {
    const { fetchPage, asked } = world({
      [at("https://acme.example.com")]: answer,
      "http://10.0.0.1/robots.txt": { error: new FetchError("private_address", "It is private.") },
    });
    expect(await fetchPage(PAGE)).toMatchObject({
      kind: "failed",
      status: null,
      reason: expect.stringContaining("robots.txt"),
    });
    expect(asked()).not.toContain(PAGE);
  });

  test("of a host that is not found has failed with its page; of one that is not public is denied with it", async () => {
    const robotsOf = (error: FetchError) => ({ [at("https://acme.example.com")]: { error } });
    const unknown = world(robotsOf(new FetchError("dns", "acme.example.com was not found.")));
    expect(await unknown.fetchPage(PAGE)).toMatchObject({
      kind: "failed",
      status: null,
      reason: expect.stringContaining("was not found"),
    });
    const inside = world(robotsOf(new FetchError("private_address", "It is private.")));
    expect(await inside.fetchPage(PAGE)).toMatchObject({ kind: "denied", reason: "It is private." });
    for (const { asked } of [unknown, inside]) expect(asked()).toEqual([at("https://acme.example.com")]);
  });

  test("is read where it redirects to, and its rules are those of the origin that was asked", async () => {
    const { fetchPage } = world({
      [at("https://acme.example.com")]: { status: 301, headers: { location: "https://www.example.com/robots.txt" } },
      [at("https://www.example.com")]: { body: "User-agent: *\nDisallow: /pricing" },
    });
    expect(await fetchPage(PAGE)).toMatchObject({ kind: "denied" });
  });

  test("counts up to its first 500 KiB", async () => {
    const filler = "#".repeat(500 * 1024);
    const rule = "User-agent: *\nDisallow: /\n";
    const robots = (body: string) => ({ [at("https://acme.example.com")]: { body }, [PAGE]: { headers: HTML } });
    expect(await world(robots(`${rule}${filler}`)).fetchPage(PAGE)).toMatchObject({ kind: "denied" });
    expect(await world(robots(`${filler}\n${rule}`)).fetchPage(PAGE)).toMatchObject({ kind: "page" });
  });

  test("of another origin is asked before a redirect to it is followed", async () => {
    const { fetchPage, asked } = world({
      [PAGE]: { status: 301, headers: { location: "https://acme.example.org/pricing" } },
      [at("https://acme.example.org")]: { body: "User-agent: *\nDisallow: /pricing" },
    });
    expect(await fetchPage(PAGE)).toMatchObject({ kind: "denied" });
    expect(asked()).toEqual([at("https://acme.example.com"), PAGE, at("https://acme.example.org")]);
  });

  test("with a Crawl-delay is waited for, up to a minute", async () => {
    for (const [seconds, waited] of [
      [30, 30_000],
      [3_600, 60_000],
      [1, 5_000],
    ] as const) {
      const { fetchPage, requests } = world({
        [at("https://acme.example.com")]: { body: `User-agent: *\nCrawl-delay: ${seconds}` },
        [PAGE]: { headers: HTML },
      });
      await fetchPage(PAGE);
      await fetchPage(PAGE);
      expect((requests[2]?.from ?? 0) - (requests[1]?.until ?? 0)).toBe(waited);
    }
  });
});

describe("redirects", () => {
  test("lead to the page, of which the address is told; six lead nowhere", async () => {
    const hop = (to: string): FakeAnswer => ({ status: 302, headers: { location: to } });
    const chain = Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((n) => [`https://acme.example.com/${n}`, hop(`/${n - 1}`)]),
    );
    const answers = { ...chain, "https://acme.example.com/0": { headers: HTML, body: "<p>$5 per month" } };
    expect(await world(answers).fetchPage("https://acme.example.com/5")).toMatchObject({
      kind: "page",
      url: "https://acme.example.com/0",
    });
    expect(await world(answers).fetchPage("https://acme.example.com/6")).toMatchObject({
      kind: "failed",
      reason: "It redirects more than 5 times.",
    });
  });

  test("from https to http are not followed", async () => {
    const { fetchPage, asked } = world({ [PAGE]: { status: 301, headers: { location: "http://acme.example.com/" } } });
    expect(await fetchPage(PAGE)).toMatchObject({ kind: "failed", reason: "It redirects from https to http." });
    expect(asked()).toHaveLength(2);
  });

  test("to another site carry no condition", async () => {
    const { fetchPage, requests } = world({
      [PAGE]: { status: 301, headers: { location: "https://www.acme.example.com/" } },
      "https://www.acme.example.com/": { status: 301, headers: { location: "https://acme.example.org/" } },
      "https://acme.example.org/": { headers: HTML },
    });
    await fetchPage(PAGE, { etag: '"1"' });
    const conditions = requests
      .filter(({ url }) => !url.endsWith("robots.txt"))
      .map(({ headers }) => headers["if-none-match"]);
    expect(conditions).toEqual(['"1"', '"1"', undefined]);
  });
});

describe("patience", () => {
  test.each([
    ["in seconds", "90", 90_000],
    ["as a date", "Thu, 01 Jan 2026 00:02:00 GMT", 115_000],
  ])("asked for %s holds for the whole site", async (_, retryAfter, ms) => {
    const { fetchPage, requests, clock } = world({
      [PAGE]: [{ status: 429, headers: { "retry-after": retryAfter } }, { headers: HTML }],
      "https://www.example.com/": { headers: HTML },
    });
    expect(await fetchPage(PAGE)).toMatchObject({
      kind: "failed",
      status: 429,
      retryAfter: new Date(clock.now().getTime() + ms),
    });
    const until = clock.elapsedMs() + ms;
    await fetchPage("https://www.example.com/");
    expect(requests[2]?.from).toBe(until);
  });

  test("for longer than a turn is waited for fails at once, without a request", async () => {
    const { fetchPage, asked, clock } = world({ [PAGE]: { status: 503, headers: { "retry-after": "3600" } } });
    await fetchPage(PAGE);
    const count = asked().length;
    const at = clock.elapsedMs();
    expect(await fetchPage(PAGE)).toMatchObject({
      kind: "failed",
      status: null,
      retryAfter: new Date(clock.now().getTime() + 3_600_000),
    });
    expect([asked().length, clock.elapsedMs()]).toEqual([count, at]);
  });

  test("is doubled with each refusal that does not say for how long, and ends with an answer", async () => {
    const refused = { status: 429 };
    const { fetchPage, clock } = world(
      { [PAGE]: [refused, refused, refused, { headers: HTML }, refused] },
      { maxWaitMs: 3_600_000 },
    );
    const waits: number[] = [];
    for (let look = 0; look < 5; look += 1) {
      const answer = await fetchPage(PAGE);
      if (answer.kind === "failed") waits.push((answer.retryAfter?.getTime() ?? 0) - clock.now().getTime());
    }
    expect(waits).toEqual([60_000, 120_000, 240_000, 60_000]);
  });
});

test("a site whose operator asked us to stay away is not asked for anything, nor by a redirect", async () => {
  const { fetchPage, asked } = world(
    { [PAGE]: { status: 301, headers: { location: "https://shop.example.net/pricing" } } },
    { isOptedOut: (site) => site === "example.net" },
  );
  const denied = { kind: "denied", reason: "Its operator asked us not to read it." };
  expect(await fetchPage("https://www.example.net/pricing")).toMatchObject(denied);
  expect(asked()).toEqual([]);
  expect(await fetchPage(PAGE)).toMatchObject(denied);
  expect(asked().filter((url) => url.includes("example.net"))).toEqual([]);
});

test("no site is sent two requests at once, nor sooner than its delay, and other sites do not wait for it", async () => {
  const answer = fc.record({
    ms: fc.integer({ min: 0, max: 20_000 }),
    status: fc.constantFrom(200, 200, 200, 304, 404, 429, 503, 301),
    retryAfter: fc.constantFrom(undefined, "0", "7", "60"),
    error: fc.constantFrom(undefined, undefined, "timeout" as const),
  });
  const look = fc.record({
    site: fc.integer({ min: 0, max: 3 }),
    subdomain: fc.constantFrom("www", "docs"),
    crawlDelay: fc.constantFrom(null, 1, 20),
    answer,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(look, { minLength: 1, maxLength: 12 }), async (looks) => {
      const clock = virtualClock();
      const delays = new Map<string, number>();
      for (const { site, subdomain, crawlDelay } of looks)
        delays.set(`${subdomain}.acme-${site}.test`, (crawlDelay ?? 0) * 1_000);
      const patience: { url: string; site: string; from: number; until: number }[] = [];
      const { open, requests } = fakeOpen(clock, (url) => {
        if (url.pathname === "/robots.txt") {
          const delay = delays.get(url.hostname) ?? 0;
          return { body: delay > 0 ? `User-agent: *\nCrawl-delay: ${delay / 1_000}` : "", ms: 100 };
        }
        const { ms, status, retryAfter, error } = looks[Number(url.searchParams.get("n"))]?.answer ?? {
          ms: 0,
          status: 200,
        };
        if (error) return { error: new FetchError(error, "Late."), ms };
        if (retryAfter && (status === 429 || status === 503)) {
          const until = clock.elapsedMs() + ms + Number(retryAfter) * 1_000;
          patience.push({ url: String(url), site: siteOf(url), from: clock.elapsedMs() + ms, until });
        }
        const location = url.searchParams.has("moved") ? undefined : `${url.pathname}${url.search}&moved`;
        return {
          ms,
          status: status === 301 && !location ? 200 : status,
          headers: {
            ...(location && status === 301 && { location }),
            ...(retryAfter && { "retry-after": retryAfter }),
          },
        };
      });
      const fetchPage = politeFetcher({ open, now: clock.now, sleep: clock.sleep, userAgent, maxWaitMs: 1e9 });
      await Promise.all(
        looks.map(({ site, subdomain }, n) => fetchPage(`https://${subdomain}.acme-${site}.test/pricing?n=${n}`)),
      );
      const bySite = grouped(requests);
      for (const [site, sent] of bySite) {
        for (const [index, request] of sent.entries()) {
          const before = sent[index - 1];
          if (!before) {
            expect(request.from).toBe(0);
            continue;
          }
          const asked = before.url.endsWith("robots.txt") ? 0 : (delays.get(new URL(before.url).hostname) ?? 0);
          expect(request.from).toBeGreaterThanOrEqual(before.until + Math.max(5_000, asked));
          for (const wish of patience) {
            // A response without delay is not earlier than its request.
            if (wish.site === site && wish.url !== request.url && wish.from <= request.from)
              expect(request.from).toBeGreaterThanOrEqual(wish.until);
          }
        }
      }
    }),
    { numRuns: 40 },
  );
});

function grouped<T extends { url: string }>(requests: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const request of requests) {
    const site = siteOf(new URL(request.url));
    groups.set(site, [...(groups.get(site) ?? []), request]);
  }
  return groups;
}
