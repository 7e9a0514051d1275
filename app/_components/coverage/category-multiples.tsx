import { Fragment } from "react";
import { categoryPath } from "@/app/_data/paths";
import type { CategoryFigures } from "@/lib/catalog/report";
import { AGE_LABELS, CONFIDENCE_LABELS, daysText, GROUP_LABELS } from "@/lib/format/coverage";
import { formatNumber } from "@/lib/format/money";
import { Bars } from "./bars";

/** On a narrow page each category is a line of text above its three charts. */
const ROW =
  "[&>*]:!align-middle max-sm:!grid max-sm:grid-cols-[3fr_4fr_4fr] max-sm:gap-x-3 max-sm:[&>td]:!block max-sm:[&>td:nth-child(2)]:!flex max-sm:[&>td]:gap-x-2 max-sm:[&>td:nth-child(2)]:items-baseline max-sm:[&>td:nth-child(2)]:justify-end";

type Props = { headings: readonly { heading: string; categories: readonly CategoryFigures[] }[] };

/** Shows three small charts per category on one scale: a full bar means every product of the category. */
export function CategoryMultiples({ headings }: Props) {
  return (
    <table className="ledger ledger-stack">
      <thead>
        <tr>
          <th scope="col">Category</th>
          <th scope="col" className="num">
            Products
          </th>
          <th scope="col">Age, newest to oldest</th>
          <th scope="col">Confidence, 0 to 1</th>
          <th scope="col">Groups</th>
        </tr>
      </thead>
      <tbody>
        {headings.map(({ heading, categories }) => (
          <Fragment key={heading}>
            <tr>
              <th scope="colgroup" colSpan={5} className="!pt-6 !font-medium text-ink-3">
                {heading}
              </th>
            </tr>
            {categories.map((category) => (
              <tr key={category.slug} data-category={category.slug} className={ROW}>
                <th scope="row" className="max-sm:col-span-2">
                  <a href={categoryPath(category.slug)}>{category.name}</a>
                </th>
                <td className="num" data-label="Products">
                  {formatNumber(category.products)}
                </td>
                <td data-label="Age">
                  <span className="flex flex-wrap items-end gap-x-3">
                    <Bars counts={category.ages} labels={AGE_LABELS} full={category.products} name="Age" />
                    <span className="whitespace-nowrap">{daysText(category.medianAgeDays)}</span>
                  </span>
                </td>
                <td data-label="Confidence">
                  <span className="flex flex-wrap items-end gap-x-3">
                    <Bars
                      counts={category.confidences}
                      labels={CONFIDENCE_LABELS}
                      full={category.products}
                      name="Confidence"
                    />
                    <span>{category.medianConfidence?.toFixed(2)}</span>
                  </span>
                </td>
                <td data-label="Groups">
                  <Bars counts={category.groups} labels={GROUP_LABELS} full={category.products} name="Groups" />
                </td>
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}
