import type { ReactNode } from "react";
import type { CategoryMedian } from "@/lib/catalog/peers";
import { answerOf } from "@/lib/format/answer";
import { formatMoney } from "@/lib/format/money";
import { axisTiers } from "@/lib/format/price";
import { pricingModelWords, unitWords } from "@/lib/format/words";
import type { PricingRecord } from "@/lib/schemas/record";
import { Confidence, ConfidencePanel } from "../confidence";
import type { EvidenceBook } from "../marks";
import { PriceStrip } from "../price-strip";
import { Static } from "../static";
import { Disputes } from "./details";

type Props = {
  record: PricingRecord;
  /** The first element of the head. */
  verdict: ReactNode;
  /** True if the verdict is a yearly cost. The price behind it is then shown below. */
  priced: boolean;
  median: CategoryMedian | null;
  book: EvidenceBook;
};

/** Shows the verdict first, then price, free plan and confidence. */
export function Head({ record, verdict, priced, median, book }: Props) {
  const { links, vendor, verification } = record;
  const answer = answerOf(record);
  const facts = [
    record.kind === "family" ? `All ${record.name} products` : `Sold by ${vendor.name}`,
    record.pricingModel ? pricingModelWords(record.pricingModel) : null,
  ];
  return (
    <header className="pt-3 pb-8">
      <h1>{record.name} pricing</h1>
      <div data-testid="answer">
        {verdict}
        <p className="answer">
          {priced ? <span data-answer="price">{answer.price}</span> : null}
          {[
            ["billing", answer.billing],
            ["yearly", answer.yearly],
            ["team", answer.team],
            ["free", answer.free],
            ["again", answer.again && !priced ? `lowest price checked again ${answer.again}` : null],
          ].map(([kind, text]) =>
            text ? (
              <span key={kind} className="answer-part">
                <span data-answer={kind}>{text}</span>
              </span>
            ) : null,
          )}
          <span className="answer-part">
            <Confidence verification={verification} />
          </span>
        </p>
        {record.caveat ? (
          <p className="note mt-1 max-w-read" data-testid="caveat">
            <span className="doubt">{record.caveat}</span>
          </p>
        ) : null}
      </div>
      <Static>
        <ConfidencePanel verification={verification} isFamily={record.kind === "family"} />
        <p className="mt-2 text-table text-ink-2">
          {facts.filter(Boolean).join(" · ")}
          {links.vendor ? (
            <>
              {" · "}
              <a href={links.vendor} rel="noopener nofollow">
                vendor’s page
              </a>
            </>
          ) : null}
          <span className="no-print">
            {" · "}
            <a href={`/api/v2/pricing/${record.slug}`}>JSON</a>
            {" · "}
            <a href={`${new URL(links.page).pathname}.md`}>Markdown</a>
          </span>
        </p>
        {verification.disputed.length > 0 ? <Disputes record={record} book={book} /> : null}
        <Strip record={record} median={median} />
      </Static>
    </header>
  );
}

function Strip({ record, median }: Pick<Props, "record" | "median">) {
  const onAxis = axisTiers(record);
  const { currency, unit } = record.priceRange;
  const prices = new Set(onAxis.map(({ value }) => value));
  if (prices.size < 2 && !(median && prices.size > 0 && !prices.has(0))) return null;
  const per = unit ? unitWords(unit) : "";
  const spoken = onAxis.map(({ tier, value }) => `${tier.name} ${formatMoney(value, tier.currency)}`).join(", ");
  return (
    <div className="mt-6">
      <PriceStrip
        currency={currency}
        label={`Tiers on one axis, ${per}: ${spoken}${median ? `; category median ${formatMoney(median.value, currency)}` : ""}`}
        items={onAxis.map(({ tier, value }) => ({
          label: tier.name,
          figure: value > 0 ? formatMoney(value, tier.currency) : tier.name.toLowerCase() === "free" ? "" : "free",
          value,
        }))}
        median={
          median && {
            value: median.value,
            label: `Median starting price in ${record.category.name}: ${formatMoney(median.value, currency)} ${per} (${median.products} products).`,
          }
        }
        note={`${per ? `${per.charAt(0).toUpperCase()}${per.slice(1)}. ` : ""}Shows the monthly price or, if none is stated, the yearly or list price.`}
      />
    </div>
  );
}
