import { productPath } from "@/app/_data/paths";
import { formatDay } from "@/lib/format/dates";
import { NO_CONFIDENCE } from "@/lib/format/price";
import { confidenceWord } from "@/lib/format/words";
import type { PricingRecord } from "@/lib/schemas/record";

/** Applies the confidence rule to one record and shows the terms and their product. */
export function ConfidenceExample({ record }: { record: PricingRecord }) {
  const { confidence, confidenceTerms, source, observedAt } = record.verification;
  return (
    <figure data-example={record.slug}>
      <figcaption className="text-table text-ink-2">
        <a href={productPath(record)}>{record.name}</a>
        {` on ${formatDay(record.asOf)}: source ${source}, checked ${formatDay(observedAt)}.`}
      </figcaption>
      <table className="ledger mt-2 max-w-read">
        <thead>
          <tr>
            <th scope="col">Term</th>
            <th scope="col" className="num">
              Factor
            </th>
          </tr>
        </thead>
        <tbody>
          {confidenceTerms.map(({ term, value }) => (
            <tr key={term} data-term>
              <td>{term}</td>
              <td className="num">{value}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{confidence === null ? "Confidence" : `Confidence: ${confidenceWord(confidence)}`}</th>
            <td className="num font-semibold" data-result>
              {confidence?.toFixed(2) ?? NO_CONFIDENCE}
            </td>
          </tr>
        </tbody>
      </table>
    </figure>
  );
}
