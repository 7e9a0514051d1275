import { Desk } from "@/app/_components/commerce/desk";
import { deskMetadata } from "@/app/_data/operator";
import { comparison, RECONCILE_DAYS } from "@/lib/account/operator";
import { requireOperator } from "@/lib/auth/session";
import { formatDay } from "@/lib/format/dates";
import { repairForm } from "../actions";

export const generateMetadata = deskMetadata("Reconcile");

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function ReconcilePage({ searchParams }: Props) {
  await requireOperator();
  const query = await searchParams;
  const compared = await comparison(query);
  return (
    <Desk here="/admin/reconcile" title="Reconcile" said={query.said}>
      <p className="mb-4 max-w-read text-table text-ink-2">
        Compares the ledger of grants with Stripe. Comparing changes nothing.
      </p>
      <form method="get" className="mb-6 max-w-read">
        <div className="entry-row">
          <div className="entry">
            <label htmlFor="days">Period</label>
            <select id="days" name="days" defaultValue={compared.state === "not asked" ? 7 : compared.days}>
              {RECONCILE_DAYS.map((days) => (
                <option key={days} value={days}>
                  {days === 1 ? "1 day" : `${days} days`}
                </option>
              ))}
            </select>
          </div>
          <button type="submit" className="button">
            Compare
          </button>
        </div>
      </form>
      {compared.state === "failed" ? (
        <p className="notice mb-10" role="alert">
          {compared.message}
        </p>
      ) : null}
      {compared.state === "compared" ? <Result {...compared} /> : null}
    </Desk>
  );
}

function Result({ days, result }: Extract<Awaited<ReturnType<typeof comparison>>, { state: "compared" }>) {
  const { checkouts, subscriptions, payments } = result.checked;
  const { differences } = result;
  return (
    <div className="mb-10" data-testid="comparison">
      <p className="text-table text-ink-2">
        {`Compared since ${formatDay(result.since.toISOString())}. Checkouts: ${checkouts}. Subscriptions: ${subscriptions}. Refunds and disputes: ${payments}.`}
      </p>
      {differences.length === 0 ? (
        <p className="mt-3">The ledger and Stripe agree.</p>
      ) : (
        <>
          <table className="ledger ledger-stack mt-3">
            <thead>
              <tr>
                <th scope="col">Object</th>
                <th scope="col">Ledger → Stripe</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ id, detail }) => (
                <tr key={`${id} ${detail}`}>
                  <th scope="row">
                    <code className="wrap-anywhere">{id}</code>
                  </th>
                  <td data-label="Ledger → Stripe" className="wrap-anywhere">
                    {detail}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <form action={repairForm} className="mt-4">
            <input type="hidden" name="days" value={days} />
            <button type="submit" className="button button-quiet">
              Repair with Stripe’s data
            </button>
          </form>
        </>
      )}
    </div>
  );
}
