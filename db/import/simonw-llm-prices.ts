import { readFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import type { RatesFact } from "@/lib/schemas/observation";
import { assembleMeters, type MeterPrice } from "./meters";
import type { Adapter, AdapterResult, Reading } from "./reading";
import { MAKERS, ownModelId, rateSubject, tokenPrice } from "./usage-providers-more";

const SOURCE = "simonw-llm-prices";
const REPOSITORY = "https://github.com/simonw/llm-prices";
const COMMIT = "723ef0bd3a6254436e9fe8d7f05d4d787e99f4c5";
const SNAPSHOT_DAY = "2026-08-06";

const List = z.object({
  unit: z.literal("USD/1M tokens"),
  intervals: z.array(
    z.object({
      provider: z.string(),
      model: z.string(),
      name: z.string(),
      input: z.number().positive(),
      output: z.number().positive(),
      cachedInput: z.number().nullable(),
      from: z.iso.date().nullable(),
      to: z.iso.date().nullable(),
    }),
  ),
});
type Interval = z.infer<typeof List>["intervals"][number];

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

/** `gpt-5.6-luna-272k` is the price of `gpt-5.6-luna` for requests of more than 272,000 tokens. */
export function splitLength(model: string): { model: string; from: number } {
  const [, base, thousands] = /^(.+)-(\d{3})k$/.exec(model) ?? [];
  return base && thousands ? { model: base, from: Number(thousands) * 1000 } : { model, from: 0 };
}

function pricesOf({ model, input, output, cachedInput }: Interval): MeterPrice[] {
  const { from } = splitLength(model);
  return [
    tokenPrice("inputTokens", input, { from }),
    tokenPrice("outputTokens", output, { from }),
    ...(cachedInput ? [tokenPrice("cachedInputTokens", cachedInput, { from })] : []),
  ];
}

/** Steps between prices that the list dates; what it does not date stands in other sources with a date. */
export function datedSteps(list: unknown): AdapterResult {
  const rejects: AdapterResult["rejects"] = [];
  const steps = new Map<string, Interval[]>();
  for (const interval of List.parse(list).intervals) {
    const row = `${interval.provider}/${interval.model}`;
    if (interval.from === null && interval.to === null) {
      rejects.push({ row, reason: "undated: a cross-check only" });
      continue;
    }
    const slug = MAKERS[interval.provider];
    if (!slug) {
      rejects.push({ row, reason: `provider not in the table: ${interval.provider}` });
      continue;
    }
    const id = [interval.provider, splitLength(interval.model).model, interval.from, interval.to].join(" ");
    steps.set(id, [...(steps.get(id) ?? []), interval]);
  }
  const readings = [...steps.values()].flatMap((parts): Reading<RatesFact>[] => {
    const [first] = parts;
    const slug = first && MAKERS[first.provider];
    const said = first?.from ?? (first?.to && dayBefore(first.to));
    if (!first || !slug || !said) return [];
    // What the list dates ahead of its own day is announced.
    const observedAt = said < SNAPSHOT_DAY ? said : SNAPSHOT_DAY;
    return [
      {
        subject: rateSubject(slug),
        trust: "B",
        observedAt,
        ...(first.from && { effectiveFrom: first.from }),
        evidence: {
          url: `${REPOSITORY}/blob/${COMMIT}/data/${first.provider}.json`,
          capturedAt: SNAPSHOT_DAY,
          note: first.to
            ? `${first.to > SNAPSHOT_DAY ? "To hold" : "Held"} until ${dayBefore(first.to)}.`
            : "Day of the step as the list dates it.",
        },
        fact: {
          kind: "rates",
          model: ownModelId(slug, splitLength(first.model).model),
          currency: "USD",
          meters: assembleMeters(parts.flatMap(pricesOf)),
        },
      },
    ];
  });
  return { readings, rejects };
}

export const simonwLlmPrices: Adapter = {
  source: SOURCE,
  async read(rawDir) {
    return datedSteps(JSON.parse(await readFile(path.join(rawDir, SOURCE, "history.json"), "utf8")));
  },
};
