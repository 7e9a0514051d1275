import { compareAddress } from "@/lib/catalog/compare-address";
import { type StackQuestion, stackQuery } from "@/lib/tco/address";

export const TCO_PATH = "/calculators/tco";
export const LLM_PATH = "/calculators/llm";
export const COMPARE_PATH = "/compare";

export function comparePath(slugs: readonly string[], seats?: number): string {
  return `${COMPARE_PATH}/${compareAddress(slugs)}${seats === undefined ? "" : `?seats=${seats}`}`;
}

/** The calculator with some products filled in. */
export function tcoPath(
  items: readonly { slug: string; seats: number; tier?: string }[],
  rest: Partial<Omit<StackQuestion, "rows">> = {},
): string {
  const rows = items.map(({ slug, seats, tier = "" }) => ({ product: slug, seats: String(seats), tier }));
  return `${TCO_PATH}?${stackQuery({ ...rest, rows })}`;
}
