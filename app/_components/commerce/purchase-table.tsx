import type { PurchaseEntry } from "@/lib/account/operator";
import { formatMinor } from "@/lib/format/money";
import { Instant } from "./desk";

export function PurchaseTable({ rows }: { rows: readonly PurchaseEntry[] }) {
  return (
    <table className="ledger ledger-stack">
      <thead>
        <tr>
          <th scope="col">Category</th>
          <th scope="col">Email</th>
          <th scope="col">Paid (UTC)</th>
          <th scope="col" className="num">
            Amount
          </th>
          <th scope="col">Status</th>
          <th scope="col" className="num">
            Downloads
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, category, email, paidAt, amountMinor, currency, status, downloadsUsed, downloadsMax }) => (
          <tr key={id}>
            <th scope="row">
              <a href={`/admin/purchases/${id}`}>{category}</a>
            </th>
            <td data-label="Email" className="wrap-anywhere">
              {email || "no email address"}
            </td>
            <td data-label="Paid (UTC)">
              <Instant at={paidAt} />
            </td>
            <td className="num" data-label="Amount">
              {formatMinor(amountMinor, currency)}
            </td>
            <td data-label="Status">{status}</td>
            <td className="num" data-label="Downloads">{`${downloadsUsed} of ${downloadsMax}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
