import { layoutMonths } from "@/lib/chart/months";
import { formatMonth } from "@/lib/format/dates";
import { type Month, monthsInWords, readSentence } from "@/lib/format/ledger";
import { formatNumber } from "@/lib/format/money";

const SIZES = [
  { className: "chart chart-wide", width: 944, height: 190 },
  { className: "chart chart-narrow", width: 358, height: 190 },
] as const;

/** Products whose price rose stand above the line, those whose price fell below it. */
export function MonthsChart({ months, readUntil }: { months: readonly Month[]; readUntil: string | null }) {
  const unread = new Set(months.filter(({ isRead }) => !isRead).map(({ month }) => month));
  const counts = months.map(({ month, productsUp, productsDown }) => ({ month, up: productsUp, down: productsDown }));
  const label = `Products whose price moved, by month. ${monthsInWords(months, formatMonth)}.`;
  return (
    <figure>
      {SIZES.map(({ className, width, height }) => {
        const { left, right, base, bars, ticks, years } = layoutMonths(counts, { width, height });
        return (
          <svg
            key={width}
            className={className}
            viewBox={`0 0 ${width} ${height}`}
            width={width}
            height={height}
            role="img"
            aria-label={label}
          >
            <defs>
              <pattern
                id={`unread-${width}`}
                width="6"
                height="6"
                patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)"
              >
                <line x1="0" x2="0" y1="0" y2="6" stroke="var(--ink-3)" strokeWidth="1" opacity="0.5" />
              </pattern>
            </defs>
            {bars
              .filter(({ month }) => unread.has(month))
              .map(({ month, slot }) => (
                <rect
                  key={month}
                  x={slot.x}
                  y={0}
                  width={slot.width}
                  height={height - 22}
                  fill={`url(#unread-${width})`}
                  data-unread={month}
                />
              ))}
            {ticks.map(({ y, label: count }) => (
              <g key={y}>
                <line className={y === base ? "axis" : "grid"} x1={left} x2={right} y1={y} y2={y} />
                <text className="tick" x={left - 8} y={y + 4} textAnchor="end">
                  {count}
                </text>
              </g>
            ))}
            {bars.map(({ month, x, width: wide, up, down }) => (
              <g key={month}>
                <rect x={x} y={up.y} width={wide} height={up.height} fill="var(--up)" />
                <rect x={x} y={down.y} width={wide} height={down.height} fill="var(--down)" />
              </g>
            ))}
            {years.map(({ x, label: year }) => (
              <g key={year}>
                <line className="grid" x1={x} x2={x} y1={height - 16} y2={height - 4} />
                <text className="tick" x={x + 4} y={height - 4}>
                  {year}
                </text>
              </g>
            ))}
          </svg>
        );
      })}
      <figcaption className="note mt-1">
        <span className="text-up">▲ products with a price that rose</span>
        {" · "}
        <span className="text-down">▼ with a price that fell</span>
        {". A month in which a source was first read closely shows more. "}
        <span data-testid="read-until">{readSentence(months, readUntil)}</span>
      </figcaption>
      <details className="mt-2 text-table">
        <summary>The same as a table</summary>
        <table className="ledger mt-2">
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col" className="num">
                Products up
              </th>
              <th scope="col" className="num">
                Products down
              </th>
              <th scope="col" className="num">
                Prices up
              </th>
              <th scope="col" className="num">
                Prices down
              </th>
            </tr>
          </thead>
          <tbody>
            {[...months].reverse().map(({ month, productsUp, productsDown, up, down, isRead }) => (
              <tr key={month} data-month={month}>
                <th scope="row" className="font-normal">
                  {formatMonth(month)}
                </th>
                {isRead ? (
                  <>
                    <td className="num">{formatNumber(productsUp)}</td>
                    <td className="num">{formatNumber(productsDown)}</td>
                    <td className="num">{formatNumber(up)}</td>
                    <td className="num">{formatNumber(down)}</td>
                  </>
                ) : (
                  <td className="num hatch" colSpan={4}>
                    <span className="unknown">not read</span>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
