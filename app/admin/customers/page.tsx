import { Desk, DeskSearch, Instant, Pager } from "@/app/_components/commerce/desk";
import { deskMetadata } from "@/app/_data/operator";
import { findCustomers } from "@/lib/account/operator";
import { requireOperator } from "@/lib/auth/session";

export const generateMetadata = deskMetadata("Customers");

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function CustomersPage({ searchParams }: Props) {
  await requireOperator();
  const { rows, text, page, pages, total } = await findCustomers(await searchParams);
  return (
    <Desk here="/admin/customers" title="Customers">
      <DeskSearch text={text} label="Email address or customer ID" />
      {rows.length === 0 ? (
        <p>{text ? "No customer matches." : "No customers yet."}</p>
      ) : (
        <table className="ledger ledger-stack">
          <thead>
            <tr>
              <th scope="col">Email</th>
              <th scope="col">Customer</th>
              <th scope="col">Since (UTC)</th>
              <th scope="col" className="num">
                Subscriptions
              </th>
              <th scope="col" className="num">
                Keys
              </th>
              <th scope="col" className="num">
                Files
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, email, createdAt, subscriptions, keys, purchases, linked }) => (
              <tr key={id}>
                <th scope="row">
                  <a href={`/admin/customers/${id}`} className="wrap-anywhere">
                    {email || "no email address"}
                  </a>
                </th>
                <td data-label="Customer">
                  <code className="wrap-anywhere">{id}</code>
                  {linked ? <span className="note block">started while signed in</span> : null}
                </td>
                <td data-label="Since (UTC)">
                  <Instant at={createdAt} />
                </td>
                <td className="num" data-label="Subscriptions">
                  {subscriptions}
                </td>
                <td className="num" data-label="Keys">
                  {keys}
                </td>
                <td className="num" data-label="Files">
                  {purchases}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Pager page={page} pages={pages} total={total} query={{ q: text }} />
    </Desk>
  );
}
