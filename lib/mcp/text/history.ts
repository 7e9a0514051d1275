import { isExtraCost, isTakenBack } from "@/lib/catalog/change";
import { freshnessOf } from "@/lib/catalog/freshness";
import { compareText, groupBy } from "@/lib/catalog/ledger";
import { afterText, announcedWords, rangeWords } from "@/lib/format/changes";
import { formatDay } from "@/lib/format/dates";
import { changeClassWords } from "@/lib/format/ledger";
import { pointCells } from "@/lib/format/markdown";
import { formatPercent } from "@/lib/format/money";
import { meterWords } from "@/lib/format/words";
import type { ChangesAnswer } from "@/lib/schemas/changes";
import type { HistoryAnswer } from "@/lib/schemas/history";
import type { PriceChange } from "@/lib/schemas/record";
import { changesText } from "./changes";
import { citeLine, money, nextLine, POINT_COLUMNS, Sources, table, text } from "./lines";

/** Returns the text for one product, or for the catalogue. */
export function historyText(body: HistoryAnswer | ChangesAnswer): string {
  return "snapshots" in body ? productText(body) : changesText(body);
}

function productText(body: HistoryAnswer): string {
  const { name, trend, snapshots, changes, count, total, next, stability, evidence, links, tier, tiers } = body;
  const sources = new Sources(evidence);
  const differing = differences(body);
  const list = (title: string, own: readonly PriceChange[]) =>
    own.length === 0
      ? []
      : [title, ...own.toReversed().map((change) => `${changeLine(change)}${sources.mark(change.evidence)}`)];
  const all = total.snapshots === count && total.changes === changes.length;
  return text(
    trendLine(name, trend, { count: total.snapshots, differs: differing.length > 0 }),
    differencesLine(differing),
    lastReadLine(body),
    stability !== null && `Price stability: ${stability} (1 = no confirmed price changes).`,
    all
      ? null
      : `This page: ${count} of ${total.snapshots} dated prices and ${changes.length} of ${total.changes} changes.`,
    nextLine(next, "history"),
    tier === null && tiers.length > 1 && tiersLine(tiers),
    ...list(
      "Changes, newest first:",
      changes.filter((change) => !isExtraCost(change)),
    ),
    ...list("Changes in extra costs, newest first:", changes.filter(isExtraCost)),
    ...(snapshots.length > 0 ? ["Dated prices, newest first:"] : []),
    ...table(
      POINT_COLUMNS,
      [...snapshots].reverse().map((point) => {
        const [day = "", tier = "", kind = "", price = ""] = pointCells(point);
        return [day, tier, kind, `${price}${sources.mark(point.evidence)}`];
      }),
    ),
    ...sources.lines(),
    citeLine(links.page),
  );
}

/** Maximum number of tiers that a text lists. If there are more, the caller takes a name from the rows. */
const LISTED_TIERS = 30;

function tiersLine(tiers: readonly string[]): string {
  if (tiers.length > LISTED_TIERS)
    return `To see only one of its ${tiers.length} tiers or models, pass it as tier, with its name from the rows below.`;
  return `To see only one tier, set tier to one of: ${tiers.join(", ")}.`;
}

function changeLine(change: PriceChange): string {
  const { effectiveFrom, observedAt, tier, field, before, after, currency, percent, reason, class: kind } = change;
  const day = effectiveFrom ?? observedAt;
  const who = [tier, meterWords(field)].filter(Boolean).join(", ");
  if (isTakenBack(change)) {
    return `- Corrected ${day}, ${who}: ${money(before, currency)}, now ${afterText(change)}; ${reason}`;
  }
  const announced = announcedWords(change);
  const told = [announced, reason].flatMap((words) => (words === null ? [] : `; ${words}`)).join("");
  const size = percent === null ? "" : ` (${percent > 0 ? "+" : ""}${formatPercent(percent)})`;
  if (kind === "coverage") return `- First seen ${day}, ${who}: ${afterText(change)}${told}`;
  const verb =
    kind === "correction"
      ? changeClassWords(kind).name
      : announced === null
        ? "Changed"
        : effectiveFrom === null
          ? "Reported"
          : "Announced for";
  return `- ${verb} ${rangeWords(change) ?? day}, ${who}: ${money(before, currency)} to ${money(after, currency)}${size}${told}`;
}

/** Maximum number of prices whose readings differ that a text names. */
const MAX_DIFFERENCES = 6;

/**
 * Returns the prices whose readings differ although no change of them is confirmed: "pro, billed monthly: $15.99 (17
 * Nov 2023), $16.99 (6 Mar 2025)".
 */
function differences({ snapshots, changes }: HistoryAnswer): string[] {
  const confirmed = new Set(
    changes.filter(({ class: kind }) => kind === "move").map(({ tier, field }) => JSON.stringify([tier, field])),
  );
  const series = groupBy(
    snapshots.filter(({ price }) => price !== null),
    ({ tier, meter, currency, unit }) => JSON.stringify([tier, meter, currency, unit]),
  );
  return [...series.values()].flatMap((points) => {
    const [{ tier, meter } = { tier: null, meter: "" }] = points;
    const byDay = points.toSorted((a, b) => compareText(a.observedAt, b.observedAt));
    const steps = byDay.filter(({ price }, at) => price !== byDay[at - 1]?.price);
    if (steps.length < 2 || confirmed.has(JSON.stringify([tier, meter]))) return [];
    const prices = steps.map(
      ({ price, currency, observedAt }) => `${money(price, currency)} (${formatDay(observedAt)})`,
    );
    return [`${[tier, meterWords(meter).toLowerCase()].filter(Boolean).join(", ")}: ${prices.join(", ")}`];
  });
}

function differencesLine(differing: readonly string[]): string | null {
  if (differing.length === 0) return null;
  const more =
    differing.length > MAX_DIFFERENCES ? `; ${differing.length - MAX_DIFFERENCES} more in the rows below` : "";
  return `Readings differ without a confirmed change: ${differing.slice(0, MAX_DIFFERENCES).join("; ")}${more}.`;
}

/** Returns the day of the newest reading, if it is no longer fresh: later prices are not known. */
function lastReadLine({ snapshots, tier, asOf, to }: HistoryAnswer): string | null {
  const newest = snapshots
    .map(({ observedAt }) => observedAt)
    .sort()
    .at(-1);
  const until = to < asOf ? to : asOf;
  if (newest === undefined || freshnessOf(newest, until) === "fresh") return null;
  return `No price${tier === null ? "" : " of this tier or model"} was read after ${formatDay(newest)}: later changes are not known.`;
}

function trendLine(
  name: string,
  trend: HistoryAnswer["trend"],
  { count, differs }: { count: number; differs: boolean },
): string {
  const { direction, changePercent, cagr, since, until, tier, meter } = trend;
  if (direction === "insufficient" || !since || !until) {
    return `${name}: ${count} dated ${count === 1 ? "price" : "prices"}; not enough readings of any one price for a trend.`;
  }
  const what = [tier, meter ? meterWords(meter) : null].filter(Boolean).join(", ");
  const percent = changePercent === null ? null : formatPercent(Math.abs(changePercent));
  const size = percent === null ? "" : direction === "flat" ? ` (${percent})` : ` ${percent}`;
  const yearly = cagr === null ? "" : `, ${formatPercent(cagr)} a year`;
  if (direction === "flat" && differs) {
    return `${name}: no confirmed change from ${formatDay(since)} to ${formatDay(until)}${what ? ` (${what})` : ""}.`;
  }
  return `${name}: ${direction}${size} from ${formatDay(since)} to ${formatDay(until)}${yearly}${what ? ` (${what})` : ""}.`;
}
