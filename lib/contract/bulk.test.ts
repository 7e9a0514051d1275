import { randomBytes } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, describe, expect, test, vi } from "vitest";
import { onRequestError } from "@/instrumentation";
import type { Problem } from "@/lib/http/problem";
import { type Call, call } from "@/lib/http/testing";
import { headersOnWire } from "@/lib/http/wire";
import { getBulk } from "@/lib/operations/bulk";
import type { Catalog } from "@/lib/operations/catalog";
import { KEY, NOW, SITE, testRuntime, UNPAID_KEY } from "@/lib/operations/testing/runtime";
import type { PricingRecord } from "@/lib/schemas/record";

const BULK = "/api/v2/bulk";
const CHAT = `${BULK}?category=team-chat`;
const UNKNOWN_KEY = `pi_live_${"Nobody".padEnd(43, "0")}`;
const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const open = (address: string, init: Call = {}, runtime = testRuntime()) =>
  call(address, { ...init, headers: { ...bearer(KEY).headers, ...init.headers } }, runtime);
/** Requests an encoding as a client of a real server does. */
function accepting(encoding: string) {
  const written: Record<string, unknown> = {};
  const setHeader = (name: string, value: unknown) => Object.assign(written, { [name]: value }) as never;
  return { written, headers: { "accept-encoding": encoding, ...headersOnWire({ setHeader }) } };
}
const problem = async (response: Response) => (await response.json()) as Problem;
const recordsOf = async (format: string) => (await open(`${CHAT}&format=${format}`)).text();

afterEach(() => vi.restoreAllMocks());

describe("a key", () => {
  test.each([
    ["as Bearer", BULK, { authorization: `Bearer ${KEY}` }],
    ["as bearer in lower case", BULK, { authorization: `bearer  ${KEY} ` }],
    ["in the query", `${BULK}?key=${KEY}`, {}],
    ["both ways, alike", `${BULK}?key=${KEY}`, { authorization: `Bearer ${KEY}` }],
    ["in the query beside another scheme", `${BULK}?key=${KEY}`, { authorization: "Basic dXNlcjpwYXNz" }],
  ])("opens bulk %s", async (_, address, headers) => {
    expect((await call(address, { headers })).status).toBe(200);
  });

  test.each([
    ["none", BULK, {}, "missing_key", 401],
    ["an empty one", `${BULK}?key=`, {}, "missing_key", 401],
    ["another scheme", BULK, { authorization: "Basic dXNlcjpwYXNz" }, "missing_key", 401],
    ["an unknown one", BULK, { authorization: `Bearer ${UNKNOWN_KEY}` }, "invalid_key", 401],
    ["no key at all but some text", `${BULK}?key=hello`, {}, "invalid_key", 401],
    ["one that is paid for no longer", `${BULK}?key=${UNPAID_KEY}`, {}, "subscription_inactive", 403],
    ["two that differ", `${BULK}?key=${KEY}`, { authorization: `Bearer ${UNKNOWN_KEY}` }, "invalid_request", 400],
    ["two that differ in the query", `${BULK}?key=${KEY}&key=${UNKNOWN_KEY}`, {}, "invalid_request", 400],
  ])("is asked for where there is %s", async (_, address, headers, code, status) => {
    for (const method of ["GET", "HEAD"]) {
      const response = await call(`${address}${address.includes("?") ? "&" : "?"}category=team-chat`, {
        method,
        headers,
      });
      expect(response.status).toBe(status);
      const challenge = response.headers.get("www-authenticate");
      if (code === "missing_key") expect(challenge).toBe(`Bearer realm="${SITE.url}"`);
      else if (code === "invalid_key") expect(challenge).toBe(`Bearer realm="${SITE.url}", error="invalid_token"`);
      else expect(challenge).toBe(null);
      if (method === "GET") expect(await problem(response)).toMatchObject({ code, status, instance: BULK });
    }
  });

  test("is looked at before anything else: without one, faults of the request are not told", async () => {
    expect((await problem(await call(`${BULK}?zzz=1&category=UPPER`))).code).toBe("missing_key");
    expect((await problem(await open(`${BULK}?zzz=1`))).code).toBe("invalid_request");
  });

  test("belongs to bulk alone: elsewhere it is an unknown parameter and is not repeated", async () => {
    const response = await call(`/api/v2/categories?key=${KEY}`);
    const text = await response.text();
    expect(response.status).toBe(400);
    expect(text).not.toContain(KEY);
  });

  test("has 600 requests a minute of its own, wherever they come from", async () => {
    const runtime = testRuntime();
    const ask = (address: string) =>
      call(BULK, { headers: { ...bearer(KEY).headers, "x-forwarded-for": address } }, runtime);
    for (let i = 0; i < 600; i++) expect((await ask(`198.51.100.${i % 7}`)).status).toBe(200);
    const refused = await ask("203.0.113.1");
    expect(refused.status).toBe(429);
    expect(refused.headers.get("ratelimit-policy")).toBe('"keyed";q=600;w=60');
    expect(refused.headers.get("ratelimit")).toBe('"keyed";r=0;t=60');
    expect(refused.headers.get("retry-after")).toBe("60");
    expect(await problem(refused)).toMatchObject({ "violated-policies": ["keyed"] });
    const free = await call("/api/v2/categories", { headers: { "x-forwarded-for": "203.0.113.1" } }, runtime);
    expect(free.headers.get("ratelimit")).toBe('"keyless";r=119;t=60');
  });

  test("that is guessed is charged to who guesses: 120 a minute, and a subscriber at the same address goes on", async () => {
    const runtime = testRuntime();
    const guess = (key: string) => call(BULK, bearer(key), runtime);
    for (let i = 0; i < 60; i++) {
      expect((await guess(`pi_live_${String(i).padEnd(43, "x")}`)).status).toBe(401);
      expect((await call(BULK, {}, runtime)).status).toBe(401);
    }
    const refused = await guess(UNKNOWN_KEY);
    expect([refused.status, refused.headers.get("ratelimit-policy")]).toEqual([429, '"keyless";q=120;w=60']);
    expect((await guess(KEY)).status).toBe(200);
  });

  test("whose use cannot be noted still opens, and a database that is away is not an unknown key", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { principals } = testRuntime();
    const used = () => Promise.reject(new Error("no writing now"));
    expect((await open(BULK, {}, testRuntime({ principals: { ...principals, used } }))).status).toBe(200);
    expect(warn).toHaveBeenCalledOnce();
    vi.spyOn(console, "error").mockImplementation(() => {});
    const runtime = testRuntime({ principals: { ...principals, of: () => Promise.reject(new Error("down")) } });
    const response = await open(BULK, {}, runtime);
    expect(response.status).toBe(500);
    expect((await call("/api/v2/categories", {}, runtime)).headers.get("ratelimit")).toBe('"keyless";r=119;t=60');
  });
});

describe("the key never gets out", () => {
  const logged = () => {
    const lines: unknown[] = [];
    for (const method of ["error", "warn", "info"] as const) {
      vi.spyOn(console, method).mockImplementation((...args) => lines.push(...args));
    }
    return lines;
  };

  test.each([
    ["an answer", `${BULK}?key=${KEY}`, {}],
    ["a category", `${CHAT}&key=${KEY}`, {}],
    ["an unknown key", `${BULK}?key=${UNKNOWN_KEY}`, {}],
    ["an unpaid key", `${BULK}?key=${UNPAID_KEY}`, {}],
    ["two keys", `${BULK}?key=${KEY}`, bearer(UNKNOWN_KEY)],
    ["an unknown parameter", `${BULK}?key=${KEY}&zzz=1`, {}],
    ["a key as the name of a parameter", `${BULK}?${KEY}=1&key=${KEY}`, {}],
    ["a key as a category", `${BULK}?key=${KEY}&category=${KEY}`, {}],
    ["a misspelt key parameter", `/api/v2/discover?kye=${KEY}&q=${KEY}`, {}],
    ["a key in the path", `/api/v2/pricing/${KEY}`, {}],
    ["an unknown path", `/api/nowhere/${KEY}?key=${KEY}`, {}],
    ["a wrong method", `${BULK}?key=${KEY}`, { method: "POST" }],
    ["a preflight", `${BULK}?key=${KEY}`, { method: "OPTIONS" }],
  ])("from %s", async (_, address, init) => {
    const lines = logged();
    const response = await call(address, init);
    const text = JSON.stringify([[...response.headers], await response.text(), lines]);
    for (const key of [KEY, UNKNOWN_KEY, UNPAID_KEY]) expect(text).not.toContain(key);
  });

  test("from a fault in the middle of the work", async () => {
    const lines = logged();
    const { catalog } = testRuntime();
    const broken = { ...catalog, recordCounts: () => Promise.reject(new Error(`select … ${KEY}`)) };
    const response = await call(`${BULK}?key=${KEY}`, {}, testRuntime({ catalog: broken }));
    expect(response.status).toBe(500);
    expect(lines).toHaveLength(1);
    expect(JSON.stringify([await response.text(), lines])).not.toContain(KEY);
  });

  test("from what Next reports of a failed request", async () => {
    const lines = logged();
    const token = "0123456789abcdef".repeat(4);
    const context = {
      routerKind: "App Router",
      routePath: "/api/v2/bulk",
      routeType: "route",
      renderSource: undefined,
    };
    for (const path of [`${BULK}?key=${KEY}`, `/files/${token}?x=1`, `/${KEY}`]) {
      const error = new Error(`failed at ${path}`);
      await onRequestError(error, { path, method: "GET", headers: { authorization: KEY } }, context as never);
    }
    expect(lines).toHaveLength(3);
    expect(JSON.stringify(lines)).not.toContain(KEY);
    expect(JSON.stringify(lines)).not.toContain(token);
  });

  test("to a page that is opened from an answer, nor into a cache", async () => {
    for (const address of [`${BULK}?key=${KEY}`, `${CHAT}&key=${KEY}`, `${BULK}?key=${UNKNOWN_KEY}`, BULK]) {
      for (const method of ["GET", "HEAD", "DELETE"]) {
        const { headers } = await call(address, { method });
        expect(headers.get("referrer-policy")).toBe("no-referrer");
        expect(headers.get("cache-control")).toBe("private, no-store");
      }
    }
  });
});

describe("without a category", () => {
  test("every category is listed with its number of records, and where to take them", async () => {
    expect(await (await open(BULK)).json()).toEqual({
      schemaVersion: "2.0.0",
      asOf: "2026-11-21",
      count: 2,
      categories: [
        {
          slug: "team-chat",
          name: "Team chat",
          recordCount: 2,
          links: { page: `${SITE.url}/software/team-chat`, bulk: `${SITE.url}${CHAT}` },
        },
        expect.objectContaining({ slug: "ai-model-apis", recordCount: 1 }),
      ],
    });
  });

  test("records are counted as of the day asked for", async () => {
    const body = (await (await open(`${BULK}?asOf=2024-01-01`)).json()) as { categories: { recordCount: number }[] };
    expect(body.categories.map(({ recordCount }) => recordCount)).toEqual([1, 0]);
  });

  test("another form than JSON needs a category", async () => {
    const { code, errors } = await problem(await open(`${BULK}?format=csv`));
    expect([code, errors?.[0]?.path]).toEqual(["invalid_request", "format"]);
  });
});

describe("a category", () => {
  const expected = async (asOf = "2026-11-21") => {
    const found = await testRuntime().catalog.records(["notion", "slack"], { asOf, now: NOW });
    return ["notion", "slack"].map((slug) => (found.get(slug) as { record: PricingRecord }).record);
  };

  test("as JSON is one object that fits its schema, with every record in full", async () => {
    const response = await open(CHAT);
    const body: unknown = await response.json();
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(getBulk.output.parse(body)).toEqual(body);
    expect(body).toEqual({
      schemaVersion: "2.0.0",
      category: { slug: "team-chat", name: "Team chat" },
      asOf: "2026-11-21",
      count: 2,
      attribution: `[${SITE.name}](${SITE.url}) — [Team chat pricing](${SITE.url}/software/team-chat)`,
      records: await expected(),
      license: { tiers: "owned", priceHistory: "owned", scenarios: "owned" },
    });
  });

  test("as NDJSON has one record a line", async () => {
    const lines = (await recordsOf("ndjson")).split("\n");
    expect(lines.pop()).toBe("");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(await expected());
  });

  test("as CSV has one header and a row for each price", async () => {
    const [header, ...rows] = (await recordsOf("csv")).split("\r\n");
    expect(header).toMatch(/^row,slug,name,vendor,category,asOf,/);
    expect(rows.at(-1)).toBe("");
    const kinds = rows.map((row) => row.split(",").slice(0, 2).join(" "));
    expect(kinds.filter((kind) => kind === "tier slack")).toHaveLength(2);
    expect(kinds.filter((kind) => kind === "history slack").length).toBeGreaterThan(1);
  });

  test("is as it was known on a day", async () => {
    const text = await (await open(`${CHAT}&asOf=2024-01-01`)).text();
    const body = JSON.parse(text) as { count: number; records: PricingRecord[] };
    expect(body).toMatchObject({ count: 1, asOf: "2024-01-01" });
    expect(body.records[0]?.tiers?.[0]?.priceMonthly).toBe(8);
    const nothing = await (await open(`${CHAT}&asOf=2010-01-01`)).json();
    expect(nothing).toMatchObject({ count: 0, records: [], license: {} });
    expect((await open(`${CHAT}&asOf=2026-11-22`)).status).toBe(400);
  });

  test("that is unknown is answered with the nearest", async () => {
    const { code, suggestions } = await problem(await open(`${BULK}?category=team-chatt`));
    expect([code, suggestions?.[0]]).toEqual(["category_not_found", "team-chat"]);
  });

  test("has a name to save it by, and a tag of its own for each form and day", async () => {
    const tags = new Set<string | null>();
    for (const format of ["json", "ndjson", "csv"]) {
      for (const day of ["2026-11-21", "2026-11-20"]) {
        const { headers } = await open(`${CHAT}&format=${format}&asOf=${day}`);
        expect(headers.get("content-disposition")).toBe(`attachment; filename="team-chat-${day}.${format}"`);
        expect(headers.get("last-modified")).toBe("Sun, 01 Nov 2026 12:00:00 GMT");
        expect(headers.get("etag")).toMatch(/^W\/"/);
        tags.add(headers.get("etag"));
      }
    }
    expect(tags.size).toBe(6);
  });

  test("unchanged since it was fetched is 304, and HEAD has the headers of GET; neither derives a record", async () => {
    const get = await open(CHAT);
    await get.text();
    const { catalog } = testRuntime();
    const read = vi.fn();
    const watched: Catalog = {
      ...catalog,
      readCategory: async (...args) => ({ ...(await catalog.readCategory(...args)), batches: read }),
    };
    const runtime = testRuntime({ catalog: watched });
    const etag = get.headers.get("etag") ?? "";
    const again = await open(CHAT, { headers: { "if-none-match": etag } }, runtime);
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(again.headers.get("etag")).toBe(etag);
    const head = await open(CHAT, { method: "HEAD" }, runtime);
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const comparable = ({ headers }: Response) =>
      [...headers].filter(([name]) => !/^(x-request-id|ratelimit|server-timing)$/.test(name));
    expect(comparable(head)).toEqual(comparable(get));
    expect(read).not.toHaveBeenCalled();
    const other = await open(CHAT, {}, testRuntime({ catalog: { ...catalog, readCategory: reload(catalog) } }));
    expect(other.headers.get("etag")).not.toBe(etag);
  });

  test.each([
    ["gzip", "gzip", gunzipSync],
    ["br, gzip", "br", brotliDecompressSync],
    ["gzip;q=1, br;q=0.5", "gzip", gunzipSync],
    ["*", "br", brotliDecompressSync],
    ["identity", null, (bytes: Buffer) => bytes],
    ["br;q=0, gzip;q=0", null, (bytes: Buffer) => bytes],
    ["deflate", null, (bytes: Buffer) => bytes],
  ] as const)("is compressed for who accepts %s", async (accepted, encoding, decompress) => {
    const { written, headers } = accepting(accepted);
    const response = await open(CHAT, { headers });
    expect(written["Content-Encoding"] ?? null).toBe(encoding);
    expect(response.headers.get("vary")).toBe("Accept-Encoding");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(decompress(bytes).toString()).toBe(await (await open(CHAT)).text());
  });

  test("is not compressed where a client could not be told", async () => {
    const response = await open(CHAT, { headers: { "accept-encoding": "gzip" } });
    expect(response.headers.has("content-encoding")).toBe(false);
    expect(await response.json()).toMatchObject({ count: 2 });
  });
});

describe("a large category", () => {
  const BATCHES = 40;
  // Random data, so that a compressor cannot hold anything back.
  const PAD = randomBytes(75_000).toString("base64");

  /** Counts the batches that are derived. Fails before the given batch. */
  function spying(failAt = Number.POSITIVE_INFINITY) {
    const seen = { made: 0, closed: false };
    const { catalog } = testRuntime();
    const readCategory: Catalog["readCategory"] = async (...args) => ({
      ...(await catalog.readCategory(...args)),
      count: BATCHES,
      async *batches() {
        try {
          for (let index = 0; index < BATCHES; index++) {
            if (index === failAt) throw new Error(`password=hunter2 ${KEY}`);
            seen.made++;
            yield [{ slug: `p-${index}`, license: {}, pad: PAD } as unknown as PricingRecord];
          }
        } finally {
          seen.closed = true;
        }
      },
    });
    return { seen, runtime: testRuntime({ catalog: { ...catalog, readCategory } }) };
  }

  test.each(["identity", "gzip", "br"])("is made as fast as it is read and no faster (%s)", async (encoding) => {
    const { seen, runtime } = spying();
    const response = await open(CHAT, { headers: accepting(encoding).headers }, runtime);
    const reader = response.body?.getReader();
    expect(seen.made).toBe(0);
    // A client that stops after the first bytes: only a few batches are derived ahead of it.
    await reader?.read();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const ahead = seen.made;
    expect(ahead).toBeLessThan(6);
    let length = 0;
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) length += next.value.length;
    expect(seen).toEqual({ made: BATCHES, closed: true });
    if (encoding === "identity") expect(length).toBeGreaterThan(BATCHES * PAD.length);
  });

  test.each(["identity", "gzip"])("is no longer made when the reader goes (%s)", async (encoding) => {
    const { seen, runtime } = spying();
    const response = await open(CHAT, { headers: accepting(encoding).headers }, runtime);
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.read();
    await reader?.cancel();
    await vi.waitFor(() => expect(seen.closed).toBe(true));
    expect(seen.made).toBeLessThan(8);
  });

  test.each([
    ["json", "identity"],
    ["json", "gzip"],
    ["ndjson", "br"],
    ["csv", "identity"],
  ])("that cannot be finished breaks off instead of ending (%s, %s)", async (format, encoding) => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const { runtime } = spying(format === "csv" ? 0 : 20);
    const { headers } = accepting(encoding);
    const response = await open(`${CHAT}&format=${format}`, { headers }, runtime);
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow("the response broke off");
    expect(error).toHaveBeenCalledOnce();
    const [line] = error.mock.calls[0] ?? [];
    expect(JSON.parse(String(line))).toMatchObject({ requestId: response.headers.get("x-request-id") });
    expect(String(line)).not.toContain(KEY);
  });

  test("ends within a second or so for a key that was revoked meanwhile, and not for a database that is away", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const { principals } = testRuntime();
    const answers = { first: principals.of, away: () => Promise.reject(new Error("down")), revoked: async () => null };
    const read = async (later: keyof typeof answers, everyMs: number) => {
      const { seen, runtime } = spying();
      let asked = 0;
      const of: typeof principals.of = (...given) => (asked++ === 0 ? principals.of : answers[later])(...given);
      const now = () => new Date(NOW.getTime() + seen.made * everyMs);
      const whole = open(CHAT, {}, { ...runtime, principals: { ...principals, of }, now }).then((all) => all.text());
      const ended = await whole.then(
        () => "whole",
        ({ message }: Error) => message,
      );
      return { ended, asked, made: seen.made };
    };
    expect(await read("first", 300)).toEqual({ ended: "whole", asked: 11, made: BATCHES });
    expect(await read("away", 300)).toEqual({ ended: "whole", asked: 11, made: BATCHES });
    expect(error).not.toHaveBeenCalled();
    expect(await read("revoked", 300)).toEqual({ ended: "the response broke off", asked: 2, made: 4 });
    expect(await read("revoked", 10)).toEqual({ ended: "whole", asked: 1, made: BATCHES });
  });

  test("with another number of records than announced breaks off too", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { catalog } = testRuntime();
    const short: Catalog["readCategory"] = async (...args) => ({ ...(await catalog.readCategory(...args)), count: 3 });
    const response = await open(CHAT, {}, testRuntime({ catalog: { ...catalog, readCategory: short } }));
    await expect(response.text()).rejects.toThrow("the response broke off");
  });
});

/** Returns the same catalogue after another load. */
function reload(catalog: Catalog): Catalog["readCategory"] {
  return async (...args) => {
    const reading = await catalog.readCategory(...args);
    return { ...reading, edition: "another" };
  };
}
