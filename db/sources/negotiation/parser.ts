import type * as z from "zod";
import type { ContractTermFact, DiscountFact, FiscalYearFact } from "@/lib/schemas/observation";
import { contractTermFromRow } from "../contract-terms/parser";
import {
  type MarketRow,
  marketAdapter,
  type Outcome,
  RANGE,
  remarkIn,
  scopeOf,
  subjectOf,
} from "../shared/market-rows";
import { notes, observedDay } from "../shared/text";

type Discount = z.infer<typeof DiscountFact>;
type FiscalYear = z.infer<typeof FiscalYearFact>;

/** Companies with filings of early 2021 that have since been acquired, taken private or relisted. */
const TAKEN_OVER = new Set([
  "Altair",
  "Alteryx",
  "Anaplan",
  "Ansys",
  "AspenTech",
  "Avalara",
  "Benefitfocus",
  "Brightcove",
  "Ceridian (Dayforce)",
  "Cerner (Oracle Health)",
  "ChannelAdvisor",
  "Citrix",
  "Cloudera",
  "Cornerstone OnDemand",
  "Coupa",
  "CyberArk",
  "Datto",
  "Duck Creek",
  "e2open",
  "Eventbrite",
  "Everbridge",
  "FireEye (Trellix)",
  "Jamf",
  "Juniper",
  "McAfee",
  "Medallia",
  "Micro Focus",
  "Mimecast",
  "Model N",
  "New Relic",
  "Nuance",
  "Ping Identity",
  "Pluralsight",
  "Proofpoint",
  "PROS",
  "RealPage",
  "SailPoint",
  "Secureworks",
  "SharpSpring",
  "Slack",
  "Smartsheet",
  "SolarWinds",
  "Splunk",
  "Sumo Logic",
  "SurveyMonkey (Momentive/SVMK)",
  "Talend",
  "Verint",
  "VMware",
  "Zendesk",
  "Zuora",
]);

export function fiscalYearFromRow(row: MarketRow): Outcome<FiscalYear> {
  if (typeof row.value !== "string" || !/^\d{2}-\d{2}$/.test(row.value)) return "the value is no day";
  const isFiling = row.secName !== undefined;
  if (isFiling && TAKEN_OVER.has(row.product)) return "taken over or taken private since the filing";
  const { day, note, dating } = observedDay(row.sourceDate);
  const remark = notes(
    isFiling
      ? `As filed in early 2021 by ${row.secName?.replace(/\.$/, "")}.`
      : /handbook/.test(row.confidenceNote)
        ? "From the company's handbook, not from a filing."
        : "From a company profile, not from the filing itself.",
    note,
  );
  const { name } = scopeOf(row.product);
  const archive = row.archiveUrl?.split(" ")[0];
  return {
    subject: { ...subjectOf(row, name, "supplier") },
    trust: isFiling ? "A" : "C",
    observedAt: day,
    evidence: {
      ...dating,
      url: row.sourceUrl,
      ...(isFiling && { publisher: "U.S. Securities and Exchange Commission" }),
      ...(archive?.startsWith("http") && { via: archive }),
      ...(remark && { note: remark }),
    },
    fact: { kind: "fiscal_year_end", monthDay: row.value },
  };
}

const DISCOUNTS: Record<string, { discount: Discount["discount"]; words: string | null }> = {
  averageNegotiatedSavingPct: { discount: "negotiated", words: "average negotiated saving" },
  capacityDiscountPct: { discount: "volume", words: "capacity discount" },
  enterpriseDiscountPct: { discount: "volume", words: "enterprise discount" },
  multiYearDiscountPct: { discount: "multi_year", words: null },
  negotiatedImprovementPct: { discount: "negotiated", words: null },
  renewalDiscountPct: { discount: "renewal", words: null },
  typicalDiscountPct: { discount: "negotiated", words: "typical discount" },
  volumeDiscountPct: { discount: "volume", words: null },
};

/** Returns a discount's scope from its unit: "% off list (500+ users)" gives "off list, 500+ users". */
const discountScope = (unit: string): string =>
  unit
    .replace(/^%\s*|\(approx\)/g, "")
    .replace(/\s*\(([^)]*)\)/, ", $1")
    .trim();

export function discountFromRow(row: MarketRow): Outcome<Discount> {
  const known = DISCOUNTS[row.field];
  if (!known) return `no field for ${row.field}`;
  const range = typeof row.value === "string" ? RANGE.exec(row.value) : null;
  const low = typeof row.value === "number" ? row.value : range ? Number(range[1]) : null;
  const high = typeof row.value === "number" ? row.value : range ? Number(range[2]) : null;
  if (low === null || high === null) return "the value is no number";
  const { day, note, dating } = observedDay(row.sourceDate);
  const isVendr = /Vendr/.test(row.sourceLabel);
  const remark = notes(
    /buyer-advisory/.test(row.confidenceNote)
      ? "From an adviser's own site, self-reported and commercially interested; directional only."
      : "Quoted second-hand, not read on the publisher's own page.",
    !/buyer-advisory/.test(row.confidenceNote) && remarkIn(row),
    /approx/.test(row.unit) && "Approximate.",
    note,
  );
  return {
    subject: subjectOf(row, row.product),
    trust: "C",
    observedAt: day,
    evidence: {
      ...dating,
      url: row.sourceUrl,
      ...(isVendr && { publisher: "Vendr", restricted: true }),
      ...(remark && { note: remark }),
    },
    fact: {
      kind: "discount",
      discount: known.discount,
      percentLow: low,
      percentHigh: high,
      condition: [known.words, discountScope(row.unit)].filter(Boolean).join(" ") || null,
    },
  };
}

export function negotiationFromRow(row: MarketRow): Outcome<FiscalYear | Discount | ContractTermFact> {
  if (row.field === "fiscalYearEnd") return fiscalYearFromRow(row);
  if (row.product === "(market)" || row.product === "AppExchange ISVs") return "about no one product";
  if (/playbook/.test(row.confidenceNote)) return "a target of a playbook, not an outcome";
  if (row.field === "nonRenewalNoticeDays") return contractTermFromRow(row);
  return discountFromRow(row);
}

export const negotiation = marketAdapter("negotiation", "negotiation.jsonl", negotiationFromRow);
