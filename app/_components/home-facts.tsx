import type { ReactNode } from "react";
import type { facts as readFacts } from "@/app/_data/lists";
import { categoryPath, productPath } from "@/app/_data/paths";
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
        <Fact value={formatMoney(seat.spread.median, seat.spread.currency)}>
          a user a month: the median starting price of{" "}
          <a href={categoryPath(seat.category.slug)}>{seat.category.name}</a>, of{" "}
          {countOf(seat.spread.prices.length, "product")} that list one
        </Fact>
      ) : null}
      {sso.medianPercent === null ? null : (
        <Fact value={`+${formatPercent(sso.medianPercent)}`}>
          median surcharge for single sign-on. {countOf(sso.charging, "product")} of{" "}
          {formatNumber(state.counts.products)} {sso.charging === 1 ? "is" : "are"} known to charge one
        </Fact>
      )}
      <Fact value={formatNumber(disputed)}>
        {disputed === 1 ? "product whose" : "products whose"} sources disagree; both figures are shown.{" "}
        <a href="/coverage">What is covered</a>
      </Fact>
      {newest ? (
        <Fact value={formatDay(newest.day)}>
          newest observation: <a href={productPath(newest.product)}>{newest.product.name}</a>
          {newest.products > 1 ? ` and ${formatNumber(newest.products - 1)} more seen that day` : null}
        </Fact>
      ) : null}
      <Fact value={formatNumber(state.counts.observations)}>
        observations of a price or term, from {countOf(state.counts.sources, "source")}, each dated.{" "}
        <a href="/license">Their licences</a>
      </Fact>
    </dl>
  );
}

function Moved({ facts: { largestMove } }: { facts: Facts }) {
  if (!largestMove) {
    return <Fact value="0">prices seen to move in a year</Fact>;
  }
  const { change, days, quietDays } = largestMove;
  const text = changeText(change);
  return (
    <Fact value={<Step text={text} />}>
      largest move of the last {days} days: <a href={productPath(change.product)}>{change.product.name}</a>, {text.what}
      , {text.before} to {text.after}
      {text.unit ? ` ${text.unit}` : null}, {formatDay(change.day)}.
      {quietDays === null ? null : ` None in the last ${quietDays}.`} <a href="/changes">All changes</a>
    </Fact>
  );
}

function Fact({ value, children }: { value: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{children}</dt>
      <dd>{value}</dd>
    </div>
  );
}
