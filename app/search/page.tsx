import type { Metadata } from "next";
import Link from "next/link";
import { ProductTable } from "../_components/product-table";
import { SearchForm } from "../_components/search-form";
import { search } from "../_data/catalog";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const MAX_QUERY = 200;

async function queryOf({ searchParams }: Props): Promise<string> {
  const { q } = await searchParams;
  const text = Array.isArray(q) ? (q[0] ?? "") : (q ?? "");
  return text.trim().slice(0, MAX_QUERY);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const query = await queryOf(props);
  return { title: query ? `Search: ${query}` : "Search", robots: { index: false } };
}

export default async function SearchPage(props: Props) {
  const query = await queryOf(props);
  const records = query ? await search(query) : [];
  return (
    <div className="pt-6">
      <h1>Search</h1>
      <search className="mt-4 mb-8 block max-w-read">
        <SearchForm id="page-search" query={query} large />
      </search>
      {records.length > 0 ? (
        <>
          <p className="mb-4 text-table text-ink-2" role="status">
            {records.length === 1 ? "1 product" : `${records.length} products`} near “{query}”, best first.
          </p>
          <ProductTable records={records} withCategory />
        </>
      ) : (
        <div className="max-w-read" role="status">
          {query ? (
            <p>
              Nothing in the catalogue is near “{query}”. Try the product’s own name, or the vendor’s, or look through
              the <Link href="/">categories</Link>.
            </p>
          ) : (
            <p>
              Type the name of a product or of its vendor. A misspelt name is understood. Or look through the{" "}
              <Link href="/">categories</Link>.
            </p>
          )}
        </div>
      )}
    </div>
  );
}
