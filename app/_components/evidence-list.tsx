import { formatDay } from "@/lib/format/dates";
import { hostOf } from "@/lib/format/evidence";
import { licenceWords } from "@/lib/format/words";
import type { EvidenceBook } from "./marks";

/** The evidence table. Evidence marks link to its rows. */
export function EvidenceList({ book, restricted }: { book: EvidenceBook; restricted?: ReadonlySet<string> }) {
  return (
    <table className="ledger ledger-stack">
      <thead>
        <tr>
          <th scope="col" className="w-10">
            No.
          </th>
          <th scope="col">Source</th>
          <th scope="col">Checked</th>
          <th scope="col">Kind</th>
          <th scope="col">Licence</th>
        </tr>
      </thead>
      <tbody>
        {[...book.values()].map(({ number, entry }) => (
          <tr key={entry.id} id={`ev-${number}`}>
            <td data-label="No.">{number}</td>
            <td data-label="Source">
              <span>
                <a href={entry.url} className="source" rel="noopener nofollow">
                  {entry.publisher}, {hostOf(entry.url)}
                </a>
                {entry.via ? (
                  <span className="note">
                    {" "}
                    via{" "}
                    <a href={entry.via} rel="noopener nofollow">
                      {hostOf(entry.via)}
                    </a>
                  </span>
                ) : null}
                {entry.note ? <span className="note block">{entry.note}</span> : null}
              </span>
            </td>
            <td className="whitespace-nowrap" data-label="Checked">
              {formatDay(entry.capturedAt)}
            </td>
            <td data-label="Kind">{entry.trust}</td>
            <td data-label="Licence">
              <span>
                {licenceWords(entry.licence)}
                {restricted?.has(entry.id) ? <span className="tag ml-2">Third-party figure</span> : null}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
