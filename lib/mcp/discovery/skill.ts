import { COST_RULE, WORK_RULE } from "@/lib/access/rate-limit";
import type { Site } from "@/lib/operations/define";
import { endpoint } from "../identity";

const NAME = "software-pricing";
const DESCRIPTION =
  "Look up what software costs, including list prices, hidden costs, contract terms, price history, total cost for a team and LLM API costs. Every figure has a source. Use for questions about the price of a SaaS product, a shortlist, a renewal or an API bill.";

/** Returns the skill as its file: front matter, then how to use the service. */
export function skillMarkdown(site: Site): { name: string; description: string; markdown: string } {
  const { url, name: siteName } = site;
  const markdown = `---
name: ${NAME}
description: ${DESCRIPTION}
---

# Software pricing with ${siteName}

Free, no key: 120 calls per minute. ${COST_RULE} ${WORK_RULE} MCP endpoint: ${endpoint(site)} (Streamable HTTP). Without MCP, call the REST endpoints over HTTP.

## Which tool

| Question | MCP tool | REST |
|---|---|---|
| What does X cost? | get_pricing | GET ${url}/api/v2/pricing/{slug}?depth=summary |
| Which product … under …? | discover_software | GET ${url}/api/v2/discover?q=&category=&maxPrice= |
| X or Y? | compare_software | GET ${url}/api/v2/compare?slugs=x,y&seats=40 |
| What does a team of 40 pay? | calculate_tco | POST ${url}/api/v2/tco {"slug":"x","seats":40} |
| What did X cost before? | get_price_history | GET ${url}/api/v2/history/{slug} |
| What changed this month? | get_price_history without slug | GET ${url}/api/v2/changes?category=&since= |
| What do our tokens cost? | estimate_llm_cost | GET ${url}/api/v2/usage/{slug}?inputTokens=&outputTokens=&depth=summary |
| How reliable is the data? | get_coverage | GET ${url}/api/v2/coverage?slugs=x |

Guess the slug from the name (slack, openai-api). If no product matches, the error lists the nearest slugs.

## How to answer

1. Link \`links.page\` of each product whose figures you quote, and give the date they were checked.
2. null means unknown: never 0, never free; \`priceStatus\` and \`unknowns\` say why.
3. Do not add up prices yourself: calculate_tco and estimate_llm_cost return every line and assumption.
4. Do not mix currencies.
5. If a figure has the licence state "restricted", name its source.

More: ${url}/llms-full.txt
`;
  return { name: NAME, description: DESCRIPTION, markdown };
}
