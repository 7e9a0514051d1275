import { afterText, announcedWords, rangeWords } from "@/lib/format/changes";
import { formatDay } from "@/lib/format/dates";
import { formatPercent } from "@/lib/format/money";
import { meterWords } from "@/lib/format/words";
import type { ChangesAnswer, LedgerChange } from "@/lib/schemas/changes";
import { citeLine, money, nextLine, text } from "./lines";

export function changesText({ changes, count, total, latestDay, readUntil, next, links }: ChangesAnswer): string {
  return text(
    total === 0
      ? `No price change in the catalogue matches.${latestDay ? ` The newest one without these dates is of ${formatDay(latestDay)}.` : ""}${readUntil ? ` Prices were last read on ${formatDay(readUntil)}.` : ""}`
      : `${total === count ? total : `${count} of ${total}`} price ${total === 1 ? "change" : "changes"}, newest first:`,
    ...changes.map(changeLine),
    nextLine(next, "changes"),
    "For all prices of one product, pass its slug.",
    citeLine(...(changes.length > 0 ? [...new Set(changes.map((change) => change.links.page))] : [links.page])),
  );
}

function changeLine(change: LedgerChange): string {
  const { product, day, tier, field, before, after, currency, percent, reason, confidence, evidence } = change;
  const price = [product.name, tier, meterWords(field)].filter(Boolean).join(", ");
  const size = percent === null || after === null ? "" : ` (${percent > 0 ? "+" : ""}${formatPercent(percent)})`;
  const notes = [
    announcedWords(change),
    reason,
    `confidence ${confidence}`,
    evidence[0] && `source ${evidence[0].url}`,
  ];
  return `- ${rangeWords(change) ?? day}: ${price}: ${money(before, currency)} to ${afterText(change)}${size}; ${notes.filter(Boolean).join("; ")}`;
}
