import { join } from "node:path";
import type * as z from "zod";
import type {
  ContractTermFact,
  DiscountFact,
  Fact,
  FiscalYearFact,
  HiddenCostFact,
  MarketFact,
  RatingFact,
  Trust,
} from "@/lib/schemas/observation";
import type { HiddenCostKind } from "@/lib/schemas/primitives";
import type { Adapter, AdapterResult, Reading, Subject } from "./reading";
import { notes, observedDay, readJsonLines, slugOf } from "./text";

type Discount = z.infer<typeof DiscountFact>;
type FiscalYear = z.infer<typeof FiscalYearFact>;
type Rating = z.infer<typeof RatingFact>;

/** One line of any of the market files; the fields beyond the first group differ by file. */
export type MarketRow = {
  product: string;
  vendor: string;
  domain: string | null;
  field: string;
  value: number | string | boolean | null;
  unit: string;
  sourceLabel: string;
  sourceUrl: string;
  sourceDate: string | null;
  confidenceNote: string;
  via: string;
  archiveUrl?: string;
  category?: string | null;
  segment?: string;
  low?: number | null;
  high?: number | null;
  sampleSize?: number | string | null;
  secName?: string;
  item?: string;
  currency?: string;
};

/** A reading, or the reason why the row is none. */
type Outcome<F extends Fact> = Reading<F> | string;

function isSecondHand(row: MarketRow): boolean {
  return /second-hand/i.test(row.via) || /second-hand/i.test(row.confidenceNote);
}

/** Our researchers' words as a sentence. */
function sentence(words: string): string | false {
  const text = words.trim().replace(/[.;]+$/, "");
  return text !== "" && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** What the row says beside where it was read. Numbers of other notes mean nothing outside our files. */
function remarkIn(row: MarketRow): string | false {
  return sentence(
    row.confidenceNote
      .replace(/^(?:Primary(?: text)?|Second-hand(?: research note|: [^.]*)?)[.;]\s*/, "")
      .replace(/\s*\(\d{9,}\)|; see [^;]* row\b/g, "")
      .replace(/\b\d{9,}\b/g, "another note"),
  );
}

function subjectOf(row: MarketRow, name: string, kind?: "supplier"): Subject {
  return {
    name,
    ...(row.vendor !== row.product && !row.product.includes(row.vendor) && { vendor: row.vendor }),
    ...(row.domain && { domain: row.domain }),
    ...(row.category && { categoryLabel: row.category }),
    ...(kind && { kind }),
  };
}

function adapterFor<F extends Fact>(source: string, file: string, fromRow: (row: MarketRow) => Outcome<F>): Adapter {
  return {
    source,
    async read(rawDir): Promise<AdapterResult> {
      const rows = await readJsonLines<MarketRow>(join(rawDir, "market", file));
      const result: AdapterResult = { readings: [], rejects: [] };
      for (const row of rows) {
        const outcome = fromRow(row);
        if (typeof outcome === "string") {
          result.rejects.push({ row: `${row.product} ${row.field} ${row.sourceDate ?? "undated"}`, reason: outcome });
        } else result.readings.push(outcome);
      }
      return result;
    },
  };
}

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

/** "USD/year per framework (approx)" gives "framework/year", "USD one-time per customer" gives "once". */
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

const RANGE = /^(\d[\d.,]*)-(\d[\d.,]*)$/;

function shown(figure: string): string {
  return Number(figure).toLocaleString("en-US", {
    minimumFractionDigits: /\.(\d+)/.exec(figure)?.[1]?.length ?? 0,
    maximumFractionDigits: 6,
  });
}

/** What an item says beside its name: it goes into the note. */
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

const NAMES: Record<string, string> = {
  "Akamai (Guardicore)": "Akamai Guardicore",
  "KnowBe4 PhishER Plus": "KnowBe4 PhishER",
  "HubSpot Marketing Hub Enterprise": "HubSpot Marketing Hub",
  "HubSpot Marketing Hub Professional": "HubSpot Marketing Hub",
  "Anthropic API / commercial": "Anthropic API",
  "ChatGPT Enterprise / OpenAI business": "ChatGPT Enterprise",
  "Google Workspace / Cloud Identity": "Google Workspace",
  "Grammarly / Superhuman (business)": "Grammarly",
};

const SCOPES = /^(?:self-serve|consumer.*|business|commercial|group plans)$/;

/** "Cloudflare (self-serve)" as its product and the scope in brackets; a name that we shorten is its own scope. */
export function scopeOf(product: string): { name: string; scope: string | null } {
  const fixed = NAMES[product];
  if (fixed) return { name: fixed, scope: product };
  const [, name, scope = ""] = /^(.+?) \(([^)]+)\)$/.exec(product) ?? [];
  return { name: name ?? product, scope: SCOPES.test(scope) ? scope : null };
}

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

/** A refund clause in one spelling. */
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

/** What the unit says beyond the unit: "days from receipt of invoice", "days (existing customers)". */
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

/** Filers of early 2021 that were since taken over, taken private or relisted. */
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

/** What the unit says of when it applies: "% off list (500+ users)" gives "off list, 500+ users". */
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

export const marketMedians = adapterFor("market-medians", "market-medians.jsonl", medianFromRow);
export const hiddenCosts = adapterFor("market-hidden-costs", "hidden-costs.jsonl", hiddenCostFromRow);
export const contractTerms = adapterFor("contract-terms", "contract-terms.jsonl", contractTermFromRow);
export const negotiation = adapterFor("negotiation", "negotiation.jsonl", negotiationFromRow);
export const sentiment = adapterFor("review-ratings", "sentiment.jsonl", ratingFromRow);
