import type { ReactNode } from "react";
import type { facts as readFacts } from "@/app/_data/lists";
import { categoryPath, listPath, movePath, productPath } from "@/app/_data/paths";
import { formatDay } from "@/lib/format/dates";
import { moveSentence } from "@/lib/format/ledger";
import { countOf } from "@/lib/format/list";
import { formatMoney, formatNumber, formatPercent } from "@/lib/format/money";

type Facts = NonNullable<Awaited<ReturnType<typeof readFacts>>>;

/** Example questions, each with its answer and a link to the matching page. */
export function Examples({ examples }: Pick<Facts, "examples">) {
  return (
    <ul className="examples" data-testid="examples">
      {examples.map(({ question, answer, page }) => (
        <li key={question}>
          <a href={page}>“{question}”</a>
          <span>{answer}</span>
        </li>
      ))}
    </ul>
  );
}

/** The latest price changes of well-known products, newest first. */
export function RecentChanges({ changes }: { changes: Facts["moves"] }) {
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby="recent-changes" className="mt-10" data-testid="recent-changes">
      <h2 id="recent-changes">Recent price changes</h2>
      <ul className="recent-changes">
        {changes.map((change) => {
          const { name } = change.product;
          return (
            <li key={change.id}>
              <a href={movePath(change)}>{name}</a>
              {moveSentence(change).slice(name.length)}
            </li>
          );
        })}
      </ul>
      <p className="mt-2 text-table">
        List prices of well-known products in the last 12 months.{" "}
        <a href="/changes">All price changes, including model rates</a>
      </p>
    </section>
  );
}

export function HomeFacts({ facts, categories }: { facts: Facts; categories: number }) {
  const { state, products, priced, states, newest, seat, sso, disputed } = facts;
  return (
    <section aria-labelledby="covered" className="mt-10">
      <h2 id="covered">What is covered</h2>
      <dl className="home-facts" data-testid="facts">
        <Fact value={formatNumber(products)} href="/categories/a-z">
          products in {countOf(categories, "category", "categories")}
        </Fact>
        <Fact value={formatNumber(priced)} href="/coverage">
          have a price: {formatNumber(states.list)} a list price, {formatNumber(states.use)} only usage prices. Of the
          rest, {formatNumber(states.free)} are free or open source; {formatNumber(states.none)} have no price yet.
        </Fact>
        <Fact value={formatNumber(state.counts.observations)} href="/license#sources">
          dated observations, each with its source
          {newest ? (
            <>
              ; the newest is from {formatDay(newest.seenAt)} (<a href={productPath(newest)}>{newest.name}</a>)
            </>
          ) : null}
        </Fact>
        {seat ? (
          <Fact value={formatMoney(seat.spread.median, seat.spread.currency)} href={categoryPath(seat.category.slug)}>
            per user per month: the median starting price in {seat.category.name}, across the{" "}
            {countOf(seat.spread.prices.length, "product")} that list one
          </Fact>
        ) : null}
        <Fact value={formatNumber(sso.charging)} href={listPath("/search", { having: "sso" })}>
          {sso.charging === 1 ? "product charges" : "products charge"} extra for single sign-on
          {sso.medianPercent === null
            ? ""
            : `: a median of ${formatPercent(sso.medianPercent)} more, across the ${formatNumber(sso.stated)} that state it`}
        </Fact>
        <Fact value={formatNumber(disputed)} href={listPath("/search", { having: "dispute" })}>
          {disputed === 1 ? "product has" : "products have"} sources that disagree; we show every figure
        </Fact>
      </dl>
    </section>
  );
}

/** @param href page that lists the counted items */
function Fact({ value, href, children }: { value: ReactNode; href: string; children: ReactNode }) {
  return (
    <div>
      <dt>{children}</dt>
      <dd>
        <a href={href}>{value}</a>
      </dd>
    </div>
  );
}
