import type { Metadata } from "next";
import { connection } from "next/server";
import type { CSSProperties } from "react";
import { PageHead } from "@/app/_components/page-head";
import { Static } from "@/app/_components/static";
import { groupedCategories } from "@/app/_data/lists";
import { categoryPath } from "@/app/_data/paths";
import { site } from "@/app/_data/site";
import { isEnough } from "@/lib/catalog/listing";
import { POLICY } from "@/lib/catalog/policy";
import { columnCents, decimalPads, formatMoney, formatNumber } from "@/lib/format/money";
import { unitWords } from "@/lib/format/words";

export function generateMetadata(): Metadata {
  return {
    title: "Categories",
    description: "All software categories, with the number of products and the median starting price of each.",
    alternates: { canonical: `${site().url}/categories` },
  };
}

export default async function CategoriesPage() {
  await connection();
  const groups = await groupedCategories();
  const rows = groups.flatMap(({ categories }) => categories);
  const medians = new Map(
    rows.flatMap(({ slug, figures: { spread } }) => (spread && isEnough(spread) ? [[slug, spread] as const] : [])),
  );
  const cents = columnCents([...medians.values()].map(({ median }) => median));
  const texts = rows.map(({ slug }) => {
    const spread = medians.get(slug);
    return spread ? formatMoney(spread.median, spread.currency, { cents }) : null;
  });
  const pads = decimalPads(texts);
  const place = new Map(rows.map(({ slug }, index) => [slug, index]));
  return (
    <>
      <PageHead title="Categories">
        <p className="mt-3 max-w-read text-ink-2">
          {formatNumber(rows.length)} categories in {groups.length} groups. A median is shown if at least{" "}
          {POLICY.medianMinimumProducts} products list a starting price in the same currency and unit.{" "}
          <a href="/categories/a-z">Products A–Z</a>
        </p>
      </PageHead>
      <Static>
        <table className="ledger ledger-stack row-list">
          <thead>
            <tr>
              <th scope="col">Category</th>
              <th scope="col" className="num">
                Products
              </th>
              <th scope="col" className="num">
                Priced
              </th>
              <th scope="col" className="num">
                Median starting price
              </th>
              <th scope="col">Unit</th>
            </tr>
          </thead>
          {groups.map(({ group, categories }) => (
            <tbody key={group}>
              <tr className="group-row">
                <th scope="rowgroup" colSpan={5}>
                  {group}
                </th>
              </tr>
              {categories.map(({ slug, name, figures }) => {
                const spread = medians.get(slug);
                const index = place.get(slug) ?? -1;
                return (
                  <tr key={slug}>
                    <th scope="row">
                      <a href={categoryPath(slug)}>{name}</a>
                    </th>
                    <td className="num" data-label="Products">
                      {formatNumber(figures.products + figures.families)}
                    </td>
                    <td className="num" data-label="Priced">
                      {formatNumber(figures.priced)}
                    </td>
                    <td className={spread ? "num lead" : "num lead empty"} data-label="Median">
                      {spread ? (
                        <span className="figure" style={{ "--pad": pads[index] ?? 0 } as CSSProperties}>
                          {texts[index]}
                        </span>
                      ) : (
                        <span className="unknown">
                          <span aria-hidden="true">–</span>
                          <span className="sr-only">too few prices</span>
                        </span>
                      )}
                    </td>
                    <td className={spread ? "" : "empty"} data-label="Unit">
                      {spread ? unitWords(spread.unit) : null}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          ))}
        </table>
      </Static>
    </>
  );
}
