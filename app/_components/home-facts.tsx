import type { ReactNode } from "react";
import type { facts as readFacts } from "@/app/_data/lists";
import { categoryPath, listPath, movePath, productPath } from "@/app/_data/paths";
import { formatDay } from "@/lib/format/dates";
import { changeText } from "@/lib/format/ledger";
import { countOf } from "@/lib/format/list";
import { formatMoney, formatNumber, formatPercent } from "@/lib/format/money";
import { Step } from "./changes/step";

type Facts = NonNullable<Awaited<ReturnType<typeof readFacts>>>;

export function HomeFacts({ facts }: { facts: Facts }) {
  const { state, seat, sso, disputed, newest } = facts;
  return (
    <dl className="home-facts" data-testid="facts">
      <Moved facts={facts} />
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
      {newest ? (
        <Fact value={formatDay(newest.seenAt)} href={listPath("/search", { sort: "seen" })}>
          newest reading of a product: <a href={productPath(newest)}>{newest.name}</a>
        </Fact>
      ) : null}
      <Fact value={formatNumber(state.counts.observations)} href="/license#sources">
        observations of a price or term, from {countOf(state.counts.sources, "source")}, each dated, with its licence
      </Fact>
    </dl>
  );
}

function Moved({ facts: { largestMove } }: { facts: Facts }) {
  if (!largestMove) {
    return (
      <Fact value="0" href="/changes">
        prices seen to move in a year
      </Fact>
    );
  }
  const { change, days, quietDays } = largestMove;
  const text = changeText(change);
  return (
    <Fact value={<Step text={text} />} href={movePath(change)}>
      largest move of the last {days} days: <a href={productPath(change.product)}>{change.product.name}</a>, {text.what}
      , {text.before} to {text.after}
      {text.unit ? ` ${text.unit}` : null}, {formatDay(change.day)}.
      {quietDays === null ? null : ` None in the last ${quietDays}.`} <a href="/changes">All changes</a>
    </Fact>
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
