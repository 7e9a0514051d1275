import type { Metadata } from "next";
import Link from "next/link";
import { connection } from "next/server";
import { formatDay } from "@/lib/format/dates";
import { formatNumber } from "@/lib/format/money";
import { SearchForm } from "./_components/search-form";
import { catalogState, listCategories } from "./_data/catalog";
import { categoryPath } from "./_data/paths";
import { site } from "./_data/site";

export function generateMetadata(): Metadata {
  return { alternates: { canonical: site().url } };
}

export default async function HomePage() {
  await connection();
  const [state, categories] = await Promise.all([catalogState(), listCategories()]);
  const facts = state
    ? [
        { term: "products", value: formatNumber(state.counts.products) },
        { term: "observations of a price or term", value: formatNumber(state.counts.observations) },
        { term: "sources", value: formatNumber(state.counts.sources) },
        { term: "categories", value: formatNumber(state.counts.categories) },
        { term: "catalogue loaded", value: formatDay(state.loadedAt.toISOString()) },
        { term: "edition", value: state.contentHash.slice(0, 7) },
      ]
    : [];
  const groups = [...new Set(categories.map(({ group }) => group))].map((group) => ({
    group,
    entries: categories.filter((category) => category.group === group && category.productCount > 0),
  }));
  return (
    <>
      <div className="py-10 sm:py-14">
        <h1 className="max-w-[22ch]">What software costs, with the source of each price.</h1>
        <search className="mt-6 block max-w-read">
          <SearchForm id="home-search" large />
        </search>
      </div>
      {facts.length > 0 ? (
        <dl className="facts mb-10">
          {facts.map(({ term, value }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <h2>Categories</h2>
      <div className="mt-3 gap-8 sm:columns-2 lg:columns-3">
        {groups
          .filter(({ entries }) => entries.length > 0)
          .map(({ group, entries }) => (
            <section key={group} className="mb-6 break-inside-avoid border-t border-rule pt-2">
              <h3 className="text-ink-3">{group}</h3>
              <ul className="text-table">
                {entries.map(({ slug, name, productCount }) => (
                  <li key={slug} className="flex justify-between gap-4 py-0.5">
                    <Link href={categoryPath(slug)} prefetch={false}>
                      {name}
                    </Link>
                    <span className="text-ink-3">{formatNumber(productCount)}</span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
      </div>
    </>
  );
}
