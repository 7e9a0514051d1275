import { Fragment, type ReactNode } from "react";
import { llmPath } from "@/app/_data/tool-paths";
import { groupBy } from "@/lib/catalog/ledger";
import { announcedWords, type ChangeText, changeTexts } from "@/lib/format/changes";
import { formatDay } from "@/lib/format/dates";
import { countOf } from "@/lib/format/list";
import { decimalPads, formatCount, formatMoney, formatNumber } from "@/lib/format/money";
import {
  briefEvidence,
  MAX_OTHERS,
  machineWords,
  orderWords,
  type RateColumn,
  type RateRow,
  rowNoun,
  shownRates,
} from "@/lib/format/rate-card";
import { meterWords } from "@/lib/format/words";
import type { PriceChange, Usage } from "@/lib/schemas/record";
import { Figure } from "../figure";
import { type EvidenceBook, Marks } from "../marks";

const SHOWN_OTHERS = 2;
const SHOWN_MOVES = 6;

type Props = {
  slug: string;
  usage: Usage;
  changes: readonly PriceChange[];
  json: string;
  /** The path of the page with every rate. */
  path: string;
  book: EvidenceBook;
};

export function Rates({ slug, usage, changes, json, path, book }: Props) {
  const moves = groupBy(changeTexts(changes), ({ tier }) => tier ?? "");
  const { columns, full, brief, more } = shownRates(usage);
  const { referenceRegion, regions = [] } = usage;
  const per = commonPer(columns);
  const noun = rowNoun(usage);
  const newest = usage.models.reduce((day, { observedAt }) => (observedAt > day ? observedAt : day), "");
  return (
    <>
      <p className="note mb-2">
        {countOf(usage.modelCount, noun)}, {usage.currency}
        {per ? ` per ${per}` : ""}, {orderWords(usage)}
        {referenceRegion ? `, in ${referenceRegion}` : ""}. Newest rate checked{" "}
        <time dateTime={newest}>{formatDay(newest)}</time>.
      </p>
      {referenceRegion ? <RegionForm path={path} region={referenceRegion} regions={regions} /> : null}
      <RateTable noun={noun} columns={columns} rows={full} moves={moves} book={book} />
      {more > 0 ? (
        <p className="mt-3">
          <a href={path}>All {formatNumber(usage.modelCount)} rates</a>
        </p>
      ) : null}
      {usage.kind === "llm" ? (
        <p className="mt-3">
          <a href={llmPath({ cards: [slug] })}>Calculate what these models cost per month</a>
        </p>
      ) : null}
      {brief.map(({ label, rows }) => (
        <details key={label} className="mt-3 text-table">
          <summary>{label}</summary>
          <div className="mt-3">
            <BriefTable noun={noun} columns={columns} rows={rows} book={book} />
            <p className="note mt-2">
              For their other rates, see <a href={path}>all rates</a> or the <a href={json}>JSON rate card</a>.
            </p>
          </div>
        </details>
      ))}
    </>
  );
}

type RegionFormProps = { path: string; region: string; regions: readonly string[]; children?: ReactNode };

/** Selects the rates of another region, without JavaScript. */
export function RegionForm({ path, region, regions, children }: RegionFormProps) {
  return (
    <form action={path} method="get" className="filters no-print" aria-label="Filter rates">
      {regions.length > 0 ? (
        <label>
          <span>Region</span>
          <select name="region" defaultValue={region}>
            {regions.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      {children}
      <button type="submit">Show rates</button>
    </form>
  );
}

type TableProps = {
  noun: ReturnType<typeof rowNoun>;
  columns: readonly RateColumn[];
  rows: readonly RateRow[];
  book: EvidenceBook;
};

/** Returns the unit that all columns share; null if they differ. */
function commonPer(columns: readonly RateColumn[]): string | null {
  const [first, ...others] = columns;
  return first && others.every(({ per }) => per === first.per) ? first.per : null;
}

function cellLabel(columns: readonly RateColumn[], { label, per }: RateColumn): string {
  return commonPer(columns) === null ? `${label}, per ${per}` : label;
}

function Columns({ noun, columns, others }: Pick<TableProps, "noun" | "columns"> & { others: boolean }) {
  return (
    <thead>
      <tr>
        <th scope="col">{noun === "model" ? "Model" : "Rate"}</th>
        {columns.map(({ meter, label, per }) => (
          <th key={`${meter}${per}`} scope="col" className="num">
            {label}
            <br />
            per {per}
          </th>
        ))}
        {others ? <th scope="col">Other rates</th> : null}
      </tr>
    </thead>
  );
}

/** Shows only names and main rates, so that a card with hundreds of models stays small. */
function BriefTable({ noun, columns, rows, book }: TableProps) {
  return (
    <table className="ledger ledger-stack">
      <Columns noun={noun} columns={columns} others={false} />
      <tbody>
        {rows.map((row, index) => (
          <Fragment key={row.model.model}>
            <GroupRow row={row} before={rows[index - 1]} span={columns.length + 1} />
            <tr data-model={row.model.model}>
              <th scope="row">
                {row.model.name}
                <Marks ids={briefEvidence(row)} book={book} limit={1} />
                <Names row={row} />
                <Notices model={row.model} book={book} />
              </th>
              <BriefCells row={row} columns={columns} />
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function BriefCells({ row: { cells, others }, columns }: { row: RateRow; columns: readonly RateColumn[] }) {
  if (cells.every((cell) => cell === null)) {
    return (
      <td className="num" colSpan={columns.length} data-label="Rates">
        {others
          .slice(0, SHOWN_OTHERS)
          .map(({ text }) => text)
          .join(", ")}
      </td>
    );
  }
  return (
    <>
      {columns.map((column, index) => {
        const cell = cells[index];
        return (
          <td
            key={`${column.meter}${column.per}`}
            className={cell ? "num" : "num empty"}
            data-label={cellLabel(columns, column)}
          >
            {cell ? [cell.text, ...cell.notes].join(", ") : "–"}
          </td>
        );
      })}
    </>
  );
}

function Names({ row: { model, alsoNamed } }: { row: RateRow }) {
  const names = [model.name === model.model ? null : model.model, ...alsoNamed].filter(Boolean);
  return names.length > 0 ? <div className="note font-normal">{names.join(", ")}</div> : null;
}

function Notices({ model, book }: { model: RateRow["model"]; book: EvidenceBook }) {
  return (
    <>
      {model.conflicts.map((conflict) => (
        <div key={`${conflict.meter}${conflict.mode}${conflict.other}`} className="note doubt font-normal">
          Sources disagree on {meterWords(conflict.meter).toLowerCase()}: {formatMoney(conflict.shown, model.currency)}{" "}
          shown, {formatMoney(conflict.other, model.currency)} in another source
          <Marks ids={conflict.evidence} book={book} />
        </div>
      ))}
      {model.scheduled.map((change) => (
        <div key={change.effectiveFrom} className="note font-normal">
          New rates {announcedWords({ class: change.status, effectiveFrom: change.effectiveFrom, observedAt: "" })}
        </div>
      ))}
    </>
  );
}

type RateTableProps = TableProps & { moves: ReadonlyMap<string, readonly ChangeText[]> };

type GroupRowProps = { row: RateRow | undefined; before: RateRow | undefined; span: number };

/** Renders a heading at the start of each group. Models without a group come last, under "Other". */
function GroupRow({ row, before, span }: GroupRowProps) {
  const [group, last] = [row?.model.group, before?.model.group];
  if (group === last) return null;
  return (
    <tr>
      <th scope="rowgroup" colSpan={span} className="pt-4 text-ink-2">
        {group ?? "Other"}
      </th>
    </tr>
  );
}

export function RateTable({ noun, columns, rows, moves, book }: RateTableProps) {
  const pads = columns.map((_, column) => decimalPads(rows.map(({ cells }) => cells[column]?.text ?? null)));
  const others = rows.some((row) => row.others.length > 0);
  return (
    <table className="ledger ledger-stack">
      <Columns noun={noun} columns={columns} others={others} />
      <tbody>
        {rows.map(({ model, alsoNamed, cells, others: more }, index) => (
          <Fragment key={model.model}>
            <GroupRow row={rows[index]} before={rows[index - 1]} span={columns.length + (others ? 2 : 1)} />
            <tr data-model={model.model}>
              <th scope="row">
                {model.name}
                <div className="note font-normal">
                  {[
                    model.name === model.model ? null : model.model,
                    machineWords(model),
                    model.contextWindow ? `${formatCount(model.contextWindow)} context` : null,
                    model.status === "active" ? null : model.status,
                    `checked ${formatDay(model.observedAt)}`,
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </div>
                {alsoNamed.length > 0 ? (
                  <div className="note font-normal">also named {alsoNamed.join(", ")}</div>
                ) : null}
                <Moves moves={moves.get(model.model) ?? []} />
                <Notices model={model} book={book} />
                {model.elsewhere ? (
                  <div className="note font-normal">
                    No price in this region. Priced in {model.elsewhere.join(", ")}.
                  </div>
                ) : null}
              </th>
              {columns.map((column, place) => {
                const cell = cells[place];
                return (
                  <td
                    key={`${column.meter}${column.per}`}
                    className={cell ? "num" : "num empty"}
                    data-label={cellLabel(columns, column)}
                  >
                    {cell ? (
                      <div>
                        <Figure
                          value={{ known: true, text: cell.text }}
                          pad={pads[place]?.[index]}
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
                <td className={more.length > 0 ? "text-ink-2" : "empty"} data-label="Other rates">
                  <div>
                    {more.slice(0, SHOWN_OTHERS).map((other) => (
                      <Other key={other.text} {...other} per={commonPer(columns)} book={book} />
                    ))}
                    {more.length > SHOWN_OTHERS ? (
                      <details>
                        <summary>{more.length - SHOWN_OTHERS} more</summary>
                        {more.slice(SHOWN_OTHERS, MAX_OTHERS).map((other) => (
                          <Other key={other.text} {...other} per={commonPer(columns)} book={book} />
                        ))}
                      </details>
                    ) : null}
                  </div>
                </td>
              ) : null}
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** Shows a model's price history in words. */
function Moves({ moves }: { moves: readonly ChangeText[] }) {
  if (moves.length === 0) return null;
  return (
    <details className="note font-normal no-print">
      <summary>{moves.length === 1 ? "1 price change" : `${moves.length} price changes`}</summary>
      <ul>
        {moves.slice(0, SHOWN_MOVES).map(({ id, day, field, before, after, percent, direction, announced }) => (
          <li key={id}>
            {day}: {meterWords(field).toLowerCase()} {before} to {after}
            {percent ? `, ${direction} ${percent}` : ""}
            {announced ? `, ${announced}` : ""}
          </li>
        ))}
        {moves.length > SHOWN_MOVES ? <li>and {moves.length - SHOWN_MOVES} earlier ones</li> : null}
      </ul>
    </details>
  );
}

type OtherProps = { text: string; evidence: readonly string[]; per: string | null; book: EvidenceBook };

/** Omits the unit if it is the unit of the whole table. */
function Other({ text, evidence, per, book }: OtherProps) {
  const shared = ` per ${per}`;
  return (
    <div>
      {text.endsWith(shared) ? text.slice(0, -shared.length) : text}
      <Marks ids={evidence} book={book} limit={1} />
    </div>
  );
}
