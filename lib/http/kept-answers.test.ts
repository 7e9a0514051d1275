import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memoryRateLimiter } from "@/lib/access/rate-limit";
import { handleMcp } from "@/lib/mcp/handler";
import { mcpServer } from "@/lib/mcp/server";
import { getBulk } from "@/lib/operations/bulk";
import type { CatalogState } from "@/lib/operations/catalog";
import { compareSoftware } from "@/lib/operations/compare";
import type { AnyOperation, ApiPath } from "@/lib/operations/define";
import { getHealth } from "@/lib/operations/health";
import { getPriceHistory } from "@/lib/operations/history";
import { getPricing, getPricingBatch } from "@/lib/operations/pricing";
import { KEY, NOW, testRuntime } from "@/lib/operations/testing/runtime";
import { estimateLlmCost } from "@/lib/operations/usage";
import { Body } from "./encode";
import { type KeptAnswers, keptAnswers } from "./kept-answers";
import { toRoute } from "./to-route";

/** A ledger with appended data. Each response states which revision it was built from, no matter how long that took. */
function ledger(steps: () => Promise<void> = async () => {}) {
  const runtime = testRuntime({ checkOutput: false });
  let revision = 1;
  let made = 0;
  const catalog: typeof runtime.catalog = {
    ...runtime.catalog,
    state: async () => ({ ...((await runtime.catalog.state()) as CatalogState), contentHash: `state ${revision}` }),
    editionOf: () => String(revision),
    record: async (slug, view) => {
      made += 1;
      const seen = revision;
      await steps();
      const found = await runtime.catalog.record(slug, view);
      return found.status === "found" ? { ...found, record: { ...found.record, name: `state ${seen}` } } : found;
    },
  };
  const answers = keptAnswers();
  let now = NOW;
  const limiter = memoryRateLimiter(() => NOW.getTime());
  const served = { ...runtime, catalog, limiter, now: () => now };
  const route = toRoute(
    getPricing,
    () => served,
    () => answers,
  );
  const read = async (headers: Record<string, string> = {}, sender = "192.0.2.1") => {
    const request = new Request("https://prices.example/api/v2/pricing/slack?depth=summary", {
      headers: { ...headers, "x-forwarded-for": sender },
    });
    return route.GET(request, { params: Promise.resolve({ slug: "slack" }) });
  };
  return {
    answers,
    served,
    read,
    made: () => made,
    append: () => {
      revision += 1;
    },
    revision: () => revision,
    onDay: (day: string) => {
      now = new Date(`${day}T09:00:00Z`);
    },
  };
}

const nameIn = async (response: Response) => ((await response.json()) as { name: string }).name;

describe("a kept answer", () => {
  test("gives its room back with its edition, unless it may be the answer in the next one", () => {
    const answers = keptAnswers();
    const kept = (edition: string, of: Map<string, string> | null) => ({
      edition,
      of,
      operation: getPricing as AnyOperation,
      cost: 1,
      headers: {},
      etag: null,
      body: new Body("{}"),
    });
    const has = () => ["list", "slack", "notion", "new"].filter((key) => answers.has(key));
    answers.set("list", kept("one 2026-11-21", null));
    answers.set("slack", kept("one 2026-11-21", new Map([["slack", "1"]])));
    answers.set("notion", kept("one 2026-11-21", new Map([["notion", "1"]])));
    expect(has()).toEqual(["list", "slack", "notion"]);
    answers.set("new", kept("two 2026-11-21", null));
    expect(has()).toEqual(["slack", "notion", "new"]);
    // A slow response of the edition before.
    answers.set("list", kept("one 2026-11-21", null));
    expect(has()).toEqual(["list", "slack", "notion", "new"]);
    answers.set("slack", kept("two 2026-11-22", new Map([["slack", "1"]])));
    expect(has()).toEqual(["slack"]);
  });

  test("is given to who asks again, and is the same to the byte", async () => {
    const { read, made } = ledger();
    const [first, second] = [await read(), await read()];
    expect(await second.text()).toBe(await first.text());
    expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
    expect(made()).toBe(1);
    expect([first, second].map(({ headers }) => headers.has("server-timing"))).toEqual([true, false]);
  });

  test("is charged to each who asks, and refused to whom nothing is left", async () => {
    const { read } = ledger();
    const left = async () => /r=(\d+)/.exec((await read()).headers.get("ratelimit") ?? "")?.[1];
    expect([await left(), await left(), await left()]).toEqual(["119", "118", "117"]);
    for (let n = 0; n < 117; n += 1) await read();
    expect((await read()).status).toBe(429);
    expect((await read({}, "192.0.2.2")).status).toBe(200);
  });

  test("costs what it cost when it was made", async () => {
    const answers = keptAnswers();
    const runtime = testRuntime();
    const route = toRoute(
      getPricingBatch,
      () => runtime,
      () => answers,
    );
    const slugs = ["slack", "notion", "openai-api", "a1", "a2", "a3"].join(",");
    const ask = async () => {
      const request = new Request(`https://prices.example/api/v2/pricing?slugs=${slugs}`, {
        headers: { "x-forwarded-for": "192.0.2.1" },
      });
      return (await route.GET(request, { params: Promise.resolve({}) })).headers.get("ratelimit");
    };
    expect([await ask(), await ask()]).toEqual([expect.stringContaining("r=118"), expect.stringContaining("r=116")]);
  });

  test("goes with the day", async () => {
    const { read, made, onDay } = ledger();
    await read();
    onDay("2026-11-22");
    await read();
    expect(made()).toBe(2);
  });

  test.each([
    ["/api/v2/bulk?category=team-chat", getBulk as AnyOperation],
    ["/api/health", getHealth as AnyOperation],
  ])("of %s is none: it is one reader's, or one moment's", async (address, operation) => {
    const runtime = testRuntime();
    const kept: string[] = [];
    const watched: KeptAnswers = { get: () => undefined, has: () => false, set: (key) => kept.push(key) as never };
    const route = toRoute<ApiPath, unknown, unknown>(
      operation,
      () => runtime,
      () => watched,
    );
    const headers = { authorization: `Bearer ${KEY}`, "x-forwarded-for": "192.0.2.1" };
    const request = new Request(`https://prices.example${address}`, { headers });
    expect((await route.GET(request, { params: Promise.resolve<never>({} as never) })).status).toBe(200);
    expect(kept).toEqual([]);
  });

  test("of an error is none", async () => {
    const { answers, served } = ledger();
    const route = toRoute(
      getPricing,
      () => served,
      () => answers,
    );
    const request = () =>
      new Request("https://prices.example/api/v2/pricing/nobody", { headers: { "x-forwarded-for": "192.0.2.1" } });
    for (const _ of [1, 2]) {
      const { status } = await route.GET(request(), { params: Promise.resolve({ slug: "nobody" }) });
      expect(status).toBe(404);
    }
    expect(answers.has("/api/v2/pricing/nobody")).toBe(false);
  });
});

test("no read that begins after an append is answered from before it, however reads and appends fall together", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom("read", "append", "turn"), { minLength: 5, maxLength: 60 }),
      fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 60, maxLength: 60 }),
      async (events, waits) => {
        const steps = async () => {
          for (let n = waits.pop() ?? 0; n > 0; n -= 1) await turn();
        };
        const { read, append, revision } = ledger(steps);
        const reads: Promise<void>[] = [];
        for (const event of events) {
          if (event === "append") append();
          else if (event === "turn") await turn();
          else {
            const from = revision();
            const sender = `192.0.2.${reads.length % 200}`;
            reads.push(
              read({}, sender).then(async (response) => {
                const told = Number(/\d+/.exec(await nameIn(response))?.[0]);
                expect(told).toBeGreaterThanOrEqual(from);
              }),
            );
          }
        }
        await Promise.all(reads);
      },
    ),
    { numRuns: 60 },
  );
});

/** A ledger whose products change one by one. Each record is named after the number of changes of its product. */
function ledgerOfProducts() {
  const runtime = testRuntime({ checkOutput: false });
  const changes = new Map<string, number>();
  const countOf = (slug: string) => changes.get(slug) ?? 0;
  const made: string[] = [];
  const catalog: typeof runtime.catalog = {
    ...runtime.catalog,
    state: async () => {
      const revision = [...changes.values()].reduce((sum, count) => sum + count, 0);
      return { ...((await runtime.catalog.state()) as CatalogState), revision };
    },
    editionOf: (slug) => String(countOf(slug)),
    records: async (slugs, view) => {
      made.push(...slugs);
      return runtime.catalog.records(slugs, view);
    },
    record: async (slug, view) => {
      made.push(slug);
      const found = await runtime.catalog.record(slug, view);
      if (found.status !== "found") return found;
      return { ...found, record: { ...found.record, name: `${slug} ${countOf(slug)}` } };
    },
  };
  const served = { ...runtime, catalog };
  const answers = keptAnswers();
  const ask = async (operation: AnyOperation, path: string, params: Record<string, string> = {}) => {
    const route = toRoute<ApiPath, unknown, unknown>(
      operation,
      () => served,
      () => answers,
    );
    const sender = `192.0.2.${Math.floor(Math.random() * 250)}`;
    const request = new Request(`https://prices.example${path}`, { headers: { "x-forwarded-for": sender } });
    const response = await route.GET(request, { params: Promise.resolve<never>(params as never) });
    expect(response.status).toBe(200);
    return response.text();
  };
  return { ask, made, countOf, change: (slug: string) => changes.set(slug, countOf(slug) + 1) };
}

describe("where a run changes some products", () => {
  const QUESTIONS: { of: string[]; operation: AnyOperation; path: string; params?: Record<string, string> }[] = [
    { of: ["slack"], operation: getPricing as AnyOperation, path: "/api/v2/pricing/slack", params: { slug: "slack" } },
    { of: ["slack", "notion"], operation: compareSoftware as AnyOperation, path: "/api/v2/compare?slugs=slack,notion" },
    {
      of: ["slack"],
      operation: getPriceHistory as AnyOperation,
      path: "/api/v2/history/slack",
      params: { slug: "slack" },
    },
    {
      of: ["openai-api"],
      operation: estimateLlmCost as AnyOperation,
      path: "/api/v2/usage/openai-api",
      params: { slug: "openai-api" },
    },
  ];

  test("an answer is made anew where it tells of one of them, and stays where it does not", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.record({ change: fc.constantFrom("slack", "notion", "openai-api", "figma") }),
            fc.record({ ask: fc.nat({ max: QUESTIONS.length - 1 }) }),
          ),
          { minLength: 5, maxLength: 30 },
        ),
        async (events) => {
          const { ask, made, countOf, change } = ledgerOfProducts();
          const seen = new Map<number, string>();
          for (const event of events) {
            if ("change" in event) {
              change(event.change);
              continue;
            }
            const { of, operation, path, params } = QUESTIONS[event.ask] as (typeof QUESTIONS)[number];
            const stand = of.map((slug) => `${slug} ${countOf(slug)}`).join();
            made.length = 0;
            const text = await ask(operation, path, params);
            for (const slug of of) expect(text).toContain(`"name":"${slug} ${countOf(slug)}"`);
            expect(made.length > 0).toBe(seen.get(event.ask) !== stand);
            seen.set(event.ask, stand);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test.each([
    ["by a name that may come to mean another", "/api/v2/pricing/Slack", { slug: "Slack" }, getPricing as AnyOperation],
    ["of several on a page", "/api/v2/pricing?slugs=slack,notion", {}, getPricingBatch as AnyOperation],
  ])("an answer %s is made anew with any of them", async (_what, path, params, operation) => {
    const { ask, made, change } = ledgerOfProducts();
    await ask(operation, path, params);
    change("figma");
    made.length = 0;
    await ask(operation, path, params);
    expect(made).not.toEqual([]);
  });
});

describe("a kept call over MCP", () => {
  const call = (id: number | string, args: object, more: object = {}, headers: Record<string, string> = {}) =>
    new Request("https://prices.example/mcp", {
      method: "POST",
      headers: {
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        "mcp-protocol-version": "2025-06-18",
        "x-forwarded-for": "192.0.2.1",
        ...headers,
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id,
        method: "tools/call",
        params: { name: "get_pricing", arguments: args, ...more },
      }),
    });

  test("is answered with the id of who asks, and charged like the first", async () => {
    const { served, answers, made, append } = ledger();
    const ask = async (request: Request) => {
      const response = await handleMcp(
        request,
        () => served,
        mcpServer,
        () => answers,
      );
      return { text: await response.text(), limit: response.headers.get("ratelimit") };
    };
    const first = await ask(call(7, { slug: "slack" }));
    const second = await ask(call('a"b', { slug: "slack" }));
    expect(made()).toBe(1);
    expect(second.text).toBe(first.text.replace(/"id":7}$/, '"id":"a\\"b"}'));
    expect([first.limit, second.limit]).toEqual([expect.stringContaining("r=119"), expect.stringContaining("r=118")]);
    append();
    expect((await ask(call(8, { slug: "slack" }))).text).toContain("state 2");
    expect(made()).toBe(2);
  });

  test.each([
    ["with more than name and arguments", call(1, { slug: "slack" }, { _meta: { progressToken: 1 } })],
    ["of another media type", call(1, { slug: "slack" }, {}, { "content-type": "text/plain" })],
    ["of a product that is none", call(1, { slug: "nobody" })],
  ])("%s is not kept", async (_what, request) => {
    const { served, answers } = ledger();
    const kept: string[] = [];
    const watched: KeptAnswers = { get: () => undefined, has: () => false, set: (key) => kept.push(key) as never };
    await handleMcp(
      request,
      () => served,
      mcpServer,
      () => watched,
    );
    expect(kept).toEqual([]);
    expect(answers).toBeDefined();
  });
});
