import { expect, test } from "vitest";
import { FIXTURE, SITE } from "@/lib/operations/testing/runtime";
import { TOOL_NAMES } from "../tools";
import { clientSetups } from "./clients";
import { aiCatalog, apiCatalog, CARD_PATH, registryEntry, serverCard, skillIndex } from "./documents";
import { llmsFullText, llmsText } from "./llms";
import { skillMarkdown } from "./skill";

const categories = FIXTURE.categories.map((category) => ({ ...category, productCount: 2 }));

test("the server card and the registry entry stay within their schemas' bounds and agree", () => {
  const card = serverCard(SITE);
  const { $schema: _, remotes, ...entry } = registryEntry(SITE);
  expect(card).toMatchObject(entry);
  expect(card.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(card.description.length).toBeLessThanOrEqual(100);
  expect(card.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(remotes).toEqual([{ type: "streamable-http", url: `${SITE.url}/mcp` }]);
  expect(aiCatalog(SITE, "1.0").entries[0]?.url).toBe(`${SITE.url}${CARD_PATH}`);
});

test("the API catalogue leads from each API to its description", () => {
  const described = apiCatalog(SITE).linkset.filter((entry) => "service-desc" in entry);
  expect(described.map(({ anchor }) => anchor)).toEqual([`${SITE.url}/api/v2`, `${SITE.url}/mcp`]);
});

test("the skill has the front matter that agents read, and its digest", () => {
  const { markdown, name, description } = skillMarkdown(SITE);
  expect(markdown).toMatch(new RegExp(`^---\nname: ${name}\ndescription: `));
  expect(name).toMatch(/^[a-z0-9-]{1,64}$/);
  expect(description.length).toBeLessThanOrEqual(1024);
  expect(skillIndex(SITE).skills[0]?.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
});

test("llms.txt is a map and llms-full.txt names every tool and category", () => {
  expect(llmsText(SITE, categories)).toMatch(/^# Example Prices\n\n> /);
  const full = llmsFullText(SITE, categories);
  for (const name of TOOL_NAMES) expect(full).toContain(`MCP tool ${name}`);
  for (const { slug } of categories) expect(full).toContain(`- ${slug}: `);
});

test("each client's set-up leads to the endpoint, and so does each of its links", () => {
  for (const { name, text, links, docs } of clientSetups(SITE)) {
    expect(text, name).toContain(`${SITE.url}/mcp`);
    for (const { href } of links) {
      const decoded = decodeURIComponent(href);
      const config = /config=([^&]+)/.exec(decoded)?.[1];
      expect(config ? Buffer.from(config, "base64").toString() : decoded, name).toContain(`${SITE.url}/mcp`);
    }
    expect(docs).toMatch(/^https:/);
  }
});

test("files to paste hold what they are said to hold", () => {
  for (const { into, text } of clientSetups(SITE)) {
    if (into?.endsWith(".json")) expect(Object.keys(JSON.parse(text ?? "") as object)).toEqual(["mcpServers"]);
  }
});
