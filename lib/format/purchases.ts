import type { Purchase } from "@/lib/schemas/record";
import { formatDay } from "./dates";
import { formatMoney, formatNumber } from "./money";

/** Shown with every list of purchases: a contract is not a price list. */
export const PURCHASES_NOTE = "Total amounts that single buyers paid for whole contracts, not prices per seat or unit.";

/** Returns "Town of Example paid $36,000 for 36 months, about $12,000 a year, tax included; signed 1 Mar 2025." */
export function purchaseSentence(purchase: Purchase): string {
  const { buyer, covers, amount, currency, termMonths, annualAmount, taxIncluded, seats, signedAt } = purchase;
  const parts = [
    `${buyer} paid ${formatMoney(amount, currency)}${termMonths === null ? "" : ` for ${months(termMonths)}`}`,
    annualAmount === null || termMonths === 12 ? null : `about ${formatMoney(annualAmount, currency)} a year`,
    covers === null ? null : `${covers.charAt(0).toLowerCase()}${covers.slice(1)}`,
    seats === null ? null : `${formatNumber(seats)} seats`,
    taxIncluded === null ? null : taxIncluded ? "tax included" : "tax excluded",
  ];
  return `${parts.filter(Boolean).join(", ")}; signed ${formatDay(signedAt)}.`;
}

export function months(count: number): string {
  return count === 1 ? "1 month" : `${formatNumber(count)} months`;
}
