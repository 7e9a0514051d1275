import { markdownText } from "@/lib/catalog/markdown-text";
import { unknownTerms } from "@/lib/catalog/project";
import { referenceCard } from "@/lib/catalog/regions";
import type {
  Tier as FullTier,
  HiddenCost,
  PricePoint,
  PricingAnswer,
  PricingRecord,
  Scenario,
  Sentiment,
} from "@/lib/schemas/record";
import { listEquivalents } from "@/lib/tco/market";
import { capabilitySentence } from "./capabilities";
import { groupName } from "./coverage";
import { formatDay } from "./dates";
import { EQUIVALENT_RULE, equivalentSentence } from "./market";
import { memberPrice } from "./members";
import { formatMoney, formatNumber, formatPercent } from "./money";
import { offerRows } from "./offers";
import { confidencePhrase, startingPriceSentence } from "./price";
import { productVerdict } from "./product-verdict";
import { PURCHASES_NOTE, purchaseSentence } from "./purchases";
import { ratesText, rowNoun } from "./rate-card";
import { priceOfTier } from "./tier-price";
import { priceTipPath } from "./unpriced";
import { verdictText } from "./verdict";
import {
  capitalised,
  contractTermRows,
  costName,
  DISPUTED_PRODUCT,
  hiddenCostWords,
  historyUnitWords,
  licenceWords,
  limitWords,
  meterWords,
  statusShort,
  unitWords,
  unknownTermsSentence,
  verificationSentence,
} from "./words";

type Tier = NonNullable<PricingAnswer["tiers"]>[number];

/** Alternatives for a reader if no price is known. */
export interface Unpriced {
  /** Products of the same vendor with a price. */
  siblings: readonly Pick<PricingRecord, "name" | "answer" | "links">[];
}

interface Shown {
  lacking?: Unpriced | null;
  /** The count of the verdict; the default count if the request has no count. */
  count?: number | null;
}

/** Returns a product page as Markdown: the same content in the same order, with the links at the end. */
export function productMarkdown(record: PricingAnswer, { lacking = null, count = null }: Shown = {}): string {
  const { name, vendor, category, verification, links, asOf } = record;
  const sections = [
    `# ${markdownText(name)} pricing`,
    // The record has every group and every tier: see project().
    `**${markdownText(verdictText(productVerdict(record as PricingRecord, count)))}**`,
    `${markdownText(record.answer)} ${scoreSentence(verification)} ${record.members && verification.status === "disputed" ? DISPUTED_PRODUCT : verificationSentence(verification.status)}`,
    record.caveat ? markdownText(record.caveat) : "",
    bullets([
      `Vendor: ${vendor.name}${links.vendor ? `, ${links.vendor}` : ""}`,
      `Category: ${category.name}`,
      `As of: ${asOf}`,
    ]),
    lacking ? unpriced(record, lacking) : "",
    members(record),
    tiers(record),
    rates(record),
    section(
      "Single sign-on, SCIM and audit log",
      bullets((record.capabilities ?? []).map((fact) => markdownText(capabilitySentence(fact, record.tiers)))),
    ),
    section("Offers", bullets(offerRows(record).map(({ words }) => markdownText(words)))),
    section("Extra costs", bullets((record.hiddenCosts ?? []).map((cost) => markdownText(extraCost(cost))))),
    section(
      "Contract terms",
      bullets([
        ...contractTermRows(record.contractTerms ?? {}).map(({ label, value }) => `${label}: ${value}`),
        ...[unknownTermsSentence(unknownTerms(record as PricingRecord))].filter((sentence) => sentence !== null),
      ]),
    ),
    market(record),
    rating(record),
    scenarios(record),
    section("Negotiation", bullets((record.negotiationTips ?? []).map(({ tip }) => tip))),
    history(record),
    evidence(record),
    alternatives(record),
    section(
      "Cite",
      `${record.attribution}\n\n${markdownText(`Link to ${links.page}. Unknown prices are shown as unknown, never as 0.${record.licenseNote ? ` ${record.licenseNote}` : ""}`)}`,
    ),
  ];
  return `${sections.filter((part) => part !== "").join("\n\n")}\n`;
}

function scoreSentence(verification: PricingAnswer["verification"]): string {
  const { confidence } = verification;
  if (confidence === null) return `${capitalised(confidencePhrase(verification))}.`;
  return `Confidence score: ${confidence.toFixed(2)}.`;
}

/** Returns the day of a price if it differs from that of the record. */
export function seenApart({ observedAt }: Tier, verification: { observedAt: string }): string {
  return observedAt === undefined || observedAt === verification.observedAt ? "" : `, checked ${formatDay(observedAt)}`;
}

function members({ members: list = [] }: PricingAnswer): string {
  const rows = list.map((member) => [
    `[${markdownText(member.name)}](${member.links.page})`,
    markdownText(memberPrice(member)),
  ]);
  return rows.length === 0 ? "" : section("Products", linkedTable(["Product", "Price"], rows));
}

function tiers({ tiers: list = [], tiersComplete, startingPrice, verification }: PricingAnswer): string {
  const start = startingPrice ? section("Starting price", markdownText(startingPriceSentence(startingPrice))) : "";
  if (list.length === 0) return start;
  const rows = list.map((tier) => [
    tier.name,
    `${priceOfTier(tier)}${seenApart(tier, verification)}`,
    [...(tier.limits ?? []).map(limitWords), ...(tier.features ?? [])].join("; "),
  ]);
  const note = tiersComplete === false ? "\n\nOnly part of the source was read. There may be more tiers." : "";
  return section("Tiers", table(["Tier", "Price", "Includes"], rows) + note) + start;
}

/** Number of models shown from a large card; the URL of the others follows the table. */
const SHOWN_MODELS = 240;

function rates({ usage, slug, links }: PricingAnswer): string {
  if (!usage) return "";
  const { models, modelCount, referenceRegion, regions = [] } = referenceCard(usage);
  const rows = models
    .slice(0, SHOWN_MODELS)
    .map(({ model, status, ...rest }) => [
      status === "active" ? model : `${model} (${status})`,
      ratesText(rest, referenceRegion),
    ]);
  const card = `${links.home ?? ""}/api/v2/usage/${slug}`;
  const notes = [
    referenceRegion === undefined
      ? null
      : `Prices for ${referenceRegion}, one of ${regions.length} regions. For another region: ${card}?region=`,
    modelCount > rows.length ? `${rows.length} of ${modelCount} rates are shown. Full rate card: ${card}` : null,
  ].filter((note) => note !== null);
  return section(
    "Rate card",
    [table([rowNoun(usage) === "model" ? "Model" : "Rate", "Prices"], rows), ...notes.map(markdownText)].join("\n\n"),
  );
}

export function extraCost(
  cost: Pick<HiddenCost, "kind" | "label" | "amount" | "percent" | "currency" | "unit">,
): string {
  const { kind, label, amount, percent, currency, unit } = cost;
  const per = unit ? ` ${unitWords(unit)}` : ", unit not stated";
  const figure = amount === null ? "" : `, ${formatMoney(amount, currency)}${per}`;
  const isPremium = kind === "sso" && amount !== null;
  const share = percent === null ? "" : `, ${formatPercent(percent)}${isPremium ? " more than without it" : ""}`;
  return `${hiddenCostWords(kind)}: ${costName(label)}${figure}${share}`;
}

function isFull(tier: Tier): tier is FullTier {
  return "seatBands" in tier;
}

function market({ marketData, tiers = [] }: PricingAnswer): string {
  if (!marketData) return "";
  const bought = marketData.purchases.map((purchase) => `- ${markdownText(purchaseSentence(purchase))}`);
  const list = bought.length === 0 ? [] : [[PURCHASES_NOTE, "", ...bought].join("\n")];
  const facts = marketFacts(marketData);
  if (facts === null) return list.length === 0 ? "" : section("What buyers pay", list.join("\n\n"));
  const atList = equivalentSentence(listEquivalents(tiers.filter(isFull), marketData));
  const compared = atList === null ? [] : [`${markdownText(atList)} ${EQUIVALENT_RULE}`];
  return section("What buyers pay", [`${markdownText(facts)}.`, ...compared, ...list].join("\n\n"));
}

/** Returns "Median $21,400 a year; 1,013 purchases; Vendr, 1 May 2026"; null if only single purchases are known. */
export function marketFacts(market: NonNullable<PricingAnswer["marketData"]>): string | null {
  const { medianAnnualCost, low, high, currency, sampleSize, source, scope, asOf } = market;
  if (medianAnnualCost === null && low === null && high === null) return null;
  const facts = [
    medianAnnualCost === null ? null : `Median ${formatMoney(medianAnnualCost, currency)} a year`,
    low === null || high === null ? null : `${formatMoney(low, currency)} to ${formatMoney(high, currency)}`,
    sampleSize === null ? null : `${formatNumber(sampleSize)} purchases`,
    scope === "supplier" ? "all of the vendor’s products together" : null,
    `${source}, ${formatDay(asOf)}`,
  ];
  return facts.filter(Boolean).join("; ");
}

function rating({ sentiment }: PricingAnswer): string {
  return sentiment ? section("Rating", markdownText(ratingText(sentiment))) : "";
}

/** Returns "4.5 of 5, 33,000 reviews; G2, 1 May 2026." */
export function ratingText({ rating, scale, reviewCount, source, asOf }: Sentiment): string {
  const reviews = reviewCount === null ? "" : `, ${formatNumber(reviewCount)} reviews`;
  return `${rating} of ${scale}${reviews}; ${source}, ${formatDay(asOf)}.`;
}

export function scenarioCells({ name, tier, billing, annualCost, currency }: Scenario): string[] {
  return [name, tier, billing, annualCost === null ? "unknown" : `${formatMoney(annualCost, currency)} a year`];
}

function scenarios({ scenarios: list = [] }: PricingAnswer): string {
  const rows = list.map(scenarioCells);
  return rows.length === 0 ? "" : section(groupName("scenarios"), table(["Team", "Tier", "Billing", "Cost"], rows));
}

function history({ priceHistory = [] }: PricingAnswer): string {
  if (priceHistory.length === 0) return "";
  return section(
    "Price history",
    table(["Date", "Tier", "Kind", "Price"], [...priceHistory].reverse().map(pointCells)),
  );
}

/** Returns the day, tier, kind and price of a dated price. */
export function pointCells(point: PricePoint): string[] {
  const { effectiveFrom, observedAt, tier, meter, price, priceStatus, currency, unit } = point;
  return [
    effectiveFrom ? `from ${effectiveFrom}` : `checked ${observedAt}`,
    tier ?? "",
    meterWords(meter),
    price === null
      ? statusShort(priceStatus)
      : `${formatMoney(price, currency)}${unit ? ` ${historyUnitWords(unit)}` : ""}`,
  ];
}

function evidence({ evidence: list = [] }: PricingAnswer): string {
  const rows = list.map(({ id, publisher, url, via, capturedAt, licence }) => [
    id,
    via ? `${publisher}, via ${via}` : publisher,
    capturedAt,
    licenceWords(licence),
    url,
  ]);
  return rows.length === 0 ? "" : section("Evidence", table(["ID", "Publisher", "Checked", "Licence", "URL"], rows));
}

function unpriced(
  { slug, vendor, links, marketData, alternatives: list }: PricingAnswer,
  { siblings }: Unpriced,
): string {
  const steps = [
    links.vendor ? `Ask the vendor: ${links.vendor}` : null,
    marketData && marketFacts(marketData) ? "See below for what buyers pay." : null,
    list?.length ? "See below for alternatives and their known prices." : null,
    `Tell us where the price is published: ${links.home ?? ""}${priceTipPath(slug)}`,
  ].filter((step) => step !== null);
  const priced = siblings.map(
    ({ name, answer, links: { page } }) => `- [${markdownText(name)}](${page}): ${markdownText(answer)}`,
  );
  const ofVendor =
    priced.length === 0 ? [] : [`${markdownText(vendor.name)} products with a price:`, priced.join("\n")];
  return section("Price unknown", [bullets(steps), ...ofVendor].join("\n\n"));
}

function alternatives({ alternatives: list = [] }: PricingAnswer): string {
  const rows = list.map(({ name, answer, reason, links }) => [
    `[${markdownText(name)}](${links.page})`,
    markdownText(answer),
    markdownText(capitalised(reason)),
  ]);
  return rows.length === 0 ? "" : section("Alternatives", linkedTable(["Product", "Price", "Why"], rows));
}

function section(title: string, body: string): string {
  return body === "" ? "" : `## ${title}\n\n${body}`;
}

function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${markdownText(item)}`).join("\n");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return linkedTable(
    head,
    rows.map((cells) => cells.map(markdownText)),
  );
}

/** Returns a table whose cells are already Markdown. */
function linkedTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}
