import { INTRODUCTORY } from "@/lib/catalog/billing-words";
import { feePhrase } from "@/lib/catalog/fee-words";
import { isPercentagePriced } from "@/lib/catalog/percentage-price";
import { formatDay } from "@/lib/format/dates";
import { columnCents, decimalPads, formatMoney, formatNumber } from "@/lib/format/money";
import { listPriceBasis, type PriceText, priceText } from "@/lib/format/price";
import { AUDIENCE_WORDS, limitWords, statusSentence, unitWords } from "@/lib/format/words";
import type { PricingRecord, Tier } from "@/lib/schemas/record";
import { Figure } from "../figure";
import { type EvidenceBook, Marks } from "../marks";

const SHOWN_FEATURES = 4;
const MANY_TIERS = 24;

/** `seen`: the day of the record. A price from another day shows its own day. */
type Props = { tiers: readonly Tier[]; complete: boolean; seen: string; book: EvidenceBook };
type Meter = "priceMonthly" | "priceAnnual";

export function Tiers({ tiers, complete, seen, book }: Props) {
  const shown = tiers.slice(0, MANY_TIERS);
  const rest = tiers.slice(MANY_TIERS);
  return (
    <>
      <TierTable tiers={shown} seen={seen} book={book} />
      {rest.length > 0 ? (
        <details className="mt-2 text-table">
          <summary>{rest.length} more tiers</summary>
          <div className="mt-2">
            <TierTable tiers={rest} seen={seen} book={book} />
          </div>
        </details>
      ) : null}
      {complete ? null : <p className="note mt-2">Partly checked. More tiers may exist.</p>}
    </>
  );
}

function TierTable({ tiers, seen, book }: Omit<Props, "complete">) {
  const has = (test: (tier: Tier) => boolean) => tiers.some(test);
  const listed = has(onlyListed);
  const monthly = has((tier) => tier.priceMonthly !== null && !tier.isFree) || !listed;
  const annual = has((tier) => tier.priceAnnual !== null && !tier.isFree);
  const priced = has((tier) => tier.priceStatus === "published");
  const unit = has((tier) => tier.priceUnit !== null);
  const fees = has((tier) => tier.percentageFees.length > 0 && !isPercentagePriced(tier));
  const minimum = has((tier) => tier.minimumSeats !== null || tier.maximumSeats !== null);
  const gets = has((tier) => tier.features.length > 0 || tier.limits.length > 0 || tier.featureCount > 0);

  const amounts = tiers.flatMap((tier) => [tier.priceMonthly, tier.priceAnnual, tier.listPrice?.amount ?? null]);
  const cents = columnCents(amounts);
  const column = (meter: Meter): PriceText[] =>
    tiers.map((tier) => {
      if (tier.isFree && (tier[meter] ?? 0) === 0) return { known: true, text: "Free" };
      const elsewhere = tier.priceStatus === "published" && tier[meter] === null;
      return elsewhere
        ? { known: false, text: onlyListed(tier) ? "see list price" : "not offered or not stated" }
        : priceText(tier[meter], tier.currency, tier.priceStatus, { cents });
    });
  const monthlyTexts = column("priceMonthly");
  const annualTexts = column("priceAnnual");
  const listTexts = tiers.map((tier) =>
    tier.isFree
      ? { known: true, text: "Free" }
      : priceText(tier.listPrice?.amount, tier.currency, tier.priceStatus, { cents }),
  );
  const pads = {
    monthly: decimalPads(monthlyTexts.map(textOrNull)),
    annual: decimalPads(annualTexts.map(textOrNull)),
    listed: decimalPads(listTexts.map(textOrNull)),
  };

  return (
    <table className="ledger ledger-stack">
      <thead>
        <tr>
          <th scope="col">Tier</th>
          {monthly ? (
            <th scope="col" className={priced ? "num" : ""}>
              {priced ? "Billed monthly" : "Price"}
            </th>
          ) : null}
          {annual ? (
            <th scope="col" className="num">
              Billed yearly, per month
            </th>
          ) : null}
          {listed ? (
            <th scope="col" className="num">
              List price
            </th>
          ) : null}
          {unit ? <th scope="col">Unit</th> : null}
          {fees ? <th scope="col">Fees per payment</th> : null}
          {minimum ? <th scope="col">Seats</th> : null}
          {gets ? <th scope="col">Included</th> : null}
        </tr>
      </thead>
      <tbody>
        {tiers.map((tier, index) => {
          const common = { evidence: tier.evidence, book };
          const priceColumns = [monthly, annual, listed].filter(Boolean).length;
          return (
            <tr key={tier.id} data-tier={tier.id}>
              <th scope="row">
                {tier.name}
                <Marks ids={tier.evidence} book={book} />
                {tier.audience === "any" ? null : (
                  <span className="note block font-normal">{AUDIENCE_WORDS[tier.audience]}</span>
                )}
                {tier.retiredOn === null ? null : (
                  <span className="note block font-normal">no longer sold since {formatDay(tier.retiredOn)}</span>
                )}
                {tier.observedAt === seen ? null : (
                  <span className="note block font-normal">checked {formatDay(tier.observedAt)}</span>
                )}
              </th>
              {isPercentagePriced(tier) ? (
                <td colSpan={priceColumns} data-label="Price">
                  <Fees fees={tier.percentageFees} book={book} />
                </td>
              ) : tier.priceStatus === "published" ? (
                <>
                  {monthly ? (
                    <td className={onlyListed(tier) ? "num empty" : "num"} data-label="Billed monthly">
                      <Figure value={at(monthlyTexts, index)} pad={pads.monthly[index]} {...common} />
                    </td>
                  ) : null}
                  {annual ? (
                    <td className={onlyListed(tier) ? "num empty" : "num"} data-label="Billed yearly, per month">
                      <Figure value={at(annualTexts, index)} pad={pads.annual[index]} {...common} />
                      {tier.annualReview ? <div className="note">{INTRODUCTORY}</div> : null}
                    </td>
                  ) : null}
                  {listed ? (
                    <td className={inList(tier, monthly) ? "num" : "num empty"} data-label="List price">
                      {inList(tier, monthly) ? (
                        <div>
                          <Figure value={at(listTexts, index)} pad={pads.listed[index]} {...common} />
                          {tier.listPrice && !tier.isFree ? (
                            <div className="note">{listPriceBasis(tier.listPrice)}</div>
                          ) : null}
                        </div>
                      ) : null}
                    </td>
                  ) : null}
                </>
              ) : (
                <td className="unknown" colSpan={priceColumns} data-label="Price">
                  {statusSentence(tier.priceStatus)}
                </td>
              )}
              {unit ? (
                <td className={tier.priceUnit && !tier.isFree ? "" : "empty"} data-label="Unit">
                  {tier.priceUnit && !tier.isFree ? unitWords(tier.priceUnit) : null}
                  {tier.baseFee ? (
                    <div className="note">
                      plus {formatMoney(tier.baseFee.amount, tier.baseFee.currency)} per {tier.baseFee.period} for the
                      account
                    </div>
                  ) : null}
                </td>
              ) : null}
              {fees ? (
                <td
                  className={tier.percentageFees.length > 0 && !isPercentagePriced(tier) ? "" : "empty"}
                  data-label="Fees per payment"
                >
                  {isPercentagePriced(tier) ? null : <Fees fees={tier.percentageFees} book={book} />}
                </td>
              ) : null}
              {minimum ? (
                <td className={seatsText(tier) ? "" : "empty"} data-label="Seats">
                  {seatsText(tier)}
                </td>
              ) : null}
              {gets ? (
                <td className={tier.features.length + tier.limits.length > 0 ? "" : "empty"} data-label="Included">
                  <Gets tier={tier} />
                </td>
              ) : null}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Fees({ fees, book }: { fees: Tier["percentageFees"]; book: EvidenceBook }) {
  return fees.map((fee) => (
    <div key={feePhrase(fee)}>
      {feePhrase(fee)}
      <Marks ids={fee.evidence} book={book} limit={1} />
    </div>
  ));
}

function at(texts: readonly PriceText[], index: number): PriceText {
  return texts[index] ?? { known: false, text: "not stated" };
}

function textOrNull({ known, text }: PriceText): string | null {
  return known ? text : null;
}

function onlyListed(tier: Tier): boolean {
  return !tier.isFree && tier.listPrice !== null && tier.priceMonthly === null && tier.priceAnnual === null;
}

function inList(tier: Tier, monthlyShown: boolean): boolean {
  return tier.isFree ? !monthlyShown : onlyListed(tier);
}

function seatsText({ minimumSeats, maximumSeats, seatBlocks }: Tier): string | null {
  if (seatBlocks.length > 0) return `blocks of ${seatBlocks.join(", ")}`;
  if (minimumSeats !== null && maximumSeats !== null) return `${minimumSeats}–${maximumSeats}`;
  if (minimumSeats !== null) return `from ${minimumSeats}`;
  return maximumSeats === null ? null : `up to ${maximumSeats}`;
}

function Gets({ tier }: { tier: Tier }) {
  const items = [...tier.limits.map(limitWords), ...tier.features];
  const rest = items.slice(SHOWN_FEATURES);
  const bands = tier.seatBands.map(({ from, upTo, unitPrice }) => {
    const reach = upTo === null ? `above ${formatNumber(from)}` : `${formatNumber(from)}–${formatNumber(upTo)}`;
    return `${reach}: ${formatMoney(unitPrice, tier.currency)}`;
  });
  return (
    <div className="max-w-read text-ink-2">
      {items.slice(0, SHOWN_FEATURES).join("; ")}
      {rest.length > 0 ? (
        <details>
          <summary>{rest.length} more</summary>
          {rest.join("; ")}
        </details>
      ) : null}
      {bands.length > 0 ? (
        <div>
          {tier.bandMode === "volume" ? "Volume prices" : "Graduated prices"}: {bands.join("; ")}
        </div>
      ) : null}
    </div>
  );
}

export function tierName(record: Pick<PricingRecord, "tiers" | "usage">): (id: string | null) => string {
  const names = new Map([
    ...(record.tiers ?? []).map(({ id, name }) => [id, name] as const),
    ...(record.usage?.models ?? []).map(({ model, name }) => [model, name] as const),
  ]);
  return (id) => (id === null ? "Extra cost" : (names.get(id) ?? sentence(id)));
}

function sentence(id: string): string {
  const words = /^[a-z]+(-[a-z]+)*$/.test(id) ? id.replace(/-/g, " ") : id;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
