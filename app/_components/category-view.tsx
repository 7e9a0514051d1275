import type { categoryPage } from "@/app/_data/browse";
import { categoryPath, productPath } from "@/app/_data/paths";
import { site } from "@/app/_data/site";
import { LLM_CATEGORY, llmPath } from "@/app/_data/tool-paths";
import { unitBasis } from "@/lib/catalog/units";
import { formatDay } from "@/lib/format/dates";
import { breadcrumbList, itemList } from "@/lib/format/json-ld";
import { listAxis, newestSentence, productsText, spreadSentence } from "@/lib/format/list";
import { unitWords } from "@/lib/format/words";
import { Breadcrumbs } from "./breadcrumbs";
import { JsonLd } from "./json-ld";
import { ListFilters } from "./list-filters";
import { Pager } from "./pager";
import { PriceField } from "./price-field";
import { ProductTable } from "./product-table";
import { Static } from "./static";

type Found = NonNullable<Awaited<ReturnType<typeof categoryPage>>>;

const SORTS = ["price", "-price", "relevance", "name", "seen", "confidence"] as const;
const COMPARE_FORM = "compare-ticked";

export function CategoryView({ found }: { found: Found }) {
  const { category, figures, drawn, newest, rows, query, ignored, page, pages, sort } = found;
  const { spread, since } = figures;
  const axis = listAxis(figures);
  const path = categoryPath(category.slug);
  const { url } = site();
  const unit = spread ? unitWords(spread.unit) : null;
  const older = since ? ` (those last checked before ${formatDay(since)} at the end)` : "";
  return (
    <>
      <JsonLd
        data={breadcrumbList([
          { name: "Software", url },
          { name: "Categories", url: `${url}/categories` },
          { name: category.name, url: `${url}${path}` },
        ])}
      />
      <JsonLd
        data={itemList({
          name: `${category.name} pricing`,
          url: `${url}${path}`,
          total: found.total,
          items: rows.map((row) => ({ name: row.name, url: `${url}${productPath(row)}` })),
        })}
      />
      <Static>
        <div className="pt-4">
          <Breadcrumbs
            items={[
              { name: "Software", href: "/" },
              { name: "Categories", href: "/categories" },
              { name: category.name },
            ]}
          />
        </div>
        <header className="pt-3 pb-6">
          <h1>{category.name} pricing</h1>
          <p className="mt-3 max-w-read" data-testid="figures">
            {productsText(figures)}. {spread ? `${spreadSentence(spread, since)} ` : "None lists a monthly price. "}
            {newestSentence(newest)}
          </p>
          {category.slug === LLM_CATEGORY ? (
            <p className="mt-1">
              <a href={llmPath()}>Calculate what each model costs per month</a>
            </p>
          ) : null}
        </header>
        <div className="pb-6">
          <PriceField figures={figures} drawn={drawn} />
        </div>
        <ListFilters
          path={path}
          query={query}
          page={found}
          sorts={SORTS}
          ignored={ignored}
          unitNote={unit ? `Starting price ${unit}` : undefined}
        />
        {rows.length > 0 ? (
          <>
            <form id={COMPARE_FORM} action="/compare" method="get" className="compare-bar no-print">
              <button type="submit">Compare selected</button>
              <p className="note">
                Select two to four products.
                {unit && (sort === "price" || sort === "-price")
                  ? ` Prices ${unit} come first${older}, then other units and currencies, then free products, then products without a list price.`
                  : null}
              </p>
            </form>
            <ProductTable
              rows={rows}
              axis={axis}
              alike={(row) => row.currency === spread?.currency && unitBasis(row.priceUnit) === spread?.basis}
              path={path}
              query={query}
              sort={sort}
              compareForm={COMPARE_FORM}
            />
            <Pager path={path} query={query} page={page} pages={pages} />
          </>
        ) : (
          <p className="max-w-read" role="status">
            No product in this category is known to match. Remove a filter, raise the maximum price, or{" "}
            <a href={path}>show all products</a>.
          </p>
        )}
      </Static>
    </>
  );
}
