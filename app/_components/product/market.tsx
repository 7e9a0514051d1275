import { BILLING_WORDS } from "@/lib/catalog/billing-words";
import { layoutBox } from "@/lib/chart/box";
import { formatDay } from "@/lib/format/dates";
import { EQUIVALENT_RULE, equivalentSentence, marketReasons } from "@/lib/format/market";
import { formatMoney, formatNumber } from "@/lib/format/money";
import { capitalised } from "@/lib/format/words";
import type { MarketData, PricingRecord } from "@/lib/schemas/record";
import { type ListEquivalent, listEquivalents } from "@/lib/tco/market";
import { pluralOf } from "@/lib/tco/units";
import { type EvidenceBook, Marks } from "../marks";
import { Purchases } from "./purchases";

const SIZES = [
  { className: "chart chart-wide", width: 912, tickCount: 6 },
  { className: "chart chart-narrow", width: 358, tickCount: 3 },
] as const;

const SPENDS = ["low", "median", "high"] as const;

type Props = { market: MarketData; record: PricingRecord; book: EvidenceBook };

/** Shows a box plot of buyers' spending, the list-price equivalent of each spend, and why the two differ. */
export function Market({ market, record, book }: Props) {
  const { medianAnnualCost, low, high, sampleSize, currency, source, asOf, purchases, evidence } = market;
  const restricted = record.license.marketData === "restricted";
  const facts = [
    { term: "Yearly median", value: medianAnnualCost },
    { term: "Low", value: low },
    { term: "High", value: high },
  ].filter(({ value }) => value !== null);
  const equivalents = listEquivalents(record.tiers ?? [], market);
  return (
    <>
      {facts.length > 0 ? (
        <>
          <dl className="facts max-w-read">
            {facts.map(({ term, value }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>
                  {formatMoney(value ?? 0, currency)}
                  <Marks ids={evidence} book={book} limit={1} />
                </dd>
              </div>
            ))}
          </dl>
          <Box market={market} />
          <p className="mt-2 max-w-read text-table text-ink-2">
            {restricted ? <span className="tag mr-2">Third-party figure</span> : null}
            Collected by {source},{" "}
            {sampleSize === null ? "number of purchases not stated" : `${formatNumber(sampleSize)} purchases`}, as of{" "}
            {formatDay(asOf)}.
          </p>
          {restricted && record.licenseNote ? <p className="note mt-1 max-w-read">{record.licenseNote}</p> : null}
          {equivalents.length > 0 ? <AtList market={market} equivalents={equivalents} /> : null}
          <h3 className="mt-4 mb-1">Why list prices and paid prices differ</h3>
          <ul className="max-w-read list-disc pl-5 text-table text-ink-2" data-testid="market-reasons">
            {marketReasons(market, { vendor: record.vendor.name, restricted }).map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </>
      ) : null}
      {purchases.length > 0 ? <Purchases purchases={purchases} book={book} /> : null}
    </>
  );
}

function Box({ market: { low, medianAnnualCost: median, high, currency, source } }: Pick<Props, "market">) {
  if (low === null || high === null || low >= high) return null;
  const figures = { low, median, high };
  const words = (key: keyof typeof figures, brief: boolean) =>
    `${brief && key !== "median" ? "" : `${key} `}${formatMoney(figures[key] ?? 0, currency)}`;
  const label = `What buyers pay per year, according to ${source}: ${SPENDS.flatMap((key) => (figures[key] === null ? [] : words(key, false))).join(", ")}.`;
  return (
    <figure className="mt-4" data-testid="market-box">
      {SIZES.map(({ className, width, tickCount }) => {
        const plot = layoutBox(figures, { width, fontSize: 12, tickCount, words });
        const { box, axisY, median: middle } = plot;
        return (
          <svg
            key={width}
            className={className}
            viewBox={`0 0 ${width} ${plot.height}`}
            width={width}
            height={plot.height}
            role="img"
            aria-label={label}
          >
            <rect className="range-box" x={box.x} y={box.y} width={box.width} height={box.height} />
            {middle === null ? null : (
              <line className="median" x1={middle} x2={middle} y1={box.y - 4} y2={box.y + box.height + 4} />
            )}
            {plot.labels.map(({ key, text, x }) => (
              <text key={key} x={x} y={box.y - 9}>
                {text}
              </text>
            ))}
            <line className="axis" x1={plot.left} x2={plot.right} y1={axisY} y2={axisY} />
            {plot.ticks.map(({ x, value }) => (
              <g key={value}>
                <line className="axis" x1={x} x2={x} y1={axisY} y2={axisY + 4} />
                <text
                  className="tick"
                  x={x}
                  y={axisY + 18}
                  textAnchor={x === plot.left ? "start" : x === plot.right ? "end" : "middle"}
                >
                  {formatMoney(value, currency)}
                </text>
              </g>
            ))}
          </svg>
        );
      })}
    </figure>
  );
}

function AtList({ market, equivalents }: { market: MarketData; equivalents: readonly ListEquivalent[] }) {
  const { currency } = market;
  const spends = SPENDS.filter((key) => equivalents.some((entry) => entry[key] !== null));
  const [{ noun } = { noun: "seat" }] = equivalents;
  return (
    <>
      <h3 className="mt-4 mb-1">The same spend at list price</h3>
      <p className="max-w-read" data-testid="market-at-list">
        {equivalentSentence(equivalents)}
      </p>
      <table className="ledger ledger-stack mt-2 max-w-read">
        <caption className="sr-only">Quantity that the yearly spend would buy at list price</caption>
        <thead>
          <tr>
            <th scope="col">Tier</th>
            <th scope="col" className="num">
              List price per {noun} per year
            </th>
            {spends.map((key) => (
              <th key={key} scope="col" className="num">
                {capitalised(key)} spend buys
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {equivalents.map((entry) => (
            <tr key={entry.tier}>
              <th scope="row">{entry.name}</th>
              <td className="num" data-label={`List price per ${noun} per year`}>
                {formatMoney(entry.yearly, currency)}, {BILLING_WORDS[entry.billing]}
              </td>
              {spends.map((key) => {
                const count = entry[key];
                return (
                  <td
                    key={key}
                    className={count === null ? "num empty" : "num"}
                    data-label={`${capitalised(key)} spend buys`}
                  >
                    {count === null
                      ? null
                      : `${formatNumber(count)} ${count === 1 ? entry.noun : pluralOf(entry.noun)}`}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="note mt-1 max-w-read">{EQUIVALENT_RULE}</p>
    </>
  );
}
