import { Fragment } from "react";
import { formatDay } from "@/lib/format/dates";
import type { NumberedEvidence } from "@/lib/format/evidence";

export type EvidenceBook = ReadonlyMap<string, NumberedEvidence>;

type Props = { ids: readonly string[]; book: EvidenceBook; limit?: number };

/** Superscript links to rows of the evidence table. */
export function Marks({ ids, book, limit = 3 }: Props) {
  const cited = ids
    .flatMap((id) => book.get(id) ?? [])
    .sort((a, b) => a.number - b.number)
    .slice(0, limit);
  if (cited.length === 0) return null;
  return (
    <sup className="marks">
      {cited.map(({ number, entry }, index) => {
        const label = `Evidence ${number}: ${entry.publisher}, checked ${formatDay(entry.capturedAt)}`;
        return (
          <Fragment key={number}>
            {index > 0 ? "," : ""}
            <a href={`#ev-${number}`} className="mark" aria-label={label}>
              {number}
            </a>
          </Fragment>
        );
      })}
    </sup>
  );
}
