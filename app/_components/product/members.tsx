import { startText } from "@/lib/format/list";
import { isKnown, memberPrice } from "@/lib/format/members";
import { columnCents, formatMoney } from "@/lib/format/money";
import { unitWords } from "@/lib/format/words";
import type { FamilyMember, PriceRange } from "@/lib/schemas/record";
import { PriceBar } from "../price-strip";

type Props = { members: readonly FamilyMember[]; range: PriceRange };

/** Lists the products of a family, priced ones first. Products with the same currency and unit share one axis. */
export function Members({ members, range }: Props) {
  const priced = members.filter(isKnown);
  const rest = members.filter((member) => !isKnown(member));
  const { low, high, currency, unit } = range;
  const max = low !== null && high !== null && low < high ? high : null;
  const isDrawn = ({ startingPrice, currency: of, priceUnit }: FamilyMember) =>
    Boolean(startingPrice) && of === currency && priceUnit === unit;
  const cents = columnCents(priced.map(({ startingPrice }) => startingPrice));
  return (
    <>
      {priced.length > 0 ? (
        <table className="ledger ledger-stack">
          {max !== null && currency && unit ? (
            <caption>
              Starting prices. The axis shows prices in {currency} {unitWords(unit)}, from {formatMoney(0, currency)} to{" "}
              {formatMoney(max, currency)}.
            </caption>
          ) : null}
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col" className="num">
                From
              </th>
              <th scope="col">Unit</th>
              {max === null ? null : <td aria-hidden="true" />}
            </tr>
          </thead>
          <tbody>
            {priced.map((member) => (
              <tr key={member.slug} data-member={member.slug}>
                <th scope="row">
                  <a href={new URL(member.links.page).pathname}>{member.name}</a>
                </th>
                <td className="num" data-label="From">
                  {startText(member, cents).text}
                </td>
                <td className={unitOf(member) ? "" : "empty"} data-label="Unit">
                  {unitOf(member)}
                </td>
                {max === null ? null : (
                  <td aria-hidden="true" className={isDrawn(member) ? "" : "empty"} data-label="On one axis">
                    {isDrawn(member) ? <PriceBar values={[member.startingPrice ?? 0]} max={max} /> : null}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {rest.length > 0 ? (
        <>
          <h3 className="mt-6 mb-1">No known price</h3>
          <ul className="columns-2 gap-8 text-table md:columns-3">
            {rest.map((member) => (
              <li key={member.slug} className="break-inside-avoid py-0.5" data-member={member.slug}>
                <a href={new URL(member.links.page).pathname}>{member.name}</a>
                <span className="sr-only">: {memberPrice(member)}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

function unitOf({ startingPrice, priceUnit }: FamilyMember): string {
  return startingPrice && priceUnit ? unitWords(priceUnit) : "";
}
