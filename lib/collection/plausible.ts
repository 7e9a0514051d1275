import type { Comparison } from "./compare";
import { COLLECTING } from "./policy";

const percent = (share: number) => `${Math.round(share * 100)} %`;

/**
 * Returns why a list is implausible as a whole. Empty if it is plausible.
 * @param linesBefore the number of lines in its last reading; null if no collector has read it before
 */
export function implausible(
  { counts, verdicts, compared, otherPrices, goneProducts }: Comparison,
  { linesBefore, retires }: { linesBefore: number | null; retires: boolean },
): string[] {
  const { lostShare, movedShare, freely } = COLLECTING;
  const reasons: string[] = [];
  const productsBefore = verdicts.size + goneProducts.length;
  if (counts.read === 0) reasons.push("Nothing could be read from the list.");
  if (tooMany(goneProducts.length, productsBefore, lostShare)) {
    reasons.push(
      `${goneProducts.length} of ${productsBefore} products are gone from the list at once, more than ${percent(lostShare)}.`,
    );
  }
  if (linesBefore !== null && tooMany(linesBefore - counts.read, linesBefore, lostShare)) {
    reasons.push(
      `The list had ${linesBefore} lines when it was last read and has ${counts.read} now: more than ${percent(lostShare)} are gone at once.`,
    );
  }
  if (retires && tooMany(counts.gone, counts.gone + counts.read, lostShare)) {
    reasons.push(`${counts.gone} models would be retired at once, more than ${percent(lostShare)} of the list.`);
  }
  if (tooMany(otherPrices, compared, movedShare)) {
    reasons.push(
      `${otherPrices} of ${compared} lines show a different price than before, more than ${percent(movedShare)}.`,
    );
  }
  return reasons;

  function tooMany(part: number, whole: number, share: number): boolean {
    return part > freely && part > share * whole;
  }
}
