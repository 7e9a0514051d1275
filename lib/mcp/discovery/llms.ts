import { ERROR_CODES, ERRORS } from "@/lib/errors";
import type { CategoryEntry } from "@/lib/operations/catalog";
import type { AnyOperation, Site } from "@/lib/operations/define";
import { inputSchema } from "@/lib/operations/input-schema";
import { operations } from "@/lib/operations/registry";
import { endpoint } from "../identity";
import { INSTRUCTIONS } from "../instructions";
import { PROMPTS } from "../prompts";
import { tools } from "../tools";

const SUMMARY =
  "Sourced software prices: tiers, hidden costs, contract terms, price history, cost for a team and LLM usage. Each figure names its source and its day. Free and without a key, over MCP and REST.";

/** The short map of the site: llmstxt.org. */
export function llmsText({ name, url }: Site, categories: readonly CategoryEntry[]): string {
  return [
    `# ${name}`,
    `> ${SUMMARY}`,
    "An unknown price is null with a reason, never 0. When you state a figure, link the product's page (links.page) and give the day it was seen.",
    "## Connect",
    `- [MCP server](${endpoint({ url })}): Streamable HTTP, no key, eight tools
- [REST API, OpenAPI 3.1](${url}/api/v2/openapi.json): the same answers with plain GET
- [Set-up for common clients](${url}/agents): Claude, ChatGPT, Cursor, VS Code
- [Agent skill](${url}/.well-known/agent-skills/software-pricing/SKILL.md): how to use this service, for an agent to keep`,
    "## Read",
    `- [Everything in one file](${url}/llms-full.txt): tools, endpoints, arguments, errors, categories
- Product page as Markdown: add .md to its address, or ask for text/markdown
- [What the catalogue covers](${url}/coverage): age, confidence, sources
- [Errors](${url}/problems): what each code means and what to do`,
    "## Categories",
    categories
      .map((entry) => `- [${entry.name}](${url}/software/${entry.slug}): ${entry.productCount} products`)
      .join("\n"),
    "",
  ].join("\n\n");
}

/** All that a client needs to know, in one file. */
export function llmsFullText(site: Site, categories: readonly CategoryEntry[]): string {
  const { name, url } = site;
  return [
    `# ${name}: tools, endpoints and errors`,
    `> ${SUMMARY}`,
    "## How to use it",
    INSTRUCTIONS,
    "## MCP",
    `POST ${endpoint(site)}, Streamable HTTP, stateless, no key. Resource template pricing://{slug} gives a product as Markdown. Prompts: ${Object.keys(PROMPTS).join(", ")}. Over MCP get_pricing, get_pricing_batch and estimate_llm_cost answer with depth=summary unless asked otherwise; over REST with depth=full. No answer over MCP has more than maxCharacters (40,000), its text and its data together: a page is shorter, next leads on, counts say what is left out. Over REST a page of a history or rate card ends before 150 KB, and several products are answered whole unless limit or cursor is given.`,
    "## Operations",
    ...operations.map((operation) => describe(operation, url)),
    "## Errors",
    "REST answers application/problem+json with code, detail, errors, suggestions. MCP answers a result with isError and text that says what to do next.",
    ERROR_CODES.map(
      (code) => `- ${code} (${ERRORS[code].status}): ${ERRORS[code].meaning} ${ERRORS[code].remedy}`,
    ).join("\n"),
    "## Categories",
    categories
      .map((entry) => `- ${entry.slug}: ${entry.name}, ${entry.productCount} products. ${entry.description}`)
      .join("\n"),
    "",
  ].join("\n\n");
}

function describe(operation: AnyOperation, url: string): string {
  const { name, summary, description, http, input } = operation;
  const { properties = {}, required = [] } = inputSchema(input);
  const tool = tools().some((entry) => entry.name === name);
  const args = Object.entries(properties).map(
    ([key, schema]) => `- ${key}${required.includes(key) ? " (required)" : ""}: ${schema.description ?? ""}`,
  );
  return [
    `### ${summary}`,
    `${http.method} ${url}${http.path}${tool ? `, MCP tool ${name}` : ""}`,
    description,
    ...(args.length > 0 ? [args.join("\n")] : []),
  ].join("\n\n");
}
