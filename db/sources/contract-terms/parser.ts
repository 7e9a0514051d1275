import type { ContractTermFact } from "@/lib/schemas/observation";
import {
  type MarketRow,
  marketAdapter,
  type Outcome,
  remarkIn,
  scopeOf,
  sentence,
  subjectOf,
} from "../shared/market-rows";
import { notes, observedDay } from "../shared/text";

const TERMS: Record<string, ContractTermFact["field"]> = {
  autoRenewal: "autoRenewal",
  contractTermYears: "minimumTermMonths",
  lateFeePctPerMonth: "lateFeePercentPerMonth",
  nonRenewalNoticeDays: "nonRenewalNoticeDays",
  paymentTermsDays: "paymentTermsDays",
  priceChangeNoticeDays: "priceChangeNoticeDays",
  refundPolicy: "refundPolicy",
  refundWindowDays: "refundWindowDays",
  refundWindowHours: "refundWindowDays",
  renewalTermMonths: "renewalTermMonths",
  renewalUpliftCapPct: "renewalUpliftPercent",
  renewalUpliftPct: "renewalUpliftPercent",
  terminationForConvenienceNoticeDays: "terminationNoticeDays",
};

/** Returns a refund clause in a uniform spelling. */
export function refundWords(raw: string): string {
  return raw
    .replace(/\bnon-?cancell?able\b/g, "non-cancellable")
    .replace(/\bnonrefundable\b/g, "non-refundable")
    .replace(/^(non-\w+), (non-\w+)/, "$1 and $2")
    .replace(/\bafter window\b/, "after the refund window");
}

function termValue(row: MarketRow): ContractTermFact["value"] | null {
  if (row.field === "autoRenewal") return typeof row.value === "boolean" ? row.value : null;
  if (row.field === "refundPolicy") return typeof row.value === "string" ? refundWords(row.value) : null;
  if (typeof row.value !== "number") return null;
  if (row.field === "contractTermYears") return row.value * 12;
  if (row.field === "refundWindowHours") return row.value / 24;
  return row.value;
}

/** Returns additions to the unit: "days from receipt of invoice", "days (existing customers)". */
function besideUnit(unit: string): string | false {
  return sentence(/^(?:%\/month|%|days|months|hours|year|boolean|text)?\s*\(?(.*?)\)?$/.exec(unit)?.[1] ?? "");
}

export function contractTermFromRow(row: MarketRow): Outcome<ContractTermFact> {
  const field = TERMS[row.field];
  if (!field) return `no field for ${row.field}`;
  if (/reviewer report/.test(row.unit)) return "one reviewer's report";
  const value = termValue(row);
  if (value === null) return "a range or words where the field takes one value";
  const { name, scope } = scopeOf(row.product);
  const { day, note, dating } = observedDay(row.sourceDate);
  const isPrimary = /^Primary\b/.test(row.confidenceNote);
  const audience = /-(individual|personal)\/?$/.exec(row.sourceUrl)?.[1];
  const remark = notes(
    scope !== null && `Terms for: ${scope}.`,
    audience && `Read at the address of the ${audience} terms.`,
    row.field === "renewalUpliftCapPct" && "An upper limit.",
    besideUnit(row.unit),
    !isPrimary && "Quoted second-hand.",
    remarkIn(row),
    note,
  );
  const archive = row.archiveUrl?.startsWith("http") && row.archiveUrl !== row.sourceUrl ? row.archiveUrl : null;
  return {
    subject: subjectOf(row, name),
    trust: isPrimary ? "A" : "C",
    observedAt: day,
    evidence: { ...dating, url: row.sourceUrl, ...(archive && { via: archive }), ...(remark && { note: remark }) },
    fact: { kind: "contract_term", field, value },
  };
}

export const contractTerms = marketAdapter("contract-terms", "contract-terms.jsonl", contractTermFromRow);
