import { Decimal } from "decimal.js";
import { tierId } from "@/lib/catalog/tier-id";
import type { HiddenCostFact, PlansFact } from "@/lib/schemas/observation";
import type { AdapterResult, Reading, Reject, Subject } from "../shared/reading";
import { csvAdapter, type Row } from "../shared/small-lists";
import { notes, slugOf } from "../shared/text";

/** Reads "€ 5.50", "4.40‡", "2,520.00". Null for a dash. A mark after a figure refers to a footnote. */
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

/** Removes suffixes that are not part of the name: "VPS 4 (Most Popular)", "Cloud VPS 4 (EUR)". */
const planName = (raw: string) => raw.replace(/\s*\((?:Most Popular|EUR)\)$/, "").replace(/\s+/g, " ");

function monthsAhead(row: Row): number {
  return Number(row.prepay_months);
}

/**
 * Returns the price without a commitment if there is one, otherwise the renewal price. Never the temporary first-term
 * price.
 */
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

/** Returns the increase of a renewal over the first term's price. Null if there is no increase. */
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

/** The meaning of a mark after a price, as far as the list's file explains it. */
const MARKS: Record<string, string> = { "WP Engine renewal": "The renewal price is provisional." };

type HostPrice = "first term" | "month-to-month" | "renewal";
const HOST_PRICES = {
  "first term": "first_term_usd_month",
  "month-to-month": "month_to_month_usd",
  renewal: "renewal_usd_month",
} satisfies Record<HostPrice, string>;

/** Returns the conditions of a row's displayed prices. */
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

export const renewalPrices = csvAdapter("vps-renewal-prices", "vps-renewal-prices.csv", renewalReadings);
