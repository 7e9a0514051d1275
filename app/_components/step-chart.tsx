import type { PriceReading } from "@/lib/catalog/history";
import { layoutSteps, type StepMarker, type StepPanel } from "@/lib/chart/steps";
import { formatDay } from "@/lib/format/dates";
import { formatMoney, formatNumber } from "@/lib/format/money";
import { historyUnitWords, meterWords } from "@/lib/format/words";
import type { PricePoint } from "@/lib/schemas/record";

const SIZES = [
  { className: "chart chart-wide", width: 912, labelWidth: 150, plotHeight: 176, tickCount: 4 },
  { className: "chart chart-narrow", width: 358, labelWidth: 84, plotHeight: 160, tickCount: 3 },
] as const;

const MAX_PANELS = 3;

type Props = {
  points: readonly PricePoint[];
  readings?: readonly PriceReading[];
  asOf: string;
  seriesName: (key: string | null) => string;
};

export function hasSteps({ points, asOf, seriesName }: Props): boolean {
  const [size] = SIZES;
  return layoutSteps(points, { ...size, fontSize: 12, asOf, seriesName }).length > 0;
}

export function StepChart({ points, readings, asOf, seriesName }: Props) {
  const sizes = SIZES.map((size) => ({
    ...size,
    panels: layoutSteps(points, { ...size, fontSize: 12, asOf, seriesName, readings }),
  }));
  const panels = sizes[0]?.panels ?? [];
  const omitted = panels.slice(0, MAX_PANELS).reduce((sum, panel) => sum + panel.omitted, 0);
  return (
    <div data-testid="step-chart">
      {panels.slice(0, MAX_PANELS).map((panel, index) => (
        <figure key={`${panel.meter}${panel.currency}${panel.unit}`} className="mb-6">
          <figcaption className="mb-1 text-table">
            <span className="font-medium">{titleOf(panel)}</span>
            <span className="text-ink-2" data-testid="seen">{` · ${seenText(panel)}`}</span>
          </figcaption>
          {sizes.map(({ className, width, panels: sized }) => {
            const own = sized[index];
            return own ? <Panel key={width} panel={own} className={className} /> : null;
          })}
        </figure>
      ))}
      <Legend panels={panels} gaps={points.some(({ price }) => price === null)} />
      {omitted > 0 || panels.length > MAX_PANELS ? (
        <p className="note mt-1">
          The chart shows the lines that changed most
          {omitted > 0 ? `; ${omitted} more are in the table` : "; the others are in the table"}.
        </p>
      ) : null}
    </div>
  );
}

function titleOf({ meter, currency, unit }: Pick<StepPanel, "meter" | "currency" | "unit">): string {
  const words = meterWords(meter);
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  return [title, [currency, unit ? historyUnitWords(unit) : null].filter(Boolean).join(" ")].filter(Boolean).join(", ");
}

/** Returns a text such as "checked on 14 days, last 3 Nov 2026". */
function seenText({ checks }: Pick<StepPanel, "checks">): string {
  const last = checks.at(-1);
  if (!last) return "not confirmed on any day";
  return checks.length === 1
    ? `checked on 1 day, ${formatDay(last.day)}`
    : `checked on ${formatNumber(checks.length)} days, last ${formatDay(last.day)}`;
}

function Panel({ panel, className }: { panel: StepPanel; className: string }) {
  const { plot, width, height } = panel;
  const days = panel.series.flatMap(({ markers }) => markers.map(({ day }) => day)).sort();
  const label = `${titleOf(panel)}: ${panel.series.length} price ${panel.series.length === 1 ? "line" : "lines"} from ${formatDay(days[0] ?? "")} to ${formatDay(days.at(-1) ?? "")}, ${seenText(panel)}. The table below lists the same prices.`;
  return (
    <svg
      className={className}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={label}
    >
      {panel.yTicks.map(({ y, value }) => (
        <g key={value}>
          <line className={value === 0 ? "axis" : "grid"} x1={plot.left} x2={plot.right} y1={y} y2={y} />
          <text className="tick" x={plot.left - 8} y={y + 4} textAnchor="end">
            {formatMoney(value, panel.currency)}
          </text>
        </g>
      ))}
      {panel.xTicks.map(({ x, day, label: text }) => (
        <g key={day}>
          <line className="axis" x1={x} x2={x} y1={plot.bottom} y2={plot.bottom + 10} />
          <text className="tick" x={x} y={plot.bottom + 22} textAnchor="middle">
            {text}
          </text>
        </g>
      ))}
      <path className="check" d={panel.checks.map(({ x }) => `M${x} ${plot.bottom + 3}v6`).join("")} />
      {panel.series.map((series) => (
        <g key={series.id}>
          {series.pieces.map(({ kind, path }) => (
            <path key={path} className={kind === "seen" ? "step" : `step step-${kind}`} d={path} />
          ))}
          {series.markers.map((marker) => (
            <Mark key={`${marker.kind}${marker.day}`} marker={marker} currency={panel.currency} />
          ))}
        </g>
      ))}
      {panel.series
        .filter(({ name }) => name !== "")
        .map(({ id, name, labelX, labelY }) => (
          <text key={id} x={labelX} y={labelY + 4}>
            {name}
          </text>
        ))}
    </svg>
  );
}

function Mark({ marker, currency }: { marker: StepMarker; currency: string | null }) {
  const { kind, x, y, day, price } = marker;
  if (kind === "break")
    return <path className="break" d={`M${x + 4} ${y + 7}L${x + 9} ${y - 7}M${x + 9} ${y + 7}L${x + 14} ${y - 7}`} />;
  const title = <title>{`${formatMoney(price, currency)}, ${kind} ${formatDay(day)}`}</title>;
  if (kind === "effective")
    return (
      <path className="effective" d={`M${x} ${y - 5}L${x + 5} ${y}L${x} ${y + 5}L${x - 5} ${y}Z`}>
        {title}
      </path>
    );
  return (
    <circle className="observed" cx={x} cy={y} r={3}>
      {title}
    </circle>
  );
}

function Legend({ panels, gaps }: { panels: readonly StepPanel[]; gaps: boolean }) {
  const kinds = new Set<string>(
    panels.flatMap(({ series, checks }) => [
      ...(checks.length > 0 ? ["check"] : []),
      ...series.flatMap(({ markers, pieces }) => [
        ...markers.map(({ kind }) => kind),
        ...pieces.map(({ kind }) => kind),
      ]),
    ]),
  );
  const entries = [
    {
      kind: "observed",
      text: "first day with this price",
      picture: <circle className="observed" cx="12" cy="6" r="3" />,
    },
    {
      kind: "check",
      text: "checked on that day, prices as shown",
      picture: <path className="check" d="M6 3v6M12 3v6M18 3v6" />,
    },
    {
      kind: "effective",
      text: "effective date stated by the vendor",
      picture: <path className="effective" d="M12 1L17 6L12 11L7 6Z" />,
    },
    {
      kind: "silent",
      text: "not checked for over 13 months",
      picture: <path className="step step-silent" d="M0 6H24" />,
    },
    { kind: "scheduled", text: "announced", picture: <path className="step step-scheduled" d="M0 6H24" /> },
    {
      kind: "break",
      text: "continues in another currency",
      picture: <path className="break" d="M7 12L12 0M12 12L17 0" />,
    },
  ].filter(({ kind }) => kinds.has(kind));
  return (
    <ul className="note flex flex-wrap gap-x-4 gap-y-1">
      {entries.map(({ kind, text, picture }) => (
        <li key={kind} className="flex items-center gap-1.5">
          <svg className="chart !w-6 shrink-0" width="24" height="12" viewBox="0 0 24 12" aria-hidden="true">
            {picture}
          </svg>
          {text}
        </li>
      ))}
      {gaps ? <li>gap: no published price</li> : null}
    </ul>
  );
}
