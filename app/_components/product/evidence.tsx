import { formatDay } from "@/lib/format/dates";
import { EVIDENCE_KINDS, evidenceUses, hostOf, type NumberedEvidence } from "@/lib/format/evidence";
import { formatNumber } from "@/lib/format/money";
import { licenceWords, list } from "@/lib/format/words";
import type { PricingRecord } from "@/lib/schemas/record";
import type { EvidenceBook } from "../marks";

const SHOWN = 24;

export function EvidenceTable({ record, book }: { record: PricingRecord; book: EvidenceBook }) {
  const unlisted = record.evidence.filter(({ id }) => !book.has(id)).length;
  const uses = evidenceUses(record);
  const rows = [...book.values()];
  return (
    <>
      <Rows rows={rows.slice(0, SHOWN)} uses={uses} />
      {rows.length > SHOWN ? (
        <details className="mt-2 text-table">
          <summary>{rows.length - SHOWN} more sources</summary>
          <Rows rows={rows.slice(SHOWN)} uses={uses} />
        </details>
      ) : null}
      {unlisted > 0 ? (
        <p className="note mt-2">
          {formatNumber(unlisted)} more, not cited on this page, are in the <a href={record.links.self}>JSON record</a>.
        </p>
      ) : null}
    </>
  );
}

function Rows({ rows, uses }: { rows: readonly NumberedEvidence[]; uses: Map<string, string[]> }) {
  return (
    <table className="ledger ledger-stack evidence-rows">
      <thead>
        <tr>
          <th scope="col" className="w-10">
            No.
          </th>
          <th scope="col">Source</th>
          <th scope="col">Used for</th>
          <th scope="col">Checked</th>
          <th scope="col">How it was collected</th>
          <th scope="col">Licence</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ number, entry }) => (
          <tr key={entry.id} id={`ev-${number}`}>
            <td data-label="No.">{number}</td>
            <td data-label="Source">
              <span>
                <a href={entry.url} className="source" rel="noopener nofollow">
                  {entry.publisher}, {hostOf(entry.url)}
                </a>
                {entry.note ? <span className="note block">{entry.note}</span> : null}
              </span>
            </td>
            <td data-label="Used for">
              <a href={`/evidence/${entry.id}`} className="quiet-link" rel="nofollow">
                {uses.has(entry.id) ? sentence(list(uses.get(entry.id) ?? [])) : "Confirms the figures shown"}
              </a>
            </td>
            <td className="whitespace-nowrap" data-label="Checked">
              {formatDay(entry.capturedAt)}
            </td>
            <td data-label="How it was collected">
              <span>
                Kind {entry.trust} ({EVIDENCE_KINDS[entry.trust]}),{" "}
                {entry.via ? (
                  <>
                    via{" "}
                    <a href={entry.via} rel="noopener nofollow">
                      {hostOf(entry.via)}
                    </a>
                  </>
                ) : (
                  "directly from the source"
                )}
              </span>
            </td>
            <td data-label="Licence">{licenceWords(entry.licence)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
