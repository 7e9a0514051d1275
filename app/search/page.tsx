import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Fragment } from "react";
import { Static } from "@/app/_components/static";
import { tierTitle } from "@/lib/format/tier-answer";
import { list } from "@/lib/format/words";
import type { ReadAs } from "@/lib/schemas/discover";
import { ListFilters } from "../_components/list-filters";
import { Pager } from "../_components/pager";
import { ProductTable } from "../_components/product-table";
import { SearchForm } from "../_components/search-form";
import { SEARCHED_ID } from "../_components/searched";
import { type Address, exactPage, searchPage } from "../_data/browse";
import { categoryPath, listPath, productPath } from "../_data/paths";

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
  const address = await searchParams;
  const exact = await exactPage(address);
  if (exact) redirect(`${exact}#${SEARCHED_ID}`);
  const { query, found, categories, ignored, nearest, alike } = await searchPage(address);
  const text = query.q;
  return (
    <div className="pt-6">
      <h1>{text ? `Search: ${text}` : "Search"}</h1>
      <search className="mt-4 mb-6 block max-w-read">
        <SearchForm id="page-search" query={text} large />
      </search>
      {found ? (
        <Static>
          {found.readAs ? (
            <div className="mb-6 max-w-read" data-testid="read-as">
              <ReadAnswer readAs={found.readAs} />
              <p className="text-table text-ink-2">
                {found.readAs.sentence}
                {found.readAs.spelledAlike ? null : (
                  <>
                    {" "}
                    <a href={listPath(PATH, { ...query, literal: "true", page: undefined })} rel="nofollow">
                      Search for the words as written
                    </a>
                    .
                  </>
                )}
              </p>
            </div>
          ) : null}
          {alike && alike.several.length > 0 ? (
            <p className="mb-4 max-w-read" data-testid="alike">
              “{text}” is the name of{" "}
              {alike.several.map((product, index) => (
                <Fragment key={product.slug}>
                  {index > 0 ? " and of " : ""}
                  <a href={productPath(product)}>{product.name}</a>
                </Fragment>
              ))}
              {alike.category ? (
                <>
                  {" "}
                  and of the category <a href={categoryPath(alike.category.slug)}>{alike.category.name}</a>
                </>
              ) : null}
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
        </Static>
      ) : (
        <p className="max-w-read">
          Type the name of a product, a vendor or a category, or a question such as “Notion for 30 people”, “cheapest
          CRM under 20” or “10M tokens on GPT-5 and Claude”. A misspelt name is understood. Or look through the{" "}
          <a href="/categories">categories</a> or the <a href="/categories/a-z">list from A to Z</a>.
        </p>
      )}
    </div>
  );
}

/** The answer to a question in one line, with the page of it. */
function ReadAnswer({ readAs: { answer, cost, compare, llm, alternativesTo, seats } }: { readAs: ReadAs }) {
  const page = cost ?? compare ?? llm ?? alternativesTo;
  if (!page) return answer ? <p data-testid="answer">{answer}</p> : null;
  const names = "names" in page ? page.names : [page.name];
  return (
    <p className="search-answer">
      {answer ? <span data-testid="answer">{answer}</span> : null}{" "}
      <a href={page.page}>
        {compare
          ? `Compare ${list(names)}`
          : llm
            ? "All models at this load"
            : cost?.tier && seats !== null
              ? `${tierTitle(cost.name, cost.tier.name)}: the cost line by line`
              : `${list(names)}: price, terms and sources`}
      </a>
    </p>
  );
}
