import type { SourceFigures } from "@/lib/catalog/report";
import { rejectWords } from "@/lib/format/coverage";
import { formatDay } from "@/lib/format/dates";
import { formatNumber } from "@/lib/format/money";

export function SourceTable({ sources }: { sources: readonly SourceFigures[] }) {
  return (
    <table className="ledger ledger-stack">
      <thead>
        <tr>
          <th scope="col">Source</th>
          <th scope="col" className="num">
            Observations
          </th>
          <th scope="col" className="num">
            Products
          </th>
          <th scope="col">Newest date</th>
          <th scope="col">Licence</th>
          <th scope="col" className="num">
            Rejected rows
          </th>
        </tr>
      </thead>
      <tbody>
        {sources.map(({ slug, name, observations, products, newest, licence, restricted, rejects, topRejects }) => (
          <tr key={slug} data-source={slug}>
            <th scope="row">
              {name}
              {topRejects.length > 0 ? (
                <span className="note mt-0.5 block max-w-[44ch] font-normal">
                  Rejected:{" "}
                  {topRejects.map(({ reason, count }) => `${rejectWords(reason)} (${formatNumber(count)})`).join("; ")}
                </span>
              ) : null}
            </th>
            <td className="num" data-label="Observations">
              {formatNumber(observations)}
            </td>
            <td className="num" data-label="Products">
              {formatNumber(products)}
            </td>
            <td className="whitespace-nowrap" data-label="Newest date">
              {newest ? formatDay(newest) : "none"}
            </td>
            <td data-label="Licence">
              <span className="flex flex-wrap items-baseline gap-x-2">
                {licence === "none" ? "none stated: facts only" : licence}
                {restricted ? <span className="tag">restricted</span> : null}
              </span>
            </td>
            <td className="num" data-label="Rejected rows">
              {formatNumber(rejects)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
