import { formatDay } from "@/lib/format/dates";
import { confidenceText, NO_CONFIDENCE } from "@/lib/format/price";
import { CONFIDENCE_LIMITS, DISPUTED_PRODUCT, verificationSentence } from "@/lib/format/words";
import type { Verification } from "@/lib/schemas/record";

const { high, fair } = CONFIDENCE_LIMITS;

/** A bar with ticks at the limits between low, fair and high. */
export function Meter({ confidence }: { confidence: number }) {
  return (
    <span className="meter" aria-hidden="true">
      <span style={{ width: `${confidence * 100}%` }} />
      {[fair, high].map((limit) => (
        <i key={limit} style={{ left: `${limit * 100}%` }} />
      ))}
    </span>
  );
}

/** Shows the confidence as a number and a word, with the terms of the rule. */
export function Confidence({ verification }: { verification: Verification }) {
  const { confidence } = verification;
  return (
    <>
      <span className="whitespace-nowrap">
        confidence
        {confidence === null ? null : (
          <>
            {" "}
            <Meter confidence={confidence} />
          </>
        )}{" "}
        {confidenceText(verification)}
      </span>
      <span className="no-print whitespace-nowrap">
        {" "}
        (
        <button type="button" className="text-button" popoverTarget="confidence">
          why
        </button>
        )
      </span>
    </>
  );
}

export function ConfidencePanel({
  verification,
  isFamily = false,
}: {
  verification: Verification;
  isFamily?: boolean;
}) {
  const { confidence, confidenceTerms, status, sources, nextVerificationAt } = verification;
  return (
    <div id="confidence" popover="auto" role="dialog" aria-label="About this confidence" className="panel">
      <p>
        {confidence === null
          ? "No price has been checked, so no confidence is calculated."
          : `${isFamily && status === "disputed" ? DISPUTED_PRODUCT : verificationSentence(status)} ${sources === 1 ? "One source shows" : `${sources} sources show`} these figures.`}{" "}
        Next verification due {formatDay(nextVerificationAt)}.
      </p>
      <table className="ledger mt-2">
        <caption>Confidence is the product of these factors</caption>
        <tbody>
          {confidenceTerms.map(({ term, value }) => (
            <tr key={term}>
              <td>{term}</td>
              <td className="num">{value}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">Confidence</th>
            <td className="num font-semibold">{confidence?.toFixed(2) ?? NO_CONFIDENCE}</td>
          </tr>
        </tbody>
      </table>
      <p className="mt-2">
        High from {high.toFixed(2)}, fair from {fair.toFixed(2)}.{" "}
        <a href="/methodology">How confidence is calculated</a>
      </p>
    </div>
  );
}
