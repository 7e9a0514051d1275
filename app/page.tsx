import type { Metadata } from "next";
import { connection } from "next/server";
import { Static } from "@/app/_components/static";
import { formatNumber } from "@/lib/format/money";
import { webSite } from "@/lib/format/site-json-ld";
import { Examples, HomeFacts, KnownStrips, Moved, Priced } from "./_components/home-facts";
import { JsonLd } from "./_components/json-ld";
import { SearchForm } from "./_components/search-form";
import { facts, groupedCategories } from "./_data/lists";
import { categoryPath } from "./_data/paths";
import { site } from "./_data/site";

export function generateMetadata(): Metadata {
  return { alternates: { canonical: site().url } };
}

export default async function HomePage() {
  await connection();
  const [known, groups] = await Promise.all([facts(), groupedCategories()]);
  return (
    <>
      <JsonLd data={webSite(site())} />
      <div className="pt-8 pb-6 sm:pt-12">
        <h1 className="max-w-[22ch]">What software costs, with the source of each price.</h1>
        <search className="mt-6 block max-w-read">
          <SearchForm id="home-search" label="Product, vendor or question" large />
        </search>
        {known ? (
          <Static>
            <Examples examples={known.examples} />
          </Static>
        ) : null}
      </div>
      <Static>
        {known ? <Priced facts={known} /> : null}
        {known?.known ? <KnownStrips known={known.known} /> : null}
        {known ? (
          <div className="home-lately mt-10">
            <Moved moves={known.moves} />
            <HomeFacts facts={known} />
          </div>
        ) : null}
        <div className="mt-10 flex flex-wrap items-baseline justify-between gap-x-8">
          <h2>Categories</h2>
          <p className="flex gap-6 text-table">
            <a href="/categories">With median prices</a>
            <a href="/categories/a-z">Products from A to Z</a>
          </p>
        </div>
        <div className="mt-3 gap-8 sm:columns-2 lg:columns-3">
          {groups.map(({ group, categories }) => (
            <section key={group} className="mb-6 break-inside-avoid border-t border-rule pt-2">
              <h3 className="text-ink-3">{group}</h3>
              <ul className="text-table">
                {categories.map(({ slug, name, figures }) => (
                  <li key={slug} className="flex justify-between gap-4 py-0.5">
                    <a href={categoryPath(slug)}>{name}</a>
                    <span className="text-ink-3">{formatNumber(figures.products + figures.families)}</span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </Static>
    </>
  );
}
