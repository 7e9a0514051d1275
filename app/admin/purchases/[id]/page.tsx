import { notFound } from "next/navigation";
import { Desk, Instant } from "@/app/_components/commerce/desk";
import { deskMetadata } from "@/app/_data/operator";
import { purchaseFile } from "@/lib/account/operator";
import { requireOperator } from "@/lib/auth/session";
import { formatMinor } from "@/lib/format/money";

export const generateMetadata = deskMetadata("Purchase");

type Props = { params: Promise<{ id: string }> };

export default async function PurchasePage({ params }: Props) {
  await requireOperator();
  const file = await purchaseFile((await params).id);
  if (!file) notFound();
  const { purchase, downloads } = file;
  return (
    <Desk here="/admin/purchases" title="Purchase">
      <dl className="terms mb-8 max-w-read">
        <div>
          <dt>Category</dt>
          <dd>{`${purchase.category}, as of ${purchase.asOf}`}</dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>
            {purchase.status}
            {purchase.refundedAt ? ", " : null}
            {purchase.refundedAt ? <Instant at={purchase.refundedAt} /> : null}
          </dd>
        </div>
        <div>
          <dt>Paid (UTC)</dt>
          <dd>
            {`${formatMinor(purchase.amountMinor, purchase.currency)}, `}
            <Instant at={purchase.paidAt} />
          </dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>{purchase.email || "no email address"}</dd>
        </div>
        {purchase.customerId ? (
          <div>
            <dt>Customer</dt>
            <dd>
              <a href={`/admin/customers/${purchase.customerId}`}>
                <code>{purchase.customerId}</code>
              </a>
            </dd>
          </div>
        ) : null}
        <div>
          <dt>Stripe payment</dt>
          <dd>
            <code>{purchase.paymentIntentId ?? "none"}</code>
          </dd>
        </div>
        <div>
          <dt>Link valid until</dt>
          <dd>
            <Instant at={purchase.expiresAt} />
          </dd>
        </div>
        <div>
          <dt>SHA-256</dt>
          <dd>
            <code>{purchase.fileSha256 ?? "not built yet"}</code>
          </dd>
        </div>
      </dl>
      <h2>{`Downloads: ${purchase.downloadsUsed} of ${purchase.downloadsMax}`}</h2>
      {downloads.length === 0 ? (
        <p className="mt-2 mb-10">None yet.</p>
      ) : (
        <table className="ledger mt-2 mb-10 max-w-read">
          <thead>
            <tr>
              <th scope="col">Started (UTC)</th>
              <th scope="col">Last request</th>
              <th scope="col" className="num">
                Requests
              </th>
            </tr>
          </thead>
          <tbody>
            {downloads.map(({ startedAt, lastAt, requests }) => (
              <tr key={startedAt.toISOString()}>
                <td>
                  <Instant at={startedAt} />
                </td>
                <td>
                  <Instant at={lastAt} />
                </td>
                <td className="num">{requests}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Desk>
  );
}
