import { COST_RULE } from "@/lib/access/rate-limit";

/** What every model that connects reads first. Under 1,500 characters. */
export const INSTRUCTIONS = `List prices, hidden costs, contract terms and price history of software, each figure with its source and day.

Where to begin
- A product by name: get_pricing with its name or slug ("hubspot-sales-hub"). A wrong one is answered with the nearest; discover_software with q finds any other.
- kind "family" is a vendor's name: take one of its members.
- "Which product…": discover_software (category, maxPrice, hasFreeTier, q).
- What a team pays: calculate_tco. Two to four side by side: compare_software, with seats.
- What it used to cost: get_price_history, or asOf on most tools.
- Tokens, images, API calls, machine hours: estimate_llm_cost. Without model it ranks them.
- How far to trust a record: get_coverage.
get_pricing and estimate_llm_cost give a summary. Ask for groups by name, for example fields: ["hiddenCosts","contractTerms"], before depth: "full". No answer exceeds maxCharacters (40,000): its cursor gives the next page.

How to answer
- Link links.page of each product whose figures you state, and give the day (verification.observedAt).
- null is unknown: never 0, never free. Say why (priceStatus, unknowns).
- Do not add up prices yourself: calculate_tco and estimate_llm_cost do.
- Do not mix currencies. A "restricted" figure is from a third party: name it.
- "imported" means read from a dated public capture, not yet checked by us.

Free, no key: 120 calls a minute. ${COST_RULE} Errors say what to do next.`;
