import { buildRecord } from "@/lib/catalog/record";
import { answerSentence } from "@/lib/format/answer";
import { caveatSentence } from "@/lib/format/caveat";
import type { PricingRecord } from "@/lib/schemas/record";

/** Returns the record as it is served, with its answer in one sentence. */
export function dressRecord(parts: Parameters<typeof buildRecord>[0]): PricingRecord {
  const { schemaVersion, slug, name, ...rest } = buildRecord(parts);
  const record = { schemaVersion, slug, name, ...rest };
  const caveat = caveatSentence(record);
  return { schemaVersion, slug, name, answer: answerSentence(record), ...(caveat !== null && { caveat }), ...rest };
}
