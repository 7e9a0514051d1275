import { shareText } from "@/lib/format/coverage";
import { formatNumber } from "@/lib/format/money";
import { ShareBar } from "./bars";

type HeadProps = { pictureClass: string };

/** The columns that every table of counts has: the number of products, their share and a bar. */
export function ShareHead({ pictureClass }: HeadProps) {
  return (
    <>
      <th scope="col" className="num">
        Products
      </th>
      <th scope="col" className="num">
        Share
      </th>
      <th scope="col" className={pictureClass}>
        <span className="sr-only">Chart</span>
      </th>
    </>
  );
}

export function ShareCells({ count, whole }: { count: number; whole: number }) {
  return (
    <>
      <td className="num" data-label="Products">
        {formatNumber(count)}
      </td>
      <td className="num" data-label="Share">
        {shareText(count, whole)}
      </td>
      <td>
        <ShareBar part={count} whole={whole} />
      </td>
    </>
  );
}
