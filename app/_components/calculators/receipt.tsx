import { formatDay } from "@/lib/format/dates";
import { columnCents, formatMoney, formatNumber } from "@/lib/format/money";
import {
  assumptionsWords,
  basisWords,
  billingWords,
  countsWords,
  rangeWords,
  sourcedWords,
  uncountedWords,
  unknownText,
  yearsWords,
} from "@/lib/format/tco";
import { capitalised, list, unitWords } from "@/lib/format/words";
import type { TcoAnswer, TcoItemAnswer } from "@/lib/schemas/tco";
import { type CurrencyYears, type ReceiptRow, receiptRows } from "@/lib/tco/receipt-rows";
import { AgedText } from "../aged-text";
import { type EvidenceBook, Marks } from "../marks";

type Props = {
  answer: TcoAnswer;
  sums: readonly CurrencyYears[];
  book: EvidenceBook;
  siteName: string;
  pinned: string;
};

/** Renders a stack's cost as an invoice. */
export function Receipt({ answer, sums, book, siteName, pinned }: Props) {
  const { receipt, items, lines, unknowns } = answer;
  const rows = receiptRows(lines);
  const plus = uncountedWords(items);
  const cents = columnCents(rows.map(({ amount }) => amount));
  return (
    <article className="receipt" aria-labelledby="receipt-title">
      <header>
        <div>
          <h2 id="receipt-title">Receipt</h2>
          <p className="note">{siteName}. List prices and known extra costs. Not an offer.</p>
        </div>
        <dl>
          <div>
            <dt>Number</dt>
            <dd data-testid="receipt-id">{receipt.id}</dd>
          </div>
          <div>
            <dt>Prices as of</dt>
            <dd>{formatDay(receipt.asOf)}</dd>
          </div>
        </dl>
      </header>
      <p className="receipt-answer" data-testid="receipt-answer">
        <AgedText text={answer.answer} />
      </p>
      <table className="ledger ledger-stack">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col" className="num">
              Quantity
            </th>
            <th scope="col" className="num">
              Unit price
            </th>
            <th scope="col">Basis</th>
            <th scope="col" className="num">
              Amount
            </th>
          </tr>
        </thead>
        {items.map((item, index) => (
          <Item
            // biome-ignore lint/suspicious/noArrayIndexKey: one product may stand in a stack twice
            key={index}
            item={item}
            rows={rows.filter((row) => row.item === index)}
            reasons={unknowns.filter((unknown) => unknown.item === index)}
            cents={cents}
            book={book}
          />
        ))}
      </table>
      {sums.map((sum) => (
        <Sum key={sum.currency} sum={sum} stack={items.length} named={sums.length > 1} />
      ))}
      {sums.length === 0 ? (
        <p className="total hatch" data-testid="total">
          <span className="unknown">Total unknown. What is missing is listed below.</span>
        </p>
      ) : null}
      {plus === null ? null : (
        <p className="mt-2 text-table" data-testid="uncounted">
          {capitalised(plus)}.
        </p>
      )}
      {sums.length > 1 ? (
        <p className="mt-2 text-table text-ink-2">
          The stack is priced in {list(sums.map(({ currency }) => currency))}. Currencies are not converted or added
          together.
        </p>
      ) : null}
      <footer>
        {answer.sourcedShare === null ? null : <p>{sourcedWords(answer.sourcedShare)}</p>}
        {unknowns.length > 0 ? (
          <div>
            <h3>Unknown, not counted as 0</h3>
            <ul>
              {unknowns.map((unknown) => (
                <li key={`${unknown.item} ${unknown.what}`}>
                  {unknown.slug ? `${items[unknown.item ?? -1]?.name ?? unknown.slug}: ` : ""}
                  {unknownText(unknown)}
                </li>
              ))}
            </ul>
          </div>
        ) : null}
        {answer.assumptions.length > 0 ? (
          <div>
            <h3>Assumptions</h3>
            <ul>
              {assumptionsWords(
                answer.assumptions,
                items.map(({ name }) => name),
              ).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </div>
        ) : null}
        <div>
          <h3>Link to this receipt</h3>
          <p className="break-anywhere">
            <a href={pinned} data-testid="pinned">
              {pinned}
            </a>
          </p>
          <p className="note break-anywhere">
            Engine {receipt.engineVersion}. Records: {receipt.recordHashes.join(", ")}.
          </p>
        </div>
      </footer>
    </article>
  );
}

type ItemProps = {
  item: TcoItemAnswer;
  rows: readonly ReceiptRow[];
  reasons: TcoAnswer["unknowns"];
  cents: "auto" | "always";
  book: EvidenceBook;
};

function Item({ item, rows, reasons, cents, book }: ItemProps) {
  const category = new URL(item.links.page).pathname;
  return (
    <tbody>
      <tr className="item" data-item={item.slug}>
        <th scope="rowgroup" colSpan={4}>
          <a href={category} className="quiet-link">
            {item.name}
          </a>
          <span className="note font-normal">
            {" "}
            {[countsWords(item.counts), ...(item.tier ? [item.tier.name, billingWords(item.billing)] : [])]
              .filter(Boolean)
              .join(", ")}
          </span>
        </th>
        <td className={item.total === null ? "num hatch" : "num"} data-label="Total">
          {item.total === null ? (
            <span className="unknown">unknown</span>
          ) : (
            <strong>{formatMoney(item.total, item.currency, { cents })}</strong>
          )}
        </td>
      </tr>
      {rows.map((row) => (
        <tr key={`${row.kind}${row.label}${row.years?.from}`}>
          <td data-label="Line">
            <span>
              {row.label}
              <span className="note block">{yearsWords(row.years)}</span>
            </span>
          </td>
          <td className={row.unitPrice === null ? "num empty" : "num"} data-label="Quantity">
            {row.unitPrice === null ? null : formatNumber(row.quantity)}
          </td>
          <td className={row.unitPrice === null ? "num empty" : "num"} data-label="Unit price">
            {row.unitPrice === null ? null : (
              <span>
                {formatMoney(row.unitPrice, item.currency)}
                {row.unit ? <span className="note block">{unitWords(row.unit)}</span> : null}
              </span>
            )}
          </td>
          <td data-label="Basis">{basisWords(row.basis)}</td>
          <td className="num" data-label="Amount">
            <span className="figure">
              {formatMoney(row.amount, item.currency, { cents })}
              <Marks ids={row.evidence} book={book} limit={1} />
            </span>
          </td>
        </tr>
      ))}
      {rows.length === 0
        ? reasons.map((unknown) => (
            <tr key={unknown.what}>
              <td colSpan={5} data-label="Unknown">
                {unknownText(unknown)}
              </td>
            </tr>
          ))
        : null}
    </tbody>
  );
}

function Sum({ sum, stack, named }: { sum: CurrencyYears; stack: number; named: boolean }) {
  const { currency, years, total, range, known, items } = sum;
  const whole = total !== null && (items === stack || named);
  const term = years.length > 1 ? `over ${years.length} years` : "for one year";
  return (
    <div className="sum" data-currency={currency}>
      <p className={whole ? "total" : "total hatch"} data-testid="total">
        <span>
          Total{named ? ` in ${currency}` : ""} {term}
        </span>
        {whole ? <strong>{formatMoney(total, currency)}</strong> : <span className="unknown">unknown</span>}
      </p>
      {whole ? (
        <p className="text-table text-ink-2">Range: {rangeWords({ ...range, base: total }, currency)}.</p>
      ) : (
        <p className="partial text-table text-ink-2">
          Subtotal for {formatNumber(items)} of {formatNumber(stack)} products:{" "}
          <strong>{formatMoney(known, currency)}</strong>. Unknown costs are not included.
        </p>
      )}
      {years.length > 1 && whole ? (
        <table className="ledger years">
          <caption className="sr-only">Year by year{named ? ` in ${currency}` : ""}</caption>
          <thead>
            <tr>
              {years.map((_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the index is the year
                <th key={index} scope="col" className="num">
                  Year {index + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              {years.map((amount, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the index is the year
                <td key={index} className="num">
                  {amount === null ? <span className="unknown">unknown</span> : formatMoney(amount, currency)}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      ) : null}
    </div>
  );
}
