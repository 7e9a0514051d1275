import { formatDay } from "@/lib/format/dates";
import { formatMoney } from "@/lib/format/money";
import { confidencePhrase, confidenceText } from "@/lib/format/price";
import type { PricingAnswer } from "@/lib/schemas/record";

/** Lines of a text, without the empty ones. */
export function text(...lines: readonly (string | null | undefined | false)[]): string {
  return lines.filter((line) => typeof line === "string" && line !== "").join("\n");
}

export function money(amount: number | null | undefined, currency: string | null | undefined): string {
  return amount === null || amount === undefined ? "unknown" : formatMoney(amount, currency ?? null);
}

type Seen = Pick<PricingAnswer["verification"], "observedAt" | "verifiedAt" | "status" | "confidence">;

/** "Seen 21 Aug 2026, not yet checked by us; confidence 0.78, high." */
export function seenLine(seen: Seen): string {
  return `Seen ${formatDay(seen.observedAt)}, ${stateOf(seen)}; ${seen.confidence === null ? confidencePhrase(seen) : `confidence ${confidenceText(seen)}`}.`;
}

/** "As of 22 Aug 2026: not yet checked by us; confidence 0.78." */
export function standingLine({ asOf, verification }: Pick<PricingAnswer, "asOf" | "verification">): string {
  return `As of ${formatDay(asOf)}: ${stateOf(verification)}; ${confidencePhrase(verification)}.`;
}

function stateOf({ verifiedAt, status }: Pick<Seen, "verifiedAt" | "status">): string {
  return {
    verified: verifiedAt ? `checked ${formatDay(verifiedAt)}` : "checked",
    imported: "not yet checked by us",
    stale: "past due for a check",
    disputed: "sources disagree",
  }[status];
}

export function citeLine(...pages: readonly string[]): string {
  return `Cite: ${pages.join(" ")}`;
}

/** The first of a list, and how many more there are. */
export function first<T>(items: readonly T[], limit: number, line: (item: T) => string): string[] {
  const shown = items.slice(0, limit).map(line);
  return items.length > limit ? [...shown, `- and ${items.length - limit} more in structuredContent`] : shown;
}
