import type { Reject } from "@/db/sources/shared/reading";

/** Removes names and numbers, which make a reason unique to its row. Reasons are counted by kind. */
function kindOf(reason: string): string {
  return reason
    .replace(/(["“])[^"”]*["”]/g, "…")
    .replace(/^same model as .*/, "same model as another entry")
    .replace(/-?\d[\d.,]*/g, "N")
    .trim();
}

/** Counts the rows left out by reason, the most frequent first. */
export function countReasons(rejects: readonly Reject[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { reason } of rejects) counts.set(kindOf(reason), (counts.get(kindOf(reason)) ?? 0) + 1);
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
}
