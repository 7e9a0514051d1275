import { compareAddress } from "@/lib/catalog/compare-address";
import { type StackQuestion, stackQuery } from "@/lib/tco/address";
import { EXAMPLE, type LlmQuestion, llmQuery } from "@/lib/usage/llm-address";

export const TCO_PATH = "/calculators/tco";
export const LLM_PATH = "/calculators/llm";
export const COMPARE_PATH = "/compare";

export function comparePath(slugs: readonly string[], seats?: number): string {
  return `${COMPARE_PATH}/${compareAddress(slugs)}${seats === undefined ? "" : `?seats=${seats}`}`;
}

/** Returns the URL of the cost calculator for some products. */
export function tcoPath(
  items: readonly { slug: string; seats: number; tier?: string }[],
  rest: Partial<Omit<StackQuestion, "rows">> = {},
): string {
  const rows = items.map(({ slug, seats, tier = "" }) => ({ product: slug, seats: String(seats), tier }));
  return `${TCO_PATH}?${stackQuery({ ...rest, rows })}`;
}

/** The category of services that sell the use of language models. */
export const LLM_CATEGORY = "llm-apis";

/** Returns the URL that compares a team's monthly tokens on some models, or on every model of some cards. */
export function llmPath(question: Partial<LlmQuestion> = {}): string {
  return `${LLM_PATH}?${llmQuery({ ...EXAMPLE, ...question })}`;
}
