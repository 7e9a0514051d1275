import type { Plot } from "@/app/_data/llm";
import { labelRoom, layoutLines } from "@/lib/chart/lines";
import { axisMark, axisPoint, axisTick, axisTitle } from "@/lib/format/llm";
import { formatMoney } from "@/lib/format/money";
import { list } from "@/lib/format/words";
import type { Axis } from "@/lib/usage/curves";

const SIZES = [
  { className: "chart chart-wide", width: 912, plotHeight: 260, labelWidth: 250, xTickCount: 6 },
  { className: "chart chart-narrow", width: 358, plotHeight: 220, labelWidth: 0, xTickCount: 4 },
] as const;

const DASHES = ["", "7 4", "2 3", "10 3 2 3"];

type Props = { plot: Plot; axis: Axis; asked: number | null };

/** Plots the cost of the chosen models along one quantity and marks where the cheapest model changes. */
export function CrossoverPlot({ plot, axis, asked }: Props) {
  const { curves, domain, currency, crossings } = plot;
  const money = (amount: number) => formatMoney(amount, currency);
  const nameOf = (id: string) => curves.find((curve) => curve.id === id)?.name ?? id;
  const summary = sentences(plot, axis, nameOf);
  return (
    <figure data-testid="crossover">
      {SIZES.map(({ className, ...size }) => {
        const yTexts = curves.flatMap(({ parts }) => parts.flatMap((part) => part.map(({ y }) => money(Math.ceil(y)))));
        const chart = layoutLines(curves, domain, {
          ...size,
          fontSize: 12,
          yLabelWidth: Math.min(92, labelRoom(yTexts, 12)),
        });
        const { plot: area } = chart;
        const here = asked !== null && asked >= domain[0] && asked <= domain[1] ? chart.at(asked, 0).x : null;
        return (
          <svg
            key={size.width}
            className={className}
            viewBox={`0 0 ${chart.width} ${chart.height + 16}`}
            width={chart.width}
            height={chart.height + 16}
            role="img"
            aria-label={`Cost per month by ${axisTitle(axis).toLowerCase()}. ${summary.join(" ")}`}
          >
            {chart.yTicks.map(({ y, value }) => (
              <g key={value}>
                <line className={value === 0 ? "axis" : "grid"} x1={area.left} x2={area.right} y1={y} y2={y} />
                <text className="tick" x={area.left - 8} y={y + 4} textAnchor="end">
                  {money(value)}
                </text>
              </g>
            ))}
            {chart.xTicks.map(({ x, value }) => (
              <g key={value}>
                <line className="axis" x1={x} x2={x} y1={area.bottom} y2={area.bottom + 4} />
                <text className="tick" x={x} y={area.bottom + 18} textAnchor="middle">
                  {axisTick(axis, value)}
                </text>
              </g>
            ))}
            <text className="tick" x={area.right} y={area.bottom + 34} textAnchor="end">
              {axisTitle(axis)}
            </text>
            {here === null ? null : (
              <g>
                <line className="here" x1={here} x2={here} y1={area.top} y2={area.bottom} />
                <text className="tick" x={here + 5} y={area.top + 8}>
                  workload
                </text>
              </g>
            )}
            {chart.lines.map((line, index) => (
              <g key={line.id}>
                {line.paths.map((path) => (
                  <path key={path} className="cost-line" d={path} strokeDasharray={DASHES[index]} />
                ))}
                {size.labelWidth > 0 ? (
                  <>
                    <line className="leader" x1={line.end.x} x2={chart.labelX - 3} y1={line.end.y} y2={line.labelY} />
                    <text x={chart.labelX} y={line.labelY + 4}>
                      {line.name}
                    </text>
                  </>
                ) : null}
              </g>
            ))}
            {crossings.map((crossing) => {
              if (crossing.cost === null) return null;
              const { x, y } = chart.at(crossing.at, crossing.cost);
              return (
                <g key={crossing.at}>
                  <circle className="crossing" cx={x} cy={y} r={5} />
                  <text className="name" x={x} y={y - 11} textAnchor={x > area.right - 60 ? "end" : "middle"}>
                    {axisMark(axis, crossing.at)}
                  </text>
                </g>
              );
            })}
          </svg>
        );
      })}
      <ul className="note mt-1 flex flex-wrap gap-x-5 gap-y-1">
        {curves.map(({ id, name }, index) => (
          <li key={id} className="flex items-center gap-1.5">
            <svg className="chart !w-8 shrink-0" width="32" height="8" viewBox="0 0 32 8" aria-hidden="true">
              <path className="cost-line" d="M0 4H32" strokeDasharray={DASHES[index]} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      <figcaption className="mt-3 max-w-read">
        {summary.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </figcaption>
    </figure>
  );
}

function sentences({ stretches, crossings, domain }: Plot, axis: Axis, nameOf: (id: string) => string): string[] {
  const cheapest = (ids: readonly string[]) =>
    ids.length === 0
      ? "the cheapest is unknown"
      : `${list(ids.map(nameOf))} ${ids.length === 1 ? "is" : "are"} cheapest`;
  const [first] = stretches;
  if (!first || crossings.length === 0) {
    return [`Throughout, up to ${axisPoint(axis, domain[1])}, ${cheapest(first?.cheapest ?? [])}.`];
  }
  return [
    `Up to ${axisPoint(axis, first.to)}, ${cheapest(first.cheapest)}.`,
    ...crossings.map(
      ({ at, after, jump }) =>
        `From ${axisPoint(axis, at)} on, ${cheapest(after)}${jump ? " (a price or context window changes at that point)" : ""}.`,
    ),
  ];
}
