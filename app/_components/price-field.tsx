import { productPath } from "@/app/_data/paths";
import { isEnough, type ListFigures } from "@/lib/catalog/listing";
import { layoutField } from "@/lib/chart/price-field";
import { formatDay } from "@/lib/format/dates";
import { spreadSentence, standings } from "@/lib/format/list";
import { formatMoney, formatNumber } from "@/lib/format/money";
import { list, unitWords } from "@/lib/format/words";
import type { PriceMark } from "@/lib/operations/browse";

const SIZES = [
  { className: "chart chart-wide", width: 1152, height: 72, tickCount: 8, maxLanes: 5, maxNames: 24 },
  { className: "chart chart-narrow", width: 358, height: 72, tickCount: 4, maxLanes: 5, maxNames: 9 },
] as const;

const FONT_SIZE = 12;

type Props = { figures: ListFigures; drawn: readonly PriceMark[] };

/**
 * Plots every starting price of a list on one axis and labels the best-known products. A text counts the other
 * products.
 */
export function PriceField({ figures, drawn }: Props) {
  const { spread } = figures;
  return (
    <figure data-testid="distribution" className="price-field">
      {spread && drawn.length > 1 ? <Field spread={spread} drawn={drawn} /> : null}
      <Standings figures={figures} />
    </figure>
  );
}

function Field({ spread, drawn }: { spread: NonNullable<ListFigures["spread"]>; drawn: readonly PriceMark[] }) {
  const { currency, unit, median } = spread;
  const known = new Map(drawn.map((mark) => [mark.slug, mark]));
  const items = drawn.map(({ slug, name, price, prominence }) => ({ id: slug, name, value: price, fame: prominence }));
  const label = `Starting prices: ${spreadSentence(spread)}`;
  const hasMedian = isEnough(spread);
  return (
    <>
      {SIZES.map(({ className, ...size }) => {
        const plot = layoutField(items, { ...size, ...spread, fontSize: FONT_SIZE });
        const { axisY, beyond } = plot;
        const { width } = size;
        const flipped = plot.median > width * 0.6;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a picture
          <svg
            key={width}
            className={className}
            viewBox={`0 0 ${width} ${plot.height}`}
            width={width}
            height={plot.height}
            role="group"
            aria-label={label}
          >
            <line className="axis" x1={plot.left} x2={plot.right} y1={axisY} y2={axisY} />
            {plot.ticks.map(({ x, value }) => (
              <g key={value}>
                <line className="axis" x1={x} x2={x} y1={axisY} y2={axisY + 12} />
                <text
                  className="tick"
                  x={x}
                  y={axisY + 26}
                  textAnchor={x === plot.left ? "start" : x > width - 24 ? "end" : "middle"}
                >
                  {formatMoney(value, currency)}
                </text>
              </g>
            ))}
            {hasMedian ? (
              <>
                <line className="box" x1={plot.box.from} x2={plot.box.to} y1={axisY + 4} y2={axisY + 4} />
                <line className="median" x1={plot.median} x2={plot.median} y1={4} y2={axisY + 10} />
                <text
                  className="median-name"
                  x={plot.median + (flipped ? -6 : 6)}
                  y={12}
                  textAnchor={flipped ? "end" : "start"}
                >
                  median {formatMoney(median, currency)}
                </text>
              </>
            ) : null}
            {plot.marks.map(({ id, x, y, label: name }) => {
              const mark = known.get(id);
              if (!mark) return null;
              const says = `${mark.name}: from ${formatMoney(mark.price, currency)} ${unitWords(unit)}, checked ${formatDay(mark.seenAt)}`;
              return (
                <a
                  key={id}
                  href={productPath(mark)}
                  {...(name ? { "aria-label": says } : { tabIndex: -1, "aria-hidden": true })}
                >
                  <title>{says}</title>
                  {name ? (
                    <>
                      <line className="leader" x1={x} x2={x} y1={name.leader.from} y2={name.leader.to} />
                      <text x={name.x} y={name.y} textAnchor={name.anchor}>
                        {name.text}
                      </text>
                    </>
                  ) : null}
                  <circle className="product-dot" cx={x} cy={y} r={plot.radius} />
                </a>
              );
            })}
            {beyond ? (
              <text className="tick" x={width} y={axisY + 26} textAnchor="end">
                {formatNumber(beyond.count)} above
              </text>
            ) : null}
          </svg>
        );
      })}
      <figcaption className="note mt-1">
        Each dot is one product’s starting price. Select a dot to open the product.
        {hasMedian ? " The thick line spans the middle half; the blue mark is the median." : ""}
        {spread.units.length > 1 ? ` Treated as the same unit: ${list(spread.units.map(unitWords))}.` : ""}
      </figcaption>
    </>
  );
}

function Standings({ figures }: { figures: ListFigures }) {
  const { products } = figures;
  const counts = standings(figures);
  return (
    <div className="standings">
      <div className="standings-bar" aria-hidden="true">
        {counts.map(({ reason, group, count }) => (
          <i key={reason} data-group={group} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul aria-label={`How the ${formatNumber(products)} products are priced`}>
        {counts.map(({ reason, group, count, words }) => (
          <li key={reason} data-standing={reason}>
            <i data-group={group} aria-hidden="true" />
            <strong>{formatNumber(count)}</strong>
            {reason === "drawn" ? ` of ${formatNumber(products)}` : ""} {words}
          </li>
        ))}
      </ul>
    </div>
  );
}
