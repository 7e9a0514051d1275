import type * as z from "zod";
import type { RatingFact } from "@/lib/schemas/observation";
import { isSecondHand, type MarketRow, marketAdapter, type Outcome, subjectOf } from "../shared/market-rows";
import { notes, observedDay } from "../shared/text";

type Rating = z.infer<typeof RatingFact>;

export function ratingFromRow(row: MarketRow): Outcome<Rating> {
  if (row.field !== "averageRating") return "a rating of one aspect, not of the product";
  const scale = Number(/^out of (\d+)$/.exec(row.unit)?.[1]);
  if (typeof row.value !== "number" || !scale) return "the value is no rating";
  const count = /^(\d+)(\+?)$/.exec(String(row.sampleSize ?? ""));
  const { day, note, dating } = observedDay(row.sourceDate);
  const remark = notes(
    count?.[2] === "+" && `${count[1]} reviews or more.`,
    /Scraper output|scraper README/.test(row.confidenceNote) && "From a scraper's output.",
    isSecondHand(row) && "Quoted second-hand.",
    /^Second-hand\. \d/.test(row.confidenceNote) && `Given as ${row.confidenceNote.slice(13)}.`,
    note,
  );
  return {
    subject: subjectOf(row, row.product),
    trust: "C",
    observedAt: day,
    evidence: { ...dating, url: row.sourceUrl, restricted: true, ...(remark && { note: remark }) },
    fact: {
      kind: "rating",
      publisher: row.sourceLabel,
      rating: row.value,
      scale,
      reviewCount: count && Number(count[1]) > 0 ? Number(count[1]) : null,
    },
  };
}

export const sentiment = marketAdapter("review-ratings", "sentiment.jsonl", ratingFromRow);
