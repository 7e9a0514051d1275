import { formatDay } from "@/lib/format/dates";
import { confidenceText } from "@/lib/format/price";
import { verificationSentence } from "@/lib/format/words";
import type { Verification } from "@/lib/schemas/record";

const WORD_LIMITS = ["50%", "75%"];

export function Confidence({ verification }: { verification: Verification }) {
  const { confidence, confidenceTerms, status, sources, nextVerificationAt } = verification;
  return (
    <details className="text-table">
      <summary>
        <span className="meter mr-2" aria-hidden="true">
          <span style={{ width: `${confidence * 100}%` }} />
          {WORD_LIMITS.map((left) => (
            <i key={left} style={{ left }} />
          ))}
        </span>
        Confidence {confidenceText(verification)}: why
      </summary>
      <div id="confidence" className="mt-2 max-w-read">
        <p className="text-ink-2">
          {verificationSentence(status)} {sources === 1 ? "One source shows" : `${sources} sources show`} these figures.
          Next check due {formatDay(nextVerificationAt)}. The terms multiply to the figure.
        </p>
        <table className="ledger mt-2">
          <tbody>
            {confidenceTerms.map(({ term, value }) => (
              <tr key={term}>
                <td>{term}</td>
                <td className="num">{value}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">Confidence</th>
              <td className="num font-semibold">{confidence.toFixed(2)}</td>
            </tr>
          </tbody>
        </table>
      </div>
    </details>
  );
}
