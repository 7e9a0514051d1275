import { offerId } from "@/app/_data/llm";
import { warningWords } from "@/lib/format/llm";
import { columnCents, formatCost, formatCount, formatMoney } from "@/lib/format/money";
import { meterWords, perWords } from "@/lib/format/words";
import type { EstimateLine } from "@/lib/schemas/usage";
import type { RankedModel } from "@/lib/usage/market";
import { type EvidenceBook, Marks } from "../marks";

type Props = {
  offers: readonly RankedModel[];
  currency: string;
  plotted: readonly string[];
  form: string;
  book: EvidenceBook;
};

/** Ranks models by the cost of the workload. */
export function Ranking({ offers, currency, plotted, form, book }: Props) {
  const cents = columnCents(offers.map(({ estimate }) => estimate.total));
  return (
    <table className="ledger ledger-stack ranking">
      <thead>
        <tr>
          <th scope="col" className="num">
            No.
          </th>
          <th scope="col">Model</th>
          <th scope="col">Vendor</th>
          <th scope="col" className="num">
            Context
          </th>
          <th scope="col">Breakdown</th>
          <th scope="col" className="num">
            Per month, {currency}
          </th>
          <th scope="col" className="no-print">
            Plot
          </th>
        </tr>
      </thead>
      <tbody>
        {offers.map((offer, index) => {
          const { card, model, estimate, others } = offer;
          const id = offerId(offer);
          return (
            <tr key={id} data-model={id}>
              <td className="num" data-label="No.">
                {index + 1}
              </td>
              <th scope="row">
                {model.name}
                <span className="note block font-normal break-anywhere">
                  {[model.name === model.model ? null : model.model, model.status === "active" ? null : model.status]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </th>
              <td data-label="Vendor">
                <span>
                  <a href={`/software/${card.category}/${card.slug}#rates`}>{card.name}</a>
                  {card.license === "restricted" ? <span className="tag ml-2">Restricted</span> : null}
                  {others.length > 0 ? <Others others={others} currency={currency} /> : null}
                </span>
              </td>
              <td className="num" data-label="Context">
                {model.contextWindow === null ? (
                  <span className="unknown">not stated</span>
                ) : (
                  formatCount(model.contextWindow)
                )}
              </td>
              <td data-label="Breakdown">
                <div>
                  {estimate.lines.map((line) => (
                    <Line
                      key={`${line.meter}${line.band?.from}`}
                      line={line}
                      unit={model.meters.find(({ name }) => name === (line.rateOf ?? line.meter))?.unit ?? "token"}
                      currency={currency}
                    />
                  ))}
                  {warningWords(estimate.warnings).map((text) => (
                    <div key={text} className="note doubt">
                      {text}
                    </div>
                  ))}
                </div>
              </td>
              <td className="num" data-label="Per month">
                <strong className="figure">
                  {formatCost(estimate.total ?? 0, currency, { cents })}
                  <Marks ids={estimate.lines.flatMap(({ evidence = [] }) => evidence)} book={book} limit={1} />
                </strong>
              </td>
              <td className="no-print" data-label="Plot">
                <label className="tick-cell">
                  <input type="checkbox" name="m" value={id} form={form} defaultChecked={plotted.includes(id)} />
                  <span className="sr-only">
                    Plot {model.name} ({card.name})
                  </span>
                </label>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const SHOWN_OTHERS = 30;

export function Others({ others, currency }: { others: RankedModel["others"]; currency: string }) {
  const [next] = others;
  return (
    <details className="note">
      <summary>
        {others.length} more from {formatCost(next?.estimate.total ?? 0, currency)}
      </summary>
      <ul>
        {others.slice(0, SHOWN_OTHERS).map(({ card, model, estimate }) => (
          <li key={`${card.slug} ${model.model}`} className="rate-line">
            <a href={`/software/${card.category}/${card.slug}#rates`}>{card.name}</a>
            <span>{formatCost(estimate.total ?? 0, currency)}</span>
          </li>
        ))}
      </ul>
      {others.length > SHOWN_OTHERS ? `And ${others.length - SHOWN_OTHERS} more.` : null}
    </details>
  );
}

/** Omits "tokens", the unit that readers expect here. */
function ratePer(per: number, unit: string): string {
  return perWords({ per, unit }).replace(/ tokens?$/, "");
}

type LineProps = { line: EstimateLine; unit: string; currency: string };

function Line({ line, unit, currency }: LineProps) {
  const { meter, quantity, unitPrice, per, amount, rateOf = meter, band } = line;
  return (
    <div className="rate-line">
      <span>
        {meterWords(meter)} {formatCount(quantity)} × {formatMoney(unitPrice, currency)} per {ratePer(per, unit)}
        {rateOf === meter ? "" : `, at the ${meterWords(rateOf).toLowerCase()} rate`}
        {band && band.from > 0 ? `, above ${formatCount(band.from)}` : ""}
      </span>
      <span>{formatCost(amount, currency)}</span>
    </div>
  );
}
