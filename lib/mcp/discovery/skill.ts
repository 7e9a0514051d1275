import { COST_RULE } from "@/lib/access/rate-limit";
import type { Site } from "@/lib/operations/define";
import { endpoint } from "../identity";

const NAME = "software-pricing";
const DESCRIPTION =
  "Look up what software costs: list prices, hidden costs, contract terms, price history, total cost for a team and LLM token bills, each figure with its source. Use for questions about the price of a SaaS product, a shortlist, a renewal or an API bill.";

/** The skill as its file: front matter, then how to use the service. */
export function skillMarkdown(site: Site): { name: string; description: string; markdown: string } {
  const { url, name: siteName } = site;
  const markdown = `---
name: ${NAME}
description: ${DESCRIPTION}
---

# Software pricing with ${siteName}

Free and without a key: 120 calls a minute. ${COST_RULE} Over MCP, connect to ${endpoint(site)} (Streamable HTTP). Without MCP, call the REST twin with plain GET.

## Which call

| Question | MCP tool | REST |
|---|---|---|
| What does X cost? | get_pricing | GET ${url}/api/v2/pricing/{slug}?depth=summary |
| Which product … under …? | discover_software | GET ${url}/api/v2/discover?q=&category=&maxPrice= |
| X or Y? | compare_software | GET ${url}/api/v2/compare?slugs=x,y&seats=40 |
| What does a team of n pay? | calculate_tco | POST ${url}/api/v2/tco {"slug":"x","seats":40} |
| What did X cost then? | get_price_history | GET ${url}/api/v2/history/{slug} |
| What is our token bill? | estimate_llm_cost | GET ${url}/api/v2/usage/{slug}?inputTokens=&outputTokens=&depth=summary |
| How far can it be trusted? | get_coverage | GET ${url}/api/v2/coverage?slugs=x |

Guess the slug from the name (slack, openai-api). A wrong one is answered with the nearest.

## How to answer

1. Link \`links.page\` of each product whose figures you state, and give the day on which they were seen.
2. null is unknown. It is never 0 and never free; \`priceStatus\` and \`unknowns\` say why.
3. Do not add up prices yourself: calculate_tco and estimate_llm_cost return the lines and the assumptions.
4. Do not mix currencies.
5. Name the source of a figure whose licence state is "restricted".

More: ${url}/llms-full.txt
`;
  return { name: NAME, description: DESCRIPTION, markdown };
}
