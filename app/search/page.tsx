import type { Metadata } from "next";
import { list } from "@/lib/format/words";
import { ListFilters } from "../_components/list-filters";
import { Pager } from "../_components/pager";
import { ProductTable } from "../_components/product-table";
import { SearchForm } from "../_components/search-form";
import { type Address, searchPage } from "../_data/browse";
import { listPath, productPath } from "../_data/paths";

type Props = { searchParams: Promise<Address> };

const PATH = "/search";
const SORTS = ["relevance", "price", "-price", "name", "seen", "confidence"] as const;

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { q } = await searchParams;
  const text = (Array.isArray(q) ? q[0] : q)?.trim().slice(0, 80);
  return {
    title: text ? `Search: ${text}` : "Search",
    description: "Search the catalogue of software prices by product, vendor, category or a question in words.",
    robots: { index: false },
  };
}

export default async function SearchPage({ searchParams }: Props) {
  const { query, found, categories, ignored, nearest } = await searchPage(await searchParams);
  const text = query.q;
  return (
    <div className="pt-6">
      <h1>{text ? `Search: ${text}` : "Search"}</h1>
      <search className="mt-4 mb-6 block max-w-read">
        <SearchForm id="page-search" query={text} large />
      </search>
      {found ? (
        <>
          {found.readAs ? (
            <p className="mb-4 max-w-read" data-testid="read-as">
              {found.readAs.sentence}{" "}
              {found.readAs.compare ? (
                <>
                  <a href={found.readAs.compare.page}>Compare {list(found.readAs.compare.names)}</a>.{" "}
                </>
              ) : null}
              {found.readAs.alternativesTo ? (
                <>
                  <a href={found.readAs.alternativesTo.page}>{found.readAs.alternativesTo.name}</a>.{" "}
                </>
              ) : null}
              <a href={listPath(PATH, { ...query, literal: "true", page: undefined })} rel="nofollow">
                Search for the words as written
              </a>
              .
            </p>
          ) : null}
          <ListFilters
            path={PATH}
            query={query}
            page={found}
            sorts={SORTS}
            categories={new Map(categories.map(({ slug, name }) => [slug, name]))}
            ignored={ignored}
          />
          {found.rows.length > 0 ? (
            <>
              <ProductTable rows={found.rows} withCategory path={PATH} query={query} sort={found.sort} />
              <Pager path={PATH} query={query} page={found.page} pages={found.pages} />
            </>
          ) : (
            <div className="max-w-read">
              <p>
                {text ? `Nothing in the catalogue answers to “${text}”` : "Nothing in the catalogue matches"}
                {text && nearest.length > 0 && found.facets.category.length > 0 ? " with these filters" : ""}.{" "}
                {nearest.length > 0
                  ? "The nearest names are:"
                  : "Try the product’s own name, or the vendor’s, or take a filter away."}
              </p>
              <ul className="mt-2">
                {nearest.map((product) => (
                  <li key={product.slug} className="py-1">
                    <a href={productPath(product)}>{product.name}</a>
                  </li>
                ))}
              </ul>
              <p className="mt-4">
                Or look through the <a href="/categories">categories</a>.
              </p>
            </div>
          )}
        </>
      ) : (
        <p className="max-w-read">
          Type the name of a product, a vendor or a category, or a question such as “cheapest CRM under 20” or “Notion
          vs ClickUp”. A misspelt name is understood. Or look through the <a href="/categories">categories</a> or the{" "}
          <a href="/categories/a-z">list from A to Z</a>.
        </p>
      )}
    </div>
  );
}
