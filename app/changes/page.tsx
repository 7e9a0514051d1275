import type { Metadata } from "next";
import { Calendar } from "@/app/_components/changes/calendar";
import { ChangeFilters } from "@/app/_components/changes/filters";
import { Largest } from "@/app/_components/changes/largest";
import { PriceKinds } from "@/app/_components/changes/price-kinds";
import { Week } from "@/app/_components/changes/week";
import { PageHead } from "@/app/_components/page-head";
import { Section } from "@/app/_components/section";
import { Static } from "@/app/_components/static";
import { listCategories } from "@/app/_data/catalog";
import { filtersOf, ledger, ledgerPath, type Params } from "@/app/_data/changes";
import { site } from "@/app/_data/site";
import { formatDay } from "@/lib/format/dates";
import { byWeek, CHANGE_CLASSES, changeClassWords } from "@/lib/format/ledger";
import { formatNumber } from "@/lib/format/money";
import "./changes.css";

type Props = { searchParams: Promise<Params> };

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const params = await searchParams;
  const { url } = site();
  const filters = filtersOf(params);
  const feed = (format: "atom" | "json") => `${url}${ledgerPath(`/changes.${format}`, filters)}`;
  return {
    title: "Price changes",
    description:
      "Software prices that rose, fell or were withdrawn, day by day, each with its source. Also available as Atom and JSON feeds.",
    alternates: {
      canonical: `${url}/changes`,
      types: {
        "application/atom+xml": [{ url: feed("atom"), title: "Price changes, Atom" }],
        "application/feed+json": [{ url: feed("json"), title: "Price changes, JSON Feed" }],
      },
    },
    ...(Object.keys(params).length > 0 && { robots: { index: false, follow: true } }),
  };
}

export default async function ChangesPage({ searchParams }: Props) {
  const params = await searchParams;
  const filters = filtersOf(params);
  const [found, categories] = await Promise.all([ledger(params), listCategories()]);
  const { url } = site();
  return (
    <>
      <PageHead title="Price changes">
        <p className="mt-3 max-w-read text-ink-2">
          Every price change, newest first, with its source. A change is dated on the day the vendor says it takes
          effect. If the vendor does not say, it is dated on the day a source first showed it.
        </p>
      </PageHead>

      {found.ok ? (
        <>
          <Static>
            <PriceKinds filters={filters} counts={found.overview.counts} />
          </Static>
          <Section
            id="months"
            title="By month"
            note="Number of price changes. Select a month to see its changes. Uses the category and product selected below."
          >
            <Calendar years={found.overview.years} readUntil={found.overview.readUntil} filters={filters} />
          </Section>
          <Section
            id="largest"
            title="Largest changes"
            note={`Since ${formatDay(found.overview.since)}, one per product. A halved price counts as much as a doubled one.`}
          >
            <div className="grid gap-8 sm:grid-cols-2">
              <Largest title="List prices" changes={found.overview.lists} />
              <Largest title="Usage rates and extra costs" changes={found.overview.others} />
            </div>
          </Section>
        </>
      ) : null}

      <Static>
        <section id="ledger" aria-labelledby="ledger-title" className="border-t border-(--rule-strong) pt-4 pb-6">
          <h2 id="ledger-title" className="mb-3">
            All changes
          </h2>
          <ChangeFilters filters={filters} categories={categories} />
          <p className="mt-4 text-table text-ink-2" role="status" data-testid="count">
            {found.ok ? countText(found.answer.count, found.answer.total, found.first) : found.message}
          </p>
          {!found.ok && found.suggestions.length > 0 ? (
            <p className="mt-1 text-table">
              Similar names:{" "}
              {found.suggestions.map((slug, index) => (
                <span key={slug}>
                  {index > 0 ? ", " : ""}
                  <a href={ledgerPath("/changes", { ...filters, ...nearest(found.message, slug) })}>{slug}</a>
                </span>
              ))}
            </p>
          ) : null}
        </section>

        {found.ok
          ? byWeek(found.answer.changes).map((week) => <Week key={week.monday} week={week} today={found.today} />)
          : null}
        {found.ok && found.answer.total === 0 ? (
          <p className="pb-8">
            No change matches. Choose a longer period or <a href="/changes">clear the filters</a>.
          </p>
        ) : null}
        {found.ok ? (
          <nav aria-label="Pages of changes" className="no-print flex gap-6 border-t border-(--rule-strong) py-4">
            {found.answer.next ? (
              <a href={`${ledgerPath("/changes", filters, found.answer.next)}#ledger`} rel="next">
                Older changes
              </a>
            ) : (
              <span className="text-ink-3">No older changes.</span>
            )}
            {found.first ? null : <a href={`${ledgerPath("/changes", filters)}#ledger`}>Newest changes</a>}
          </nav>
        ) : null}
      </Static>

      <Section id="kinds" title="Kinds of change">
        <dl className="max-w-read text-table">
          {CHANGE_CLASSES.map((kind) => (
            <div key={kind} className="py-1">
              <dt className="inline font-semibold">{changeClassWords(kind).name}: </dt>
              <dd className="inline">{changeClassWords(kind).meaning}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-2 max-w-read text-table">
          <a href="/methodology#confidence">Confidence</a> is how likely it is that the source showed this price on that
          day: high, fair or low, depending on the source.
        </p>
      </Section>

      <Section id="subscribe" title="Subscribe" note="No account or email address is needed.">
        <p className="max-w-read">
          Paste one of these URLs into a feed reader. Each feed uses the filters selected above, starts with the newest
          changes and links to the older ones.
        </p>
        <dl className="mt-3 grid gap-3">
          {(["atom", "json"] as const).map((format) => (
            <div key={format}>
              <dt className="text-table font-semibold">{format === "atom" ? "Atom" : "JSON Feed"}</dt>
              <dd>
                <a href={ledgerPath(`/changes.${format}`, filters)} className="break-all" data-feed={format}>
                  {`${url}${ledgerPath(`/changes.${format}`, filters)}`}
                </a>
              </dd>
            </div>
          ))}
        </dl>
        <p className="note mt-3 max-w-read">
          Also available from the API: <code>GET /api/v2/changes</code>.
        </p>
      </Section>
    </>
  );
}

function countText(count: number, total: number, first: boolean): string {
  if (total === 0) return "0 changes";
  const all = `${formatNumber(total)} ${total === 1 ? "change" : "changes"}`;
  if (count === total) return all;
  return `${all}. This page shows ${first ? "the newest" : "another"} ${formatNumber(count)}.`;
}

/** Replaces the rejected name with an existing one. */
function nearest(message: string, slug: string): { product: string } | { category: string } {
  return message.includes("category") ? { category: slug } : { product: slug };
}
