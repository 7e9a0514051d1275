import type { CSSProperties } from "react";
import type { BrowseQuery, BrowseRow } from "@/app/_data/browse";
import { listPath } from "@/app/_data/paths";
import { formatDay } from "@/lib/format/dates";
import { freeWord, startText, startUnit } from "@/lib/format/list";
import { columnCents, decimalPads, formatMoney } from "@/lib/format/money";
import { confidenceText } from "@/lib/format/price";
import { productPath } from "../_data/paths";
import { PriceBar } from "./price-strip";

type Sort = NonNullable<BrowseQuery["sort"]>;
type Axis = { currency: string; unit: string; max: number };

type Props = {
  rows: readonly BrowseRow[];
  /** The shared axis. Rows in this currency and unit draw their tiers on it. */
  axis?: Axis | null;
  alike?: (row: BrowseRow) => boolean;
  withCategory?: boolean;
  /** The list's own path, for headings that sort. */
  path: string;
  query: BrowseQuery;
  sort: Sort;
  /** The id of a form that compares the ticked products. */
  compareForm?: string;
};

export function ProductTable({ rows, axis, alike, withCategory = false, path, query, sort, compareForm }: Props) {
  const cents = columnCents(rows.map(({ startingPrice }) => startingPrice));
  const starts = rows.map((row) => startText(row, cents));
  const pads = decimalPads(starts.map(({ known, amount, text }) => (known && amount ? text : null)));
  const heading = { path, query, sort };
  return (
    <table className="ledger ledger-stack row-list">
      <thead>
        <tr>
          <SortHeading {...heading} by={["name"]}>
            Product
          </SortHeading>
          {withCategory ? <th scope="col">Category</th> : null}
          <SortHeading {...heading} by={["price", "-price"]} className="num">
            From
          </SortHeading>
          <th scope="col">Unit</th>
          {axis ? (
            <th scope="col">
              Tiers, {formatMoney(0, axis.currency)}–{formatMoney(axis.max, axis.currency)}
            </th>
          ) : null}
          <th scope="col">Free plan</th>
          <SortHeading {...heading} by={["confidence"]}>
            Confidence
          </SortHeading>
          <SortHeading {...heading} by={["seen"]}>
            Checked
          </SortHeading>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          const start = starts[index];
          const unit = start?.amount ? startUnit(row) : null;
          const values = axis && alike?.(row) ? row.tiers.map(({ price }) => price) : [];
          const free = freeWord(row);
          return (
            <tr key={row.slug}>
              <th scope="row">
                {compareForm ? (
                  <label className="pick no-print">
                    <input type="checkbox" name="p" value={row.slug} form={compareForm} />
                    <span className="sr-only">Compare {row.name}</span>
                  </label>
                ) : null}
                <a href={productPath(row)}>{row.name}</a>
              </th>
              {withCategory ? <td data-label="Category">{row.category.name}</td> : null}
              <td className="num lead" data-label="From">
                {start?.known ? (
                  <span className={start.amount === null ? "summary" : "figure"} style={padStyle(pads[index])}>
                    {start.text}
                  </span>
                ) : (
                  <span className="unknown">{start?.text}</span>
                )}
              </td>
              <td className={unit ? "" : "empty"} data-label="Unit">
                {unit}
              </td>
              {axis ? (
                <td className={values.length > 0 ? "" : "empty"} data-label="Tiers">
                  {values.length > 0 ? <PriceBar values={values} max={axis.max} /> : null}
                </td>
              ) : null}
              <td className={free ? "" : "empty"} data-label="Free plan">
                {free}
              </td>
              <td data-label="Confidence">{confidenceText(row)}</td>
              <td className="whitespace-nowrap" data-label="Checked">
                {formatDay(row.observedAt)}
                {row.stale ? <span className="doubt">, old</span> : null}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

type HeadingProps = {
  path: string;
  query: BrowseQuery;
  sort: Sort;
  /** The sort orders of the heading. Each click selects the next one. */
  by: readonly Sort[];
  className?: string;
  children: string;
};

function SortHeading({ path, query, sort, by, className, children }: HeadingProps) {
  const at = by.indexOf(sort);
  const next = by[at + 1] ?? by[0];
  const descends = sort === "-price" || sort === "confidence" || sort === "seen";
  return (
    <th scope="col" className={className} aria-sort={at < 0 ? undefined : descends ? "descending" : "ascending"}>
      <a
        href={listPath(path, { ...query, sort: next, page: undefined })}
        rel="nofollow"
        className="sort"
        data-sorted={at < 0 ? undefined : descends ? "down" : "up"}
      >
        {children}
      </a>
    </th>
  );
}

function padStyle(pad: number | undefined) {
  return pad ? ({ "--pad": pad } as CSSProperties) : undefined;
}
