import { productPath } from "@/app/_data/paths";
import { comparePath } from "@/app/_data/tool-paths";
import { groupBy } from "@/lib/catalog/ledger";
import type { CategoryMedian, Peer } from "@/lib/catalog/peers";
import type { AlignedPrices, AlignedRow } from "@/lib/format/alternatives";
import { formatMoney } from "@/lib/format/money";
import { unitWords } from "@/lib/format/words";

const SHOWN_NAMES = 24;
const SHOWN_PRICED = 8;

type Props = {
  slug: string;
  category: { slug: string; name: string };
  aligned: AlignedPrices | null;
  median: CategoryMedian | null;
  peers: readonly Peer[];
};

export function Alternatives({ slug, category, aligned, median, peers }: Props) {
  const drawn = new Set(aligned?.rows.map((row) => row.slug));
  const priced = aligned ? [] : cheapestAlike(peers).slice(0, SHOWN_PRICED);
  const told = new Set([...drawn, ...priced.map((peer) => peer.slug)]);
  const rest = peers.filter((peer) => !told.has(peer.slug));
  return (
    <>
      {aligned ? <Aligned slug={slug} aligned={aligned} median={median} /> : null}
      {priced.length > 0 ? (
        <ul className="max-w-read text-table">
          {priced.map(({ slug: other, name, startingPrice, currency, priceUnit }) => (
            <li key={other} className="flex justify-between gap-4 border-b border-rule py-1.5">
              <a href={productPath({ slug: other, category })}>{name}</a>
              <span className="text-right">
                from {formatMoney(startingPrice ?? 0, currency)} {priceUnit ? unitWords(priceUnit) : ""}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {rest.length > 0 ? (
        <>
          {told.size > 0 ? (
            <h3 className="mt-6 mb-1">{aligned ? "Not priced alike, or not yet read" : "Others"}</h3>
          ) : null}
          <ul className="columns-2 gap-8 text-table md:columns-3">
            {rest.slice(0, SHOWN_NAMES).map((peer) => (
              <li key={peer.slug} className="break-inside-avoid py-0.5">
                <a href={productPath({ slug: peer.slug, category })}>{peer.name}</a>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <p className="mt-3 text-table">
        <a href={`/software/${category.slug}`}>
          All {peers.length + 1} in {category.name}, with prices
        </a>
      </p>
    </>
  );
}

/** Those with a price in the unit that most of them have, the cheapest first. */
function cheapestAlike(peers: readonly Peer[]): Peer[] {
  const priced = peers.filter(({ startingPrice }) => startingPrice !== null && startingPrice > 0);
  const groups = groupBy(priced, ({ currency, priceUnit }) => `${currency} ${priceUnit}`);
  const [largest = []] = [...groups.values()].sort((a, b) => b.length - a.length);
  return [...largest].sort((a, b) => (a.startingPrice ?? 0) - (b.startingPrice ?? 0));
}

function Aligned({ slug, aligned, median }: { slug: string; aligned: AlignedPrices; median: CategoryMedian | null }) {
  const { currency, unit, ticks, rows } = aligned;
  return (
    <table className="ledger aligned">
      <caption>
        {currency} {unitWords(unit)}, tiers on one axis, the best known and nearest in price first.
        {median && aligned.median !== null ? (
          <>
            {" "}
            <i className="median-key" aria-hidden="true" /> Median starting price of {median.products} products:{" "}
            {formatMoney(median.value, currency)}.
          </>
        ) : null}
      </caption>
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col" className="num">
            From
          </th>
          <th scope="col" className="num">
            To
          </th>
          <td aria-hidden="true" className="axis-head">
            <div>
              {ticks.map(({ at, text }) => (
                <span key={at} style={{ left: `${at}%` }}>
                  {text}
                </span>
              ))}
            </div>
          </td>
          <td className="no-print" />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.slug} className={row.self ? "self" : undefined} data-peer={row.slug}>
            <th scope="row">
              {row.self ? row.name : <a href={productPath({ slug: row.slug, category: row.category })}>{row.name}</a>}
            </th>
            <td className="num">{row.from}</td>
            <td className="num">{row.to ?? ""}</td>
            <td aria-hidden="true" className="axis-cell">
              <Bar row={row} median={aligned.median} ticks={ticks.map(({ at }) => at)} />
            </td>
            <td className="no-print">
              {row.self ? null : (
                <a href={comparePath([slug, row.slug])} aria-label={`Compare with ${row.name}`}>
                  compare
                </a>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Percent of the cell's width, so that every row is on the same axis at any width. */
function Bar({ row, median, ticks }: { row: AlignedRow; median: number | null; ticks: readonly number[] }) {
  return (
    <svg className="chart" width="100%" height="20" aria-hidden="true">
      {ticks.map((at) => (
        <line key={at} className="grid" x1={`${at}%`} x2={`${at}%`} y1="0" y2="20" />
      ))}
      <line className="axis" x1="0" x2="100%" y1="10" y2="10" />
      {median === null ? null : <line className="median" x1={`${median}%`} x2={`${median}%`} y1="2" y2="18" />}
      {row.span ? <line className="span" x1={`${row.span.from}%`} x2={`${row.span.to}%`} y1="10" y2="10" /> : null}
      {row.dots.map((at) => (
        <circle key={at} className="dot" cx={`${at}%`} cy="10" r="4.5" />
      ))}
      {row.beyond ? (
        <svg x="100%" y="0" width="1" height="20" overflow="visible" aria-hidden="true">
          <path d="M-1 5L5 10L-1 15" fill="none" stroke="var(--ink)" strokeWidth="1.5" />
        </svg>
      ) : null}
    </svg>
  );
}
