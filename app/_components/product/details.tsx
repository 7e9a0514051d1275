import { capabilitySentence } from "@/lib/format/capabilities";
import { formatDay } from "@/lib/format/dates";
import { columnCents, formatMoney, formatNumber, formatPercent } from "@/lib/format/money";
import { offerRows } from "@/lib/format/offers";
import {
  contractTermRows,
  costName,
  hiddenCostWords,
  limitWords,
  list,
  meterWords,
  unitWords,
} from "@/lib/format/words";
import type { ContractTerms, FreeTier, HiddenCost, PricingRecord, Sentiment } from "@/lib/schemas/record";
import { Figure } from "../figure";
import { type EvidenceBook, Marks } from "../marks";
import { tierName } from "./tiers";

type ExtraCostsProps = { costs: readonly HiddenCost[]; what: string; book: EvidenceBook };

export function ExtraCosts({ costs, what, book }: ExtraCostsProps) {
  const cents = columnCents(costs.map(({ amount }) => amount));
  return (
    <table className="ledger ledger-stack">
      <thead>
        <tr>
          <th scope="col">Cost</th>
          <th scope="col">{what}</th>
          <th scope="col" className="num">
            Amount
          </th>
          <th scope="col">Unit</th>
          <th scope="col">Checked</th>
        </tr>
      </thead>
      <tbody>
        {costs.map(({ kind, label, amount, percent, currency, unit, observedAt, evidence }) => (
          <tr key={`${kind}${label}`} data-cost={kind}>
            <th scope="row">{hiddenCostWords(kind)}</th>
            <td data-label={what}>
              <span>
                {costName(label)}
                <Marks ids={evidence} book={book} />
              </span>
            </td>
            <td className="num" data-label="Amount">
              <Figure
                value={
                  amount !== null
                    ? {
                        known: true,
                        text: `${formatMoney(amount, currency, { cents })}${percent === null ? "" : ` (+${formatPercent(percent)})`}`,
                      }
                    : percent !== null
                      ? { known: true, text: `+${formatPercent(percent)}` }
                      : { known: false, text: "not published" }
                }
                evidence={evidence}
                book={book}
              />
            </td>
            <td className={unit ? "" : "empty"} data-label="Unit">
              {unit ? unitWords(unit) : null}
            </td>
            <td className="whitespace-nowrap" data-label="Checked">
              {formatDay(observedAt)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Rating({
  sentiment,
  restricted,
  book,
}: {
  sentiment: Sentiment;
  restricted: boolean;
  book: EvidenceBook;
}) {
  const { rating, scale, reviewCount, source, asOf, evidence } = sentiment;
  return (
    <p className="text-table">
      {restricted ? <span className="tag mr-2">Third-party figure</span> : null}
      {formatNumber(rating)} out of {formatNumber(scale)}
      <Marks ids={evidence} book={book} limit={1} /> on {source}
      {reviewCount === null ? "" : `, ${formatNumber(reviewCount)} reviews`}, checked {formatDay(asOf)}.
    </p>
  );
}

interface TermsProps {
  terms: ContractTerms | undefined;
  /** A sentence about the terms that no source states. */
  unknown: string | null;
  book: EvidenceBook;
}

export function Terms({ terms, unknown, book }: TermsProps) {
  return (
    <>
      {terms ? (
        <table className="ledger max-w-read">
          <tbody>
            {contractTermRows(terms).map(({ label, value }) => (
              <tr key={label}>
                <th scope="row" className="w-1/2">
                  {label}
                </th>
                <td>
                  {value}
                  <Marks ids={terms.evidence} book={book} limit={2} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {unknown ? <p className="mt-2">{unknown}</p> : null}
    </>
  );
}

export function Tips({ tips, book }: { tips: NonNullable<PricingRecord["negotiationTips"]>; book: EvidenceBook }) {
  return (
    <ul className="grid max-w-read gap-2">
      {tips.map(({ tip, evidence }) => (
        <li key={tip}>
          {tip}
          <Marks ids={evidence} book={book} />
        </li>
      ))}
    </ul>
  );
}

export function Capabilities({ record, book }: { record: PricingRecord; book: EvidenceBook }) {
  return (
    <ul className="grid max-w-read gap-2">
      {(record.capabilities ?? []).map((fact) => (
        <li key={fact.capability}>
          {capabilitySentence(fact, record.tiers)}
          <Marks ids={fact.evidence} book={book} />
        </li>
      ))}
    </ul>
  );
}

export function Offers({ record, book }: { record: PricingRecord; book: EvidenceBook }) {
  return (
    <ul className="grid max-w-read gap-2">
      {offerRows(record).map(({ words, evidence }) => (
        <li key={words}>
          {words}
          <Marks ids={evidence} book={book} />
        </li>
      ))}
    </ul>
  );
}

export function Free({ free, book }: { free: FreeTier; book: EvidenceBook }) {
  const { trialDays, limits, licences, evidence } = free;
  const plan = free.plan ?? (licences.length > 0 ? null : free.available);
  const parts = [
    plan === true ? "Free plan available." : plan === false ? "No free plan." : null,
    trialDays === null ? null : `Trial: ${trialDays} ${trialDays === 1 ? "day" : "days"}.`,
    licences.length > 0 ? `Free to self-host under ${list(licences)}.` : null,
  ].filter(Boolean);
  return (
    <div className="mt-4 max-w-read first:mt-0">
      <p>
        {parts.length > 0 ? parts.join(" ") : "Free plan and trial: not stated."}
        <Marks ids={evidence} book={book} />
      </p>
      {limits.length > 0 ? <p className="mt-1 text-table text-ink-2">{limits.map(limitWords).join("; ")}.</p> : null}
    </div>
  );
}

const SHOWN_DISPUTES = 3;

export function Disputes({ record, book }: { record: PricingRecord; book: EvidenceBook }) {
  const { disputed } = record.verification;
  const shown = disputed.slice(0, SHOWN_DISPUTES);
  const rest = disputed.slice(SHOWN_DISPUTES);
  return (
    <div className="disputes">
      <DisputeList entries={shown} record={record} book={book} />
      {rest.length > 0 ? (
        <details>
          <summary>
            Sources disagree on {rest.length} more {rest.length === 1 ? "figure" : "figures"}
          </summary>
          <DisputeList entries={rest} record={record} book={book} />
        </details>
      ) : null}
    </div>
  );
}

type DisputeListProps = {
  entries: PricingRecord["verification"]["disputed"];
  record: PricingRecord;
  book: EvidenceBook;
};

function DisputeList({ entries, record, book }: DisputeListProps) {
  const name = tierName(record);
  const money = (value: number | null) => (value === null ? "no published price" : formatMoney(value, record.currency));
  return (
    <ul>
      {entries.map((entry) => (
        <li key={JSON.stringify(entry)}>
          <span className="doubt font-medium">Sources disagree</span> on {entry.tier ? `${name(entry.tier)}, ` : ""}
          {meterWords(entry.field).toLowerCase()}: {money(entry.shown)} shown, {money(entry.other)} in another source
          checked {formatDay(entry.observedAt)}
          <Marks ids={entry.evidence} book={book} />.
        </li>
      ))}
    </ul>
  );
}
