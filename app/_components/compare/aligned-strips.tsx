import { type AlignedRow, type AlignedStrip, layoutAligned } from "@/lib/chart/aligned";
import { formatMoney } from "@/lib/format/money";

const SIZES = [
  { className: "chart chart-wide", width: 1152, nameWidth: 176, tickCount: 6 },
  { className: "chart chart-narrow", width: 358, nameWidth: 0, tickCount: 3 },
] as const;

type Props = {
  rows: readonly AlignedRow[];
  currency: string;
  label: string;
  median: { value: number; label: string } | null;
};

function RowName({ name, href, nameX, nameY }: Pick<AlignedStrip, "name" | "href" | "nameX" | "nameY">) {
  const text = (
    <text className="name" x={nameX} y={nameY}>
      {name}
    </text>
  );
  return href === undefined ? text : <a href={href}>{text}</a>;
}

/** Price strips of several products on one axis. */
export function AlignedStrips({ rows, currency, label, median }: Props) {
  const isLinked = rows.some(({ href }) => href !== undefined);
  return (
    <figure>
      {SIZES.map(({ className, ...size }) => {
        const chart = layoutAligned(rows, { ...size, fontSize: 12, reach: median?.value });
        const medianX = median ? chart.at(median.value) : null;
        return (
          <svg
            key={size.width}
            className={className}
            viewBox={`0 0 ${chart.width} ${chart.height}`}
            width={chart.width}
            height={chart.height}
            // Assistive technology cannot reach links inside an element with the role "img".
            role={isLinked ? "group" : "img"}
            aria-label={label}
          >
            {chart.ticks.map(({ x, value }) => (
              <g key={value}>
                <line className="grid" x1={x} x2={x} y1={0} y2={chart.bottom} />
                <text
                  className="tick"
                  x={x}
                  y={chart.bottom + 16}
                  textAnchor={x === chart.left ? "start" : x === chart.right ? "end" : "middle"}
                >
                  {formatMoney(value, currency)}
                </text>
              </g>
            ))}
            {medianX === null ? null : <line className="median" x1={medianX} x2={medianX} y1={0} y2={chart.bottom} />}
            {chart.rows.map((row) => (
              <g key={row.name}>
                <RowName {...row} />
                <line className="axis" x1={chart.left} x2={chart.right} y1={row.axisY} y2={row.axisY} />
                {row.span ? (
                  <line className="span" x1={row.span.from} x2={row.span.to} y1={row.axisY} y2={row.axisY} />
                ) : null}
                {row.marks.map((mark) => (
                  <g key={mark.value}>
                    {mark.lane > 0 ? (
                      <line className="leader" x1={mark.x} x2={mark.x} y1={row.axisY} y2={mark.labelY - 9} />
                    ) : null}
                    <circle className="dot" cx={mark.x} cy={row.axisY} r={5} />
                    <text x={mark.labelX} y={mark.labelY}>
                      {mark.text}
                    </text>
                  </g>
                ))}
              </g>
            ))}
          </svg>
        );
      })}
      {median ? (
        <figcaption className="note mt-1">
          <svg className="mr-1 inline-block" width="8" height="12" viewBox="0 0 8 12" aria-hidden="true">
            <line x1="4" x2="4" y1="0" y2="12" stroke="var(--accent)" strokeWidth="2" />
          </svg>
          {formatMoney(median.value, currency)}, {median.label}
        </figcaption>
      ) : null}
    </figure>
  );
}
