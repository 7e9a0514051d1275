import { formatDay } from "@/lib/format/dates";
import { formatMoney } from "@/lib/format/money";
import { months, PURCHASES_NOTE } from "@/lib/format/purchases";
import type { Purchase } from "@/lib/schemas/record";
import { type EvidenceBook, Marks } from "../marks";

export function Purchases({ purchases, book }: { purchases: readonly Purchase[]; book: EvidenceBook }) {
  return (
    <table className="ledger ledger-stack mt-4">
      <caption>{PURCHASES_NOTE}</caption>
      <thead>
        <tr>
          <th scope="col">Buyer</th>
          <th scope="col">Covers</th>
          <th scope="col" className="num">
            Paid
          </th>
          <th scope="col">Term</th>
          <th scope="col" className="num">
            Per year (approx.)
          </th>
          <th scope="col">Signed</th>
        </tr>
      </thead>
      <tbody>
        {purchases.map(
          ({ buyer, covers, amount, currency, termMonths, annualAmount, taxIncluded, signedAt, evidence }) => (
            <tr key={evidence.join()} data-purchase={amount}>
              <th scope="row">
                {buyer}
                <Marks ids={evidence} book={book} limit={1} />
              </th>
              <td className={covers ? "" : "empty"} data-label="Covers">
                {covers}
              </td>
              <td className="num" data-label="Paid">
                {formatMoney(amount, currency)}
                {taxIncluded ? " incl. tax" : ""}
              </td>
              <td className={termMonths === null ? "empty" : "whitespace-nowrap"} data-label="Term">
                {termMonths === null ? null : months(termMonths)}
              </td>
              <td className={annualAmount === null ? "num empty" : "num"} data-label="Per year (approx.)">
                {annualAmount === null ? null : formatMoney(annualAmount, currency)}
              </td>
              <td className="whitespace-nowrap" data-label="Signed">
                {formatDay(signedAt)}
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}
