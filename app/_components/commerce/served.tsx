import { durationText, type ServedRow, served, shareText } from "@/lib/account/served";
import { formatNumber } from "@/lib/format/money";
import { Instant } from "./desk";

/** Shows the errors of this process and the durations of its operations. */
export function Served() {
  const { since, processes, requests, operations } = served();
  return (
    <section aria-labelledby="served" data-testid="served">
      <h2 id="served">Responses of this process</h2>
      <p className="mt-2 mb-4 max-w-read text-table text-ink-2">
        {"Counted since it started, "}
        <Instant at={since} />
        {" UTC."}
        {processes > 1
          ? ` It is one of ${processes} on this machine, so the next load may show another process.`
          : null}
        {
          " A restart resets the counts. Times exclude cached responses and are rounded up to the next step of 1, 2, 5 or 10."
        }
      </p>
      <ServedTable caption="By kind of request" rows={requests} first="Request" />
      <ServedTable caption="Operations, slowest first" rows={operations} first="Operation" kept />
    </section>
  );
}

type TableProps = { caption: string; rows: readonly ServedRow[]; first: string; kept?: boolean };

function ServedTable({ caption, rows, first, kept = false }: TableProps) {
  const columns = [
    "Responses",
    ...(kept ? ["Cached"] : []),
    "Refused",
    "Failed",
    "50% within",
    "95% within",
    "Slowest",
  ];
  return (
    <table className="ledger ledger-stack mb-8">
      <caption className="mb-2 text-left text-table">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {columns.map((name) => (
            <th key={name} scope="col" className="num">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} data-served={row.name}>
            <th scope="row">{row.name}</th>
            <td className="num" data-label="Responses">
              {formatNumber(row.answers)}
            </td>
            {kept ? (
              <td className="num" data-label="Cached">
                {formatNumber(row.kept)}
              </td>
            ) : null}
            <td className="num" data-label="Refused">
              {formatNumber(row.refused)}
            </td>
            <td className="num" data-label="Failed">
              {formatNumber(row.failed)}
              {row.failed > 0 ? ` (${shareText(row.failedShare ?? 0)})` : null}
              {row.lastFailedAt ? (
                <span className="note block">
                  {"last "}
                  <Instant at={row.lastFailedAt} />
                </span>
              ) : null}
            </td>
            <Took ms={row.halfMs} label="50% within" />
            <Took ms={row.mostMs} label="95% within" />
            <Took ms={row.mostMs === null ? null : row.slowestMs} label="Slowest" />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Took({ ms, label }: { ms: number | null; label: string }) {
  return (
    <td className="num" data-label={label}>
      {ms === null ? "–" : durationText(ms)}
    </td>
  );
}
