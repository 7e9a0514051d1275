import { tmpdir } from "node:os";
import { describe, expect, test, vi } from "vitest";
import { requireRoom } from "@/db/client";
import { ERROR_CODES, ERRORS } from "@/lib/errors";
import { PROBLEM_JSON, Problem } from "@/lib/http/problem";
import { type Call, call } from "@/lib/http/testing";
import { observed, waited } from "@/lib/observe/observe";
import { Times } from "@/lib/observe/times";
import type { AnyOperation } from "@/lib/operations/define";
import { operations, otherOperations } from "@/lib/operations/registry";
import { KEY, SITE, testRuntime } from "@/lib/operations/testing/runtime";
import type { PricingAnswer, PricingRecord } from "@/lib/schemas/record";

const slack = (await (await call("/api/v2/pricing/slack")).json()) as PricingRecord;
const ADDRESSES: Record<string, string> = {
  get_evidence: `/api/v2/evidence/${slack.evidence[0]?.id}`,
  get_pricing: "/api/v2/pricing/slack",
  get_pricing_batch: "/api/v2/pricing?slugs=slack,notion",
  estimate_llm_cost: "/api/v2/usage/openai-api?model=gpt-4o&inputTokens=1000000",
  get_coverage: "/api/v2/coverage?slugs=slack,notion",
  get_price_history: "/api/v2/history/slack",
  calculate_tco: "/api/v2/tco",
  compare_software: "/api/v2/compare?slugs=slack,notion&seats=25",
  discover_software: "/api/v2/discover?q=slack",
  list_changes: "/api/v2/changes",
  list_categories: "/api/v2/categories",
  get_bulk: "/api/v2/bulk",
  get_openapi: "/api/v2/openapi.json",
  get_pricing_v1: "/api/v1/pricing?slug=slack",
  get_health: "/api/health",
  get_readiness: "/api/ready",
};
const BODIES: Record<string, Record<string, unknown>> = { calculate_tco: { slug: "slack", seats: 25 } };
const all = [...operations, ...otherOperations];
const addressOf = ({ name }: AnyOperation) => ADDRESSES[name] ?? `no address for ${name}`;
const CACHE_CONTROL = {
  public: "public, max-age=60, s-maxage=300, stale-while-revalidate=86400",
  private: "private, no-store",
  "no-store": "no-store",
};
const KEYED = { headers: { authorization: `Bearer ${KEY}` } };

/** A request body as JSON. */
function sending(body: unknown, rest: Call = {}): Call {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), ...rest };
}

async function problem(address: string, init: Call = {}, runtime = testRuntime()): Promise<Problem> {
  const response = await call(address, init, runtime);
  expect(response.headers.get("content-type")).toBe(PROBLEM_JSON);
  const isKeyed = address.startsWith("/api/v2/bulk");
  expect(response.headers.get("cache-control")).toBe(isKeyed ? "private, no-store" : "no-store");
  expect(response.headers.has("etag")).toBe(false);
  const body = (await response.json()) as Problem;
  const { errors, suggestions, "violated-policies": policies, ...always } = body;
  expect(Object.keys(always)).toEqual([
    "type",
    "title",
    "status",
    "detail",
    "instance",
    "code",
    "requestId",
    "retryable",
  ]);
  expect(Problem.strict().parse(body)).toEqual(body);
  expect(body.status).toBe(response.status);
  expect(body.status).toBe(ERRORS[body.code].status);
  expect(body.requestId).toBe(response.headers.get("x-request-id"));
  if (body.code === "rate_limited") expect(policies).toEqual(["keyless"]);
  else expect(body.type).toBe(`${SITE.url}/problems/${body.code}`);
  expect(errors?.length ?? 1).toBeGreaterThan(0);
  expect(suggestions ?? []).toBeInstanceOf(Array);
  return body;
}

async function record(address: string, init: Call = {}): Promise<PricingRecord> {
  const response = await call(address, init);
  expect(response.status).toBe(200);
  return (await response.json()) as PricingRecord;
}

describe.each(all)("$name", (operation) => {
  const address = addressOf(operation);
  const body = BODIES[operation.name];
  const keyed = operation.access === "key";
  const init = body ? sending(body) : keyed ? KEYED : {};
  const allowed = body ? ["POST", "OPTIONS"] : ["GET", "HEAD", "OPTIONS"];

  test("answers with every common header, and exposes each header it sends", async () => {
    const { status, headers } = await call(address, init);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get("ratelimit-policy")).toBe(keyed ? '"keyed";q=600;w=60' : '"keyless";q=120;w=60');
    const left = operation.access === "unmetered" ? 120 : 119;
    expect(headers.get("ratelimit")).toBe(keyed ? '"keyed";r=599;t=60' : `"keyless";r=${left};t=60`);
    expect(headers.get("cache-control")).toBe(CACHE_CONTROL[operation.http.cache]);
    expect(headers.get("referrer-policy")).toBe(keyed ? "no-referrer" : null);
    expect(headers.has("etag")).toBe(operation.http.cache !== "no-store");
    expect(headers.has("last-modified")).toBe(operation.http.cache !== "no-store");
    const exposed = (headers.get("access-control-expose-headers") ?? "").toLowerCase().split(", ");
    const safelisted = ["content-type", "x-content-type-options"];
    for (const name of headers.keys()) {
      if (!name.startsWith("access-control-") && !safelisted.includes(name)) expect(exposed).toContain(name);
    }
  });

  test.runIf(allowed.includes("HEAD"))("answers HEAD as GET without a body", async () => {
    const [get, head] = await Promise.all([call(address, init), call(address, { ...init, method: "HEAD" })]);
    expect(head.status).toBe(200);
    expect(await head.text()).toBe("");
    const passing = ["x-request-id", "server-timing"];
    const comparable = ({ headers }: Response) => [...headers].filter(([name]) => !passing.includes(name));
    expect(comparable(head)).toEqual(comparable(get));
  });

  test("answers a preflight", async () => {
    const { status, headers } = await call(address, {
      method: "OPTIONS",
      headers: { origin: "https://elsewhere.example", "access-control-request-method": "GET" },
    });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-methods")).toBe(allowed.join(", "));
    expect(headers.get("access-control-allow-headers")).toContain("Authorization");
    expect(headers.has("x-request-id")).toBe(true);
  });

  const refused = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) => !allowed.includes(method));
  test.each(refused)("refuses %s with Allow", async (method) => {
    const response = await call(address, { method });
    expect(response.headers.get("allow")).toBe(allowed.join(", "));
    expect((await problem(address, { method })).code).toBe("method_not_allowed");
  });

  test("refuses an unknown parameter", async () => {
    const glue = address.includes("?") ? "&" : "?";
    const { code, errors } = await problem(`${address}${glue}zzz=1`, init);
    expect(code).toBe("invalid_request");
    expect(errors?.[0]?.path).toBe("zzz");
    if (body) expect((await problem(address, sending({ ...body, zzz: 1 }))).errors?.[0]?.path).toBe("zzz");
  });

  test("gives equal bytes for equal questions", async () => {
    const [first, second] = await Promise.all([call(address, init), call(address, init)]);
    expect(await first.text()).toBe(await second.text());
  });
});

describe.each(all.filter(({ http }) => http.cache !== "no-store"))("$name revalidates", (operation) => {
  const address = addressOf(operation);
  const sent = operation.access === "key" ? KEYED.headers : {};

  test("304 without a body for a matching tag, in every form", async () => {
    const { headers } = await call(address, { headers: sent });
    const etag = headers.get("etag") ?? "";
    for (const tag of [etag, etag.replace(/^W\//, ""), `"x", ${etag}`, "*"]) {
      const response = await call(address, { headers: { ...sent, "if-none-match": tag } });
      expect(response.status).toBe(304);
      expect(await response.text()).toBe("");
      expect(response.headers.get("etag")).toBe(etag);
      expect(response.headers.get("cache-control")).toBe(headers.get("cache-control"));
      expect(response.headers.get("last-modified")).toBe(headers.get("last-modified"));
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.has("ratelimit")).toBe(true);
      expect(response.headers.has("content-type")).toBe(false);
    }
    expect((await call(address, { headers: { ...sent, "if-none-match": '"other"' } })).status).toBe(200);
  });
});

describe("rate limit", () => {
  test("the 121st request within a minute is refused, whichever operation it asks for", async () => {
    const runtime = testRuntime();
    const init = { headers: { "x-forwarded-for": "198.51.100.1" } };
    for (let i = 0; i < 60; i++) {
      await call("/api/v2/categories", init, runtime);
      await call("/api/v1/pricing?slug=slack", init, runtime);
    }
    const response = await call("/api/v2/pricing/slack", init, runtime);
    expect(response.headers.get("retry-after")).toBe("60");
    expect(response.headers.get("ratelimit")).toBe('"keyless";r=0;t=60');
    const body = await problem("/api/v2/pricing/slack", init, runtime);
    expect(body).toMatchObject({
      type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
      code: "rate_limited",
      status: 429,
      retryable: true,
    });
    expect((await call("/api/health", init, runtime)).status).toBe(200);
    const other = { headers: { "x-forwarded-for": "198.51.100.2" } };
    expect((await call("/api/v2/pricing/slack", other, runtime)).status).toBe(200);
    const spoofed = { headers: { "x-forwarded-for": "203.0.113.1, 198.51.100.1" } };
    expect((await call("/api/v2/pricing/slack", spoofed, runtime)).status).toBe(429);
  });

  test("a request that names many products counts as several, and is refused where that is too much", async () => {
    const runtime = testRuntime();
    const left = async (address: string, init: Call = {}) =>
      (await call(address, init, runtime)).headers.get("ratelimit");
    const slugs = (count: number) => Array.from({ length: count }, (_, at) => `product-${at}`).join(",");
    const remaining = (count: number) => `"keyless";r=${count};t=60`;
    expect(await left(`/api/v2/pricing?slugs=${slugs(5)}`)).toBe(remaining(119));
    expect(await left(`/api/v2/pricing?slugs=${slugs(20)}`)).toBe(remaining(115));
    expect(await left(`/api/v2/coverage?slugs=${slugs(6)}`)).toBe(remaining(113));
    expect(await left(`/api/v2/pricing?slugs=${Array(30).fill("slack").join(",")}`)).toBe(remaining(112));
    const items = Array.from({ length: 10 }, () => ({ slug: "slack" }));
    const post = { method: "POST", headers: { "content-type": "application/json" } };
    expect(await left("/api/v2/tco", { ...post, body: JSON.stringify({ seats: 5, items }) })).toBe(remaining(110));
    // A batch that is too large for any quota gets this error and not the rate limit's.
    expect(await problem(`/api/v2/pricing?slugs=${slugs(500)}`, {}, runtime)).toMatchObject({
      code: "batch_too_large",
    });
    for (let i = 0; i < 26; i++) await call(`/api/v2/pricing?slugs=${slugs(20)}`, {}, runtime);
    expect(await left(`/api/v2/pricing?slugs=${slugs(10)}`)).toBe(remaining(0));
    expect((await call(`/api/v2/pricing?slugs=${slugs(1)}`, {}, runtime)).status).toBe(429);
  });

  test("refused input is charged, wrong methods and preflights are not", async () => {
    const runtime = testRuntime();
    const left = async (address: string, init: Call = {}) =>
      (await call(address, init, runtime)).headers.get("ratelimit");
    expect(await left("/api/v2/pricing/slack?zzz=1")).toBe('"keyless";r=119;t=60');
    expect(await left("/api/v2/pricing/slack", { method: "DELETE" })).toBe('"keyless";r=119;t=60');
    expect(await left("/api/v2/pricing/slack", { method: "OPTIONS" })).toBe('"keyless";r=119;t=60');
    expect(await left("/api/nowhere")).toBe('"keyless";r=119;t=60');
  });
});

describe("errors", () => {
  test("every code has a status, a title and words of its own", () => {
    for (const code of ERROR_CODES) {
      expect(ERRORS[code].status).toBeGreaterThanOrEqual(400);
      expect(ERRORS[code].meaning).toMatch(/\.$/);
      expect(ERRORS[code].remedy).toMatch(/\.$/);
    }
    expect(new Set(ERROR_CODES.map((code) => ERRORS[code].title)).size).toBe(ERROR_CODES.length);
  });

  test.each(["/api", "/api/v2", "/api/v3/pricing", "/api/v2/pricing/slack/more"])(
    "%s is a JSON 404",
    async (address) => {
      for (const method of ["GET", "POST", "DELETE"]) {
        expect((await problem(address, { method })).code).toBe("not_found");
      }
    },
  );

  test("an unknown parameter is answered with the nearest known one", async () => {
    const { detail, errors } = await problem("/api/v2/pricing/slack?dept=full&asof=2026-01-01");
    expect(errors).toEqual([
      { path: "dept", message: 'is not a known parameter; did you mean "depth"?' },
      { path: "asof", message: 'is not a known parameter; did you mean "asOf"?' },
    ]);
    expect(detail).toContain('"depth"');
  });

  test("all faults are named at once", async () => {
    const { errors } = await problem("/api/v2/pricing/slack?depth=deep&asOf=2026-02-30&fields=tears&zzz=1");
    expect(errors?.map(({ path }) => path).sort()).toEqual(["asOf", "depth", "fields.0", "zzz"]);
  });

  test("the query is not repeated in the body", async () => {
    const { instance } = await problem("/api/v2/pricing/nope?depth=full");
    expect(instance).toBe("/api/v2/pricing/nope");
  });
});

describe("get_pricing", () => {
  test("gives the record with the address to cite", async () => {
    const body = await record("/api/v2/pricing/slack");
    expect(body).toMatchObject({
      slug: "slack",
      asOf: "2026-11-21",
      links: { page: `${SITE.url}/software/team-chat/slack` },
      priceRange: { low: 8.75 },
    });
    expect(body.tiers?.find(({ id }) => id === "enterprise")).toMatchObject({
      priceMonthly: null,
      priceStatus: "contact_sales",
    });
  });

  test.each(["slack-chat", "slack-technologies"])("%s answers with the canonical record", async (slug) => {
    const response = await call(`/api/v2/pricing/${slug}`);
    expect(((await response.json()) as PricingRecord).slug).toBe("slack");
    expect(response.headers.get("content-location")).toBe(`${SITE.url}/api/v2/pricing/slack`);
    expect((await call("/api/v2/pricing/slack")).headers.has("content-location")).toBe(false);
  });

  test("asOf gives the record as it was known on that day", async () => {
    const body = await record("/api/v2/pricing/slack?asOf=2024-01-01");
    expect(body.asOf).toBe("2024-01-01");
    expect(body.tiers?.[0]?.priceMonthly).toBe(8);
    expect((await record("/api/v2/pricing/slack?asOf=2026-11-21")).asOf).toBe("2026-11-21");
  });

  test("Last-Modified is the day of the newest fact", async () => {
    const { headers } = await call("/api/v2/pricing/slack");
    expect(headers.get("last-modified")).toBe("Mon, 05 Oct 2026 00:00:00 GMT");
  });

  test.each(["2026-11-22", "2026-02-30", "yesterday", "2026-1-1", ""])("asOf=%s is refused", async (asOf) => {
    const { code, errors } = await problem(`/api/v2/pricing/slack?asOf=${asOf}`);
    expect(code).toBe("invalid_request");
    expect(errors?.[0]?.path).toBe("asOf");
  });

  test("a day before anything was known says from when on there is something", async () => {
    const { code, detail, suggestions } = await problem("/api/v2/pricing/slack?asOf=2020-01-01");
    expect(code).toBe("product_not_found");
    expect(detail).toContain("2022-09-01");
    expect(suggestions).toBeUndefined();
  });

  test("an unknown slug is answered with the nearest", async () => {
    const { code, suggestions } = await problem("/api/v2/pricing/slakc");
    expect(code).toBe("product_not_found");
    expect(suggestions).toEqual(["slack"]);
  });

  test.each(["sl%00ack", "a".repeat(5000), "%20"])("what is no name, as %s, is refused", async (slug) => {
    expect((await problem(`/api/v2/pricing/${slug}`)).code).toBe("invalid_request");
  });

  test.each(["%F0%9F%92%B8", "..%2f..%2fetc", "%27%20OR%201%3D1", "-"])("%s names no product", async (slug) => {
    expect((await problem(`/api/v2/pricing/${slug}`)).code).toBe("product_not_found");
  });

  test("fields and depth leave the envelope whole", async () => {
    const envelope = ["slug", "schemaVersion", "links", "source", "attribution", "license", "verification"];
    for (const view of ["fields=hiddenCosts", "depth=summary", "depth=summary&fields=tiers"]) {
      const body = await record(`/api/v2/pricing/slack?${view}`);
      for (const name of envelope) expect(Object.keys(body), view).toContain(name);
    }
    expect((await record("/api/v2/pricing/slack?fields=hiddenCosts")).tiers).toBeUndefined();
  });
});

describe("get_pricing_batch", () => {
  const batch = async (query: string) => {
    const response = await call(`/api/v2/pricing?${query}`);
    return (await response.json()) as {
      count: number;
      records: PricingRecord[];
      notFound: unknown[];
      schemaVersion: string;
    };
  };

  test("answers in the order asked and lists what is unknown", async () => {
    const body = await batch("slugs=notion,slakc,slack");
    expect(body.records.map(({ slug }) => slug)).toEqual(["notion", "slack"]);
    expect(body).toMatchObject({
      count: 2,
      notFound: [{ slug: "slakc", suggestions: ["slack"] }],
      schemaVersion: "2.0.0",
    });
  });

  test("answers once for duplicates, other names included", async () => {
    expect((await batch("slugs=slack,slack-chat&slugs=slack")).count).toBe(1);
  });

  test("a record is the one that get_pricing gives", async () => {
    const { records } = await batch("slugs=slack&depth=summary");
    expect(records[0]).toEqual(await record("/api/v2/pricing/slack?depth=summary"));
  });

  test("a product that was not known yet says since when it is", async () => {
    const { notFound } = await batch("slugs=slack,notion&asOf=2024-01-01");
    expect(notFound).toEqual([{ slug: "notion", suggestions: [], knownSince: "2026-09-30" }]);
  });

  test("21 distinct slugs are too many, 21 mentions of one are not", async () => {
    const slugs = Array.from({ length: 21 }, (_, i) => `product-${i}`);
    const { code, errors } = await problem(`/api/v2/pricing?slugs=${slugs.join(",")}`);
    expect(code).toBe("batch_too_large");
    expect(errors?.[0]?.path).toBe("slugs");
    expect((await batch(`slugs=${slugs.slice(1).join(",")}`)).notFound).toHaveLength(20);
    expect((await batch(`slugs=${Array(21).fill("slack").join(",")}`)).count).toBe(1);
  });

  test.each(["", "slugs=", "slugs=,"])("no slug is refused: ?%s", async (query) => {
    const { errors } = await problem(`/api/v2/pricing?${query}`);
    expect(errors?.[0]?.path).toBe("slugs");
  });
});

describe("get_pricing_v1", () => {
  test("is the full record with the category's name, marked as superseded", async () => {
    const response = await call("/api/v1/pricing?slug=slack");
    const { category, ...rest } = (await response.json()) as Record<string, unknown>;
    const { category: now, unknownTerms: _, ...current }: PricingAnswer = await record("/api/v2/pricing/slack");
    expect(category).toBe(now.name);
    expect(rest).toEqual(current);
    expect(response.headers.get("deprecation")).toMatch(/^@\d+$/);
    expect(response.headers.get("link")).toBe(`<${SITE.url}/api/v2/pricing/slack>; rel="successor-version"`);
  });

  test("another name answers with the canonical record and says where it is", async () => {
    const where = async (query: string) => (await call(`/api/v1/pricing?${query}`)).headers.get("content-location");
    expect(await where("slug=slack-chat")).toBe(`${SITE.url}/api/v1/pricing?slug=slack`);
    expect(await where("slugs=slack-chat")).toBe(`${SITE.url}/api/v1/pricing?slugs=slack`);
    expect([await where("slug=slack"), await where("slugs=slack")]).toEqual([null, null]);
  });

  test("slugs with exactly one slug is accepted too", async () => {
    expect((await call("/api/v1/pricing?slugs=slack")).status).toBe(200);
  });

  test.each(["", "slug=", "slugs=", "slugs=slack,notion", "slug=slack&slugs=notion", "slug=slack&slug=notion"])(
    "?%s is refused",
    async (query) => {
      expect((await problem(`/api/v1/pricing?${query}`)).code).toBe("invalid_request");
    },
  );
});

test("list_categories counts products and links to pages", async () => {
  const body: unknown = await (await call("/api/v2/categories")).json();
  expect(body).toEqual({
    count: 2,
    categories: [
      {
        slug: "team-chat",
        name: "Team chat",
        group: "Collaboration",
        description: "Messages within a team.",
        productCount: 2,
        pricedCount: 2,
        links: { page: `${SITE.url}/software/team-chat` },
      },
      expect.objectContaining({ slug: "ai-model-apis", productCount: 1 }),
    ],
    schemaVersion: "2.0.0",
  });
});

describe("get_readiness", () => {
  const READY = "/api/ready";

  test("tells what stands behind the answers", async () => {
    const { catalog } = testRuntime();
    const startedAt = new Date("2026-11-20T04:00:00Z");
    const collect = { startedAt, endedAt: new Date("2026-11-20T04:02:00Z"), outcome: "done" };
    const lastRuns = async () => ({ collect, verify: { startedAt, endedAt: null, outcome: null } });
    expect(await (await call(READY, {}, testRuntime({ catalog: { ...catalog, lastRuns } }))).json()).toEqual({
      status: "ready",
      parts: {
        database: "ok",
        limiter: "ok",
        catalogue: {
          hash: "0123456789ab",
          products: 3,
          loadedAt: "2026-11-01T12:00:00.000Z",
          changedAt: "2026-11-01T12:00:00.000Z",
          ageDays: 19,
        },
        runs: {
          collect: { startedAt: "2026-11-20T04:00:00.000Z", endedAt: "2026-11-20T04:02:00.000Z", outcome: "done" },
          verify: { startedAt: "2026-11-20T04:00:00.000Z", endedAt: null, outcome: null },
        },
      },
    });
  });

  test("names every part that fails at once, and logs why", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const { catalog } = testRuntime();
    const down = () => Promise.reject(new Error("postgres://u:hunter2@10.0.0.7/x is down"));
    const runtime = testRuntime({ catalog: { ...catalog, ping: down, state: down, lastRuns: down } });
    const response = await call(READY, {}, runtime);
    expect(response.headers.get("retry-after")).toBe("5");
    const text = await response.text();
    const { status, code, detail, errors } = JSON.parse(text) as Problem;
    expect([status, code, detail]).toEqual([
      503,
      "unavailable",
      "Not ready: the database does not respond, the catalogue cannot be read.",
    ]);
    expect(errors).toEqual([
      { path: "parts.database", message: "does not respond" },
      { path: "parts.catalogue", message: "cannot be read" },
    ]);
    expect(text).not.toMatch(/10\.0\.0\.7|hunter2/);
    expect(String(error.mock.calls)).toMatch(/10\.0\.0\.7/);
    expect(String(error.mock.calls)).not.toContain("hunter2");
    error.mockRestore();
  });

  test("an empty catalogue and a full disk are not ready; a limiter whose store is away is, and says so", async () => {
    const { catalog } = testRuntime();
    const empty = testRuntime({ catalog: { ...catalog, state: async () => null } });
    expect((await problem(READY, {}, empty)).errors).toEqual([{ path: "parts.catalogue", message: "is not loaded" }]);
    const ping = () => requireRoom({ databaseUrl: undefined, dataDir: tmpdir() }, Number.MAX_SAFE_INTEGER);
    const full = testRuntime({ catalog: { ...catalog, ping } });
    expect((await problem(READY, {}, full)).errors?.[0]?.message).toBe("is out of disk space");
    const limiter = { take: () => Promise.reject(new Error("away")) };
    const answer = await call(READY, {}, testRuntime({ limiter }));
    expect([answer.status, (await answer.json()).parts.limiter]).toEqual([200, "away"]);
  });

  test("does not wait for a database that hangs", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { catalog } = testRuntime();
    const hangs = vi.fn(() => new Promise<never>(() => {}));
    const runtime = testRuntime({ catalog: { ...catalog, ping: hangs, lastRuns: hangs } });
    const asked = [problem(READY, {}, runtime), problem(READY, {}, runtime)];
    await vi.advanceTimersByTimeAsync(2_000);
    for (const { errors } of await Promise.all(asked)) {
      expect(errors).toEqual([{ path: "parts.database", message: "does not respond" }]);
    }
    vi.useRealTimers();
  });

  test.each(["starting", "ending"] as const)("a process that is %s says so at once, and asks nobody", async (stage) => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const { catalog } = testRuntime();
    const hangs = () => new Promise<never>(() => {});
    const runtime = testRuntime({ catalog: { ...catalog, ping: hangs, state: hangs }, stage: () => stage });
    const { status, errors } = await problem(READY, {}, runtime);
    expect([status, errors]).toEqual([503, [{ path: "parts.process", message: `is ${stage}` }]]);
    expect(error).not.toHaveBeenCalled();
    error.mockRestore();
    expect((await call("/api/health", {}, testRuntime({ stage: () => stage }))).status).toBe(200);
  });
});

describe("Server-Timing", () => {
  const timing = /^total;dur=\d+\.\d(?:, (?:limiter|database);dur=\d+\.\d)*$/;

  test("stands on what was worked on, refusals among it, and tells of nothing but durations", async () => {
    for (const path of ["/api/v2/pricing/slack", "/api/v2/pricing/nobody", "/api/v2/pricing/slack?nonsense=1"]) {
      expect((await call(path)).headers.get("server-timing")).toMatch(timing);
    }
  });

  test("counts what goes on at once once", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
    const times = new Times();
    const database = () =>
      observed("operation", { name: "x", times }, async () => {
        const query = () => waited("database", { name: "select" }, () => new Promise((done) => setTimeout(done, 30)));
        await Promise.all([query(), query()]);
      });
    const done = database();
    await vi.advanceTimersByTimeAsync(30);
    await done;
    expect(String(times)).toBe("total;dur=30.0, database;dur=30.0");
    vi.useRealTimers();
  });
});

describe("get_health", () => {
  test("tells what is loaded", async () => {
    expect(await (await call("/api/health")).json()).toEqual({
      status: "ok",
      parts: { database: "ok", catalogue: { hash: "0123456789ab", products: 3, loadedAt: "2026-11-01T12:00:00.000Z" } },
    });
  });

  test("tells that a full disk can take nothing more", async () => {
    const { catalog } = testRuntime();
    const ping = () => requireRoom({ databaseUrl: undefined, dataDir: tmpdir() }, Number.MAX_SAFE_INTEGER);
    const { status, detail } = await problem("/api/health", {}, testRuntime({ catalog: { ...catalog, ping } }));
    expect([status, detail]).toEqual([503, "The database is out of disk space."]);
    await requireRoom({ databaseUrl: undefined, dataDir: tmpdir() }, 1);
    await requireRoom({ databaseUrl: "postgres://db.example.com/x", dataDir: "/nowhere" });
  });

  test.each([
    ["database", { ping: () => Promise.reject(new Error("down")) }],
    ["catalogue", { state: async () => null }],
  ])("names the failing part: %s", async (part, failing) => {
    const { catalog } = testRuntime();
    const runtime = testRuntime({ catalog: { ...catalog, ...failing } });
    expect((await call("/api/health", {}, runtime)).headers.get("retry-after")).toBe("5");
    const { code, detail, errors } = await problem("/api/health", {}, runtime);
    expect(code).toBe("unavailable");
    expect(detail).toContain(part);
    expect(errors?.[0]?.path).toBe(`parts.${part}`);
  });
});
