import type { AuditFigures } from "@/lib/catalog/audit";
import { formatDay } from "./dates";
import { formatNumber } from "./money";

/** What came of the audit, in sentences that hold for any figures. */
export function auditText({ date, seed, drawn, right, wrong, incomplete, mended, error }: AuditFigures): string {
  const draw = seed === null ? "at random" : `at random with the seed ${seed}`;
  const sentences = [
    `On ${formatDay(date)}, ${formatNumber(drawn)} observations were drawn ${draw} and compared with their raw rows: ${formatNumber(right)} were right, ${formatNumber(wrong)} wrong.`,
    error && `That is an error rate of ${error.percent}%, with a 95% interval of ${error.low}% to ${error.high}%.`,
    wrong > 0 && mendedText(wrong, mended),
    incomplete > 0 && `${formatNumber(incomplete)} of those that were right lack a limit that the source states.`,
  ];
  return sentences.filter(Boolean).join(" ");
}

function mendedText(wrong: number, mended: number): string {
  if (mended === 0) return "None has been corrected yet.";
  if (mended < wrong) return `Corrected at the cause: ${formatNumber(mended)} of ${formatNumber(wrong)}.`;
  return wrong === 1 ? "It was corrected at its cause." : "All were corrected at their causes.";
}
