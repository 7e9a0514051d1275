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
    description: "Search software prices by product, vendor or category, or ask a question in plain English.",
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
                {found.readAs.spelledAlike || found.total === 0 ? null : (
                  <>
                    {" "}
                    <a href={listPath(PATH, { ...query, literal: "true", page: undefined })} rel="nofollow">
                      Search for the exact words
                    </a>
                    .
                  </>
                )}
              </p>
            </div>
          ) : null}
          {alike && alike.several.length > 0 ? (
            <p className="mb-4 max-w-read" data-testid="alike">
              “{text}” can mean{" "}
              {alike.several.map((product, index) => (
                <Fragment key={product.slug}>
                  {index > 0 ? " or " : ""}
                  <a href={productPath(product)}>{product.name}</a>
                </Fragment>
              ))}
              {alike.category ? (
                <>
                  {" "}
                  or the category <a href={categoryPath(alike.category.slug)}>{alike.category.name}</a>
                </>
              ) : null}
              .
            </p>
          ) : null}
          {found.rows.length === 0 ? <NoResults text={text} nearest={nearest} /> : null}
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
          ) : null}
        </Static>
      ) : (
        <p className="max-w-read">
          Enter a product, vendor or category, or a question such as “Notion for 30 people”, “cheapest CRM under 20” or
          “10M tokens on GPT-5 and Claude”. Misspelt names are understood. You can also browse the{" "}
          <a href="/categories">categories</a> or the <a href="/categories/a-z">products A–Z</a>.
        </p>
      )}
    </div>
  );
}

type NoResultsProps = Pick<Awaited<ReturnType<typeof searchPage>>, "nearest"> & { text: string | undefined };

function NoResults({ text, nearest }: NoResultsProps) {
  return (
    <div className="mb-8 max-w-read">
      <p>{text ? `No product matches “${text}”.` : "No product matches these filters."}</p>
      {nearest.length > 0 ? (
        <>
          <p className="mt-4">Similar names:</p>
          <ul className="mt-2">
            {nearest.map((product) => (
              <li key={product.slug} className="py-1">
                <a href={productPath(product)}>{product.name}</a>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <p className="mt-4">
        Try the name of a product or vendor, remove a filter, or browse the <a href="/categories">categories</a>.
      </p>
    </div>
  );
}

/** Shows the one-line answer to a question, with a link to the matching page. */
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
            ? "All models for this workload"
            : cost?.tier && seats !== null
              ? `${tierTitle(cost.name, cost.tier.name)}: cost breakdown`
              : `${list(names)}: price, terms and sources`}
      </a>
    </p>
  );
}
