import type { PriceSpread } from "@/lib/catalog/listing";
import { layoutDistribution } from "@/lib/chart/distribution";
import { spreadSentence } from "@/lib/format/list";
import { formatMoney, formatNumber } from "@/lib/format/money";

const SIZES = [
  { className: "chart chart-wide", width: 1152, height: 96, tickCount: 8 },
  { className: "chart chart-narrow", width: 358, height: 96, tickCount: 4 },
] as const;

/** Starting prices as dots, with the middle half and the median marked under the axis. */
export function PriceDistribution({ spread }: { spread: PriceSpread }) {
  const { currency, prices, lowerQuartile, median, upperQuartile } = spread;
  const label = `Starting prices: ${spreadSentence(spread)}`;
  return (
    <figure data-testid="distribution">
      {SIZES.map(({ className, width, height, tickCount }) => {
        const plot = layoutDistribution(prices, { width, height, tickCount, lowerQuartile, median, upperQuartile });
        const { axisY, beyond } = plot;
        return (
          <svg
            key={width}
            className={className}
            viewBox={`0 0 ${width} ${plot.height}`}
            width={width}
            height={plot.height}
            role="img"
            aria-label={label}
          >
            <line className="axis" x1={plot.left} x2={plot.right} y1={axisY} y2={axisY} />
            {plot.dots.map(({ x, y }) => (
              <circle key={`${x} ${y}`} className="product-dot" cx={x} cy={y} r={plot.radius} />
            ))}
            <line className="box" x1={plot.box.from} x2={plot.box.to} y1={axisY + 4} y2={axisY + 4} />
            <line className="median" x1={plot.median} x2={plot.median} y1={4} y2={axisY + 10} />
            <text
              x={plot.median + (plot.median > width / 2 ? -6 : 6)}
              y={12}
              textAnchor={plot.median > width / 2 ? "end" : "start"}
            >
              median {formatMoney(median, currency)}
            </text>
            {plot.ticks.map(({ x, value }) => (
              <g key={value}>
                <line className="axis" x1={x} x2={x} y1={axisY} y2={axisY + 12} />
                <text className="tick" x={x} y={axisY + 26} textAnchor={x === plot.left ? "start" : "middle"}>
                  {formatMoney(value, currency)}
                </text>
              </g>
            ))}
            {beyond ? (
              <text className="tick" x={width} y={axisY + 26} textAnchor="end">
                {formatNumber(beyond.count)} above
              </text>
            ) : null}
          </svg>
        );
      })}
      <figcaption className="note mt-1">
        Each dot is a product’s starting price. The thick line holds the middle half; the blue mark is the median.
      </figcaption>
    </figure>
  );
}
