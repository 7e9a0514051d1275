import type { Metadata } from "next";
import { connection } from "next/server";
import { Static } from "@/app/_components/static";
import { formatNumber } from "@/lib/format/money";
import { webSite } from "@/lib/format/site-json-ld";
import { Examples, HomeFacts, RecentChanges } from "./_components/home/facts";
import { ConnectAgent, TeamCalculator } from "./_components/home/start";
import { JsonLd } from "./_components/json-ld";
import { PageTools } from "./_components/product/live/page-tools";
import { SearchForm } from "./_components/search-form";
import { facts, groupedCategories } from "./_data/lists";
import { categoryPath } from "./_data/paths";
import { site } from "./_data/site";
import "./_components/home/home.css";

export function generateMetadata(): Metadata {
  return { alternates: { canonical: site().url } };
}

export default async function HomePage() {
  await connection();
  const here = site();
  const [catalogue, groups] = await Promise.all([facts(), groupedCategories()]);
  return (
    <>
      <JsonLd data={webSite(here)} />
      <header className="pt-8 sm:pt-12">
        <h1>Software prices, with a source for every figure</h1>
        <p className="mt-3 max-w-read text-ink-2">
          Ask a question, calculate the cost for your team, or connect an AI agent.
        </p>
      </header>
      <div className="home-question">
        <search className="block max-w-read">
          <SearchForm id="home-search" label="Product, vendor or question" large />
        </search>
        {catalogue ? (
          <Static>
            <Examples examples={catalogue.examples} />
          </Static>
        ) : null}
      </div>
      <div className="home-start">
        <TeamCalculator />
        <ConnectAgent site={here} />
      </div>
      <PageTools />
      <Static>
        {catalogue ? (
          <>
            <HomeFacts facts={catalogue} categories={groups.flatMap(({ categories }) => categories).length} />
            <RecentChanges changes={catalogue.moves} />
          </>
        ) : null}
        <div className="mt-10 flex flex-wrap items-baseline justify-between gap-x-8">
          <h2>Categories</h2>
          <p className="flex gap-6 text-table">
            <a href="/categories">Median prices by category</a>
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
