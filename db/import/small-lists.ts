import { readFile } from "node:fs/promises";
import path from "node:path";
import { Decimal } from "decimal.js";
import { tierId } from "@/lib/catalog/tier-id";
import type { HiddenCostFact, PlansFact, PurchaseFact, RatesFact } from "@/lib/schemas/observation";
import { parseCsv } from "./getbeton";
import type { Meter } from "./meters";
import type { Adapter, AdapterResult, Reading, Reject, Subject } from "./reading";
import { daysBetween, notes, slugOf } from "./text";

type Row = Record<string, string>;

function adapterFor(source: string, file: string, read: (rows: readonly Row[]) => AdapterResult): Adapter {
  return {
    source,
    read: async (rawDir) => read(parseCsv(await readFile(path.join(rawDir, "small-lists", file), "utf8"))),
  };
}

/** "€ 5.50", "4.40‡", "2,520.00"; null for a dash. A mark behind a figure points to a footnote. */
export function hostPrice(raw: string): { amount: number; currency: "USD" | "EUR"; marked: boolean } | null {
  const found = /^(€?)\s*(\d[\d,]*(?:\.\d+)?)(‡?)$/.exec(raw.trim());
  if (!found?.[2]) return null;
  return {
    amount: Number(found[2].replaceAll(",", "")),
    currency: found[1] ? "EUR" : "USD",
    marked: found[3] === "‡",
  };
}

const HOSTS: Record<string, Subject> = {
  Cloudways: { name: "Cloudways", vendor: "DigitalOcean", domain: "cloudways.com" },
  Contabo: { name: "Contabo", domain: "contabo.com" },
  DigitalOcean: { name: "DigitalOcean", domain: "digitalocean.com" },
  Hostinger: { name: "Hostinger", domain: "hostinger.com" },
  InMotion: { name: "InMotion Hosting", domain: "inmotionhosting.com" },
  Kamatera: { name: "Kamatera", domain: "kamatera.com" },
  Kinsta: { name: "Kinsta", domain: "kinsta.com" },
  "Linode / Akamai": { name: "Linode", vendor: "Akamai", domain: "linode.com" },
  "Liquid Web": { name: "Liquid Web", domain: "liquidweb.com" },
  RackNerd: { name: "RackNerd", domain: "racknerd.com" },
  "Rocket.net": { name: "Rocket.net", domain: "rocket.net" },
  ScalaHosting: { name: "ScalaHosting", domain: "scalahosting.com" },
  SiteGround: { name: "SiteGround", domain: "siteground.com" },
  Vultr: { name: "Vultr", domain: "vultr.com" },
  "WP Engine": { name: "WP Engine", domain: "wpengine.com" },
};

const HOST_LIST = {
  url: "https://vpshostingradar.com/vps-pricing-index/",
  via: "https://github.com/vpshostingradar/vps-pricing-data/tree/0ab44b53c356d7b1d04d08a15a1c78a656a432be",
};
const HOST_DAY = "2026-08-11";

type Offer = { row: Row; plan: string; tier: PlansFact["tiers"][number]; currency: string };

/** "VPS 4 (Most Popular)" and "Cloud VPS 4 (EUR)" without what is no part of the name. */
const planName = (raw: string) => raw.replace(/\s*\((?:Most Popular|EUR)\)$/, "").replace(/\s+/g, " ");

function monthsAhead(row: Row): number {
  return Number(row.prepay_months);
}

/** The price without a commitment where one is shown, else that of a renewal: never the first term's, which ends. */
function offerOf(row: Row): Offer | null {
  const plan = planName(row.plan ?? "");
  const monthly = hostPrice(row.month_to_month_usd ?? "");
  const lasting = monthly ?? hostPrice(row.renewal_usd_month ?? "");
  if (!lasting) return null;
  const prices: Offer["tier"]["prices"] = [
    { amount: lasting.amount, period: "month", billing: monthly ? "monthly" : null },
  ];
  return {
    row,
    plan,
    currency: lasting.currency,
    tier: { id: tierId(plan), name: plan, status: "published", prices, unit: null },
  };
}

/** What a renewal adds to the first term's price; null where it adds nothing. */
export function renewalUplift(row: Row): HiddenCostFact | null {
  const first = hostPrice(row.first_term_usd_month ?? "");
  const renewal = hostPrice(row.renewal_usd_month ?? "");
  if (!first || !renewal || renewal.amount <= first.amount) return null;
  const plan = planName(row.plan ?? "");
  const difference = new Decimal(renewal.amount).minus(first.amount);
  const ahead = monthsAhead(row);
  return {
    kind: "hidden_cost",
    cost: "renewal_uplift",
    label: `${plan}, after the first ${ahead === 1 ? "month" : `${ahead} months`}`,
    key: slugOf(`renewal ${plan}`),
    amount: difference.toNumber(),
    percent: difference.div(first.amount).times(100).toDecimalPlaces(2).toNumber(),
    currency: renewal.currency,
    unit: "month",
    basePrice: first.amount,
    fullPrice: renewal.amount,
  };
}

/** What a mark behind a price means, as far as the list's file tells. */
const MARKS: Record<string, string> = { "WP Engine renewal": "The renewal price is provisional." };

type HostPrice = "first term" | "month-to-month" | "renewal";
const HOST_PRICES = {
  "first term": "first_term_usd_month",
  "month-to-month": "month_to_month_usd",
  renewal: "renewal_usd_month",
} satisfies Record<HostPrice, string>;

/** What must be known of those prices of a row that are shown. */
function hostNote(row: Row, shown: readonly HostPrice[]): string | undefined {
  const prices = shown.map((which) => ({ which, price: hostPrice(row[HOST_PRICES[which]] ?? "") }));
  return notes(
    prices.some(({ price }) => price?.currency === "EUR") && "VAT is included.",
    ...prices.map(
      ({ which, price }) =>
        price?.marked &&
        (MARKS[`${row.provider} ${which}`] ??
          `The list marks the ${which} price with a footnote that its file does not hold.`),
    ),
  );
}

export function renewalReadings(rows: readonly Row[]): AdapterResult {
  const rejects: Reject[] = [];
  const offers = new Map<string, Offer[]>();
  const costs: Reading<HiddenCostFact>[] = [];
  const place = (row: Row, shown: readonly HostPrice[]) => {
    const note = hostNote(row, shown);
    return { trust: "B" as const, observedAt: HOST_DAY, evidence: { ...HOST_LIST, ...(note && { note }) } };
  };
  for (const row of rows) {
    const subject = HOSTS[row.provider ?? ""];
    const offer = offerOf(row);
    const name = `${row.provider} ${row.plan}`;
    if (!subject) rejects.push({ row: name, reason: "a provider that is not known" });
    else if (!offer) rejects.push({ row: name, reason: "no price" });
    else {
      offers.set(row.provider ?? "", [...(offers.get(row.provider ?? "") ?? []), offer]);
      const uplift = renewalUplift(row);
      if (uplift) costs.push({ subject, ...place(row, ["first term", "renewal"]), fact: uplift });
      else rejects.push({ row: name, reason: "the price does not rise at renewal" });
    }
  }
  const plans = [...offers].flatMap(([provider, list]): Reading<PlansFact>[] => {
    const subject = HOSTS[provider];
    const [first] = list;
    if (!first || !subject) return [];
    const terms = list
      .filter(({ tier }) => tier.prices[0]?.billing === null)
      .map(({ plan }) => `${plan}: the price of a renewal; a first term costs less.`);
    const { evidence, ...rest } = place(first.row, []);
    const shown = list.map(({ row, tier }) => hostNote(row, [tier.prices[0]?.billing ? "month-to-month" : "renewal"]));
    const note = notes(...new Set(shown), ...terms);
    return [
      {
        subject,
        ...rest,
        evidence: { ...evidence, ...(note && { note }) },
        fact: { kind: "plans", currency: first.currency, complete: false, tiers: list.map(({ tier }) => tier) },
      },
    ];
  });
  return { readings: [...plans, ...costs], rejects };
}

/** What the contracts name → the product, or the supplier of all that they cover. */
const BOUGHT: Record<string, Subject> = {
  "2Ring": { name: "2Ring" },
  "Adobe Creative Cloud / Document Cloud (ETLA)": { name: "Adobe Creative Cloud" },
  Appspace: { name: "Appspace" },
  "Articulate 360": { name: "Articulate 360" },
  Assetic: { name: "Assetic" },
  Atlassian: { name: "Atlassian", kind: "supplier" },
  "Atlassian Jira": { name: "Jira" },
  "Campaign Monitor": { name: "Campaign Monitor" },
  "Cisco Calling and Meetings (Webex)": { name: "Cisco", kind: "supplier" },
  "Cisco contact centre": { name: "Cisco", kind: "supplier" },
  Citrix: { name: "Citrix", kind: "supplier" },
  ClickView: { name: "ClickView" },
  "Enterprise Recon (Ground Labs)": { name: "Enterprise Recon", vendor: "Ground Labs" },
  Flexera: { name: "Flexera" },
  "Ideagen Quality Management": { name: "Ideagen Quality Management", vendor: "Ideagen" },
  Imprivata: { name: "Imprivata" },
  Jira: { name: "Jira" },
  KWizCom: { name: "KWizCom" },
  Medigate: { name: "Medigate" },
  "MuleSoft (Salesforce)": { name: "MuleSoft" },
  "Oracle Java SE": { name: "Oracle Java SE", vendor: "Oracle" },
  "Oracle Linux Premier Support": { name: "Oracle Linux", vendor: "Oracle" },
  "Pear Deck": { name: "Pear Deck", vendor: "GoGuardian" },
  Salesforce: { name: "Salesforce", kind: "supplier" },
  "Salesforce Sales Cloud Unlimited": { name: "Salesforce Sales Cloud" },
  ServiceNow: { name: "ServiceNow" },
  "SOTI MobiControl": { name: "SOTI MobiControl", vendor: "SOTI" },
  "Transmax STREAMS": { name: "Transmax STREAMS", vendor: "Transmax" },
  "Tricentis Tosca": { name: "Tricentis Tosca", vendor: "Tricentis" },
  UiPath: { name: "UiPath" },
  VisibleThread: { name: "VisibleThread" },
};

/** Contract → what its title says that it covers, beside the product's name. */
const COVERS: Record<string, string> = {
  CLD20250120: "Renewal of the subscription",
  CLD50632: "Agreement 2025-28",
  CLD52588: "Licences of MuleSoft under the whole-of-government Salesforce enterprise licence arrangement",
  "CIT2025/672": "Unlimited edition",
  "CPQ-3838058-1": "Licences and support",
  DR4164687: "Enterprise term licence 2025-28 for Creative Cloud and Document Cloud",
  PICH0007902: "Annual renewal of licences (NCH ICT support platform)",
  PICH0011201: "Renewal of the software service",
  PICI0005853: "Premier support",
  PICM0002486: "Digital media software for the ACT Education Directorate",
  PICM0006248: "Licences of Salesforce under the whole-of-government Salesforce enterprise licence arrangement",
  PICM0008517: "Content readability and language platform",
  PIHD0006705: "Licences",
  PIHD0008009: "Licence",
  PIHD0008227: "Licences",
  PIHD0008903: "Licences",
  PIHD0009275: "Software as a service, licence and support for quality management software",
  PITC0007687: "Software assurance and managed services",
  PITC0008560: "Asset management system, software as a service subscription",
  "PO-0506": "Renewal of software licences 2025-2026",
  "PO-0519": "Subscription with LMS access",
  PO5495: "Email marketing platform",
  "SM-08250-DAT": "Licences and support",
  "SM-08323-CYX": "Licences",
  "SM-08437-MCW": "Renewal of licences",
  "SM-08518-DT3": "Renewal of the subscription 2025",
  "SM-08680-MCW": "Renewal of licences",
  "SM-08926-DT3": "Licences and support under an enterprise licence agreement for contact centers",
  "SM-08928-DT3": "Licences and support under an enterprise licence agreement for calling and meetings",
  "SM-09441-GPS": "Licences and support 2025",
  "SM-09629-XAS": "Licences and support",
  "SM009425-U12": "Licences and support for the Business Automation Platform",
};

const CONTRACT_LIST =
  "https://github.com/taxpayer-money/australian-government-contracts/tree/7bfe94c602a0bf25cdb77f0c66743b196bc9722c";
const CONTRACT_DAY = "2026-01-09";
const DAYS_A_MONTH = 365.25 / 12;

/** "ACT Government, Education Directorate"; a body that is only named again is left out. */
const buyerName = (raw: string) => raw.replace(/^(.+), \1$/, "$1");

export function contractFromRow(row: Row): Reading<PurchaseFact> | string {
  const { product = "", buyer = "", signed = "", expires = "", aud_total: total, source_url: url = "" } = row;
  const subject = BOUGHT[product];
  if (/Bloomberg/.test(product)) return "market data, not software";
  if (!subject) return "the contract names no product";
  const covers = COVERS[row.contract ?? ""];
  const unstated = /\bedition\b/i.test(covers ?? "") ? "Seats" : "Seats and edition";
  const months = Math.round(daysBetween(signed, expires) / DAYS_A_MONTH);
  return {
    subject,
    trust: "A",
    observedAt: CONTRACT_DAY,
    evidence: {
      url,
      via: CONTRACT_LIST,
      publisher: "ACT Government, contracts register",
      note: `Contract ${row.contract}. ${unstated} are not stated; the term runs from signing to expiry.`,
    },
    fact: {
      kind: "purchase",
      buyer: buyerName(buyer),
      covers: covers ?? null,
      amountTotal: Number(total),
      currency: "AUD",
      termMonths: months > 0 ? months : null,
      signedAt: signed,
      endsAt: expires,
      taxIncluded: true,
      seats: null,
    },
  };
}

export function contractReadings(rows: readonly Row[]): AdapterResult {
  const result: AdapterResult = { readings: [], rejects: [] };
  for (const row of rows) {
    const outcome = contractFromRow(row);
    if (typeof outcome === "string") result.rejects.push({ row: `${row.product} ${row.contract}`, reason: outcome });
    else result.readings.push(outcome);
  }
  return result;
}

const DOMAIN_LIST = "https://github.com/7c/domain-prices/tree/db50ed2eab9d006815a86dc603fec78aa0118a75";
const DOMAIN_DAY = "2026-01-01";

const DOMAIN_METERS = [
  { column: "renew_usd_year", name: "domainRenewalYears", unit: "domain-year" },
  { column: "transfer_usd", name: "domainTransfers", unit: "transfer" },
  { column: "restore_usd", name: "domainRestores", unit: "restore" },
] as const;
/** The first year; the list's registration prices include promotions, which stand below the renewal. */
const REGISTRATION = { column: "register_usd_year", name: "domainRegistrationYears", unit: "domain-year" } as const;

export function domainReadings(rows: readonly Row[]): AdapterResult {
  const rejects: Reject[] = [];
  const readings = rows.flatMap((row): Reading<RatesFact>[] => {
    const renewal = Number(row.renew_usd_year);
    if (!(renewal > 0)) {
      rejects.push({ row: `.${row.tld}`, reason: "a price of 0: unknown, not free" });
      return [];
    }
    const meters = [...DOMAIN_METERS, REGISTRATION].flatMap(({ column, name, unit }): Meter[] => {
      const price = Number(row[column]);
      if (!(price > 0)) {
        rejects.push({ row: `.${row.tld} ${column}`, reason: "a price of 0: unknown, not free" });
        return [];
      }
      const when = column === "register_usd_year" && price < renewal ? "first year, may be a promotion" : null;
      const prices = [{ unitPrice: price, from: 0, upTo: null, when }];
      return [{ name, unit, per: 1, mode: "standard", tierMode: null, prices }];
    });
    return [
      {
        subject: {
          name: "Dynadot",
          vendor: "Dynadot",
          domain: "dynadot.com",
          pricingPage: "https://www.dynadot.com/domain/prices",
        },
        trust: "B",
        observedAt: DOMAIN_DAY,
        evidence: { url: DOMAIN_LIST },
        fact: { kind: "rates", model: `.${row.tld}`, currency: "USD", meters },
      },
    ];
  });
  return { readings, rejects };
}

export const renewalPrices = adapterFor("vps-renewal-prices", "vps-renewal-prices.csv", renewalReadings);
export const publicContracts = adapterFor("act-contracts", "act-software-contracts-2025.csv", contractReadings);
export const domainPrices = adapterFor("dynadot-domains", "tld-dynadot-2026-01-01.csv", domainReadings);
