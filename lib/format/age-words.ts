/** The words for the values of `freshness`, in every text. */
export const FRESHNESS_WORDS = { fresh: "fresh", due: "ageing", stale: "old", missing: "no data" } as const;

/** `undated`: the page that was read does not show its age. */
export type AgeWord = "fresh" | "ageing" | "old" | "undated";

/** The labels next to a day. */
export const AGE_LABELS: Record<AgeWord, string> = {
  fresh: "fresh",
  ageing: "ageing",
  old: "old",
  undated: "undated page",
};
