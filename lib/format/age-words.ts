/** `undated`: the page that was read does not say how old it is. */
export type AgeWord = "fresh" | "ageing" | "old" | "undated";

/** What stands beside a day. */
export const AGE_LABELS: Record<AgeWord, string> = {
  fresh: "fresh",
  ageing: "ageing",
  old: "old",
  undated: "undated page",
};
