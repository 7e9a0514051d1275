import type { ListPrice } from "@/lib/schemas/record";

export type PriceBilling = ListPrice["billing"];

export const BILLING_WORDS: Readonly<Record<PriceBilling, string>> = {
  monthly: "billed monthly",
  annual: "billed yearly",
  unstated: "billing not stated",
};

/** Words for the billing of a cost. */
export const COST_BILLING_WORDS = {
  ...BILLING_WORDS,
  one_time: "one-time purchase",
  per_transaction: "charged per payment",
  usage: "charged by use",
} as const;
export type CostBilling = keyof typeof COST_BILLING_WORDS;

/** For a yearly price that is far below the monthly one. */
export const INTRODUCTORY = "looks like an introductory price";
