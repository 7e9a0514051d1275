import { tcoPath } from "@/app/_data/tool-paths";
import { columnCents, formatMoney } from "@/lib/format/money";
import { billingWords, rangeWords, unknownText } from "@/lib/format/tco";
import type { TcoAnswer } from "@/lib/schemas/tco";
import { type EvidenceBook, Marks } from "../marks";

type Props = { cost: TcoAnswer; seats: number; years: number; book: EvidenceBook };

/** Shows the team's cost of each product over the term, with one receipt per product. */
export function TeamCost({ cost, seats, years, book }: Props) {
  const cents = columnCents(cost.items.flatMap(({ yearOne, total }) => [yearOne, total]));
  return (
    <table className="ledger ledger-stack">
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col">Tier, billing</th>
          <th scope="col" className="num">
            First year
          </th>
          <th scope="col" className="num">
            {years} years
          </th>
          <th scope="col">Range over {years} years</th>
          <th scope="col">Receipt</th>
        </tr>
      </thead>
      <tbody>
        {cost.items.map((item, index) => {
          const unknowns = cost.unknowns.filter((unknown) => unknown.item === index);
          const evidence = cost.lines.filter((line) => line.item === index).flatMap((line) => line.evidence);
          return (
            <tr key={item.slug} data-cost={item.slug}>
              <th scope="row">{item.name}</th>
              <td data-label="Tier, billing">
                {item.tier ? `${item.tier.name}, ${billingWords(item.billing)}` : <span className="unknown">none</span>}
              </td>
              {[
                { label: "First year", figure: item.yearOne },
                { label: `${years} years`, figure: item.total },
              ].map(({ label, figure }) =>
                figure === null ? (
                  <td key={label} className="num hatch" data-label={label}>
                    <span className="unknown">unknown</span>
                  </td>
                ) : (
                  <td key={label} className="num" data-label={label}>
                    <span className="figure">
                      {formatMoney(figure, item.currency, { cents })}
                      <Marks ids={evidence} book={book} limit={1} />
                    </span>
                  </td>
                ),
              )}
              <td data-label="Range">
                <div>
                  {rangeWords(item.range, item.currency)}
                  {unknowns.map((unknown) => (
                    <span key={unknown.what} className="note block">
                      {unknownText(unknown)}
                    </span>
                  ))}
                </div>
              </td>
              <td data-label="Receipt">
                <a href={tcoPath([{ slug: item.slug, seats }], { years })}>
                  Open<span className="sr-only"> the receipt for {item.name}</span>
                </a>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
