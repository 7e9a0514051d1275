import * as z from "zod";
import { addDays } from "@/lib/catalog/day";
import type { RatesFact } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { assembleMeters, type MeterPrice } from "../shared/meters";
import type { AdapterResult, Reading } from "../shared/reading";
import { MAKERS, ownModelId, rateSubject, tokenPrice } from "../shared/usage-providers-more";

const REPOSITORY = "https://github.com/simonw/llm-prices";

/** One price in the list's file of all prices, in USD per million tokens. */
export const Price = z.object({
  id: z.string().min(1),
  vendor: z.string().min(1),
  input: z.number().positive(),
  output: z.number().positive(),
  input_cached: z.number().nullish(),
  from_date: z.iso.date().nullable(),
  /** The first day on which it no longer applies. */
  to_date: z.iso.date().nullable(),
});
export type Price = z.infer<typeof Price>;

/** Reads `gpt-5.6-luna-272k` as the price of `gpt-5.6-luna` for requests of more than 272,000 tokens. */
export function splitLength(model: string): { model: string; from: number } {
  const [, base, thousands] = /^(.+)-(\d{3})k$/.exec(model) ?? [];
  return base && thousands ? { model: base, from: Number(thousands) * 1000 } : { model, from: 0 };
}

function pricesOf({ id, input, output, input_cached: cachedInput }: Price): MeterPrice[] {
  const { from } = splitLength(id);
  return [
    tokenPrice("inputTokens", input, { from }),
    tokenPrice("outputTokens", output, { from }),
    ...(cachedInput ? [tokenPrice("cachedInputTokens", cachedInput, { from })] : []),
  ];
}

/** The day on which the list is read, and the cited version of its files. */
export type State = { day: Day; ref: string };

/** Returns steps between prices that the list dates. Prices without a date are in other sources with a date. */
export function datedSteps(prices: readonly Price[], { day, ref }: State): AdapterResult {
  const rejects: AdapterResult["rejects"] = [];
  const steps = new Map<string, Price[]>();
  for (const price of prices) {
    const row = `${price.vendor}/${price.id}`;
    if (price.from_date === null && price.to_date === null) {
      rejects.push({ row, reason: "undated: a cross-check only" });
      continue;
    }
    const slug = MAKERS[price.vendor];
    if (!slug) {
      rejects.push({ row, reason: `provider not in the table: ${price.vendor}` });
      continue;
    }
    const id = [price.vendor, splitLength(price.id).model, price.from_date, price.to_date].join(" ");
    steps.set(id, [...(steps.get(id) ?? []), price]);
  }
  const readings = [...steps.values()].flatMap((parts): Reading<RatesFact>[] => {
    const [first] = parts;
    const slug = first && MAKERS[first.vendor];
    const said = first?.from_date ?? (first?.to_date && addDays(first.to_date, -1));
    if (!first || !slug || !said) return [];
    // A date after the list's own day is an announcement.
    const observedAt = said < day ? said : day;
    return [
      {
        subject: rateSubject(slug),
        trust: "B",
        observedAt,
        ...(first.from_date && { effectiveFrom: first.from_date }),
        evidence: {
          url: `${REPOSITORY}/blob/${ref}/data/${first.vendor}.json`,
          capturedAt: day,
          note: first.to_date
            ? `${first.to_date > day ? "To hold" : "Held"} until ${addDays(first.to_date, -1)}.`
            : "Day of the step as the list dates it.",
        },
        fact: {
          kind: "rates",
          model: ownModelId(slug, splitLength(first.id).model),
          currency: "USD",
          meters: assembleMeters(parts.flatMap(pricesOf)),
        },
      },
    ];
  });
  return { readings, rejects };
}
