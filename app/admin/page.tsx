import { Desk } from "@/app/_components/commerce/desk";
import { Served } from "@/app/_components/commerce/served";
import { deskMetadata } from "@/app/_data/operator";
import { paymentMode } from "@/app/_data/pricing";
import { desk } from "@/lib/account/operator";
import { requireOperator } from "@/lib/auth/session";
import { formatNumber } from "@/lib/format/money";
import { list } from "@/lib/format/words";
import { imprint, missingFromImprint } from "@/lib/imprint";

export const generateMetadata = deskMetadata("Operator dashboard");

export default async function AdminPage() {
  await requireOperator();
  const counts = await desk();
  const missing = missingFromImprint(imprint());
  const facts = [
    { term: "customers", value: counts.customers, href: "/admin/customers" },
    { term: "purchases", value: counts.purchases, href: "/admin/purchases" },
    { term: "refunded", value: counts.refunded, href: "/admin/purchases" },
    { term: "downloads", value: counts.downloads, href: "/admin/purchases" },
    { term: "events received", value: counts.events, href: "/admin/events" },
    { term: "events not applied", value: counts.unapplied, href: "/admin/events?state=waiting" },
    { term: "emails not yet sent", value: counts.mailsOwed, href: "/admin/events" },
    { term: "open reports", value: counts.openReports, href: "/admin/reports" },
  ];
  return (
    <Desk here="/admin" title="Operator dashboard">
      <p className="mb-4 text-table text-ink-2">
        {
          {
            off: "Payments are not set up.",
            sandbox: "Payments sandbox: no real payments.",
            stripe: "Payments go to Stripe.",
          }[paymentMode()]
        }
      </p>
      {missing.length > 0 ? (
        <p className="problem mb-4" role="status" data-testid="unnamed">
          {`This deployment does not name its operator in full. Set ${list(missing)}, as described in .env.example, and restart. Until then, readers and buyers do not see them in `}
          <a href="/about#operator">the imprint</a>.
        </p>
      ) : null}
      <dl className="facts mb-8">
        {facts.map(({ term, value, href }) => (
          <div key={term}>
            <dt>
              <a href={href} className="quiet-link">
                {term}
              </a>
            </dt>
            <dd>{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
      <h2>Subscriptions</h2>
      {counts.subscriptions.length === 0 ? <p className="mt-2">None yet.</p> : null}
      <dl className="terms mt-2 mb-10 max-w-read">
        {counts.subscriptions.map(({ status, n }) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>{formatNumber(n)}</dd>
          </div>
        ))}
      </dl>
      <Served />
    </Desk>
  );
}
