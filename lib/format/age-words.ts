/** The words for the values of `freshness`, in every text. */
export const FRESHNESS_WORDS = { fresh: "fresh", due: "ageing", stale: "old", missing: "no data" } as const;

/** `undated`: the page that was read does not say how old it is. */
export type AgeWord = "fresh" | "ageing" | "old" | "undated";

/** What stands beside a day. */
export const AGE_LABELS: Record<AgeWord, string> = {
  fresh: "fresh",
  ageing: "ageing",
  old: "old",
  undated: "undated page",
};
