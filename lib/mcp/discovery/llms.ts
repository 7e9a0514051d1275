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
  "Software prices with sources: tiers, hidden costs, contract terms, price history, team costs and LLM usage costs. Every figure has a source and a date. Free over MCP and REST, no key needed.";

/** Returns the short map of the site: llmstxt.org. */
export function llmsText({ name, url }: Site, categories: readonly CategoryEntry[]): string {
  return [
    `# ${name}`,
    `> ${SUMMARY}`,
    "An unknown price is null with a reason, never 0. When you quote a figure, link the product's page (links.page) and give the date it was checked.",
    "## Connect",
    `- [MCP server](${endpoint({ url })}): Streamable HTTP, no key, eight tools
- [REST API, OpenAPI 3.1](${url}/api/v2/openapi.json): the same data over HTTP
- [Client setup](${url}/agents): Claude, ChatGPT, Cursor, VS Code and others
- [Agent skill](${url}/.well-known/agent-skills/software-pricing/SKILL.md): how to use this service, as a file for your agent`,
    "## Read",
    `- [Everything in one file](${url}/llms-full.txt): tools, endpoints, arguments, errors, categories
- Product page as Markdown: add .md to the URL, or send Accept: text/markdown
- [Coverage](${url}/coverage): age, confidence and sources of the data
- [Errors](${url}/problems): what each code means and how to fix it`,
    "## Categories",
    categories
      .map((entry) => `- [${entry.name}](${url}/software/${entry.slug}): ${entry.productCount} products`)
      .join("\n"),
    "",
  ].join("\n\n");
}

/** Returns everything that a client needs to know, in one file. */
export function llmsFullText(site: Site, categories: readonly CategoryEntry[]): string {
  const { name, url } = site;
  return [
    `# ${name}: tools, endpoints and errors`,
    `> ${SUMMARY}`,
    "## How to use it",
    INSTRUCTIONS,
    "## MCP",
    `POST ${endpoint(site)}, Streamable HTTP, stateless, no key. The resource template pricing://{slug} returns a product as Markdown. Prompts: ${Object.keys(PROMPTS).join(", ")}. The default depth of get_pricing, get_pricing_batch and estimate_llm_cost is summary over MCP and full over REST. An MCP response, text and data together, is never longer than maxCharacters (default: 40,000): the page is shortened, next is the cursor of the next page, and counts lists the number of omitted entries. Over REST, a page of a price history or rate card stays under 150 KB, and a request for several products returns all of them unless you set limit or cursor.`,
    "## Operations",
    ...operations.map((operation) => describe(operation, url)),
    "## Errors",
    "REST returns application/problem+json with code, detail, errors and suggestions. MCP returns a result with isError: true and a text that says what to do next.",
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
