import { AppError } from "@/lib/errors";
import { estimateLlmCost } from "@/lib/operations/usage";
import type { PricingRecord } from "@/lib/schemas/record";
import { UsageAnswer } from "@/lib/schemas/usage";
import { ask } from "./ask";
import type { Address } from "./browse";

const PAGE_SIZE = 100;
const PARTS = ["region", "group", "q", "cursor"] as const;

export type RatesQuery = Partial<Record<(typeof PARTS)[number], string>>;
export type RatesPage = {
  answer: UsageAnswer;
  query: RatesQuery /** The reason why the URL could not be read. */;
  problem: string | null;
};

/**
 * Returns the rates that a URL requests, as the API does. If the URL is invalid, returns those of the reference region.
 */
export async function ratesPage({ slug }: PricingRecord, address: Address): Promise<RatesPage> {
  const query: RatesQuery = {};
  for (const part of PARTS) {
    const value = [address[part]].flat()[0];
    if (value) query[part] = value;
  }
  try {
    return { answer: await page(slug, query), query, problem: null };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid_request") throw error;
    return { answer: await page(slug, {}), query: {}, problem: error.message };
  }
}

async function page(slug: string, query: RatesQuery): Promise<UsageAnswer> {
  return UsageAnswer.parse(await ask(estimateLlmCost, { slug, ...query, limit: PAGE_SIZE }));
}
