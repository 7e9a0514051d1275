import { operations } from "@/lib/operations/registry";

/** In the order in which a model sees them. */
export const TOOL_NAMES = [
  "get_pricing",
  "discover_software",
  "compare_software",
  "calculate_tco",
  "get_price_history",
  "estimate_llm_cost",
  "get_pricing_batch",
  "get_coverage",
] as const;
export type ToolName = (typeof TOOL_NAMES)[number];

const SLUG = "{slug}";

/** Replaces REST URLs by words: "estimate_llm_cost with slug: acme and region". */
export function asTools(text: string): string {
  return operations
    .filter(({ name }) => (TOOL_NAMES as readonly string[]).includes(name))
    .sort((a, b) => b.http.path.length - a.http.path.length)
    .reduce((said, { name, http: { path } }) => {
      const address = new RegExp(
        `(?:https?://[\\w.:-]+)?${path.replace(SLUG, "([a-z0-9-]+)")}(?:\\?(\\w+)=)?(?![\\w/])`,
        "g",
      );
      return said.replace(address, (_, ...found: (string | undefined)[]) => {
        const [slug, argument] = path.includes(SLUG) ? found : [undefined, found[0]];
        const asked = [slug && `slug: ${slug}`, typeof argument === "string" && argument].filter(Boolean);
        return asked.length > 0 ? `${name} with ${asked.join(" and ")}` : name;
      });
    }, text);
}
