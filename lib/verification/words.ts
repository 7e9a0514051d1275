import type { ReadTier } from "@/lib/reader";
import type { Tier } from "@/lib/schemas/record";
import type { Outcome } from "./conclude";
import type { Form, Move } from "./decide";
import type { Counts } from "./verify";

export const FORM_WORDS: Record<Form, string> = {
  monthly: "per month, billed monthly",
  annual: "per month, billed yearly",
  unstated: "per month",
  once: "as a one-time price",
  usage: "by usage",
};

const NOTHING = "nothing";

/** Returns the previous prices in one line: "Free 0; Pro 8.75 or 7.25 USD". */
export function stoodLine(tiers: readonly Tier[]): string {
  const line = tiers.map((tier) => {
    const { listPrice, priceMonthly, priceAnnual, currency } = tier;
    if (!listPrice) return `${tier.name} ${tier.priceStatus.replace("_", " ")}`;
    if (tier.isFree) return `${tier.name} 0`;
    const amounts = [...new Set([priceMonthly, priceAnnual].filter((amount) => amount !== null))];
    return `${tier.name} ${amounts.length > 0 ? amounts.join(" or ") : listPrice.amount} ${currency ?? ""}`.trim();
  });
  return line.join("; ") || NOTHING;
}

export function readLine(tiers: readonly ReadTier[]): string {
  const line = tiers.map(({ name, status, prices }) => {
    if (prices.length === 0) return `${name} ${status.replace("_", " ")}`;
    const shown = prices.map(
      ({ amount, currency, period, billing }) =>
        `${amount} ${currency} per ${period === "once" ? "purchase" : period === "usage" ? "use" : period}${billing ? `, billed ${billing === "annual" ? "yearly" : "monthly"}` : ""}`,
    );
    return `${name} ${prices.every(({ amount }) => amount === 0) ? "0" : shown.join(" or ")}`;
  });
  return line.join("; ") || NOTHING;
}

export function moveLine({ tier, form, before, after, currency }: Move): string {
  return `${tier}: ${before ?? NOTHING} → ${after} ${currency ?? ""} ${FORM_WORDS[form]}`.replace(/ +/g, " ");
}

/** Returns lines for the terminal: the previous prices, the page's prices and the reason for the outcome. */
export function outcomeLines({ check, decision, stands, observation, held }: Outcome): string[] {
  const fact = (held?.after ?? observation)?.fact;
  const after =
    fact?.kind === "plans"
      ? fact.tiers.map(({ name, status, prices }) =>
          prices.length === 0
            ? `${name} ${status.replace("_", " ")}`
            : `${name} ${[...new Set(prices.map(({ amount }) => amount))].join(" or ")}`,
        )
      : [];
  return [
    `${check.product}: ${check.outcome.replace("_", " ")}`,
    `  before: ${stoodLine(stands?.tiers ?? [])}`,
    ...(after.length > 0 ? [`  after:  ${after.join("; ")}`] : []),
    ...(decision?.moves ?? []).map((move) => `  ${moveLine(move)}`),
    ...(check.reason ? [`  reason: ${check.reason}`] : []),
  ];
}

export function closingTable(counts: Counts): string[] {
  const rows = Object.entries(counts).filter(([name, n]) => n > 0 || name === "pages" || name === "products");
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, n]) => `${name.replace("_", " ").padEnd(width)}  ${String(n).padStart(6)}`);
}
