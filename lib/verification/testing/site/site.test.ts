import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { botUserAgent } from "@/lib/fetch/policy";
import { type FetchPage, type PoliteOptions, politeFetcher } from "@/lib/fetch/polite";
import { FIXTURES } from "@/lib/reader/testing/pages";
import { BEHAVIOURS, changingPrices, STEADY_SINCE } from "./behaviours";
import { type FixtureSite, startFixtureSite } from "./server";

let site: FixtureSite;
beforeAll(async () => {
  site = await startFixtureSite();
});
afterAll(() => site.close());

/** Returns a real reader with two changes: pauses pass at once, and the size limit is smaller. */
function reader(limits: PoliteOptions["limits"] = {}): FetchPage {
  let now = Date.UTC(2026, 5, 1);
  return politeFetcher({
    open: site.open,
    now: () => new Date(now),
    sleep: async (ms) => {
      now += ms;
    },
    userAgent: botUserAgent("https://pricing.example.com"),
    limits: { maxBytes: 500_000, ...limits },
  });
}

async function asking<T>(work: () => Promise<T>): Promise<{ result: T; asked: string[] }> {
  const before = site.asked().length;
  const result = await work();
  return { result, asked: site.asked().slice(before) };
}

test("there are at least eighty pages, of every rung, and most can be read", () => {
  expect(FIXTURES.length).toBeGreaterThanOrEqual(80);
  expect(new Set([...FIXTURES, ...BEHAVIOURS].map(({ id }) => id)).size).toBe(FIXTURES.length + BEHAVIOURS.length);
  for (const rung of ["json-ld", "page-state", "machine-file", "html", null]) {
    expect(FIXTURES.filter((fixture) => fixture.rung === rung).length, String(rung)).toBeGreaterThanOrEqual(7);
  }
  for (const { id, rung, expected } of FIXTURES) {
    if ("nothing" in expected) expect(rung, id).toBeNull();
    else if (!expected.orNothing) expect(rung, id).not.toBeNull();
  }
  expect(FIXTURES.filter(({ expected }) => "tiers" in expected && !expected.orNothing).length).toBeGreaterThan(80);
});

test("every page is read as it is written, by two requests", async () => {
  const fetchPage = reader();
  for (const fixture of FIXTURES) {
    const { result, asked } = await asking(() => fetchPage(site.urlOf(fixture)));
    expect(result).toMatchObject({
      kind: "page",
      contentType: fixture.page.contentType,
      content: Buffer.from(fixture.page.body),
    });
    expect(asked).toEqual([`${fixture.id}.test/robots.txt`, `${fixture.id}.test${fixture.path}`]);
  }
});

test("who cannot resolve its names reads it by paths", async () => {
  const [fixture] = FIXTURES;
  const answer = await fetch(`http://127.0.0.1:${site.port}/${fixture?.id}${fixture?.path}`);
  expect(await answer.text()).toBe(fixture?.page.body);
  expect((await fetch(`http://127.0.0.1:${site.port}/robots.txt`)).status).toBe(404);
});

describe("what hosts do to their readers", () => {
  test.each(BEHAVIOURS.map((behaviour) => [behaviour.id, behaviour] as const))(
    "%s",
    async (_, { id, ...behaviour }) => {
      const { result, asked } = await asking(() => reader(behaviour.limits)(site.urlOf({ id })));
      const { expected } = behaviour;
      expect(asked).toEqual(behaviour.asked);
      expect(result.kind).toBe(expected.kind);
      if (expected.kind === "page") {
        const url = expected.url?.replace(".test/", `.test:${site.port}/`) ?? site.urlOf({ id });
        expect(result).toMatchObject({ status: 200, url });
      } else {
        const { reason, ...rest } = expected;
        expect(result).toMatchObject({ ...rest, reason: expect.stringContaining(reason) });
      }
    },
  );

  test("a page that has not changed is not sent again; one that has is", async () => {
    const fetchPage = reader();
    const url = site.urlOf({ id: "acme-changing" });
    const first = await fetchPage(url);
    expect(first).toMatchObject({ kind: "page", etag: '"v1"', content: Buffer.from(changingPrices(1).body) });
    expect(await fetchPage(url, { etag: '"v1"' })).toMatchObject({ kind: "not_modified", status: 304, etag: '"v1"' });
    site.show(2);
    expect(await fetchPage(url, { etag: '"v1"' })).toMatchObject({
      kind: "page",
      etag: '"v2"',
      content: Buffer.from(changingPrices(2).body),
    });
    site.show(1);
    const steady = site.urlOf({ id: "acme-steady" });
    expect(await fetchPage(steady)).toMatchObject({ kind: "page", lastModified: STEADY_SINCE });
    expect(await fetchPage(steady, { lastModified: STEADY_SINCE })).toMatchObject({ kind: "not_modified" });
  });

  test("a host that asks for patience says until when", async () => {
    const now = Date.UTC(2026, 5, 1);
    const busy = await reader()(site.urlOf({ id: "acme-busy" }));
    // Five seconds after the request for robots.txt.
    expect(busy).toMatchObject({ retryAfter: new Date(now + 5_000 + 120_000) });
    expect(await reader()(site.urlOf({ id: "acme-closed" }))).toMatchObject({
      retryAfter: new Date(Date.UTC(2027, 0, 1)),
    });
  });
});
