import { layoutWaterfall, type WaterfallStep } from "@/lib/chart/waterfall";
import { formatMoney } from "@/lib/format/money";

const SIZES = [
  { className: "chart chart-wide", width: 912, labelWidth: 220, figureWidth: 96, tickCount: 5 },
  { className: "chart chart-narrow", width: 358, labelWidth: 0, figureWidth: 84, tickCount: 3 },
] as const;

type Props = {
  steps: readonly WaterfallStep[];
  total: number;
  range: { low: number | null; high: number | null };
  currency: string;
  /** Label of the last bar. */
  sumLabel: string;
};

/** Charts how the lines of a receipt add up to its total. */
export function WaterfallChart({ steps, total, range, currency, sumLabel }: Props) {
  const money = (amount: number) => formatMoney(amount, currency);
  const spread = range.low !== total || range.high !== total ? range : null;
  const label = `${steps.map((step) => `${step.label} ${money(step.amount)}`).join(", ")}; ${sumLabel.toLowerCase()} ${money(total)}. The same amounts are in the receipt.`;
  return (
    <figure>
      {SIZES.map(({ className, ...size }) => {
        const chart = layoutWaterfall(steps, total, spread, { ...size, fontSize: 12 });
        const stacked = size.labelWidth === 0;
        return (
          <svg
            key={size.width}
            className={className}
            viewBox={`0 0 ${chart.width} ${chart.height}`}
            width={chart.width}
            height={chart.height}
            role="img"
            aria-label={label}
          >
            {chart.ticks.map(({ x, value }) => (
              <g key={value}>
                <line className="grid" x1={x} x2={x} y1={0} y2={chart.bottom} />
                <text
                  className="tick"
                  x={x}
                  y={chart.bottom + 16}
                  textAnchor={x === chart.left ? "start" : x === chart.right && stacked ? "end" : "middle"}
                >
                  {money(value)}
                </text>
              </g>
            ))}
            {chart.joints.map(({ x, from, to }) => (
              <line key={`${x} ${from}`} className="leader" x1={x} x2={x} y1={from} y2={to} />
            ))}
            {chart.bars.map((bar) => (
              <g key={`${bar.label}${bar.y}`}>
                <rect className={`bar-${bar.kind}`} x={bar.x} y={bar.y} width={bar.width} height={chart.barHeight} />
                <text
                  className={bar.kind === "total" ? "name" : undefined}
                  x={chart.labelX}
                  y={stacked ? bar.y - 5 : bar.y + chart.barHeight - 4}
                >
                  {bar.kind === "total" ? sumLabel : bar.label}
                </text>
                <text
                  className={bar.kind === "total" ? "name" : undefined}
                  x={bar.textX}
                  y={bar.y + chart.barHeight - 4}
                  textAnchor={bar.anchor}
                >
                  {money(bar.amount)}
                </text>
              </g>
            ))}
            {chart.range ? (
              <g>
                <text x={chart.labelX} y={stacked ? chart.range.y - 13 : chart.range.y + 4}>
                  Range
                </text>
                <line
                  className="span"
                  x1={chart.range.from}
                  x2={chart.range.to ?? chart.right + 12}
                  y1={chart.range.y}
                  y2={chart.range.y}
                />
                <circle className="dot" cx={chart.range.base} cy={chart.range.y} r={5} />
                {chart.range.to === null ? (
                  <path
                    d={`M${chart.right + 10} ${chart.range.y - 5}l6 5l-6 5`}
                    fill="none"
                    stroke="var(--ink)"
                    strokeWidth="1.5"
                  />
                ) : null}
              </g>
            ) : null}
          </svg>
        );
      })}
      {spread ? (
        <figcaption className="note mt-1">
          Range: from the cheapest published billing to the most expensive optional cost of each kind.
          {spread.high === null ? " The upper end is unknown: an optional cost has no published amount." : ""}
        </figcaption>
      ) : null}
    </figure>
  );
}
