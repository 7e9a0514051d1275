import { isExtraCost } from "@/lib/catalog/change";
import { type PriceReading, readingsAtChecks } from "@/lib/catalog/history";
import { type ChangeText, changeTexts, LISTED_MOVES, listedPoints } from "@/lib/format/changes";
import { formatDay } from "@/lib/format/dates";
import { priceText } from "@/lib/format/price";
import { historyUnitWords, meterWords } from "@/lib/format/words";
import type { PriceChange, PricingRecord } from "@/lib/schemas/record";
import { Figure } from "../figure";
import { type EvidenceBook, Marks } from "../marks";
import { hasSteps, StepChart } from "../step-chart";
import { tierName } from "./tiers";

const SHOWN_MOVES = 8;

const DIRECTION = { up: "▲ up", down: "▼ down", withdrawn: "withdrawn", corrected: "corrected" } as const;
const TONE = { up: "text-up", down: "text-down", withdrawn: "text-doubt", corrected: "text-doubt" } as const;

type Props = {
  record: PricingRecord;
  points: NonNullable<PricingRecord["priceHistory"]>;
  changes: readonly PriceChange[];
  readings: readonly PriceReading[];
  /** Days on which this service verified the shown price on the vendor's page. */
  checkedOn: readonly string[];
  book: EvidenceBook;
};

export function History({ record, points, changes, readings, checkedOn, book }: Props) {
  const name = tierName(record);
  const chart = {
    points,
    readings: readingsAtChecks(readings, checkedOn, record),
    asOf: record.asOf,
    seriesName: name,
  };
  const all = changeTexts(changes).slice(0, LISTED_MOVES);
  const moves = all.filter((move) => !isExtraCost(move));
  const extra = all.filter(isExtraCost);
  const unlisted = changeTexts(changes).length - all.length;
  const rows = listedPoints(points);
  return (
    <>
      {hasSteps(chart) ? (
        <StepChart {...chart} />
      ) : (
        <p className="text-ink-2">
          {new Set(points.map(({ observedAt }) => observedAt)).size === 1
            ? "Checked on one day so far. A chart needs prices from at least two days."
            : "No single price was checked on two days, so there is no chart."}
        </p>
      )}

      {moves.length > 0 ? (
        <>
          <h3 className="mt-6 mb-1">Changes</h3>
          <MoveList moves={moves.slice(0, SHOWN_MOVES)} name={name} book={book} />
          {moves.length > SHOWN_MOVES ? (
            <details className="mt-2 text-table">
              <summary>
                {moves.length - SHOWN_MOVES} earlier {moves.length - SHOWN_MOVES === 1 ? "change" : "changes"}
              </summary>
              <MoveList moves={moves.slice(SHOWN_MOVES)} name={name} book={book} />
              {unlisted > 0 ? (
                <p className="note mt-2">
                  {unlisted} older changes are in the <a href={record.links.history}>JSON history</a>.
                </p>
              ) : null}
            </details>
          ) : null}
        </>
      ) : hasSteps(chart) ? (
        <p className="mt-4 text-table text-ink-2">No price changed between these dates.</p>
      ) : null}

      {extra.length > 0 ? (
        <>
          <h3 className="mt-6 mb-1">Changes in extra costs</h3>
          <MoveList moves={extra} name={name} book={book} />
        </>
      ) : null}

      <details className="no-print mt-4 text-table">
        <summary>
          {points.length === 1 ? "The only dated price" : `All ${points.length} dated prices`} as a table
        </summary>
        <table className="ledger ledger-stack mt-3">
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Tier or model</th>
              <th scope="col">Billing or meter</th>
              <th scope="col" className="num">
                Price
              </th>
              <th scope="col">Unit</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((point) => (
              <tr key={JSON.stringify(point)}>
                <td data-label="Date">
                  <span>
                    {point.effectiveFrom ? `effective ${formatDay(point.effectiveFrom)}, ` : ""}checked{" "}
                    {formatDay(point.observedAt)}
                  </span>
                </td>
                <td data-label="Tier or model">
                  {point.tier === null && !isExtraCost({ field: point.meter }) ? "No tier" : name(point.tier)}
                </td>
                <td data-label="Billing or meter">{meterWords(point.meter)}</td>
                <td className="num" data-label="Price">
                  <Figure
                    value={priceText(point.price, point.currency, point.priceStatus)}
                    evidence={point.evidence}
                    book={book}
                  />
                </td>
                <td data-label="Unit" className={point.unit ? "" : "empty"}>
                  {point.unit ? historyUnitWords(point.unit) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {points.length > rows.length ? (
          <p className="note mt-2">
            This table shows the newest {rows.length}. All {points.length} are in the{" "}
            <a href={record.links.history}>JSON record</a>.
          </p>
        ) : null}
      </details>
    </>
  );
}

type ListProps = { moves: readonly ChangeText[]; name: (id: string | null) => string; book: EvidenceBook };

function MoveList({ moves, name, book }: ListProps) {
  return (
    <ul className="text-table">
      {moves.map((move) => (
        <li key={move.id} className="grid gap-x-4 border-b border-rule py-1.5 sm:grid-cols-[9.5rem_minmax(0,1fr)_auto]">
          <span className="text-ink-3">
            {move.day}
            {move.announced ? `, ${move.announced}` : ""}
          </span>
          <span>
            {move.tier === null ? "" : `${name(move.tier)}, `}
            {meterWords(move.field).toLowerCase()}: {move.before} to {move.after}
            <Marks ids={move.evidence} book={book} limit={2} />
            {move.reason ? <span className="note block">{move.reason}</span> : null}
          </span>
          <span className={TONE[move.direction]}>
            {DIRECTION[move.direction]} {move.percent}
          </span>
        </li>
      ))}
    </ul>
  );
}
