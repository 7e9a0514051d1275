import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_BODY_BYTES } from "@/lib/http/body";
import type { Problem } from "@/lib/http/problem";
import { call } from "@/lib/http/testing";
import { SITE } from "@/lib/operations/testing/runtime";
import type { CompareAnswer } from "@/lib/schemas/compare";
import type { CoverageAnswer } from "@/lib/schemas/coverage";
import type { HistoryAnswer } from "@/lib/schemas/history";
import type { TcoAnswer } from "@/lib/schemas/tco";

const JSON_TYPE = { "content-type": "application/json" };
const post = (body: string, headers: Record<string, string> = JSON_TYPE) =>
  call("/api/v2/tco", { method: "POST", headers, body });

async function answer(body: unknown): Promise<TcoAnswer> {
  const response = await post(JSON.stringify(body));
  expect(response.status).toBe(200);
  return (await response.json()) as TcoAnswer;
}

async function refusal(body: unknown): Promise<Problem> {
  const response = await post(JSON.stringify(body));
  expect(response.status).toBeGreaterThanOrEqual(400);
  return (await response.json()) as Problem;
}

async function ok<T>(address: string): Promise<T> {
  const response = await call(address);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

async function problem(address: string): Promise<Problem> {
  const response = await call(address);
  expect(response.status).toBeGreaterThanOrEqual(400);
  return (await response.json()) as Problem;
}

describe("a request body", () => {
  test.each([
    ["malformed JSON", "{", JSON_TYPE],
    ["a list", "[]", JSON_TYPE],
    ["null", "null", JSON_TYPE],
    ["nothing", "", JSON_TYPE],
    ["another content type", '{"slug":"slack","seats":1}', { "content-type": "text/plain" }],
    ["a form", "slug=slack&seats=1", { "content-type": "application/x-www-form-urlencoded" }],
  ])("%s is refused as a whole", async (_, body, headers) => {
    const response = await post(body, headers);
    const { code, errors } = (await response.json()) as Problem;
    expect([response.status, code, errors?.[0]?.path]).toEqual([400, "invalid_request", ""]);
  });

  test("over 64 KiB is refused, by its declared and by its real size", async () => {
    const large = JSON.stringify({ slug: "slack", seats: 1, tier: "x".repeat(MAX_BODY_BYTES) });
    const declared = await post(large, { ...JSON_TYPE, "content-length": String(large.length) });
    expect([declared.status, ((await declared.json()) as Problem).code]).toEqual([413, "payload_too_large"]);
    expect((await post(large)).status).toBe(413);
  });

  test("an unknown member is answered with the nearest known one, at any depth", async () => {
    const { errors } = await refusal({ slug: "slack", seats: 5, teir: "pro", assumptions: { discountPercnt: 5 } });
    expect(errors).toEqual([
      { path: "assumptions.discountPercnt", message: 'is not a known parameter; did you mean "discountPercent"?' },
      { path: "teir", message: 'is not a known parameter; did you mean "tier"?' },
    ]);
    const inItem = await refusal({ items: [{ slug: "slack", seets: 5 }], seats: 1 });
    expect(inItem.errors).toEqual([
      { path: "items.0.seets", message: 'is not a known parameter; did you mean "seats"?' },
    ]);
  });

  test.each([
    [{}, ["slug", "seats"]],
    [{ slug: "slack" }, ["seats"]],
    [{ slug: "slack", seats: "5" }, ["seats"]],
    [{ slug: "slack", seats: 0 }, ["seats"]],
    [{ slug: "slack", seats: 1.5 }, ["seats"]],
    [{ slug: "slack", seats: 1e9 }, ["seats"]],
    [{ slug: "slack", seats: 5, termYears: 6 }, ["termYears"]],
    [{ slug: "slack", seats: 5, billing: "weekly" }, ["billing"]],
    [{ slug: "slack", seats: 5, asOf: "2027-01-01" }, ["asOf"]],
    [{ slug: "slack", seats: 5, tier: "prro" }, ["tier"]],
    [{ slug: "slack", seats: 5, assumptions: { discountPercent: -1 } }, ["assumptions.discountPercent"]],
    [{ slug: "slack", seats: 5, assumptions: { addOns: [{ id: "none" }] } }, ["assumptions.addOns.0.id"]],
    [{ items: [] }, ["items"]],
    [{ items: [{ slug: "slack" }] }, ["items.0.seats"]],
    [{ slug: "slack", items: [{ slug: "slack", seats: 1 }] }, ["slug"]],
    [{ items: Array(11).fill({ slug: "slack", seats: 1 }) }, ["items"]],
    [{ seats: 1, items: [{ slug: "slack", asOf: "2024-01-01" }, { slug: "slack" }] }, ["items"]],
    [{ seats: 1, items: [{ slug: "slack" }, { slug: "slack", tier: "prro" }] }, ["items.1.tier"]],
  ])("%j names what is wrong", async (body, paths) => {
    const { code, errors } = await refusal(body);
    expect([code, errors?.map(({ path }) => path)]).toEqual(["invalid_request", paths]);
  });

  test("is documented as required, with every answer to the documented examples", async () => {
    const document = (await (await call("/api/v2/openapi.json")).json()) as {
      paths: Record<
        string,
        { post?: { requestBody: { required: boolean; content: Record<string, { examples: object }> } } }
      >;
    };
    const body = document.paths["/api/v2/tco"]?.post?.requestBody;
    expect(body?.required).toBe(true);
    expect(Object.keys(body?.content["application/json"]?.examples ?? {})).toEqual([
      "team",
      "threeYears",
      "stack",
      "payments",
      "notPriced",
    ]);
  });

  test("no body gives a 5xx", async () => {
    const member = fc.oneof(
      fc.constantFrom("slack", "pro", "enterprise", "annual", "2024-01-01", 5, -1, 1e308, true, null),
      fc.jsonValue(),
    );
    const names = [
      "slug",
      "seats",
      "tier",
      "billing",
      "termYears",
      "includeHiddenCosts",
      "asOf",
      "assumptions",
      "items",
    ];
    const body = fc.dictionary(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, fc.string()), member);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          body,
          body.map((item) => ({ seats: 3, items: [item] })),
        ),
        async (value) => {
          const { status } = await post(JSON.stringify(value));
          expect([200, 400, 404, 422]).toContain(status);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("calculate_tco", () => {
  test("counts line by line with evidence and the address to cite", async () => {
    const body = await answer({ slug: "slack", seats: 25 });
    expect(body).toMatchObject({
      currency: "USD",
      yearOne: 2625,
      total: 2625,
      perSeatMonthly: 8.75,
      range: { low: 2625, base: 2625, high: 2625 },
      sourcedShare: 1,
      unknowns: [],
      lines: [{ item: 0, slug: "slack", kind: "licence", quantity: 25, unitPrice: 8.75, amount: 2625, basis: "list" }],
      items: [{ slug: "slack", tier: { id: "pro" }, license: { tiers: "owned" } }],
      links: { page: `${SITE.url}/software/team-chat/slack` },
    });
    const ids = body.evidence.map(({ id }) => id);
    for (const { evidence } of body.lines) for (const id of evidence) expect(ids).toContain(id);
    expect(body.items[0]?.tierRule).toContain("cheapest published paid tier");
  });

  test("another name of a product counts the same, and so has the same receipt", async () => {
    const [first, second] = [await answer({ slug: "slack", seats: 3 }), await answer({ slug: "slack-chat", seats: 3 })];
    const { resolved, ...rest } = second;
    expect(rest).toEqual(first);
    expect(resolved).toMatchObject([{ asked: "slack-chat", taken: "slack" }]);
  });

  test.each([
    { slug: "slack", seats: 7, termYears: 3, assumptions: { renewalUpliftPercent: 4, discountPercent: 10 } },
    { slug: "slack", seats: 7, asOf: "2024-01-01" },
    { seats: 4, items: [{ slug: "slack" }, { slug: "notion", seats: 9 }, { slug: "slack", tier: "enterprise" }] },
  ])("a receipt replays to the same bytes: %j", async (question) => {
    const first = await (await post(JSON.stringify(question))).text();
    const { receipt } = JSON.parse(first) as TcoAnswer;
    expect(await (await post(JSON.stringify(receipt.request))).text()).toBe(first);
  });

  test("asOf counts with the price of that day", async () => {
    const then = await answer({ slug: "slack", seats: 10, asOf: "2024-01-01" });
    expect([then.total, then.receipt.asOf]).toEqual([960, "2024-01-01"]);
    expect(then.receipt.recordHashes).not.toEqual((await answer({ slug: "slack", seats: 10 })).receipt.recordHashes);
  });

  test("a stack is the sum of its items", async () => {
    const body = await answer({ seats: 10, items: [{ slug: "slack" }, { slug: "notion", seats: 20 }] });
    const [slack, notion] = [await answer({ slug: "slack", seats: 10 }), await answer({ slug: "notion", seats: 20 })];
    expect(body.total).toBe((slack.total ?? Number.NaN) + (notion.total ?? Number.NaN));
    expect(body.items.map(({ total }) => total)).toEqual([slack.total, notion.total]);
    expect(body.subtotals).toEqual([{ currency: "USD", items: 2, yearOne: body.yearOne, total: body.total }]);
    expect(body.perSeatMonthly).toBeNull();
  });

  test("quantities beside items hold for each item", async () => {
    const quantities = { seat: 12 };
    const single = await answer({ slug: "slack", quantities });
    const body = await answer({ quantities, items: [{ slug: "slack" }] });
    expect(body.total).toBe(single.total);
  });

  test("a stack with an item that has no price states what the others cost", async () => {
    const slack = await answer({ slug: "slack", seats: 10 });
    const body = await answer({ seats: 10, items: [{ slug: "slack" }, { slug: "notion", tier: "enterprise" }] });
    expect(body.total).toBeNull();
    expect(body.partial).toEqual({ items: 1, yearOne: slack.yearOne, total: slack.total });
  });

  test("a stack with an item that has no price has no total, and says why", async () => {
    const body = await answer({ seats: 10, items: [{ slug: "slack", tier: "enterprise" }, { slug: "notion" }] });
    expect([body.total, body.yearOne, body.range.low, body.sourcedShare]).toEqual([null, null, null, null]);
    expect(body.unknowns).toMatchObject([{ item: 0, slug: "slack", priceStatus: "contact_sales" }]);
    expect(body.items[1]?.total).toBe(1200);
  });

  test("a product without a price is not priced", async () => {
    const { code, status, detail, errors } = await refusal({ slug: "slack", seats: 10, tier: "enterprise" });
    expect([status, code, errors?.[0]?.path]).toEqual([422, "not_priced", "tier"]);
    expect(detail).toContain("quotes on request");
    expect((await refusal({ slug: "slack", seats: 10, billing: "annual", tier: "enterprise" })).code).toBe(
      "not_priced",
    );
  });

  test("an unknown slug is answered with the nearest, in a stack too", async () => {
    for (const body of [
      { slug: "slakc", seats: 1 },
      { seats: 1, items: [{ slug: "notion" }, { slug: "slakc" }] },
    ]) {
      expect(await refusal(body)).toMatchObject({ code: "product_not_found", suggestions: ["slack"] });
    }
  });
});

describe("compare_software", () => {
  test("each field has values, a verdict and a rule", async () => {
    const body = await ok<CompareAnswer>("/api/v2/compare?slugs=slack,notion&seats=25");
    expect(body.products.map(({ slug, links }) => [slug, links.page])).toEqual([
      ["slack", `${SITE.url}/software/team-chat/slack`],
      ["notion", `${SITE.url}/software/team-chat/notion`],
    ]);
    const cost = body.fields.find(({ field }) => field === "costForSeats");
    expect(cost).toMatchObject({ values: { slack: 2625, notion: 3000 }, winner: "slack", tie: false });
    for (const { rule, values } of body.fields) {
      expect(rule).toMatch(/\.$/);
      expect(Object.keys(values)).toEqual(["slack", "notion"]);
    }
    const cited = body.fields.flatMap(({ evidence }) => Object.values(evidence).flat());
    expect(cited.length).toBeGreaterThan(0);
    expect(body.evidence.map(({ id }) => id).sort()).toEqual([...new Set(cited)].sort());
  });

  test("two to four different products", async () => {
    expect(await problem("/api/v2/compare?slugs=a,b,c,d,e")).toMatchObject({ code: "batch_too_large", status: 400 });
    for (const query of ["", "slugs=slack", "slugs=slack,slack", "slugs=slack,slack-chat"]) {
      const { code, errors } = await problem(`/api/v2/compare?${query}`);
      expect([code, errors?.[0]?.path], query).toEqual(["invalid_request", "slugs"]);
    }
    expect((await problem("/api/v2/compare?slugs=slack,slakc")).suggestions).toEqual(["slack"]);
  });

  test.each(["0", "-1", "1.5", "many"])("seats=%s is refused", async (seats) => {
    const { errors } = await problem(`/api/v2/compare?slugs=slack,notion&seats=${seats}`);
    expect(errors?.[0]?.path).toBe("seats");
  });
});

describe("get_price_history", () => {
  test("gives dated prices, the moves between them and the trend", async () => {
    const body = await ok<HistoryAnswer>("/api/v2/history/slack");
    expect(body.snapshots.filter(({ tier }) => tier === "pro").map(({ price }) => price)).toEqual([8, 8.75]);
    expect(body.trend).toMatchObject({ direction: "up", changePercent: 9.4, since: "2022-09-01", tier: "pro" });
    expect(body.changes.filter((change) => change.class === "move")).toMatchObject([
      { tier: "pro", before: 8, after: 8.75, percent: 9.4, observedAt: "2026-10-05" },
    ]);
    expect(body.stability).toBe(0.8);
    expect(body.links.history).toBe(`${SITE.url}/api/v2/history/slack`);
    const ids = body.evidence.map(({ id }) => id);
    for (const { evidence } of [...body.snapshots, ...body.changes])
      for (const id of evidence) expect(ids).toContain(id);
  });

  test("from, to and tier narrow it", async () => {
    const since = await ok<HistoryAnswer>("/api/v2/history/slack?from=2026-01-01&tier=pro");
    expect(since.snapshots.map(({ price }) => price)).toEqual([8.75]);
    expect(since.trend.direction).toBe("insufficient");
    expect((await ok<HistoryAnswer>("/api/v2/history/slack?to=2022-01-01")).count).toBe(0);
    expect(
      (await ok<HistoryAnswer>("/api/v2/history/slack?asOf=2024-01-01")).changes.map((change) => change.class),
    ).toEqual(["coverage"]);
  });

  test("another name answers with the canonical history", async () => {
    const response = await call("/api/v2/history/slack-chat");
    expect(response.headers.get("content-location")).toBe(`${SITE.url}/api/v2/history/slack`);
    expect(response.headers.get("last-modified")).toBe("Mon, 05 Oct 2026 00:00:00 GMT");
  });

  test("a window that ends before it starts, an unknown tier and an unknown slug are refused", async () => {
    const order = await problem("/api/v2/history/slack?from=2026-01-02&to=2026-01-01");
    expect([order.status, order.errors?.[0]?.path]).toEqual([400, "from"]);
    expect((await call("/api/v2/history/slack?from=2026-01-01&to=2026-01-01")).status).toBe(200);
    const tier = await problem("/api/v2/history/slack?tier=prro");
    expect([tier.code, tier.errors?.[0]?.path, tier.suggestions?.[0]]).toEqual(["invalid_request", "tier", "pro"]);
    expect((await problem("/api/v2/history/slakc")).code).toBe("product_not_found");
  });

  test("a window of the ledger that ends before it starts is refused, one of a day is not", async () => {
    const order = await problem("/api/v2/changes?since=2026-01-02&until=2026-01-01");
    expect([order.code, order.errors?.[0]]).toEqual([
      "invalid_request",
      { path: "since", message: "must not be after `until`" },
    ]);
    expect((await call("/api/v2/changes?since=2026-01-01&until=2026-01-01")).status).toBe(200);
  });
});

describe("get_coverage", () => {
  type Answer = CoverageAnswer & { notFound: { slug: string; suggestions: string[]; knownSince?: string }[] };

  test("lists each group, with what is missing named", async () => {
    const { products, notFound, count } = await ok<Answer>("/api/v2/coverage?slugs=slack,slakc,notion,slack-chat");
    expect([count, products.map(({ slug }) => slug)]).toEqual([2, ["slack", "notion"]]);
    expect(notFound).toEqual([{ slug: "slakc", suggestions: ["slack"] }]);
    expect(products[0]?.groups.tiers).toMatchObject({
      available: true,
      count: 2,
      observedAt: "2026-10-05",
      freshness: "fresh",
    });
    expect(products[0]?.groups.usage).toMatchObject({
      available: false,
      count: 0,
      freshness: "missing",
      confidence: null,
    });
    expect(products[0]?.missing).toContain("usage");
    expect(products[0]?.links.page).toBe(`${SITE.url}/software/team-chat/slack`);
  });

  test("fields narrows the groups, asOf the day", async () => {
    const { products } = await ok<Answer>("/api/v2/coverage?slugs=slack&fields=tiers,usage");
    expect(Object.keys(products[0]?.groups ?? {})).toEqual(["tiers", "usage"]);
    const then = await ok<Answer>("/api/v2/coverage?slugs=slack,notion&asOf=2024-01-01");
    expect(then.products[0]?.groups.tiers).toMatchObject({ observedAt: "2022-09-01", freshness: "stale" });
    expect(then.notFound).toEqual([{ slug: "notion", suggestions: [], knownSince: "2026-09-30" }]);
  });

  test("21 slugs, an unknown group and no slug are refused", async () => {
    const slugs = Array.from({ length: 21 }, (_, i) => `product-${i}`).join(",");
    expect((await problem(`/api/v2/coverage?slugs=${slugs}`)).code).toBe("batch_too_large");
    expect((await problem("/api/v2/coverage?slugs=slack&fields=tears")).errors?.[0]?.path).toBe("fields.0");
    expect((await problem("/api/v2/coverage")).errors?.[0]?.path).toBe("slugs");
  });
});
