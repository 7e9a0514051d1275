import { ShareCells, ShareHead } from "./share-columns";

type Row = { label: string; note?: string; count: number };
type Props = { caption: string; head: string; rows: readonly Row[]; whole: number };

/** Lists classes with their count and their share of all products. */
export function Distribution({ caption, head, rows, whole }: Props) {
  return (
    <table className="ledger">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <ShareHead pictureClass="w-1/5 sm:w-1/3" />
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, note, count }) => (
          <tr key={label}>
            <th scope="row" className="font-normal">
              <span className="whitespace-nowrap">{label}</span>
              {note ? <span className="note ml-2 whitespace-nowrap max-sm:ml-0 max-sm:block">{note}</span> : null}
            </th>
            <ShareCells count={count} whole={whole} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
