import { barsPath } from "@/lib/chart/bars";
import { countsInWords } from "@/lib/format/coverage";

type Props = { counts: readonly number[]; labels: readonly string[]; full: number; name: string; bar?: number };

const HEIGHT = 24;
const GAP = 2;

/** One of many small charts on a common scale: the share of products in each class. */
export function Bars({ counts, labels, full, name, bar = 8 }: Props) {
  const width = counts.length * (bar + GAP) - GAP;
  return (
    <svg
      className="block shrink-0"
      viewBox={`0 0 ${width} ${HEIGHT + 1}`}
      width={width}
      height={HEIGHT + 1}
      role="img"
      aria-label={`${name}: ${countsInWords(labels, counts)}`}
    >
      <path className="fill-ink-2" d={barsPath(counts, { width, height: HEIGHT, gap: GAP, full })} />
      <path className="stroke-ink-3" d={`M0 ${HEIGHT + 0.5}H${width}`} shapeRendering="crispEdges" />
    </svg>
  );
}

/** The share of one class as a bar that starts at the left. It is decorative: the number is next to it. */
export function ShareBar({ part, whole }: { part: number; whole: number }) {
  return (
    <svg
      className="mt-1 block w-full bg-raised"
      viewBox={`0 0 ${whole} 12`}
      height="12"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className="fill-ink-2" width={part} height="12" />
    </svg>
  );
}
