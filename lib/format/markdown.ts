import { referenceCard } from "@/lib/catalog/regions";
import type { PricingAnswer } from "@/lib/schemas/record";
import { groupName } from "./coverage";
import { formatDay } from "./dates";
import { memberPrice } from "./members";
import { formatMoney, formatNumber, formatPercent } from "./money";
import { BILLING, confidencePhrase, listPriceBasis } from "./price";
import { PURCHASES_NOTE, purchaseSentence } from "./purchases";
import { stepsText } from "./rate-card";
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
  modeWords,
  perWords,
  statusShort,
  unitWords,
  verificationSentence,
} from "./words";

type Tier = NonNullable<PricingAnswer["tiers"]>[number];

/** "$8.75 monthly, $7.25 billed yearly, per user a month"; a reason in words where there is no figure. */
export function priceOfTier(tier: Tier): string {
  const { priceStatus, priceMonthly = null, priceAnnual = null, listPrice = null, currency = null } = tier;
  if (tier.isFree) return "free";
  if (priceStatus !== "published") return statusShort(priceStatus);
  const { minimumSeats = null } = tier;
  const per = tier.priceUnit ? unitWords(tier.priceUnit) : null;
  // The unit of a price by the month names the month itself: it is said once.
  const monthly = per?.endsWith("a month") ? per : null;
  const month = monthly === "a month" ? " a month" : "";
  const prices = [
    priceMonthly === null ? null : `${formatMoney(priceMonthly, currency)}${month} billed monthly`,
    priceAnnual === null ? null : `${formatMoney(priceAnnual, currency)}${month} billed yearly`,
  ].filter((price) => price !== null);
  let unit = per === null || month ? "" : `, ${per}`;
  if (prices.length === 0 && listPrice) {
    const { amount, period, billing } = listPrice;
    const isMonthly = period === "month" && monthly !== null;
    prices.push(
      `${formatMoney(amount, currency)} ${isMonthly ? `${monthly}, ${BILLING[billing]}` : listPriceBasis(listPrice)}`,
    );
    if (isMonthly || period === "once") unit = "";
  }
  if (prices.length === 0) return statusShort("unverified");
  return `${prices.join(", ")}${unit}${minimumSeats && minimumSeats > 1 ? `, from ${formatNumber(minimumSeats)} seats` : ""}`;
}

/** A product page as Markdown: what it says, in its order, ending with what to link to. */
export function productMarkdown(record: PricingAnswer): string {
  const { name, vendor, category, verification, links, asOf } = record;
  const sections = [
    `# ${inline(name)} pricing`,
    `**${inline(record.answer)}** ${capitalised(confidencePhrase(verification))}. ${record.members && verification.status === "disputed" ? DISPUTED_PRODUCT : verificationSentence(verification.status)}`,
    bullets([
      `Vendor: ${inline(vendor.name)}${links.vendor ? `, ${links.vendor}` : ""}`,
      `Category: ${inline(category.name)}`,
      `Read as of: ${asOf}`,
    ]),
    members(record),
    tiers(record),
    rates(record),
    section("Extra costs", bullets((record.hiddenCosts ?? []).map(extraCost))),
    section(
      "Contract terms",
      record.contractTerms
        ? bullets(contractTermRows(record.contractTerms).map(({ label, value }) => `${label}: ${inline(value)}`))
        : "",
    ),
    market(record),
    rating(record),
    scenarios(record),
    section("Negotiation", bullets((record.negotiationTips ?? []).map(({ tip }) => inline(tip)))),
    history(record),
    evidence(record),
    section(
      "Cite",
      `${record.attribution}\n\nLink to ${links.page}. An unknown price is unknown, never 0.${record.licenseNote ? ` ${record.licenseNote}` : ""}`,
    ),
  ];
  return `${sections.filter((part) => part !== "").join("\n\n")}\n`;
}

/** The day of a price that is not that of the record. */
export function seenApart({ observedAt }: Tier, verification: { observedAt: string }): string {
  return observedAt === undefined || observedAt === verification.observedAt ? "" : `, seen ${formatDay(observedAt)}`;
}

function members({ members: list = [] }: PricingAnswer): string {
  const rows = list.map((member) => [`[${inline(member.name)}](${member.links.page})`, memberPrice(member)]);
  return rows.length === 0 ? "" : section("Products", linkedTable(["Product", "Price"], rows));
}

function tiers({ tiers: list = [], tiersComplete, verification }: PricingAnswer): string {
  if (list.length === 0) return "";
  const rows = list.map((tier) => [
    tier.name,
    `${priceOfTier(tier)}${seenApart(tier, verification)}`,
    [...(tier.limits ?? []).map(limitWords), ...(tier.features ?? [])].join("; "),
  ]);
  const note = tiersComplete === false ? "\n\nThe source was read in part: there may be more tiers." : "";
  return section("Tiers", table(["Tier", "Price", "Includes"], rows) + note);
}

/** Of a large card the first models; the address of the others stands below them. */
const SHOWN_MODELS = 240;

function rates({ usage, slug, links }: PricingAnswer): string {
  if (!usage) return "";
  const { models, modelCount, referenceRegion, regions = [] } = referenceCard(usage);
  const rows = models.slice(0, SHOWN_MODELS).map(({ model, status, meters, currency, elsewhere = [] }) => [
    status === "active" ? model : `${model} (${status})`,
    elsewhere.length > 0
      ? `no price in ${referenceRegion}; one in ${elsewhere.join(", ")}`
      : meters
          .map((meter) => {
            const mode = meter.mode === "standard" ? "" : `, ${modeWords(meter.mode)}`;
            return `${meterWords(meter.name)}${mode} ${stepsText(meter.prices, currency)} per ${perWords(meter)}`;
          })
          .join("; "),
  ]);
  const card = `${links.home ?? ""}/api/v2/usage/${slug}`;
  const notes = [
    referenceRegion === undefined
      ? null
      : `Prices of ${referenceRegion}, one of ${regions.length} regions; another one's: ${card}?region=`,
    modelCount > rows.length ? `${rows.length} of ${modelCount} rates; all of them: ${card}` : null,
  ].filter((note) => note !== null);
  return section("Rate card", [table(["Model", "Prices"], rows), ...notes].join("\n\n"));
}

function extraCost(cost: NonNullable<PricingAnswer["hiddenCosts"]>[number]): string {
  const { kind, label, amount, percent, currency, unit } = cost;
  const figure = amount === null ? "" : `, ${formatMoney(amount, currency)}${unit ? ` ${unitWords(unit)}` : ""}`;
  return `${hiddenCostWords(kind)}: ${inline(costName(label))}${figure}${percent === null ? "" : `, ${formatPercent(percent)}`}`;
}

function market({ marketData }: PricingAnswer): string {
  if (!marketData) return "";
  const { medianAnnualCost, low, high, currency, sampleSize, source, scope, asOf, purchases } = marketData;
  const bought = purchases.map((purchase) => `- ${inline(purchaseSentence(purchase))}`);
  const list = bought.length === 0 ? [] : [[PURCHASES_NOTE, "", ...bought].join("\n")];
  if (medianAnnualCost === null && low === null && high === null)
    return list.length === 0 ? "" : section("What buyers pay", list.join("\n\n"));
  const facts = [
    medianAnnualCost === null ? null : `Median ${formatMoney(medianAnnualCost, currency)} a year`,
    low === null || high === null ? null : `${formatMoney(low, currency)} to ${formatMoney(high, currency)}`,
    sampleSize === null ? null : `${formatNumber(sampleSize)} purchases`,
    scope === "supplier" ? "all products of the vendor together" : null,
    `${inline(source)}, ${formatDay(asOf)}`,
  ];
  return section("What buyers pay", [`${facts.filter(Boolean).join("; ")}.`, ...list].join("\n\n"));
}

function rating({ sentiment }: PricingAnswer): string {
  if (!sentiment) return "";
  const reviews = sentiment.reviewCount === null ? "" : `, ${formatNumber(sentiment.reviewCount)} reviews`;
  return section(
    "Rating",
    `${sentiment.rating} of ${sentiment.scale}${reviews}; ${inline(sentiment.source)}, ${formatDay(sentiment.asOf)}.`,
  );
}

function scenarios({ scenarios: list = [] }: PricingAnswer): string {
  const rows = list.map(({ name, tier, billing, annualCost, currency }) => [
    name,
    tier,
    billing,
    annualCost === null ? "unknown" : `${formatMoney(annualCost, currency)} a year`,
  ]);
  return rows.length === 0 ? "" : section(groupName("scenarios"), table(["Team", "Tier", "Billing", "Cost"], rows));
}

function history({ priceHistory = [] }: PricingAnswer): string {
  if (priceHistory.length === 0) return "";
  const rows = [...priceHistory]
    .reverse()
    .map(({ effectiveFrom, observedAt, tier, meter, price, priceStatus, currency, unit }) => [
      effectiveFrom ? `from ${effectiveFrom}` : `seen ${observedAt}`,
      tier ?? "",
      meterWords(meter),
      price === null
        ? statusShort(priceStatus)
        : `${formatMoney(price, currency)}${unit ? ` ${historyUnitWords(unit)}` : ""}`,
    ]);
  return section("Price history", table(["Day", "Tier", "Kind", "Price"], rows));
}

function evidence({ evidence: list = [] }: PricingAnswer): string {
  const rows = list.map(({ id, publisher, url, via, capturedAt, licence }) => [
    id,
    via ? `${publisher}, via ${via}` : publisher,
    capturedAt,
    licenceWords(licence),
    url,
  ]);
  return rows.length === 0 ? "" : section("Evidence", table(["Id", "Publisher", "Seen", "Licence", "Address"], rows));
}

function section(title: string, body: string): string {
  return body === "" ? "" : `## ${title}\n\n${body}`;
}

function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return linkedTable(
    head,
    rows.map((cells) => cells.map(inline)),
  );
}

/** A table whose cells are Markdown already. */
function linkedTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}

/** Source text on one line, with nothing in it that a table, a link or HTML would act on. */
function inline(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\\`[\]|]/g, "\\$&")
    .replace(/</g, "&lt;")
    .trim();
}
