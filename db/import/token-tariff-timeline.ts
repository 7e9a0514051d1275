import { readFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import type { RatesFact } from "@/lib/schemas/observation";
import { assembleMeters, daysBetween } from "./meters";
import type { Adapter, AdapterResult, Reading } from "./reading";
import { MAKERS, ownModelId, type RateSlug, rateSubject, tokenPrice } from "./usage-providers-more";

const SOURCE = "token-tariff-timeline";
const FILE_URL =
  "https://github.com/Prajwalsrinvas/token-tariff/blob/dc2baf9d80f97138860483855433ff2936886b20/timeline.csv";

const SNAPSHOT_DAY = "2026-08-06";
/** A launch this recent would stand beside today's prices as if it contradicted them. */
const RECENT_DAYS = 180;

/** A copy of the page this close to the launch shows the price of the launch. */
const LAUNCH_DAYS = 7;

const List = z.object({
  unit: z.literal("USD/1M tokens"),
  rows: z.array(
    z.object({
      model: z.string(),
      vendor: z.string(),
      release_date: z.iso.date(),
      launch_price_in: z.string(),
      launch_price_out: z.string(),
      current_price_in: z.string(),
      current_price_out: z.string(),
      notes: z.string(),
      source_url: z.url(),
    }),
  ),
});
type Row = z.infer<typeof List>["rows"][number];

/** Day on which the Internet Archive took the page; null for a live address. */
export function archiveDay(url: string): string | null {
  const [, year, month, day] = /^https:\/\/web\.archive\.org\/web\/(\d{4})(\d{2})(\d{2})/.exec(url) ?? [];
  return year ? `${year}-${month}-${day}` : null;
}

export function launchReading(row: Row, slug: RateSlug): Reading<RatesFact> {
  const released = row.release_date;
  const captured = archiveDay(row.source_url);
  const isLate = captured !== null && daysBetween(released, captured) > LAUNCH_DAYS;
  const isSecondHand = /secondary source/i.test(row.notes);
  return {
    subject: rateSubject(slug),
    trust: isSecondHand ? "C" : "B",
    observedAt: isLate ? captured : released,
    ...(!isLate && { effectiveFrom: released }),
    evidence: {
      url: row.source_url,
      via: FILE_URL,
      ...(captured && { capturedAt: captured }),
      note: isSecondHand ? "Launch price, from a report on the launch." : "Launch price.",
    },
    fact: {
      kind: "rates",
      model: ownModelId(slug, row.model),
      currency: "USD",
      meters: assembleMeters([
        tokenPrice("inputTokens", row.launch_price_in),
        tokenPrice("outputTokens", row.launch_price_out),
      ]),
    },
  };
}

export function launchReadings(list: unknown): AdapterResult {
  const rejects: AdapterResult["rejects"] = [];
  const readings = List.parse(list).rows.flatMap((row) => {
    if (row.launch_price_in === "" || row.launch_price_out === "") {
      rejects.push({ row: row.model, reason: "launch price not verified, or open weights without a price" });
      return [];
    }
    const isRecent = daysBetween(row.release_date, SNAPSHOT_DAY) <= RECENT_DAYS;
    const isMoved =
      Number(row.launch_price_in) !== Number(row.current_price_in) ||
      Number(row.launch_price_out) !== Number(row.current_price_out);
    if (isRecent && isMoved) {
      rejects.push({
        row: row.model,
        reason: "recent launch whose price has moved since: the step is dated elsewhere",
      });
      return [];
    }
    const slug = MAKERS[row.vendor.toLowerCase()];
    if (!slug) {
      rejects.push({ row: row.model, reason: `provider not in the table: ${row.vendor}` });
      return [];
    }
    return [launchReading(row, slug)];
  });
  return { readings, rejects };
}

export const tokenTariffTimeline: Adapter = {
  source: SOURCE,
  async read(rawDir) {
    return launchReadings(JSON.parse(await readFile(path.join(rawDir, SOURCE, "launch-prices.json"), "utf8")));
  },
};
