import { Desk, DeskSearch, Dotted, Instant, Pager } from "@/app/_components/commerce/desk";
import { deskMetadata } from "@/app/_data/operator";
import { EVENT_STATES, findEvents } from "@/lib/account/operator";
import { requireOperator } from "@/lib/auth/session";
import { replayForm } from "../actions";

export const generateMetadata = deskMetadata("Events");

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function EventsPage({ searchParams }: Props) {
  await requireOperator();
  const query = await searchParams;
  const { rows, text, page, pages, total, state } = await findEvents(query);
  return (
    <Desk here="/admin/events" title="Events" said={query.said}>
      <p className="mb-4 max-w-read text-table text-ink-2">
        Events that Stripe delivered. Replaying an event fetches the current state from Stripe and saves it. It cannot
        grant anything twice.
      </p>
      <DeskSearch text={text} label="Event, type or object" choices={EVENT_STATES} chosen={state} />
      {rows.length === 0 ? (
        <p>{text ? "No event matches." : "No events."}</p>
      ) : (
        <table className="ledger ledger-stack">
          <thead>
            <tr>
              <th scope="col">Type</th>
              <th scope="col">Event and object</th>
              <th scope="col">Received (UTC)</th>
              <th scope="col">Outcome</th>
              <th scope="col">
                <span className="sr-only">Replay</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, type, objectId, receivedAt, appliedAt, outcome, attempts, lastError, effect }) => (
              <tr key={id} data-event={id}>
                <th scope="row">
                  <Dotted text={type} />
                </th>
                <td data-label="Event">
                  <span>
                    <code className="block wrap-anywhere">{id}</code>
                    {objectId ? <code className="note block wrap-anywhere">{objectId}</code> : null}
                  </span>
                </td>
                <td data-label="Received (UTC)">
                  <span>
                    <Instant at={receivedAt} />
                    {attempts > 1 ? <span className="note block">{`${attempts} deliveries`}</span> : null}
                  </span>
                </td>
                <td data-label="Outcome">
                  <span>
                    {appliedAt ? (outcome ?? "applied") : "not applied"}
                    {lastError ? <span className="doubt block">{lastError}</span> : null}
                    {effect ? (
                      <span className="note block wrap-anywhere">
                        {Object.entries(effect)
                          .filter(([, value]) => value !== null)
                          .map(([name, value]) => `${name}: ${value}`)
                          .join(" · ")}
                      </span>
                    ) : null}
                  </span>
                </td>
                <td>
                  <form action={replayForm}>
                    <input type="hidden" name="event" value={id} />
                    <button type="submit" className="button button-quiet">
                      Replay
                    </button>
                  </form>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Pager page={page} pages={pages} total={total} query={{ q: text, state }} />
    </Desk>
  );
}
