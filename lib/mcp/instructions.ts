import { COST_RULE } from "@/lib/access/rate-limit";

/** The text that every connecting model reads first. Under 1,500 characters. */
export const INSTRUCTIONS = `Software list prices, hidden costs, contract terms and price history. Every figure has a source and a date.

Which tool
- One product: get_pricing with its name or slug ("hubspot-sales-hub"). If nothing matches, the error lists the nearest slugs.
- kind "family": call again with one of its members.
- "Which product…": discover_software (category, maxPrice, hasFreeTier, q).
- Cost for a team: calculate_tco. Two to four products: compare_software with seats.
- Past prices: get_price_history or asOf. What changed lately: get_price_history without slug.
- Tokens, images, API calls, machine hours: estimate_llm_cost. Without model, it ranks all current models.
- Age and reliability: get_coverage.
get_pricing and estimate_llm_cost return a summary. For more, pass fields (["hiddenCosts","contractTerms"]); depth: "full" returns everything. Responses never exceed maxCharacters (40,000); for the next page, pass next as cursor.

How to answer
- Link to links.page of every product you quote and give the date (verification.observedAt).
- null means unknown: never 0, never free. Say why (priceStatus, unknowns).
- Do not add up prices yourself: use calculate_tco or estimate_llm_cost.
- Do not mix currencies. Name the third party behind a "restricted" figure.
- "imported": from a dated public source, not yet verified by us.

Free, no key: 120 calls per minute. ${COST_RULE} Errors say what to do next.`;
