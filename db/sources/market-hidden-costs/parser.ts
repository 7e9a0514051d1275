import type { HiddenCostFact, Trust } from "@/lib/schemas/observation";
import type { HiddenCostKind } from "@/lib/schemas/primitives";
import {
  isSecondHand,
  type MarketRow,
  marketAdapter,
  NAMES,
  type Outcome,
  RANGE,
  scopeOf,
  sentence,
  subjectOf,
} from "../shared/market-rows";
import { notes, observedDay, slugOf } from "../shared/text";

const COSTS: Record<string, HiddenCostKind> = {
  addOnFee: "add_on",
  additionalFrameworkFee: "add_on",
  additionalTenantFee: "add_on",
  additionalUser: "add_on",
  apiAddOn: "add_on",
  eliteSupportMinimum: "support",
  eliteSupportPct: "support",
  extendedRetentionFee: "add_on",
  implementationFee: "implementation",
  implementationHourly: "implementation",
  implementationMultiple: "implementation",
  installFee: "implementation",
  minimumSeats: "minimum_seats",
  onboardingFee: "onboarding",
  operationalSupport: "support",
  overageRate: "overage",
  platformFee: "platform_fee",
  premierSupport: "support",
  premiumSupport: "support",
  premiumSupportMinimum: "support",
  premiumSupportPct: "support",
  professionalServicesRetainer: "other",
  residentEngineer: "support",
  softwareFee: "platform_fee",
  supportPct: "support",
  supportVariableFeePct: "support",
  tamSupport: "support",
  trainingFee: "training",
};

/** Reads units: "USD/year per framework (approx)" gives "framework/year", "USD one-time per customer" gives "once". */
export function costUnit(raw: string): string | null {
  const text = raw.replace(/\([^)]*\)/g, "").trim();
  if (/one-time/.test(text)) return "once";
  const period = /^USD\/(year|month)\b/.exec(text)?.[1];
  const noun = /\bper (?:extra )?(.+)$/
    .exec(text)?.[1]
    ?.replace(/ over plan$/, "")
    .replace("deployment-minute", "deployment minute");
  if (period) return noun ? `${noun}/${period}` : period;
  return noun ?? null;
}

function shown(figure: string): string {
  return Number(figure).toLocaleString("en-US", {
    minimumFractionDigits: /\.(\d+)/.exec(figure)?.[1]?.length ?? 0,
    maximumFractionDigits: 6,
  });
}

/** Text after an item's name that goes into the note. */
const BESIDE =
  /\s*\((?:list column|first price column)[^)]*\)|;.*$| on top of [\d,]+\/month minimum|, minimum [\d,.]+ per year| from$/g;

export function hiddenCostFromRow(row: MarketRow): Outcome<HiddenCostFact> {
  if (row.field === "ssoPremium") return "single sign-on premiums are read from sso-tax itself";
  const cost = COSTS[row.field];
  if (!cost) return `unknown field ${row.field}`;
  const isFlorida = /Florida/.test(row.sourceLabel);
  const isPercent = row.unit.startsWith("%");
  const isMultiple = row.unit.startsWith("x ");
  const isSeats = cost === "minimum_seats";
  const range = typeof row.value === "string" ? RANGE.exec(row.value) : null;
  if (!range && typeof row.value !== "number") return "the value is no number";
  const figure = range || typeof row.value !== "number" ? null : row.value;
  const aside: string[] = [];
  const item = (row.item ?? row.field)
    .replace(BESIDE, (found) => {
      aside.push(found.replace(/^[;,(\s]+|[)\s]+$/g, ""));
      return "";
    })
    .trim();
  const [, least = "", most = ""] = range ?? [];
  const words = range
    ? `${item.replace(/ range$/, "")}, ${shown(least)} to ${shown(most)}${isPercent ? "%" : " USD"}`
    : item;
  const base = /^(?:%|x) (?:of )?(.+?)(?: \(approx\))?$/.exec(row.unit)?.[1]?.replace("year-1", "first-year");
  const label = isSeats
    ? `At least ${row.value} seats${item.replace(/^Seat minimum/, "")}`
    : isPercent && base
      ? `${words} (of ${base})`
      : words;
  const { day, note, dating } = observedDay(row.sourceDate);
  const remark = notes(
    NAMES[row.product] !== undefined && `For ${row.product}.`,
    isFlorida && "Public contract ceiling price (State of Florida), not a list price.",
    /reseller not-to-exceed/.test(row.sourceLabel) && "A reseller's not-to-exceed price.",
    /PDF-to-markdown/.test(row.confidenceNote) && "The text was converted from a PDF.",
    /Reseller/.test(row.confidenceNote) && "A reseller's price, not the vendor's.",
    /pairing/.test(row.confidenceNote) && "Taken from a converted table: item and price may be mismatched.",
    /code-search excerpt/.test(row.confidenceNote) && "Read in an excerpt of a code search.",
    isSecondHand(row) && "Quoted second-hand.",
    /not fact-checked/.test(row.confidenceNote) && "The note quoted says that it was not fact-checked.",
    ...aside.filter((words) => words !== "from").map(sentence),
    /currency not stated/.test(row.confidenceNote) && "The currency is not stated; taken as USD.",
    /approx/.test(row.unit) && "Approximate.",
    /\((?:minimum|starting)/.test(row.unit) &&
      `A starting price; it may be ${/\bup to [\d,]+/.exec(row.unit)?.[0] ?? "more"}.`,
    isMultiple && "An estimate.",
    note,
  );
  const percent = figure === null ? null : isPercent ? figure : isMultiple ? figure * 100 : null;
  const trust: Trust = isFlorida ? "B" : "C";
  return {
    subject: subjectOf(row, scopeOf(row.product).name),
    trust,
    observedAt: day,
    evidence: {
      ...dating,
      url: row.sourceUrl,
      ...(isFlorida && { publisher: "State of Florida" }),
      ...(/Vendr/.test(row.sourceLabel) && { publisher: "Vendr", restricted: true }),
      ...(remark && { note: remark }),
    },
    fact: {
      kind: "hidden_cost",
      cost,
      label: label.charAt(0).toUpperCase() + label.slice(1),
      key: slugOf(`${cost} ${item}`),
      amount: isPercent || isMultiple || isSeats ? null : figure,
      percent,
      currency: isPercent || isMultiple || isSeats ? null : (row.currency ?? "USD"),
      unit: isPercent || isMultiple ? (base ?? null) : isSeats ? "seat" : costUnit(row.unit),
    },
  };
}

export const hiddenCosts = marketAdapter("market-hidden-costs", "hidden-costs.jsonl", hiddenCostFromRow);
