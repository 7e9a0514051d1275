import { offerId } from "@/app/_data/llm";
import { ageOf, readWords } from "@/lib/format/age";
import { announcedBillWords, billPartLabel, billPartsWords, contextWords, warningWords } from "@/lib/format/llm";
import { columnCents, formatCost, formatMoney } from "@/lib/format/money";
import type { Day } from "@/lib/schemas/primitives";
import { BILL_PARTS, type Bill, type BillPart, type BillRow, shareOf } from "@/lib/usage/bill";
import { type EvidenceBook, Marks } from "../marks";
import { Others } from "./ranking";

type Props = {
  group: Bill["groups"][number];
  today: Day;
  plotted: readonly string[];
  form: string;
  book: EvidenceBook;
};

/** Renders one row per model, cheapest first. The bars share one axis and are split by the parts of the bill. */
export function BillTable({ group: { currency, rows, most }, today, plotted, form, book }: Props) {
  const cents = columnCents(rows.map(({ estimate }) => estimate.total));
  const shown = BILL_PARTS.filter((part) => rows.some(({ parts }) => parts.some((entry) => entry.part === part)));
  return (
    <>
      <p className="bill-legend" data-testid="legend">
        {shown.map((part) => (
          <span key={part}>
            <svg width="20" height="12" aria-hidden="true" className="bill-key">
              <rect x="0.5" y="0.5" width="19" height="11" className={`part-${part}`} />
            </svg>{" "}
            {billPartLabel(part)}
          </span>
        ))}
        {rows.some(({ announced }) => announced.length > 0) ? (
          <span>
            <svg width="20" height="12" aria-hidden="true" className="bill-key">
              <rect x="0.5" y="0.5" width="19" height="11" className="part-announced" />
            </svg>{" "}
            announced
          </span>
        ) : null}
      </p>
      <table className="ledger ledger-stack bill">
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">Sold by</th>
            <th scope="col" className="bill-bar">
              <span className="bill-axis">
                <span>{formatMoney(0, currency)}</span>
                <span>{formatCost(most.toNumber(), currency)}</span>
              </span>
            </th>
            <th scope="col" className="num">
              Per month, {currency}
            </th>
            <th scope="col" className="no-print">
              Plot
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const { card, model, estimate, others } = row;
            const id = offerId(row);
            return (
              <tr key={id} data-model={id}>
                <th scope="row">
                  {model.name}
                  <span className="note block font-normal">
                    {model.status === "active" ? null : <strong className="doubt">{model.status} · </strong>}
                    {contextWords(model.contextWindow)} · {readWords(ageOf(model.observedAt, today))}
                  </span>
                </th>
                <td data-label="Sold by">
                  <span>
                    <a href={`/software/${card.category}/${card.slug}#rates`}>{card.name}</a>
                    {card.license === "restricted" ? <span className="tag ml-2">Restricted</span> : null}
                    {others.length > 0 ? <Others others={others} currency={currency} /> : null}
                  </span>
                </td>
                <td className="bill-bar">
                  <Bar row={row} most={most} />
                  <span className="note block">{billPartsWords(row, currency)}</span>
                  {row.announced.map((bill) => (
                    <span key={bill.from} className="note block doubt" data-testid="announced">
                      {announcedBillWords(bill, currency)}
                    </span>
                  ))}
                  {warningWords(estimate.warnings).map((text) => (
                    <span key={text} className="note block doubt">
                      {text}
                    </span>
                  ))}
                </td>
                <td className="num" data-label="Per month">
                  <strong className="figure">
                    {formatCost(estimate.total ?? 0, currency, { cents })}
                    <Marks ids={estimate.lines.flatMap(({ evidence = [] }) => evidence)} book={book} limit={1} />
                  </strong>
                </td>
                <td className="no-print" data-label="Plot">
                  <label className="tick-cell">
                    <input type="checkbox" name="m" value={id} form={form} defaultChecked={plotted.includes(id)} />
                    <span className="sr-only">
                      Plot {model.name} ({card.name})
                    </span>
                  </label>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

function Bar({ row, most }: { row: BillRow; most: Bill["groups"][number]["most"] }) {
  let from = 0;
  const announced = Math.max(0, ...row.announced.map(({ total }) => shareOf(total ?? 0, most)));
  const segments = row.parts.map(({ part, amount }): { part: BillPart; x: number; width: number } => {
    const x = from;
    const width = shareOf(amount, most);
    from += width;
    return { part, x, width };
  });
  return (
    <svg className="bill-svg" width="100%" height="16" aria-hidden="true">
      {announced > from ? (
        <rect x={`${from}%`} y="1" width={`${announced - from}%`} height="14" className="part-announced" />
      ) : null}
      {segments.map(({ part, x, width }) => (
        <rect
          key={part}
          x={`${x}%`}
          y="1"
          width={`${width}%`}
          height="14"
          className={`part-${part}`}
          data-part={part}
        />
      ))}
    </svg>
  );
}

/** SVG patterns that keep the bars readable in print and without colours. Render it once per page. */
export function BillPatterns() {
  return (
    <svg width="0" height="0" aria-hidden="true" className="bill-patterns">
      <defs>
        <pattern id="bill-cached" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="2" height="5" className="pattern-ink" />
        </pattern>
        <pattern id="bill-writes" width="4" height="4" patternUnits="userSpaceOnUse">
          <circle cx="2" cy="2" r="1" className="pattern-ink" />
        </pattern>
      </defs>
    </svg>
  );
}
