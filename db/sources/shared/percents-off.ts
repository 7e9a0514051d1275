import { plainText } from "./quota";

/** Returns the discount percentages in an offer. Excludes revenue shares, commissions and bonus amounts. */
export function percentsOff(text: string): number[] {
  const plain = plainText(text);
  const found: number[] = [];
  for (const match of plain.matchAll(/(?<![\d.])(\d{1,3}(?:\.\d+)?)\s?(?:%|percent\b)/gi)) {
    const after = plain.slice(match.index + match[0].length, match.index + match[0].length + 30);
    const before = plain.slice(Math.max(0, match.index - 25), match.index);
    if (
      /^\s?(?:of\b|more|extra|commission|cashback|donat|bonus|proceeds|uptime|money)/i.test(after) ||
      /\b(?:extra|additional|donate|plus)\s$/i.test(before)
    )
      continue;
    if (
      !/^[^.;]{0,25}\b(?:off|discount|reduc|sale|cheaper|rabatt)|^\s?(?:$|[-,(!]|lifetime|with|using|on|for)/i.test(
        after,
      ) &&
      !/\b(?:save|off|discount(?: of)?|get|enjoy|flat)\s(?:up to )?$/i.test(before)
    )
      continue;
    const low = /(\d{1,2})\s?[-–]\s?$/.exec(plain.slice(0, match.index))?.[1];
    if (low && Number(low) < Number(match[1])) found.push(Number(low));
    const value = Number(match[1]);
    if (value > 0 && value < 100) found.push(value);
  }
  return found;
}
