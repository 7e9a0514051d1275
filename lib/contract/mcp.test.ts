import { describe, expect, test } from "vitest";
import { KEYLESS } from "@/lib/access/rate-limit";
import { AppError } from "@/lib/errors";
import { call } from "@/lib/http/testing";
import { INSTRUCTIONS } from "@/lib/mcp/instructions";
import { currentClient, earlierClient, mcpFetch } from "@/lib/mcp/testing";
import { TOOL_NAMES, type ToolName, tools } from "@/lib/mcp/tools";
import { testRuntime } from "@/lib/operations/testing/runtime";

const ENDPOINT = "https://prices.example/mcp";

/** Arguments of each tool, including those of REST, and requests that fail. */
const ASKED: Record<ToolName, Record<string, unknown>[]> = {
  get_pricing: [
    { slug: "slack", depth: "full" },
    { slug: "slack", depth: "summary" },
    { slug: "slack-chat", depth: "summary" },
    { slug: "openai-api", depth: "full", fields: ["usage"] },
    { slug: "slack", depth: "summary", fields: ["priceHistory"], asOf: "2024-01-01" },
  ],
  get_pricing_batch: [
    { slugs: ["slack", "notion", "slakc"], depth: "summary" },
    { slugs: ["openai-api"], depth: "full" },
  ],
  get_coverage: [{ slugs: ["slack", "nowhere"] }, { slugs: ["openai-api"], fields: ["usage", "tiers"] }],
  calculate_tco: [
    { slug: "slack", seats: 25 },
    { slug: "slack", seats: 100, termYears: 3, assumptions: { discountPercent: 15 } },
    { seats: 25, items: [{ slug: "slack" }, { slug: "notion", billing: "monthly" }] },
  ],
  compare_software: [{ slugs: ["slack", "notion"] }, { slugs: ["slack", "notion"], seats: 25 }],
  get_price_history: [{ slug: "slack" }, { slug: "slack", tier: "pro", from: "2023-01-01" }, { slug: "openai-api" }],
  estimate_llm_cost: [
    { slug: "openai-api", depth: "full" },
    { slug: "openai-api", depth: "summary", limit: 1 },
    { slug: "openai-api", depth: "full", inputTokens: 30_000_000, outputTokens: 5_000_000 },
    { slug: "openai-api", depth: "summary", inputTokens: 30_000_000, outputTokens: 5_000_000 },
    { slug: "openai-api", depth: "summary", model: "gpt-4o", inputTokens: 1_000_000, images: 3 },
  ],
  discover_software: [{}, { q: "slack" }, { category: "team-chat", limit: 1 }],
};

const REFUSED: Partial<Record<ToolName, Record<string, unknown>[]>> = {
  get_pricing: [
    { slug: "slakc" },
    { slug: "Not a slug" },
    {},
    { slug: "slack", dept: "full" },
    { slug: "slack", asOf: "2020-01-01" },
  ],
  get_pricing_batch: [
    { slugs: [] },
    { slugs: "slack" },
    { slugs: Array.from({ length: 21 }, (_, i) => `product-${i}`) },
  ],
  calculate_tco: [{ slug: "slack" }, { slug: "slack", seats: 25, tier: "enterprise" }, { slug: "slack", seats: "25" }],
  compare_software: [{ slugs: ["slack"] }],
  estimate_llm_cost: [{ slug: "slack" }, { slug: "openai-api", inputTokens: -1 }],
};

const registered = () => tools().map(({ name }) => name);

/** Sends the same question over REST, as a client would. */
async function rest(name: ToolName, args: Record<string, unknown>): Promise<unknown> {
  const { operation } = toolNamed(name);
  const { method, path } = operation.http;
  const rest = new Map(Object.entries(args));
  const address = path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = String(rest.get(key));
    rest.delete(key);
    return value;
  });
  if (method === "POST") {
    const body = JSON.stringify(Object.fromEntries(rest));
    return (await call(address, { method, body, headers: { "content-type": "application/json" } })).json();
  }
  const query = new URLSearchParams([...rest].map(([key, value]) => [key, String(value)]));
  return (await call(`${address}?${query}`)).json();
}

function toolNamed(name: ToolName) {
  const tool = tools().find((entry) => entry.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool;
}

const post = (body: unknown, headers: Record<string, string> = {}, runtime = testRuntime()) =>
  mcpFetch(runtime)(ENDPOINT, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};
const LOCAL: ReturnType<typeof testRuntime> = {
  ...testRuntime(),
  site: { name: "Example Prices", url: "http://localhost:3000" },
};
const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

test("the contract's eight tools are listed, each once, and nothing else", async () => {
  expect(registered()).toEqual([...TOOL_NAMES]);
  for (const connect of [currentClient, earlierClient]) {
    const client = await connect();
    const listed = (await client.listTools()).tools;
    expect(listed.map(({ name }) => name)).toEqual([...TOOL_NAMES]);
    for (const tool of listed) {
      expect(tool.title).toMatch(/\S/);
      expect(tool.description).toMatch(/^Answers .*\.$/);
      expect(tool.outputSchema?.type).toBe("object");
      expect(tool.annotations).toEqual({ readOnlyHint: true, idempotentHint: true, openWorldHint: false });
      for (const keyword of ["anyOf", "oneOf", "allOf", "$ref"]) expect(tool.inputSchema).not.toHaveProperty(keyword);
      expect(JSON.stringify(tool)).not.toContain("$ref");
    }
    await client.close();
  }
});

describe("what a model must read is small", () => {
  test("the list of tools takes less than 6,000 tokens of 4 bytes", async () => {
    const client = await earlierClient();
    const bytes = Buffer.byteLength(JSON.stringify(await client.listTools()));
    expect(bytes).toBeLessThan(24_000);
  });

  test("the instructions stay under 1,500 characters", () => {
    expect(INSTRUCTIONS.length).toBeLessThan(1500);
  });

  test("a product is answered in a few hundred tokens unless more is asked for", async () => {
    const client = await earlierClient();
    const brief = await client.callTool({ name: "get_pricing", arguments: { slug: "slack" } });
    const full = await client.callTool({ name: "get_pricing", arguments: { slug: "slack", depth: "full" } });
    expect(Buffer.byteLength(JSON.stringify(brief))).toBeLessThan(2600);
    expect(brief.structuredContent).toEqual(await rest("get_pricing", { slug: "slack", depth: "summary" }));
    expect(full.structuredContent).toEqual(await rest("get_pricing", { slug: "slack" }));
  });

  test("an estimate is answered without the cards behind it unless more is asked for", async () => {
    const client = await earlierClient();
    const workload = { slug: "openai-api", inputTokens: 1_000_000, outputTokens: 250_000 };
    const ask = (args: Record<string, unknown>) => client.callTool({ name: "estimate_llm_cost", arguments: args });
    const brief = await ask(workload);
    expect(brief.structuredContent).toEqual(await rest("estimate_llm_cost", { ...workload, depth: "summary" }));
    const full = await ask({ ...workload, depth: "full" });
    expect(full.structuredContent).toEqual(await rest("estimate_llm_cost", workload));
    const size = (answer: typeof brief) => Buffer.byteLength(JSON.stringify(answer.structuredContent));
    expect(size(brief) * 2).toBeLessThan(size(full));
  });
});

describe.each(TOOL_NAMES)("%s", (name) => {
  test.each(ASKED[name])("answers %j as REST does, over both generations of the protocol", async (args) => {
    const expected = await rest(name, args);
    for (const connect of [currentClient, earlierClient]) {
      const client = await connect();
      await client.listTools(); // from here on the client validates each response against the outputSchema
      const result = await client.callTool({ name, arguments: args });
      expect(result.isError).toBeFalsy();
      expect(result.structuredContent).toEqual(expected);
      const [content] = result.content as { type: string; text: string }[];
      expect(content?.type).toBe("text");
      expect(content?.text).not.toMatch(/undefined|NaN|\[object|^\{/);
      const page = /"page":"([^"]+)"/.exec(JSON.stringify(expected))?.[1];
      if (page) expect(content?.text.split("\n").slice(-2).join("\n")).toContain("https://prices.example/software/");
      await client.close();
    }
  });

  test.each(REFUSED[name] ?? [{ zzz: true }])("a failed call %j says what to do next", async (args) => {
    for (const connect of [currentClient, earlierClient]) {
      const client = await connect();
      await client.listTools();
      const result = await client.callTool({ name, arguments: args });
      expect(result.isError).toBe(true);
      expect(result.structuredContent).toBeUndefined();
      const [content] = result.content as { text: string }[];
      expect(content?.text).toMatch(/\((invalid_request|product_not_found|batch_too_large|not_priced)\)/);
      expect(content?.text.split("\n").at(-1)).toMatch(/^(Call again|Correct|Split|Find|Use|Do not)/);
      await client.close();
    }
  });
});

test("a request for notifications is acknowledged as empty and ended at once: there are none", async () => {
  const request = {
    jsonrpc: "2.0",
    id: 7,
    method: "subscriptions/listen",
    params: {
      notifications: { toolsListChanged: true, promptsListChanged: true, resourceSubscriptions: ["pricing://slack"] },
      _meta: META,
    },
  };
  const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "subscriptions/listen" };
  const response = await post(request, headers);
  expect(response.status).toBe(200);
  const messages = (await response.text())
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => JSON.parse(line.slice(6)) as Record<string, unknown>);
  expect(messages).toMatchObject([
    { method: "notifications/subscriptions/acknowledged", params: { notifications: {} } },
    { id: 7, result: { resultType: "complete" } },
  ]);
});

describe("failures", () => {
  test("a fault of the service shows nothing of its cause", async () => {
    const { catalog } = testRuntime();
    const runtime = testRuntime({
      catalog: { ...catalog, record: () => Promise.reject(new Error("password=hunter2 at /srv/db.ts")) },
    });
    const client = await earlierClient(runtime);
    const result = await client.callTool({ name: "get_pricing", arguments: { slug: "slack" } });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result)).not.toMatch(/hunter2|db\.ts/);
    expect(JSON.stringify(result)).toMatch(/\(internal\).*report request [0-9a-f-]{36}/);
  });

  test("an unknown tool is a protocol error", async () => {
    const response = await post({
      jsonrpc: "2.0",
      id: 7,
      method: "tools/call",
      params: { name: "buy", arguments: {} },
    });
    expect(await response.json()).toMatchObject({ id: 7, error: { code: -32602 } });
  });

  test.each([
    ["a call of an unknown tool", "tools/call", { name: "buy", arguments: {} }],
    ["a call with malformed arguments", "tools/call", { name: "get_pricing", arguments: "slack" }],
    ["a read of an unknown resource", "resources/read", { uri: "https://example.com/" }],
    [
      "a completion of an unknown argument",
      "completion/complete",
      { ref: { type: "ref/prompt", name: "nothing" }, argument: { name: "product", value: "a" } },
    ],
  ])("%s costs as much as a call", async (_, method, params) => {
    const runtime = testRuntime();
    const left = async () => (await runtime.limiter.take(KEYLESS, "unattributed", 0)).remaining;
    const before = await left();
    await post({ jsonrpc: "2.0", id: 7, method, params }, {}, runtime);
    expect(before - (await left())).toBe(1);
    await runtime.limiter.take(KEYLESS, "unattributed", await left());
    expect((await post({ jsonrpc: "2.0", id: 7, method, params }, {}, runtime)).status).toBe(429);
  });

  test.each([
    ["tools/call", { name: "get_pricing", arguments: { slug: "slack" } }],
    ["tools/call", { name: "get_pricing", arguments: { slug: "unknown-product" } }],
    ["resources/read", { uri: "pricing://slack" }],
    [
      "completion/complete",
      { ref: { type: "ref/resource", uri: "pricing://{slug}" }, argument: { name: "slug", value: "sla" } },
    ],
    [
      "completion/complete",
      { ref: { type: "ref/prompt", name: "compare_shortlist" }, argument: { name: "products", value: "sla" } },
    ],
  ])("%s that reaches an operation is charged once", async (method, params) => {
    const runtime = testRuntime();
    const left = async () => (await runtime.limiter.take(KEYLESS, "unattributed", 0)).remaining;
    const before = await left();
    await post({ jsonrpc: "2.0", id: 7, method, params }, {}, runtime);
    expect(before - (await left())).toBe(1);
  });

  test("requests that are refused unread have the quota of lists", async () => {
    const runtime = testRuntime();
    for (let sent = 0; sent < 120; sent += 1) expect((await post("{", {}, runtime)).status).toBe(400);
    expect((await post("{", {}, runtime)).status).toBe(429);
  });

  test.each(["tools/call", "initialize", "tools/list"])("a deeply nested %s is an invalid request", async (method) => {
    const deep = "[".repeat(10_000) + "]".repeat(10_000);
    const params = `{"name":"get_pricing","arguments":{"slug":${deep}}}`;
    const response = await post(`{"jsonrpc":"2.0","id":7,"method":"${method}","params":${params}}`);
    expect([response.status, await response.json()]).toMatchObject([400, { id: 7, error: { code: -32600 } }]);
  });

  test("REST and MCP share one bucket, which handshakes and lists do not draw on", async () => {
    const runtime = testRuntime();
    const client = await earlierClient(runtime);
    await client.listTools();
    await client.listPrompts();
    for (let i = 0; i < 60; i++) await client.callTool({ name: "get_pricing", arguments: { slug: "slack" } });
    const { bucket } = { bucket: "unattributed" };
    expect(await runtime.limiter.take({ name: "keyless", quota: 120, windowSeconds: 60 }, bucket, 0)).toMatchObject({
      remaining: 60,
    });
    for (let i = 0; i < 60; i++) await call("/api/v2/pricing/slack", {}, runtime);
    const refused = await client.callTool({ name: "get_pricing", arguments: { slug: "slack" } });
    expect(JSON.stringify(refused)).toContain("Wait 60 seconds, then call again.");
    expect((await client.listTools()).tools).toHaveLength(TOOL_NAMES.length);
  });
});

test("a refusal that ends by itself tells how long to wait in Retry-After too", async () => {
  const callOf = (_meta?: typeof META) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "get_pricing", arguments: { slug: "slack" }, ...(_meta && { _meta }) },
  });
  const current = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "get_pricing" };
  const overdrawn = testRuntime();
  await overdrawn.limiter.take(KEYLESS, "unattributed", KEYLESS.quota);
  const failing = testRuntime();
  failing.catalog = {
    ...failing.catalog,
    record: () => Promise.reject(new AppError("unavailable", "Not now.", { retryAfter: 5 })),
  };
  for (const [call, headers] of [
    [callOf(), {}],
    [callOf(META), current],
  ] as const) {
    const refused = await post(call, headers, overdrawn);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([200, "60"]);
    expect(await refused.text()).toContain("Wait 60 seconds");
    const unavailable = await post(call, headers, failing);
    expect([unavailable.status, unavailable.headers.get("retry-after")]).toEqual([200, "5"]);
    const answered = await post(call, headers);
    expect([answered.status, answered.headers.has("retry-after")]).toEqual([200, false]);
  }
});

describe("resources", () => {
  test("a product is read as Markdown that ends with what to cite", async () => {
    for (const connect of [currentClient, earlierClient]) {
      const client = await connect();
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(["pricing://{slug}"]);
      const { contents } = await client.readResource({ uri: "pricing://slack" });
      expect(contents).toMatchObject([{ uri: "pricing://slack", mimeType: "text/markdown" }]);
      expect(JSON.stringify(contents)).toContain("https://prices.example/software/team-chat/slack");
      await expect(client.readResource({ uri: "pricing://slakc" })).rejects.toThrow(/Call again with one of: slack/);
      await client.close();
    }
  });

  test("slugs are completed", async () => {
    const client = await earlierClient();
    const ref = { type: "ref/resource" as const, uri: "pricing://{slug}" };
    const { completion } = await client.complete({ ref, argument: { name: "slug", value: "sla" } });
    expect(completion.values).toContain("slack");
  });
});

test("a client is told that its params are malformed, and of no fault of ours", async () => {
  const ref = { type: "ref/resource", uri: "pricing://{slug}" };
  for (const [method, params] of [
    ["completion/complete", { ref: { type: "x" }, argument: { name: "slug", value: "sla" } }],
    ["completion/complete", {}],
    ["prompts/get", { name: 1 }],
    ["resources/read", { uri: ["pricing://slack"] }],
    ["tools/list", { cursor: 1 }],
    ["prompts/list", { cursor: {} }],
    ["resources/templates/list", { cursor: null }],
    ["initialize", {}],
    ["tools/call", { name: 1 }],
  ] as const) {
    for (const [more, headers] of [
      [{}, {}],
      [{ _meta: META }, { "mcp-protocol-version": "2026-07-28", "mcp-method": method }],
    ] as const) {
      const message = { jsonrpc: "2.0", id: 7, method, params: { ...params, ...more } };
      const { error } = (await (await post(message, headers)).json()) as { error: { code: number } };
      expect([method, error.code]).not.toEqual([method, -32603]);
    }
  }
  for (const name of ["constructor", "__proto__", "toString"]) {
    const message = {
      jsonrpc: "2.0",
      id: 7,
      method: "completion/complete",
      params: { ref, argument: { name, value: "" } },
    };
    const answer = await post(message);
    expect(await answer.json()).toMatchObject({ id: 7, result: { completion: { values: [] } } });
  }
});

test("the prompts name the tools to call and how to cite", async () => {
  const client = await earlierClient();
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(["compare_shortlist", "prepare_negotiation", "audit_llm_spend"]);
  const asked = {
    compare_shortlist: { products: "slack, notion", seats: "40" },
    prepare_negotiation: { product: "slack" },
    audit_llm_spend: { provider: "openai-api", inputTokens: "30000000" },
  };
  for (const [name, args] of Object.entries(asked)) {
    const { messages } = await client.getPrompt({ name, arguments: args });
    const text = JSON.stringify(messages);
    expect(text).toContain("links.page");
    expect(TOOL_NAMES.some((tool) => text.includes(tool))).toBe(true);
  }
  const { completion } = await client.complete({
    ref: { type: "ref/prompt", name: "compare_shortlist" },
    argument: { name: "products", value: "notion, sla" },
  });
  expect(completion.values).toContain("notion, slack");
});

describe("the endpoint", () => {
  test.each(["2025-11-25", "2025-06-18", "2025-03-26"])(
    "a client of %s is answered in its own revision",
    async (version) => {
      const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: "x", version: "1" } };
      const response = await post({ jsonrpc: "2.0", id: 1, method: "initialize", params });
      expect(response.headers.get("content-type")).toContain("application/json");
      expect(response.headers.has("mcp-session-id")).toBe(false);
      expect(await response.json()).toMatchObject({
        result: {
          protocolVersion: version,
          instructions: INSTRUCTIONS,
          serverInfo: { name: "example.prices/pricing" },
        },
      });
      const listed = await post({ jsonrpc: "2.0", id: 2, method: "tools/list" }, { "mcp-protocol-version": version });
      expect(((await listed.json()) as { result: { tools: unknown[] } }).result.tools).toHaveLength(TOOL_NAMES.length);
    },
  );

  test("a client of the current revision needs no handshake", async () => {
    const client = await currentClient();
    expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
    expect(client.getInstructions()).toBe(INSTRUCTIONS);
  });

  test("a revision that is not served is refused with those that are", async () => {
    const response = await post(ping, { "mcp-protocol-version": "2031-01-01" });
    expect(response.status).toBe(400);
    expect((await post(ping, { "mcp-protocol-version": "1999-01-01" })).status).toBe(400);
  });

  test.each([
    null,
    "*/*",
    "application/json",
    "application/*",
    "application/json, text/event-stream",
    "text/event-stream",
  ])("Accept: %s is good enough", async (accept) => {
    const response = await mcpFetch()(ENDPOINT, {
      method: "POST",
      headers: { "content-type": "application/json", ...(accept && { accept }) },
      body: JSON.stringify(ping),
    });
    expect(response.status).toBe(200);
    const type = response.headers.get("content-type") ?? "";
    expect(type).toContain(accept === "text/event-stream" ? "text/event-stream" : "application/json");
    expect(await response.text()).toContain('"result":{}');
  });

  test("an Accept that no answer can meet is 406", async () => {
    expect((await post(ping, { accept: "text/html" })).status).toBe(406);
  });

  test.each(["GET", "HEAD", "DELETE", "PUT", "PATCH"])("%s is 405 with Allow", async (method) => {
    const response = await mcpFetch()(ENDPOINT, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST, OPTIONS");
  });

  test.each(["https://chat.example.com", "null", "http://localhost:6274"])(
    "a public site accepts every Origin, with CORS: %s",
    async (origin) => {
      const response = await post(ping, { origin });
      expect(response.status).toBe(200);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.get("access-control-expose-headers")).toContain("X-Request-Id");
    },
  );

  test("a public site answers the preflight of a browser", async () => {
    const headers = { origin: "https://chat.example.com", "access-control-request-method": "POST" };
    const response = await mcpFetch()(ENDPOINT, { method: "OPTIONS", headers });
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-allow-methods")).toContain("POST");
    expect(response.headers.get("access-control-allow-headers")).toMatch(/Content-Type.*Mcp-Protocol-Version/);
  });

  test.each(["http://localhost:6274", "http://127.0.0.1:3000", "http://[::1]:3000"])(
    "a site on a loopback address accepts loopback origins only: %s",
    async (origin) => {
      const response = await post(ping, { origin, host: "localhost:3000" }, LOCAL);
      expect(response.status).toBe(200);
      expect(response.headers.get("access-control-allow-origin")).toBe(origin);
      expect(response.headers.get("vary")).toContain("Origin");
      const foreign = await post(ping, { origin: "https://evil.example", host: "localhost:3000" }, LOCAL);
      expect(foreign.status).toBe(403);
      expect(await foreign.text()).toContain("MCP_ALLOWED_ORIGINS");
    },
  );

  test("a site on a loopback address refuses other host names", async () => {
    expect((await post(ping, { host: "rebound.example:3000" }, LOCAL)).status).toBe(403);
    expect((await post(ping, { host: "[::1]:3000" }, LOCAL)).status).toBe(200);
  });

  test("MCP_ALLOWED_ORIGINS replaces the default", async () => {
    const listed = { ...LOCAL, mcpOrigins: ["https://chat.example.com"] };
    expect((await post(ping, { origin: "https://chat.example.com" }, listed)).status).toBe(200);
    expect((await post(ping, { origin: "http://localhost:3000" }, listed)).status).toBe(200);
    expect((await post(ping, { origin: "http://localhost:6274" }, listed)).status).toBe(403);
    expect((await post(ping, { origin: "https://evil.example" }, { ...LOCAL, mcpOrigins: ["*"] })).status).toBe(200);
  });

  test.each([
    ["{", 400, -32700],
    ["", 400, -32700],
    ["[]", 400, -32600],
    ['"hello"', 400, -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', 400, -32600],
  ])("the body %s is refused", async (body, status, code) => {
    const response = await post(body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", error: { code } });
  });

  test("a body over 64 KiB is 413, another type 415, an unknown method -32601", async () => {
    const large = { ...ping, params: { padding: "x".repeat(64 * 1024) } };
    expect((await post(large)).status).toBe(413);
    expect((await post(ping, { "content-type": "text/plain" })).status).toBe(415);
    expect(await (await post({ ...ping, method: "nothing/here" })).json()).toMatchObject({ error: { code: -32601 } });
  });

  test("a batch is answered where the revision has batches, and refused where it has none", async () => {
    const batch = [ping, { jsonrpc: "2.0", id: 2, method: "tools/list" }];
    const answers = (await (await post(batch)).json()) as { id: number }[];
    expect(answers.map(({ id }) => id).sort()).toEqual([1, 2]);
    expect((await post(batch, { "mcp-protocol-version": "2025-03-26" })).status).toBe(200);
    expect((await post(batch, { "mcp-protocol-version": "2025-06-18" })).status).toBe(400);
  });

  test("a batch holds at most twenty messages, and lists have a quota of their own", async () => {
    const runtime = testRuntime();
    const lists = (count: number) =>
      Array.from({ length: count }, (_, id) => ({ jsonrpc: "2.0", id, method: "tools/list" }));
    const refused = await post(lists(21));
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { code: -32600 } }]);
    for (let i = 0; i < 6; i++) expect((await post(lists(20), {}, runtime)).status).toBe(200);
    const overdrawn = await post(lists(1), {}, runtime);
    expect([overdrawn.status, overdrawn.headers.get("retry-after")]).toEqual([429, "60"]);
    expect(await overdrawn.json()).toMatchObject({ error: { message: expect.stringContaining("60 seconds") } });
  });

  test("a notification is accepted without an answer", async () => {
    const response = await post({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect(response.status).toBe(202);
    expect(await response.text()).toBe("");
  });

  test("answers carry the request's id and what is left of the quota, and are not stored", async () => {
    const { headers } = await post({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "get_pricing", arguments: { slug: "slack" } },
    });
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get("ratelimit")).toBe('"keyless";r=119;t=60');
    expect(headers.get("cache-control")).toContain("no-store");
  });
});
