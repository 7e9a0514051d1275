import { isTakenBack } from "@/lib/catalog/change";
import { afterText, announcedWords, isNews } from "@/lib/format/changes";
import { formatDay } from "@/lib/format/dates";
import { formatPercent } from "@/lib/format/money";
import { historyUnitWords, meterWords } from "@/lib/format/words";
import type { HistoryAnswer } from "@/lib/schemas/history";
import { citeLine, first, money, text } from "./lines";

const SHOWN = { points: 24, changes: 12 };

export function historyText(body: HistoryAnswer): string {
  const { name, trend, snapshots, changes, count, stability, links } = body;
  const points = [...snapshots].reverse();
  const moves = changes.filter(isNews).reverse();
  return text(
    trendLine(name, trend, count),
    ...first(moves, SHOWN.changes, (change) => {
      const day = change.effectiveFrom ?? change.observedAt;
      const percent =
        change.percent === null ? "" : ` (${change.percent > 0 ? "+" : ""}${formatPercent(change.percent)})`;
      const who = [change.tier, meterWords(change.field)].filter(Boolean).join(", ");
      if (isTakenBack(change)) {
        return `- Corrected ${day}, ${who}: ${money(change.before, change.currency)}, now ${afterText(change)}; ${change.reason}`;
      }
      const announced = announcedWords(change);
      const told = [announced, change.reason].flatMap((words) => (words === null ? [] : `; ${words}`)).join("");
      return `- ${announced === null ? "Changed" : change.effectiveFrom === null ? "Shown" : "Announced for"} ${day}, ${who}: ${money(change.before, change.currency)} to ${money(change.after, change.currency)}${percent}${told}`;
    }),
    points.length > 0 && "Dated prices, newest first:",
    ...first(
      points,
      SHOWN.points,
      ({ effectiveFrom, observedAt, tier, meter, price, priceStatus, currency, unit }) =>
        `- ${effectiveFrom ?? observedAt} ${tier ?? "all"}, ${meterWords(meter)}: ${price === null ? priceStatus.replaceAll("_", " ") : money(price, currency)}${unit ? ` ${historyUnitWords(unit)}` : ""}`,
    ),
    stability !== null && `Stability ${stability} of 1.`,
    citeLine(links.page),
  );
}

function trendLine(name: string, trend: HistoryAnswer["trend"], count: number): string {
  const { direction, changePercent, cagr, since, until, tier, meter } = trend;
  if (direction === "insufficient" || !since || !until) {
    return `${name}: ${count} dated ${count === 1 ? "price" : "prices"}; too few days on one price to name a trend.`;
  }
  const what = [tier, meter ? meterWords(meter) : null].filter(Boolean).join(", ");
  const size = changePercent === null ? "" : ` ${changePercent > 0 ? "+" : ""}${formatPercent(changePercent)}`;
  const yearly = cagr === null ? "" : `, ${formatPercent(cagr)} a year`;
  return `${name}: ${direction}${size} from ${formatDay(since)} to ${formatDay(until)}${yearly}${what ? ` (${what})` : ""}.`;
}
