import { notFound } from "next/navigation";
import { Desk, Instant } from "@/app/_components/commerce/desk";
import { PurchaseTable } from "@/app/_components/commerce/purchase-table";
import { deskMetadata } from "@/app/_data/operator";
import { customerFile } from "@/lib/account/operator";
import { requireOperator } from "@/lib/auth/session";

export const generateMetadata = deskMetadata("Customer");

type Props = { params: Promise<{ id: string }> };

export default async function CustomerPage({ params }: Props) {
  await requireOperator();
  const file = await customerFile((await params).id);
  if (!file) notFound();
  const { customer, access, subscriptions, keys, purchases } = file;
  return (
    <Desk here="/admin/customers" title="Customer">
      <dl className="terms mb-8 max-w-read">
        <div>
          <dt>Email</dt>
          <dd>{customer.email || "no email address"}</dd>
        </div>
        <div>
          <dt>Stripe ID</dt>
          <dd>
            <code>{customer.id}</code>
          </dd>
        </div>
        <div>
          <dt>Since (UTC)</dt>
          <dd>
            <Instant at={customer.createdAt} />
          </dd>
        </div>
        <div>
          <dt>Access with API keys</dt>
          <dd>{access.active ? "active" : "inactive"}</dd>
        </div>
      </dl>

      <h2>Subscriptions</h2>
      {subscriptions.length === 0 ? <p className="mt-2">None.</p> : null}
      <dl className="terms mt-2 mb-8">
        {subscriptions.map(({ id, status, words, syncedAt }) => (
          <div key={id}>
            <dt>{status}</dt>
            <dd>
              {words} <code className="wrap-anywhere">{id}</code>
              <span className="note block">
                read from Stripe <Instant at={syncedAt} />
              </span>
            </dd>
          </div>
        ))}
      </dl>

      <h2>Keys</h2>
      {keys.length === 0 ? <p className="mt-2">None.</p> : null}
      <dl className="terms mt-2 mb-8 max-w-read">
        {keys.map(({ id, prefix, name, state, createdAt, lastUsedAt }) => (
          <div key={id}>
            <dt>
              <code>{`${prefix}…`}</code>
            </dt>
            <dd>
              {`${name}: ${state}, created `}
              <Instant at={createdAt} />
              {lastUsedAt ? ", last used about " : ", never used"}
              {lastUsedAt ? <Instant at={lastUsedAt} /> : null}
            </dd>
          </div>
        ))}
      </dl>

      <h2>Files</h2>
      <div className="mt-2 mb-10">{purchases.length === 0 ? <p>None.</p> : <PurchaseTable rows={purchases} />}</div>
    </Desk>
  );
}
