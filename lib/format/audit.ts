import type { AuditFigures } from "@/lib/catalog/audit";
import { formatDay } from "./dates";
import { formatNumber } from "./money";

/** Describes the results of the audit, in sentences that fit any figures. */
export function auditText({ date, seed, drawn, right, wrong, incomplete, mended, error }: AuditFigures): string {
  const draw = seed === null ? "at random" : `at random (seed ${seed})`;
  const sentences = [
    `On ${formatDay(date)}, we drew ${formatNumber(drawn)} observations ${draw} and compared them with their raw rows: ${formatNumber(right)} were right, ${formatNumber(wrong)} wrong.`,
    error && `The error rate is ${error.percent}% (95% interval: ${error.low}% to ${error.high}%).`,
    wrong > 0 && mendedText(wrong, mended),
    incomplete > 0 &&
      `${formatNumber(incomplete)} of the right ones ${incomplete === 1 ? "lacks" : "lack"} a limit that the source states.`,
  ];
  return sentences.filter(Boolean).join(" ");
}

function mendedText(wrong: number, mended: number): string {
  if (mended === 0) return "None has been fixed yet.";
  if (mended < wrong) return `Fixed at the cause: ${formatNumber(mended)} of ${formatNumber(wrong)}.`;
  return wrong === 1 ? "It has been fixed at the cause." : "All have been fixed at the cause.";
}
