import Link from "next/link";
import type { CommonAxis } from "@/lib/format/axis";
import { formatDay } from "@/lib/format/dates";
import { columnCents, decimalPads, formatMoney } from "@/lib/format/money";
import { axisTiers, confidenceText, startingPrice } from "@/lib/format/price";
import { unitWords } from "@/lib/format/words";
import type { PricingRecord } from "@/lib/schemas/record";
import { productPath } from "../_data/paths";
import { PriceBar } from "./price-strip";

type Props = { records: readonly PricingRecord[]; axis?: CommonAxis | null; withCategory?: boolean };

export function ProductTable({ records, axis, withCategory = false }: Props) {
  const starts = records.map(startingPrice);
  const cents = columnCents(starts.map(({ amount }) => amount));
  const texts = starts.map((start) =>
    start.known && start.amount ? formatMoney(start.amount, start.currency, { cents }) : start.text,
  );
  const pads = decimalPads(texts.map((text, index) => (starts[index]?.known ? text : null)));
  return (
    <table className="ledger ledger-stack">
      <thead>
        <tr>
          <th scope="col">Product</th>
          {withCategory ? <th scope="col">Category</th> : null}
          <th scope="col" className="num">
            From
          </th>
          <th scope="col">Unit</th>
          {axis ? (
            <th scope="col">
              {formatMoney(0, axis.currency)}–{formatMoney(axis.max, axis.currency)}
            </th>
          ) : null}
          <th scope="col">Free plan</th>
          <th scope="col">Confidence</th>
          <th scope="col">Seen</th>
        </tr>
      </thead>
      <tbody>
        {records.map((record, index) => {
          const start = starts[index];
          const onAxis = axis && start?.currency === axis.currency && start.unit === axis.unit;
          const values = onAxis ? axisTiers(record).map(({ value }) => value) : [];
          const free = freeWord(record);
          return (
            <tr key={record.slug}>
              <th scope="row">
                <Link href={productPath(record)} prefetch={false}>
                  {record.name}
                </Link>
              </th>
              {withCategory ? <td data-label="Category">{record.category.name}</td> : null}
              <td className="num" data-label="From">
                {start?.known ? (
                  <span className="figure" style={padStyle(pads[index])}>
                    {texts[index]}
                  </span>
                ) : (
                  <span className="unknown">{start?.text}</span>
                )}
              </td>
              <td className={start?.unit ? "" : "empty"} data-label="Unit">
                {start?.unit ? unitWords(start.unit) : null}
              </td>
              {axis ? (
                <td className={values.length > 0 ? "" : "empty"} data-label="Tiers">
                  {values.length > 0 ? <PriceBar values={values} max={axis.max} /> : null}
                </td>
              ) : null}
              <td className={free ? "" : "empty"} data-label="Free plan">
                {free}
              </td>
              <td data-label="Confidence">{confidenceText(record.verification)}</td>
              <td className="whitespace-nowrap" data-label="Seen">
                {formatDay(record.verification.observedAt)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function padStyle(pad: number | undefined) {
  return pad ? { paddingRight: `${pad}ch` } : undefined;
}

function freeWord({ freeTier }: PricingRecord): string | null {
  if (!freeTier) return null;
  if (freeTier.available === true) return "yes";
  if (freeTier.trialDays !== null) return `${freeTier.trialDays}-day trial`;
  return freeTier.available === false ? "no" : null;
}
