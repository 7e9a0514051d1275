import type { ReactNode } from "react";
import type { facts as readFacts } from "@/app/_data/lists";
import { categoryPath, listPath, movePath, productPath } from "@/app/_data/paths";
import { DEAREST_ON_AXIS } from "@/lib/catalog/listing";
import { formatDay, formatMonth } from "@/lib/format/dates";
import { moveSentence } from "@/lib/format/ledger";
import { countOf, productsText, statesSentence } from "@/lib/format/list";
import { formatMoney, formatNumber, formatPercent } from "@/lib/format/money";
import { unitWords } from "@/lib/format/words";
import { AlignedStrips } from "./compare/aligned-strips";

type Facts = NonNullable<Awaited<ReturnType<typeof readFacts>>>;

/** What a visitor may ask, with its answer and the page of it. */
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

/** What is priced, and what is lacking. */
export function Priced({ facts: { states, families, state, newest } }: { facts: Facts }) {
  const products = states.list + states.use + states.free + states.none;
  return (
    <p className="max-w-read text-table text-ink-2" data-testid="states">
      <a href="/categories/a-z">{productsText({ products, families })}</a>: of the products {statesSentence(states)}{" "}
      Every figure rests on <a href="/license#sources">{formatNumber(state.counts.observations)} dated observations</a>
      {newest ? (
        <>
          , the newest of {formatDay(newest.seenAt)} (<a href={productPath(newest)}>{newest.name}</a>)
        </>
      ) : null}
      . <a href="/coverage">Coverage by category</a>
    </p>
  );
}

/** Products that people know, on one axis. */
export function KnownStrips({ known }: { known: NonNullable<Facts["known"]> }) {
  const { currency, unit, products } = known;
  const days = products.map(({ seenAt }) => seenAt).sort();
  const per = unitWords(unit.replace(/^[^/]+/, "user"));
  return (
    <section aria-labelledby="known" className="mt-10" data-testid="known">
      <h2 id="known">What known products list</h2>
      <p className="mt-1 mb-4 text-table text-ink-2">
        {formatMoney(0, currency)} is a free plan; all else in {currency} {per}, at the billing that the source gives,
        read {formatMonth(days[0] ?? "")} to {formatMonth(days.at(-1) ?? "")}.
      </p>
      <AlignedStrips
        rows={products.map((product) => ({
          name: product.name,
          href: productPath(product),
          items: product.tiers.map(({ name, price }) => ({
            label: name,
            figure: price === 0 ? "" : formatMoney(price, currency),
            value: price,
          })),
        }))}
        currency={currency}
        label={`List prices ${per} of ${formatNumber(products.length)} products on one axis`}
        median={null}
      />
      <p className="note mt-2">
        The best known by <a href="/methodology#prominence">how many sources know them</a>, at most two of a category,
        none above {formatMoney(DEAREST_ON_AXIS, currency)}. <a href="/compare">Compare any two</a>
      </p>
    </section>
  );
}

/** What moved lately, in sentences, the newest first. */
export function Moved({ moves }: Pick<Facts, "moves">) {
  if (moves.length === 0) return null;
  return (
    <section aria-labelledby="moved" data-testid="moved">
      <h2 id="moved">What moved lately</h2>
      <ul className="moved">
        {moves.map((change) => {
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
        List prices of known products within a year. <a href="/changes">All changes, with the rates of models</a>
      </p>
    </section>
  );
}

export function HomeFacts({ facts: { seat, sso, disputed } }: { facts: Facts }) {
  return (
    <section aria-labelledby="figures">
      <h2 id="figures">Figures to know</h2>
      <dl className="home-facts" data-testid="facts">
        {seat ? (
          <Fact value={formatMoney(seat.spread.median, seat.spread.currency)} href={categoryPath(seat.category.slug)}>
            per user a month: the median starting price in {seat.category.name}, over the{" "}
            {countOf(seat.spread.prices.length, "product")} that list one
          </Fact>
        ) : null}
        <Fact value={formatNumber(sso.charging)} href={listPath("/search", { having: "sso" })}>
          {sso.charging === 1 ? "product is" : "products are"} known to charge extra for single sign-on
          {sso.medianPercent === null
            ? "."
            : `: a median of ${formatPercent(sso.medianPercent)} more, over the ${formatNumber(sso.stated)} that state it.`}
        </Fact>
        <Fact value={formatNumber(disputed)} href={listPath("/search", { having: "dispute" })}>
          {disputed === 1 ? "product has" : "products have"} sources that disagree; every figure is shown
        </Fact>
      </dl>
    </section>
  );
}

/** @param href where what is counted is shown */
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
