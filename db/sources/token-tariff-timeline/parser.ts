import { readFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import type { RatesFact } from "@/lib/schemas/observation";
import { assembleMeters, daysBetween } from "../shared/meters";
import type { Adapter, AdapterResult, Reading } from "../shared/reading";
import { MAKERS, ownModelId, type RateSlug, rateSubject, tokenPrice } from "../shared/usage-providers-more";

const SOURCE = "token-tariff-timeline";
const FILE_URL =
  "https://github.com/Prajwalsrinvas/token-tariff/blob/dc2baf9d80f97138860483855433ff2936886b20/timeline.csv";

const SNAPSHOT_DAY = "2026-08-06";
/** A more recent launch would look like a contradiction of today's prices. */
const RECENT_DAYS = 180;

/** A copy of the page this close to the launch shows the launch price. */
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

/** Returns the day on which the Internet Archive saved the page. Null for a live URL. */
export function archiveDay(url: string): string | null {
  const [, year, month, day] = /^https:\/\/web\.archive\.org\/web\/(\d{4})(\d{2})(\d{2})/.exec(url) ?? [];
  return year ? `${year}-${month}-${day}` : null;
}

/** "Launch price is the 8K-context tier; the 32K tier launched at $60/$120." */
const TIERS = /Launch price is the (\d+K)-context tier; the (\d+)K tier launched at \$([\d.]+)\/\$([\d.]+)/;

/** Returns the readings of one row: its model, and the long-context model whose price is in its notes. */
function launchReadingsOf(row: Row, slug: RateSlug): Reading<RatesFact>[] {
  const [, own, longer, input, output] = TIERS.exec(row.notes) ?? [];
  if (!own || !longer || !input || !output) return [launchReading(row, slug)];
  const long = { ...row, model: `${row.model}-${longer}k`, launch_price_in: input, launch_price_out: output };
  return [launchReading(row, slug, `Price of the ${own} context.`), launchReading(long, slug)];
}

function launchReading(row: Row, slug: RateSlug, scope?: string): Reading<RatesFact> {
  const released = row.release_date;
  const captured = archiveDay(row.source_url);
  const isLate = captured !== null && daysBetween(released, captured) > LAUNCH_DAYS;
  const isSecondHand = /secondary source/i.test(row.notes);
  const isFirstCopy = /Launch price is the first archived post-launch snapshot/.test(row.notes);
  const note = [
    isFirstCopy ? "Launch price, from the first copy of the page after the launch." : "Launch price.",
    isSecondHand && "From a second-hand source.",
    /Output price includes thinking tokens/.test(row.notes) && "The price of output covers thinking tokens.",
    scope,
  ];
  return {
    subject: rateSubject(slug),
    trust: isSecondHand ? "C" : "B",
    observedAt: isLate ? captured : released,
    ...(!isLate && { effectiveFrom: released }),
    evidence: {
      url: row.source_url,
      via: FILE_URL,
      ...(captured && { capturedAt: captured }),
      note: note.filter(Boolean).join(" "),
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
    return launchReadingsOf(row, slug);
  });
  return { readings, rejects };
}

export const tokenTariffTimeline: Adapter = {
  source: SOURCE,
  async read(rawDir) {
    return launchReadings(JSON.parse(await readFile(path.join(rawDir, SOURCE, "launch-prices.json"), "utf8")));
  },
};
