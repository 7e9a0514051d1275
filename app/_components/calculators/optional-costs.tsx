import { formatMoney } from "@/lib/format/money";
import { yearsWords } from "@/lib/format/tco";
import type { TcoAnswer } from "@/lib/schemas/tco";
import { receiptRows } from "@/lib/tco/receipt-rows";
import { type EvidenceBook, Marks } from "../marks";
import { Section } from "../section";

/** Lists the costs that not every buyer has and the costs that cannot be calculated from a number of seats. */
export function OptionalCosts({ items, book }: { items: TcoAnswer["items"]; book: EvidenceBook }) {
  const rows = items.flatMap((item, index) => [
    ...receiptRows(item.optionalLines.map((line) => ({ ...line, item: index, slug: item.slug }))).map((row) => ({
      key: `${index} ${row.label} ${row.years?.from}`,
      product: item.name,
      label: row.label,
      figure: formatMoney(row.amount, item.currency),
      note: `${yearsWords(row.years)}${item.optionalLines.some((line) => line.inHigh && line.label.startsWith(row.label)) ? "; in the upper end of the range" : ""}`,
      evidence: row.evidence,
    })),
    ...item.notCounted.map((cost) => ({
      key: `${index} ${cost.option}`,
      product: item.name,
      label: cost.label,
      figure: null,
      note: cost.reason,
      evidence: cost.evidence,
    })),
  ]);
  if (rows.length === 0) return null;
  return (
    <Section
      id="optional"
      title="Not in the total"
      note="Costs that do not apply to every buyer, or have no known quantity."
    >
      <table className="ledger ledger-stack">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Cost</th>
            <th scope="col" className="num">
              Amount
            </th>
            <th scope="col">Note</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <td data-label="Product">{row.product}</td>
              <td data-label="Cost">
                <span>
                  {row.label}
                  <Marks ids={row.evidence} book={book} limit={1} />
                </span>
              </td>
              <td className={row.figure === null ? "num hatch" : "num"} data-label="Amount">
                {row.figure ?? <span className="unknown">not included</span>}
              </td>
              <td data-label="Note">{row.note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
