import { round } from "./scale";

export type BarsOptions = {
  width: number;
  height: number;
  gap: number;
  /** The count of a bar with the full height. */
  full: number;
};

/**
 * Draws bars of equal width on one base line, as one path. A count above 0 has a bar at least one unit high; a count
 * of 0 has no bar.
 */
export function barsPath(counts: readonly number[], { width, height, gap, full }: BarsOptions): string {
  if (counts.length === 0 || full <= 0) return "";
  const bar = (width - gap * (counts.length - 1)) / counts.length;
  return counts
    .map((count, index) => {
      if (!(count > 0)) return "";
      const tall = Math.max(1, Math.min(1, count / full) * height);
      return `M${round(index * (bar + gap))} ${height}v${round(-tall)}h${round(bar)}V${height}Z`;
    })
    .join("");
}
