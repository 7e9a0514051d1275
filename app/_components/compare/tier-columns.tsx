import { productPath } from "@/app/_data/paths";
import { feeText } from "@/lib/catalog/fee-words";
import { isPercentagePriced } from "@/lib/catalog/percentage-price";
import { columnCents, formatMoney } from "@/lib/format/money";
import { listPriceBasis, priceText } from "@/lib/format/price";
import { unitWords } from "@/lib/format/words";
import type { PricingRecord, Tier } from "@/lib/schemas/record";
import { Figure } from "../figure";
import { type EvidenceBook, Marks } from "../marks";

const SHOWN = 8;

type Props = { records: readonly PricingRecord[]; book: EvidenceBook };

/** Shows the tiers of each product in a separate column. */
export function TierColumns({ records, book }: Props) {
  return (
    <div className="tier-columns" data-columns={records.length}>
      {records.map((record) => (
        <div key={record.slug}>
          <h3>{record.name}</h3>
          {record.tiers?.length ? (
            <TierList record={record} tiers={record.tiers} book={book} />
          ) : (
            <p className="hatch mt-2 py-2 text-table">
              <span className="unknown">{record.usage ? "No tiers. Priced by usage." : "No tiers checked yet."}</span>
            </p>
          )}
        </div>
      ))}
    </div>
  );
}

function TierList({ record, tiers, book }: { record: PricingRecord; tiers: readonly Tier[]; book: EvidenceBook }) {
  const shown = tiers.slice(0, SHOWN);
  const yearly = shown.some(({ priceAnnual }) => priceAnnual !== null && priceAnnual > 0);
  const cents = columnCents(shown.flatMap(({ priceMonthly, priceAnnual }) => [priceMonthly, priceAnnual]));
  return (
    <>
      <table className="ledger mt-1">
        <caption className="sr-only">Tiers of {record.name}</caption>
        <thead>
          <tr>
            <th scope="col">Tier</th>
            <th scope="col" className="num">
              Monthly
            </th>
            {yearly ? (
              <th scope="col" className="num">
                Billed yearly
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {shown.map((tier) => (
            <tr key={tier.id}>
              <th scope="row">
                {tier.name}
                {tier.priceUnit ? <span className="note block font-normal">{unitWords(tier.priceUnit)}</span> : null}
              </th>
              <TierPrices tier={tier} yearly={yearly} cents={cents} book={book} />
            </tr>
          ))}
        </tbody>
      </table>
      {tiers.length > SHOWN || record.tiersComplete === false ? (
        <p className="note mt-2">
          {tiers.length > SHOWN ? (
            <a href={`${productPath(record)}#tiers`}>{tiers.length - SHOWN} more tiers</a>
          ) : (
            "Partly checked. More tiers may exist."
          )}
        </p>
      ) : null}
    </>
  );
}

type PricesProps = { tier: Tier; yearly: boolean; cents: "auto" | "always"; book: EvidenceBook };

function TierPrices({ tier, yearly, cents, book }: PricesProps) {
  const { priceMonthly, priceAnnual, listPrice, currency, priceStatus, evidence } = tier;
  const [fee] = tier.percentageFees;
  if (fee && isPercentagePriced(tier)) {
    return (
      <td colSpan={yearly ? 2 : 1} className="num">
        {feeText(fee)}
        <Marks ids={fee.evidence} book={book} limit={1} />
      </td>
    );
  }
  if (priceMonthly === null && priceAnnual === null) {
    const listed = priceText(listPrice?.amount, currency, priceStatus);
    return (
      <td colSpan={yearly ? 2 : 1} className={listed.known ? "num" : "num hatch"}>
        {listed.known ? (
          <>
            {listed.text}
            <Marks ids={evidence} book={book} limit={1} />
            <span className="note block">{listPrice ? listPriceBasis(listPrice) : null}</span>
          </>
        ) : (
          <span className="unknown">{listed.text}</span>
        )}
      </td>
    );
  }
  const figures = yearly ? [priceMonthly, priceAnnual] : [priceMonthly];
  return figures.map((amount, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two fixed columns
    <td key={index} className={amount === null ? "num hatch" : "num"}>
      <Figure
        value={
          amount === null
            ? { known: false, text: "not stated" }
            : { known: true, text: formatMoney(amount, currency, { cents }) }
        }
        evidence={evidence}
        book={book}
      />
    </td>
  ));
}
