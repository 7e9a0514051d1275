import type { MarketFact } from "@/lib/schemas/observation";
import { isSecondHand, type MarketRow, marketAdapter, type Outcome, remarkIn, subjectOf } from "../shared/market-rows";
import { notes, observedDay } from "../shared/text";

/** Telecom carriers, consultancies, resellers, service firms and hardware makers. */
const NOT_SOFTWARE = new Set([
  "66degrees",
  "Act 1 Systems",
  "AlphaSights",
  "Aon",
  "Aqueduct Technologies",
  "Armature Systems",
  "AT&T",
  "Blue Turtle Technologies",
  "CIOSHARE",
  "CloudHesive",
  "Cogent",
  "cprime",
  "Deloitte",
  "Dell",
  "DoiT International",
  "Eagle Technologies, Inc.",
  "ECS",
  "Ecosystems",
  "Electric",
  "Encora",
  "Flexential",
  "Flycast Partners",
  "Gotham Technology Group",
  "Grey Matter",
  "Greyson Technologies",
  "GroWrk",
  "Guidepoint",
  "HCL Tech",
  "Hofy",
  "HP",
  "Insight",
  "InterVision",
  "Interworks",
  "Juniper Networks",
  "Korn Ferry",
  "Linux Foundation",
  "Logicalis",
  "Lunavi",
  "Mayven",
  "Naviant",
  "Nolan",
  "NTT",
  "NTT DATA Corporation",
  "NTT Resonant",
  "OneSource Virtual",
  "Oxalis Solutions",
  "Park Place Technologies",
  "Presidio",
  "Promevo",
  "PwC",
  "Pythian",
  "Quantify Technologies",
  "Revolgy",
  "Seibert Group",
  "SHI International",
  "Softchoice",
  "SoftwareONE",
  "Spico Solutions",
  "Suitebriar",
  "SYNNEX Corporation",
  "Tata Consultancy Services",
  "Tekscape",
  "Traction on Demand",
  "TSIA",
  "VMware Tanzu Labs",
  "WPG Consulting",
  "Zayo Group, LLC",
  "Zones",
]);

const LEAST_PLAUSIBLE = 500;

export function medianFromRow(row: MarketRow): Outcome<MarketFact> {
  if (NOT_SOFTWARE.has(row.product)) return "not software: carrier, consultancy, reseller or hardware";
  switch (row.field) {
    case "medianAnnualCost":
      break;
    case "annualCostRange":
      if (/\(.*\)/.test(row.product)) return "covers one group of buyers only";
      break;
    case "averageAnnualCost":
      return "an average, not a median";
    case "medianAnnualCostBand":
      return "the median is given as a band only";
    case "annualCostTypeUnstated":
      return "the page does not say whether it is a median";
    case "sampleSize":
      return "a count of purchases without a price";
    default:
      return `unknown field ${row.field}`;
  }
  if (/labelled average/.test(row.confidenceNote)) return "labelled both average and median";
  const median = row.field === "medianAnnualCost" ? row.value : null;
  if (median !== null && typeof median !== "number") return "the median is no number";
  if (median !== null && median < LEAST_PLAUSIBLE) return "below 500 a year: cannot be";
  const low = row.low ?? null;
  const high = row.high ?? null;
  if (median === null && low === null && high === null) return "no figure";
  const { day, note, dating } = observedDay(row.sourceDate);
  const quoted = isSecondHand(row);
  const sample = typeof row.sampleSize === "number" && row.sampleSize > 0 ? Math.round(row.sampleSize) : null;
  const remark = notes(
    note,
    quoted && "Quoted second-hand, not read on the publisher's own page.",
    quoted && remarkIn(row),
    /individual developer/.test(row.confidenceNote) && "Captured by an individual developer, no official export.",
    /range slider/.test(row.confidenceNote) && "Low and high are the ends of the publisher's range slider.",
    /date = first commit/.test(row.confidenceNote) && "Dated by the first commit of the file.",
  );
  return {
    subject: { ...subjectOf(row, row.vendor, "supplier"), vendor: row.vendor },
    trust: quoted ? "C" : "B",
    observedAt: day,
    evidence: { ...dating, url: row.sourceUrl, restricted: true, ...(remark && { note: remark }) },
    fact: {
      kind: "market",
      publisher: row.sourceLabel.startsWith("SpendHound") ? "SpendHound" : "Vendr",
      medianAnnualCost: median,
      low,
      high,
      sampleSize: sample,
      currency: row.currency ?? "USD",
      scope: "supplier",
    },
  };
}

export const marketMedians = marketAdapter("market-medians", "market-medians.jsonl", medianFromRow);
