import { layoutStrip, type StripItem } from "@/lib/chart/strip";
import { formatMoney } from "@/lib/format/money";

const SIZES = [
  { className: "chart chart-wide", width: 1152, tickCount: 6 },
  { className: "chart chart-narrow", width: 358, tickCount: 3 },
] as const;

const MAX_LANES = 5;

type Props = {
  items: readonly StripItem[];
  currency: string | null;
  label: string;
  median?: { value: number; label: string } | null;
  note?: string;
};

export function PriceStrip({ items, currency, label, median, note }: Props) {
  return (
    <figure>
      {SIZES.map(({ className, width, tickCount }) => {
        const strip = layoutStrip(items, {
          width,
          fontSize: 12,
          tickCount,
          maxLanes: MAX_LANES,
          median: median?.value,
        });
        return (
          <svg
            key={width}
            className={className}
            viewBox={`0 0 ${width} ${strip.height}`}
            width={width}
            height={strip.height}
            role="img"
            aria-label={label}
          >
            <line className="axis" x1={strip.left} x2={strip.right} y1={strip.axisY} y2={strip.axisY} />
            {strip.ticks.map(({ x, value }) => (
              <g key={value}>
                <line className="axis" x1={x} x2={x} y1={strip.axisY} y2={strip.axisY + 4} />
                <text className="tick" x={x} y={strip.axisY + 18} textAnchor={x === strip.left ? "start" : "middle"}>
                  {formatMoney(value, currency)}
                </text>
              </g>
            ))}
            {strip.span ? (
              <line className="span" x1={strip.span.from} x2={strip.span.to} y1={strip.axisY} y2={strip.axisY} />
            ) : null}
            {strip.median ? (
              <line
                className="median"
                x1={strip.median.x}
                x2={strip.median.x}
                y1={strip.axisY - 7}
                y2={strip.axisY + 7}
              />
            ) : null}
            {strip.marks.map((mark) => (
              <g key={mark.value}>
                {mark.text ? (
                  <line className="leader" x1={mark.x} x2={mark.x} y1={strip.axisY} y2={mark.labelY - 9} />
                ) : null}
                <circle className="dot" cx={mark.x} cy={strip.axisY} r={5} />
                <text x={mark.labelX} y={mark.labelY}>
                  {mark.text}
                </text>
              </g>
            ))}
          </svg>
        );
      })}
      {median || note ? (
        <figcaption className="note mt-1">
          {median ? (
            <>
              <svg className="mr-1 inline-block" width="8" height="12" viewBox="0 0 8 12" aria-hidden="true">
                <line x1="4" x2="4" y1="0" y2="12" stroke="var(--accent)" strokeWidth="2" />
              </svg>
              {median.label}{" "}
            </>
          ) : null}
          {note}
        </figcaption>
      ) : null}
    </figure>
  );
}

/** The same chart without labels, on the axis of the rows around it. It is decorative: the numbers are next to it. */
export function PriceBar({ values, max }: { values: readonly number[]; max: number }) {
  const items = values.filter((value) => value <= max).map((value) => ({ label: "", figure: "", value }));
  const beyond = values.length > items.length;
  const strip = layoutStrip(items, { width: 160, fontSize: 0, max });
  return (
    <svg className="block" viewBox="0 0 160 16" width="160" height="16" aria-hidden="true">
      <g className="chart">
        <line className="axis" x1={strip.left} x2={152} y1={8} y2={8} />
        {strip.span ? <line className="span" x1={strip.span.from} x2={strip.span.to} y1={8} y2={8} /> : null}
        {beyond ? <line className="span" x1={strip.marks.at(-1)?.x ?? 120} x2={150} y1={8} y2={8} /> : null}
        {beyond ? <path d="M150 3L156 8L150 13" fill="none" stroke="var(--ink)" strokeWidth="1.5" /> : null}
        {strip.marks.map((mark) => (
          <circle key={mark.value} className="dot" cx={mark.x} cy={8} r={4} />
        ))}
      </g>
    </svg>
  );
}
