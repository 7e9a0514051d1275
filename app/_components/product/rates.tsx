import { formatDay } from "@/lib/format/dates";
import { decimalPads, formatCount, formatMoney } from "@/lib/format/money";
import { type RateColumn, type RateRow, rateCard } from "@/lib/format/rate-card";
import { meterWords } from "@/lib/format/words";
import type { Usage } from "@/lib/schemas/record";
import { Figure } from "../figure";
import { type EvidenceBook, Marks } from "../marks";

const SHOWN = 24;
const SHOWN_OTHERS = 2;

type Props = { usage: Usage; book: EvidenceBook };

export function Rates({ usage, book }: Props) {
  const { columns, active, past } = rateCard(usage);
  const main = active.length > 0 ? active : past;
  const folded = [
    { label: `${active.length - SHOWN} more active models`, rows: active.slice(SHOWN) },
    ...(active.length > 0
      ? [{ label: `${past.length} deprecated or retired models, with their last known rates`, rows: past }]
      : [{ label: `${past.length - SHOWN} more models`, rows: past.slice(SHOWN) }]),
  ].filter(({ rows }) => rows.length > 0);
  return (
    <>
      <p className="note mb-2">
        {usage.modelCount} models, {usage.currency}, cheapest first. Newest rate seen {formatDay(usage.asOf)}.
      </p>
      <RateTable columns={columns} rows={main.slice(0, SHOWN)} book={book} />
      {folded.map(({ label, rows }) => (
        <details key={label} className="mt-3 text-table">
          <summary>{label}</summary>
          <div className="mt-3">
            <RateTable columns={columns} rows={rows} book={book} />
          </div>
        </details>
      ))}
    </>
  );
}

function RateTable({
  columns,
  rows,
  book,
}: {
  columns: readonly RateColumn[];
  rows: readonly RateRow[];
  book: EvidenceBook;
}) {
  const pads = columns.map((_, column) => decimalPads(rows.map(({ cells }) => cells[column]?.text ?? null)));
  const others = rows.some((row) => row.others.length > 0);
  return (
    <table className="ledger ledger-stack">
      <thead>
        <tr>
          <th scope="col">Model</th>
          {columns.map(({ meter, label, per }) => (
            <th key={`${meter}${per}`} scope="col" className="num">
              {label}
              <br />
              per {per}
            </th>
          ))}
          {others ? <th scope="col">Also</th> : null}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ model, cells, others: more }, index) => (
          <tr key={model.model}>
            <th scope="row">
              {model.name}
              <div className="note font-normal">
                {[
                  model.name === model.model ? null : model.model,
                  model.contextWindow ? `${formatCount(model.contextWindow)} context` : null,
                  model.status === "active" ? null : model.status,
                  `seen ${formatDay(model.observedAt)}`,
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </div>
              {model.conflicts.map((conflict) => (
                <div key={`${conflict.meter}${conflict.mode}${conflict.other}`} className="note doubt font-normal">
                  Sources disagree on {meterWords(conflict.meter).toLowerCase()}:{" "}
                  {formatMoney(conflict.shown, model.currency)} shown, {formatMoney(conflict.other, model.currency)}{" "}
                  elsewhere
                  <Marks ids={conflict.evidence} book={book} />
                </div>
              ))}
              {model.scheduled.map((change) => (
                <div key={change.effectiveFrom} className="note font-normal">
                  New rates announced from {formatDay(change.effectiveFrom)}
                </div>
              ))}
            </th>
            {columns.map(({ meter, label, per }, column) => {
              const cell = cells[column];
              return (
                <td key={`${meter}${per}`} className={cell ? "num" : "num empty"} data-label={`${label}, per ${per}`}>
                  {cell ? (
                    <div>
                      <Figure
                        value={{ known: true, text: cell.text }}
                        pad={pads[column]?.[index]}
                        evidence={cell.evidence}
                        book={book}
                      />
                      {cell.notes.map((note) => (
                        <div key={note} className="note">
                          {note}
                        </div>
                      ))}
                    </div>
                  ) : (
                    <span className="unknown">
                      <span aria-hidden="true">–</span>
                      <span className="sr-only">not stated</span>
                    </span>
                  )}
                </td>
              );
            })}
            {others ? (
              <td className={more.length > 0 ? "text-ink-2" : "empty"} data-label="Also">
                <div>
                  {more.slice(0, SHOWN_OTHERS).map((other) => (
                    <Other key={other.text} {...other} book={book} />
                  ))}
                  {more.length > SHOWN_OTHERS ? (
                    <details>
                      <summary>{more.length - SHOWN_OTHERS} more</summary>
                      {more.slice(SHOWN_OTHERS).map((other) => (
                        <Other key={other.text} {...other} book={book} />
                      ))}
                    </details>
                  ) : null}
                </div>
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Other({ text, evidence, book }: { text: string; evidence: readonly string[]; book: EvidenceBook }) {
  return (
    <div>
      {text}
      <Marks ids={evidence} book={book} limit={1} />
    </div>
  );
}
