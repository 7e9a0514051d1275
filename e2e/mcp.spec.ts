import { createHash } from "node:crypto";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, test } from "@playwright/test";
import { QUESTIONS } from "./mcp-questions";

const TOOLS = 8;
const CLIENT = { name: "e2e", version: "1.0.0" };

async function current(baseURL: string | undefined): Promise<Client> {
  const client = new Client(CLIENT, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", baseURL)));
  return client;
}

async function earlier(baseURL: string | undefined): Promise<EarlierClient> {
  const client = new EarlierClient(CLIENT);
  await client.connect(new EarlierTransport(new URL("/mcp", baseURL)));
  return client;
}

for (const [generation, connect] of Object.entries({ current, earlier })) {
  test(`the official client of the ${generation} revision lists the tools and validates an answer of each`, async ({
    baseURL,
  }) => {
    const client = await connect(baseURL);
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(TOOLS);
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThan(24_000);
    const calls = QUESTIONS.flatMap((question) => question.calls).reverse();
    const once = new Map(calls.map(({ tool, args }) => [tool, args])); // Maps each tool to its first call.
    expect([...once.keys()].sort()).toEqual(tools.map(({ name }) => name).sort());
    for (const [name, args] of once) {
      const result = await client.callTool({ name, arguments: args });
      expect(result.isError, name).toBeFalsy();
      expect(result.structuredContent, name).toBeTruthy();
    }
    await client.close();
  });
}

test("twenty questions are answered in at most three calls each", async ({ baseURL }) => {
  expect(QUESTIONS).toHaveLength(20);
  const client = await current(baseURL);
  for (const { asked, calls } of QUESTIONS) {
    expect(calls.length).toBeLessThanOrEqual(3);
    for (const { tool, args, tells } of calls) {
      const { content, isError } = await client.callTool({ name: tool, arguments: args });
      const [first] = content as { text: string }[];
      for (const fact of tells) expect.soft(first?.text, asked).toMatch(fact);
      if (!isError) expect.soft(first?.text, asked).toContain(`Cite: ${baseURL}/software/`);
    }
  }
  await client.close();
});

test("a product page has a Markdown twin, by its address and by what is asked for", async ({ request }) => {
  const address = "/software/team-chat/slack";
  const byAddress = await request.get(`${address}.md`);
  expect(byAddress.headers()["content-type"]).toContain("text/markdown");
  expect(await byAddress.text()).toMatch(/^# Slack pricing\n/);
  const byAccept = await request.get(address, { headers: { accept: "text/markdown, text/html;q=0.5" } });
  expect(await byAccept.text()).toBe(await byAddress.text());
  const page = await request.get(address);
  expect(page.headers()["content-type"]).toContain("text/html");
  expect(page.headers().link).toContain(`<${address}.md>; rel="alternate"; type="text/markdown"`);
  expect((await request.get("/software/team-chat/no-such-product.md")).status()).toBe(404);
  const moved = await request.get("/software/crm/slack.md", { maxRedirects: 0 });
  expect([moved.status(), moved.headers().location]).toEqual([308, `${address}.md`]);
});

test("an agent that knows only the domain finds the server", async ({ request, baseURL }) => {
  const catalogue = await (await request.get("/.well-known/ai-catalog.json")).json();
  const card = await request.get(catalogue.entries[0].url);
  expect(card.headers()["content-type"]).toBe("application/mcp-server-card+json");
  expect(card.headers()["access-control-allow-origin"]).toBe("*");
  const { remotes, name } = await card.json();
  expect(remotes[0].url).toBe(`${baseURL}/mcp`);
  expect((await (await request.get("/server.json")).json()).name).toBe(name);

  const { skills } = await (await request.get("/.well-known/agent-skills/index.json")).json();
  const skill = await (await request.get(skills[0].url)).body();
  expect(skills[0].digest).toBe(`sha256:${createHash("sha256").update(skill).digest("hex")}`);

  const linkset = await request.get("/.well-known/api-catalog");
  expect(linkset.headers()["content-type"]).toContain("application/linkset+json");
  for (const entry of (await linkset.json()).linkset) {
    for (const { href } of [
      ...(entry["service-desc"] ?? []),
      ...(entry["service-doc"] ?? []),
      ...(entry.status ?? []),
    ]) {
      expect((await request.get(href)).status(), href).toBe(200);
    }
  }
  expect(await (await request.get("/llms.txt")).text()).toMatch(/^# .+\n\n> /);
  expect(await (await request.get("/llms-full.txt")).text()).toContain("MCP tool get_pricing");
  expect(await (await request.get("/robots.txt")).text()).toMatch(
    /User-Agent: \*\nUser-Agent|User-Agent: \*\nAllow: \//,
  );
});

test("the set-up page shows the address and a line for each client", async ({ page, baseURL }) => {
  await page.goto("/agents");
  await expect(page.getByTestId("endpoint")).toHaveText(`${baseURL}/mcp`);
  await expect(page.getByText(`claude mcp add --transport http software-pricing ${baseURL}/mcp`)).toBeVisible();
  await expect(page.getByRole("link", { name: "Add to Cursor" })).toHaveAttribute("href", /^cursor:/);
  await expect(page.getByRole("link", { name: "Add to VS Code", exact: true })).toHaveAttribute("href", /^vscode:/);
});
