import type { PeerCosts } from "@/app/_data/cost";
import { productPath } from "@/app/_data/paths";
import { comparePath } from "@/app/_data/tool-paths";
import type { Alternative, CategoryMedian } from "@/lib/catalog/peers";
import type { AlignedPrices, AlignedRow } from "@/lib/format/alternatives";
import { formatMoney } from "@/lib/format/money";
import { capitalised, unitWords } from "@/lib/format/words";
import { PeerWho, PeerYear } from "./peer-year";

const SHOWN_NAMES = 24;

type Props = {
  slug: string;
  category: { slug: string; name: string };
  aligned: AlignedPrices;
  median: CategoryMedian | null;
  alternatives: readonly Alternative[];
  /** Costs for the same count as the verdict. */
  costs: PeerCosts | null;
};

export function Alternatives({ slug, category, aligned, median, alternatives, costs }: Props) {
  const drawn = new Set(aligned.rows.map((row) => row.slug));
  const rest = alternatives.filter((one) => !drawn.has(one.slug));
  return (
    <>
      <Aligned slug={slug} aligned={aligned} median={median} costs={costs} />
      {rest.length > 0 ? (
        <>
          <h3 className="mt-6 mb-1">More alternatives</h3>
          <ul className="columns-2 gap-8 text-table md:columns-3">
            {rest.slice(0, SHOWN_NAMES).map((one) => (
              <li key={one.slug} className="break-inside-avoid py-0.5">
                <a href={productPath({ slug: one.slug, category: { slug: one.category } })}>{one.name}</a>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <p className="mt-3 text-table">
        <a href={`/software/${category.slug}`}>See all {category.name} products and prices</a>
      </p>
    </>
  );
}

type AlignedProps = Pick<Props, "slug" | "aligned" | "median" | "costs">;

function Aligned({ slug, aligned, median, costs }: AlignedProps) {
  const { axis, rows } = aligned;
  const year = costs?.who ? (
    <th scope="col" className="peer-year">
      Yearly cost for <PeerWho who={costs.who} />
    </th>
  ) : null;
  return (
    <table className="ledger aligned">
      <caption>
        Products often compared with it come first (our own selection), then the best known.
        {axis ? ` The axis shows tiers in ${axis.currency} ${unitWords(axis.unit)}.` : ""}
        {axis && median && axis.median !== null ? (
          <>
            {" "}
            <i className="median-key" aria-hidden="true" /> Median starting price of {median.products} products:{" "}
            {formatMoney(median.value, axis.currency)}.
          </>
        ) : null}
      </caption>
      <thead>
        <tr>
          <th scope="col">Product</th>
          {axis ? (
            <>
              <th scope="col" className="num">
                From
              </th>
              <th scope="col" className="num">
                To
              </th>
              {year}
              <td aria-hidden="true" className="axis-head">
                <div>
                  {axis.ticks.map(({ at, text }) => (
                    <span key={at} style={{ left: `${at}%` }}>
                      {text}
                    </span>
                  ))}
                </div>
              </td>
            </>
          ) : (
            <>
              <th scope="col" colSpan={year ? 2 : 3}>
                Price
              </th>
              {year}
              {year ? <td aria-hidden="true" className="axis-head" /> : null}
            </>
          )}
          <td className="no-print" />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.slug} className={row.self ? "self" : undefined} data-peer={row.slug}>
            <th scope="row">
              {row.self ? row.name : <a href={productPath({ slug: row.slug, category: row.category })}>{row.name}</a>}
              {row.reason ? <span className="reason">{capitalised(row.reason)}</span> : null}
            </th>
            {row.said === null ? (
              <>
                <td className="num">{row.from}</td>
                <td className="num">{row.to ?? ""}</td>
                {costs?.who ? <Year slug={row.slug} costs={costs} /> : null}
                <td aria-hidden="true" className="axis-cell">
                  <Bar row={row} median={axis?.median ?? null} ticks={axis?.ticks.map(({ at }) => at) ?? []} />
                </td>
              </>
            ) : (
              <>
                <td colSpan={year ? 2 : 3} className="said">
                  {row.said}
                </td>
                {costs?.who ? <Year slug={row.slug} costs={costs} /> : null}
                {year ? <td aria-hidden="true" className="axis-cell" /> : null}
              </>
            )}
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

function Year({ slug, costs }: { slug: string; costs: PeerCosts }) {
  return (
    <td className="peer-year">
      <PeerYear slug={slug} costs={costs} />
    </td>
  );
}

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
