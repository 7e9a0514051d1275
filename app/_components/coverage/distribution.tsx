import { shareText } from "@/lib/format/coverage";
import { formatNumber } from "@/lib/format/money";
import { ShareBar } from "./bars";

type Row = { label: string; note?: string; count: number };
type Props = { caption: string; head: string; rows: readonly Row[]; whole: number };

/** Classes with their count and share of all products. */
export function Distribution({ caption, head, rows, whole }: Props) {
  return (
    <table className="ledger">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col" className="num">
            Products
          </th>
          <th scope="col" className="num">
            Share
          </th>
          <th scope="col" className="w-1/5 sm:w-1/3">
            <span className="sr-only">Picture</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, note, count }) => (
          <tr key={label}>
            <th scope="row" className="font-normal">
              <span className="whitespace-nowrap">{label}</span>
              {note ? <span className="note ml-2 whitespace-nowrap max-sm:ml-0 max-sm:block">{note}</span> : null}
            </th>
            <td className="num">{formatNumber(count)}</td>
            <td className="num">{shareText(count, whole)}</td>
            <td>
              <ShareBar part={count} whole={whole} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
