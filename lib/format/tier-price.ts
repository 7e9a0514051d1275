import { BILLING_WORDS, INTRODUCTORY } from "@/lib/catalog/billing-words";
import { feePhrase } from "@/lib/catalog/fee-words";
import type { PricingAnswer } from "@/lib/schemas/record";
import { formatDay } from "./dates";
import { formatMoney, formatNumber } from "./money";
import { listPriceBasis } from "./price";
import { AUDIENCE_WORDS, statusShort, unitWords } from "./words";

type Tier = NonNullable<PricingAnswer["tiers"]>[number];

/** Returns "$8.75 per user per month billed monthly, or $7.25 billed yearly", or the reason why there is no figure. */
export function priceOfTier(tier: Tier): string {
  const { priceStatus, priceMonthly = null, priceAnnual = null, listPrice = null, currency = null } = tier;
  if (tier.isFree) return "free";
  if (priceStatus !== "published") return statusShort(priceStatus);
  const { minimumSeats = null, seatBlocks = [], audience = "any", retiredOn = null, percentageFees = [] } = tier;
  const fees = percentageFees.map(feePhrase).join("; ");
  const per = tier.priceUnit ? ` ${unitWords(tier.priceUnit)}` : "";
  const money = (amount: number) => formatMoney(amount, currency);
  const terms = [
    tier.baseFee && `plus ${money(tier.baseFee.amount)} per ${tier.baseFee.period} for the account`,
    listPrice && fees && `plus ${fees}`,
    minimumSeats && minimumSeats > 1 && `minimum ${formatNumber(minimumSeats)} seats`,
    seatBlocks.length > 0 && `sold in blocks of ${seatBlocks.map(formatNumber).join(", ")} seats`,
    audience !== "any" && AUDIENCE_WORDS[audience],
    retiredOn && `no longer sold since ${formatDay(retiredOn)}`,
  ];
  const minimum = terms.flatMap((term) => (term ? `, ${term}` : [])).join("");
  const doubt = tier.annualReview ? `, yearly price ${INTRODUCTORY}` : "";
  if (priceMonthly !== null && priceAnnual !== null)
    return `${money(priceMonthly)}${per} billed monthly, or ${money(priceAnnual)} billed yearly${doubt}${minimum}`;
  if (priceMonthly !== null) return `${money(priceMonthly)}${per}, billed monthly${minimum}`;
  if (priceAnnual !== null) return `${money(priceAnnual)}${per}, billed yearly${minimum}`;
  if (!listPrice) return fees ? `${fees}${minimum}` : statusShort("unverified");
  return `${listPriceWords(listPrice, per, money)}${minimum}`;
}

/**
 * Formats a list price. `per`: the unit of the tier in words, after a space. The unit of a monthly price includes the
 * month.
 */
function listPriceWords(listPrice: NonNullable<Tier["listPrice"]>, per: string, money: (amount: number) => string) {
  const { amount, period, billing } = listPrice;
  const figure = money(amount);
  if (period === "month" && per.endsWith(" per month")) return `${figure}${per}, ${BILLING_WORDS[billing]}`;
  if (period === "usage") return per === "" ? `${figure} (${listPriceBasis(listPrice)})` : `${figure}${per}`;
  if (period === "once") return `${figure} (${listPriceBasis(listPrice)})`;
  return `${figure} ${listPriceBasis(listPrice)}${per === "" ? "" : `,${per}`}`;
}
