import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "yaml";
import type { Fact, PlansFact, PriceFact } from "@/lib/schemas/observation";
import type { Limit, PriceStatus, SeatBand } from "@/lib/schemas/primitives";
import { mergePlans, type PlanDraft, uniqueCosts, withoutUndefined } from "../shared/plan-drafts";
import type { Adapter, AdapterResult, Reading, Reject, Subject } from "../shared/reading";
import { notes } from "../shared/text";
import {
  type Billing,
  featuresIn,
  isContactSales,
  isCurrency,
  keyOf,
  lowerNoun,
  perPeriod,
  plural,
  round,
} from "../shared/units";
import { upstreamFile } from "../vendor-pages/parser";

type Dict = Record<string, unknown>;
type HiddenCost = Extract<Fact, { kind: "hidden_cost" }>;

function isDict(value: unknown): value is Dict {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function dict(value: unknown): Dict {
  return isDict(value) ? value : {};
}

function dicts(value: unknown): Dict[] {
  return Array.isArray(value) ? value.filter(isDict) : [];
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

function texts(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry) => text(entry) ?? text(dict(entry).name) ?? []);
}

function first(source: Dict, ...keys: string[]): unknown {
  return keys.map((key) => source[key]).find((value) => value !== undefined && value !== null);
}

/** One price in a text, with the facts from the words around it. */
type Shown = {
  amount: number;
  period: PriceFact["period"] | null;
  billing: Billing;
  unit: string | null;
  approximate: boolean;
};
type Money = { shown: Shown[]; status: PriceStatus | null };

const NOTHING: Money = { shown: [], status: null };

/** Reads a price field in any notation: 29, "29.00", "$125 per seat per month", "contact sales", "included". */
export function readMoney(value: unknown): Money {
  if (typeof value === "number") return { shown: [bare(value)], status: null };
  const raw = text(value);
  if (!raw) return NOTHING;
  if (/^\$?\d[\d,]*(?:\.\d+)?$/.test(raw)) return { shown: [bare(Number(raw.replace(/[$,]/g, "")))], status: null };
  if (/^(?:free\b(?! tier plus)|\$0\b(?!\.\d*[1-9]))/i.test(raw)) {
    return { shown: [{ ...bare(0), period: /month/i.test(raw) ? "month" : null }], status: null };
  }
  const found = [
    ...raw.matchAll(/(?:\$|€|£|\b(?:USD|EUR|GBP|CHF)\s?)(\d[\d,]*(?:\.\d+)?)(\s?[-–]\s?\$?\d[\d,.]*)?([^$€£]*)/g),
  ];
  const shown = found.map((match): Shown => {
    const tail = match[3] ?? "";
    const before = raw.slice(Math.max(0, match.index - 10), match.index);
    const counted = /^\s*per (\d[\d,]*K? )?(?:additional )?([a-z]+)/i.exec(tail);
    const each = /^\s*per [a-z]+ per (vCPU)\b/i.exec(tail)?.[1];
    const noun = counted?.[2]?.toLowerCase() ?? "";
    const usage = counted !== null && !/^(?:month|year|seat|user|site|ip|domain|workspace)$/.test(noun);
    return {
      amount: Number(match[1]?.replace(/,/g, "")),
      period: periodOf(tail) ?? (usage ? "usage" : null),
      billing: billedIn(tail),
      unit:
        counted && noun !== "month" && noun !== "year"
          ? `${counted[1] ?? ""}${each ? `${each} ` : ""}${noun}`
          : (unitWord(tail.match(/(?:\bper|\/)\s*\w+/gi)?.join(" ")) ?? null),
      approximate: match[2] !== undefined || /~|about |approx/i.test(before) || /unverified/i.test(tail),
    };
  });
  if (shown.length > 0) return { shown, status: null };
  if (/included|^unlimited|volume$/i.test(raw)) return NOTHING;
  if (isContactSales(raw)) return { shown: [], status: "contact_sales" };
  return { shown: [], status: "not_published" };
}

function bare(amount: number): Shown {
  return { amount, period: null, billing: null, unit: null, approximate: false };
}

function periodOf(words: string | undefined): PriceFact["period"] | null {
  if (!words) return null;
  if (/\/\s*mo\b|month/i.test(words)) return "month";
  if (/year|annual/i.test(words)) return "year";
  if (/one-?time|\bonce\b|week/i.test(words)) return "once";
  if (/^usage$/i.test(words)) return "usage";
  return null;
}

function billedIn(words: string): Billing {
  if (/billed (?:annually|yearly)|annual billing|paid (?:annually|yearly)/i.test(words)) return "annual";
  if (/billed monthly|monthly billing|month-to-month/i.test(words)) return "monthly";
  return null;
}

function unitWord(words: string | undefined): string | undefined {
  return /\b(user|seat|workspace|site|domain|IP|line|org|territory|rep)\b/i.exec(words ?? "")?.[1]?.toLowerCase();
}

function cycleOf(words: string | undefined): Billing {
  if (!words || /\bor\b/.test(words)) return null;
  if (/^(?:annual|yearly|year\b)/i.test(words)) return "annual";
  return /^month/i.test(words) ? "monthly" : null;
}

const HOSTS = /^(?:www|docs?|developers?|api|help|platform|checkout|support|learn)\./;

function domainOf(url: string): string {
  let host = new URL(url).hostname;
  while (HOSTS.test(host)) host = host.replace(HOSTS, "");
  return host;
}

/** Returns the URLs that a file names for its prices, the pricing page first. */
function pagesOf(doc: Dict): string[] {
  const named = [
    text(doc.url),
    text(dict(doc.provider).pricingUrl),
    text(doc.source),
    ...texts(doc.sources),
    ...dicts(doc.sources).map((entry) => text(entry.url)),
    ...texts(doc["x-source"]),
    ...dicts(doc["x-evidence"]).map((entry) => text(entry.url)),
    ...dicts(doc.plans).map((plan) => text(plan.url)),
    text(doc.description),
  ];
  const urls = named
    .flatMap((entry) => entry?.match(/https?:\/\/[^\s,)'"]+/g) ?? [])
    .map((url) => url.replace(/\.$/, ""));
  const page = (url: string) => /pric|plans/i.test(url) && !/\.(?:md|txt|json)$/.test(url);
  return [...new Set(urls)].sort((one, other) => Number(page(other)) - Number(page(one)));
}

/** Returns the day on which the page was read according to the file. Null for a file without a date. */
function dayOf(doc: Dict): string | null {
  const day = (value: unknown) => /\d{4}-\d{2}-\d{2}/.exec(text(value) ?? "")?.[0];
  const stamps = [
    ...[doc["x-evidence"], doc.evidence].flatMap((entry) => (Array.isArray(entry) ? dicts(entry) : [dict(entry)])),
    { fetched: dict(doc.verification).checked },
    { fetched: dict(doc.provider).fetched },
    { fetched: doc.verified },
    { fetched: doc.checked },
    { fetched: doc.reconciled_date },
  ];
  const read = stamps.map((entry) => day(entry.fetched)).find((entry) => entry !== undefined);
  if (read) return read;
  const written = [day(doc.generated), day(doc.modified)].filter((entry) => entry !== undefined).sort();
  return written[0] ?? day(doc.created) ?? null;
}

const SPELLED: Record<string, string> = { thrivecart: "ThriveCart", kajabi: "Kajabi" };

function nameOf(doc: Dict, slug: string): string {
  const given =
    text(doc.provider) ??
    text(dict(doc.provider).name) ??
    text(doc.name)?.replace(/\s+Plans (?:and|&) Pricing$/i, "") ??
    SPELLED[slug] ??
    slug.replace(/-/g, " ").replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return /^[a-z]/.test(given) && given === slug ? `${given[0]?.toUpperCase()}${given.slice(1)}` : given;
}

function currencyOf(doc: Dict): string | null {
  const plans = dicts(doc.plans);
  const entries = plans.flatMap((plan) => dicts(plan.entries));
  const named = [
    doc,
    dict(doc.billingModel),
    dict(doc.billing),
    dict(doc.pricing_model),
    dict(doc.pricingModel),
    ...plans,
    ...entries,
  ];
  const found = named
    .map((entry) => text(entry.currency) ?? text(entry.priceCurrency))
    .find((entry) => entry !== undefined);
  if (found) return isCurrency(found) ? found : null;
  return /\$\s?\d/.test(JSON.stringify(doc)) ? "USD" : null;
}

const SPEC = /^[a-z][A-Za-z0-9_]*$/;

function words(key: string): string {
  const spaced = key
    .replace(/_/g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return spaced
    .replace(/\bapi\b/g, "API")
    .replace(/\bai\b/g, "AI")
    .replace(/\bmcp\b/g, "MCP")
    .trim();
}

function limit(name: string, value: unknown, unit: string | null): Limit[] {
  const label = name
    .replace(/^(?:included|monthly|daily|free|total) /i, "")
    .replace(/\s*\(.*\)$/, "")
    .replace(/^per-minute /i, "")
    .replace(/ (?:included|free)$/i, "");
  const kept = /^(.+?)(?: max)? days$/i.exec(label);
  if (kept) return / max days$/i.test(label) ? [] : limit(kept[1] ?? "", value, "days");
  if (!label || /^free$/i.test(label) || label.split(" ").length > 5) return [];
  const every = unit ?? (/^daily /i.test(name) ? "per day" : null);
  if (typeof value === "string" && /^unlimited/i.test(value))
    return [{ name: lowerNoun(label), value: null, unit: every }];
  const sized = typeof value === "string" ? /^(\d[\d,]*)\s?(GB|TB|MB)\+?/.exec(value) : null;
  if (sized) return [{ name: lowerNoun(label), value: Number(sized[1]?.replace(/,/g, "")), unit: sized[2] ?? null }];
  if (typeof value !== "number") return [];
  return [{ name: lowerNoun(label), value: value < 0 ? null : value, unit }];
}

function keyed(name: string, value: unknown): Limit[] {
  const found = /^(.*?)_?(?:per_|Per)?(month|Month|day|Day|minute|Minute|second|Second)$/.exec(name);
  const every = found ? perPeriod(found[2]) : null;
  return limit(words(every && found ? (found[1] ?? name) : name), value, every);
}

/** Returns a plan's allowances in any format: mapping, list of quotas, list of entries, fields of the plan itself. */
function limitsOf(plan: Dict): Limit[] {
  const found: Limit[] = [];
  for (const source of [plan.limits, plan.quotas, plan.quota]) {
    if (isDict(source)) {
      for (const [name, value] of Object.entries(source)) {
        if (
          SPEC.test(name) &&
          !/price|additional|per_?month$|display|configurable/i.test(name.replace(/[Pp]er_?[Mm]onth$/, ""))
        ) {
          const every = /^per (\w+)$/.exec(text(source[`${name}_period`]) ?? "")?.[1];
          found.push(...(every ? limit(words(name), value, perPeriod(every)) : keyed(name, value)));
        }
      }
    }
    for (const entry of dicts(source)) {
      const metric = text(first(entry, "metric", "name"));
      if (!metric) continue;
      if ("value" in entry) {
        const [noun, every] = (text(entry.unit) ?? "").split("/");
        if (typeof entry.value === "number")
          found.push(...limit(text(entry.name) ?? noun ?? "", entry.value, perPeriod(every)));
      } else {
        found.push(...keyed(metric, entry.limit));
      }
    }
  }
  for (const [name, usage] of Object.entries(dict(plan.includedUsage))) {
    found.push(...limit(words(name), dict(usage).amount, perPeriod(text(dict(usage).period))));
  }
  for (const feature of texts(plan.features)) {
    const monthly = /^([\d,]+) (?:monthly ([a-z ]+)|([a-z ]+) per month)$/i.exec(feature);
    if (monthly) {
      found.push(...limit(monthly[2] ?? monthly[3] ?? "", Number(monthly[1]?.replace(/,/g, "")), perPeriod("month")));
    }
  }
  for (const feature of dicts(plan.features)) {
    const every = (text(feature.unit) ?? "").split("/")[1];
    if (text(feature.name)) found.push(...limit(text(feature.name) ?? "", feature.limit, perPeriod(every)));
  }
  for (const key of [
    "seats_included",
    "seats",
    "included_users",
    "users",
    "contacts_limit",
    "emails_per_month",
    "credits",
    "baseContacts",
    "teamMembers",
    "customDomains",
    "social_accounts",
    "keyword_lists",
  ]) {
    const name = key
      .replace(/^(?:included_|base)(.)/, (_, letter: string) => letter.toLowerCase())
      .replace(/_(?:included|limit)$/, "");
    found.push(...keyed(name, plan[key]));
  }
  for (const entry of dicts(plan.entries)) found.push(...entryLimit(entry));
  return found.filter(
    (entry, index) => found.findIndex((other) => other.name === entry.name && other.unit === entry.unit) === index,
  );
}

function entryLimit(entry: Dict): Limit[] {
  const type = text(entry.type) ?? "";
  const label = text(entry.label) ?? "";
  if (/usd|budget/.test(text(entry.metric) ?? "")) return [];
  if (/\(annual\)|^free$/i.test(label) || /^custom/i.test(text(entry.price) ?? "")) return [];
  if (/subscription|enterprise|custom|recurring|metered|prepaid|trial|feature|per-user/.test(type)) return [];
  if (/\b(?:plan|tier|agreement|contract|licen[cs]e|price|pass|\d{3,}|additional|extra|overage|up to)\b/i.test(label))
    return [];
  if (
    typeof entry.limit !== "number" ||
    /^(?:subscription|month|year|license|contract|seat|trial)$/.test(text(entry.metric) ?? "")
  )
    return [];
  if (type === "usage" && entry.limit < 0) return [];
  if (type === "flat" && entry.limit <= 0) return [];
  const size = /_gb$/.test(text(entry.metric) ?? "") ? "GB" : /^days$/.test(text(entry.metric) ?? "") ? "days" : null;
  const every =
    size === "days" || /day|month/i.test(label) ? perPeriod(/\bday\b|daily/i.test(label) ? "day" : undefined) : null;
  const time = text(entry.timeFrame);
  const counted =
    /users|websites|clusters|domains|forms|projects|seats|contacts|storage|subscribers|profiles|repositor|leagues/i.test(
      `${text(entry.metric)} ${label}`,
    );
  const unit = size ?? every ?? (counted ? null : perPeriod(time));
  const name = label.replace(/\s*(?:\/|per) (?:day|month)$/i, "");
  return limit(name, entry.limit, unit);
}

function isContactPlan(plan: Dict): boolean {
  if (plan.contactForPricing === true || plan.contact_sales === true) return true;
  const said = [
    plan.billing,
    plan.billingCycle,
    plan.billingPeriod,
    plan.price_label,
    plan.price_notes,
    plan.notes,
    plan.quoted,
    plan.billingNote,
    plan.price,
    plan.price_monthly,
  ];
  return (
    /^(?:enterprise|custom)$/.test(text(plan.type) ?? "") ||
    said.some((entry) => isContactSales(text(entry))) ||
    dicts(plan.entries).some((entry) => entry.type === "contract" || isContactSales(text(entry.price)))
  );
}

type Sheet = {
  drafts: PlanDraft[];
  costs: HiddenCost[];
  rejects: Reject[];
  trialDays: number | null;
  /** Statements of the file about its plans that no field contains. */
  ofPlans: string[];
  ofCosts: Map<string, string>;
  trials: Map<string, number>;
};

/** Words of a price that change its meaning: "from $100/month", "$118.80 / year (ex VAT)". */
const QUALIFIED = /\bfrom\b|\bup to\b|\bstart(?:s|ing)\b|\bmin(?:imum)?\b|\bplus\b|\bbeyond\b|\(/i;
/** Sentences of a remark that change the meaning of a price: for which buyers, from what amount, on what terms. */
const QUALIFYING =
  /\bstarting (?:price|quota|at)\b|\bthe floor at\b|\b(?:\d+|three)-[a-z]+ minimum\b|\bminimum \d|\$[\d,]+\/year floor\b|\bindicative\b|\brepresentative\b|\bare approximate\b|\bfirst \d+ users\b|\bper Shopify store\b|\blegacy (?:entry|plan)|\bmight not be\b|\bcustom pricing for \d|\bcarrier fees\b|\bexcluding VAT\b|\bregular \$|\bprices? (?:below|shown)\b|\bprices and limits below\b|\bGMV tier\b|\bcommitment required\b|\bpromotional pricing\b/i;

/** A longer sentence is about the product rather than its price. */
const LONGEST = 240;

/** Returns the sentences of a text that qualify a price. */
function qualifying(value: unknown): string[] {
  const all = Array.isArray(value) ? texts(value) : [text(value)];
  return all.flatMap((entry) =>
    (entry ?? "")
      .replace(/\s+/g, " ")
      .split(/(?<=(?<!\bexcl)[.!?])\s+(?=[A-Z"])/)
      .filter((part) => part.length <= LONGEST && QUALIFYING.test(part))
      .map(stopped),
  );
}

function capital(words: string): string {
  return `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}`;
}

function stopped(words: string): string {
  return /[.!?]["”]?$/.test(words) ? words : `${words}.`;
}

/** Returns a price text whose words say more than its figure. */
function qualified(value: unknown): string[] {
  const raw = text(value);
  return raw && QUALIFIED.test(raw) && readMoney(raw).shown.length > 0 ? [stopped(raw)] : [];
}

function remarksOn(plan: Dict): string[] {
  const said = [plan.note, plan.notes, plan.description, plan.price_notes, plan.discount_note, plan.commitment];
  const labels = [plan.price_label, plan.price].flatMap((value) =>
    /\(/.test(text(value) ?? "") ? [] : qualified(value),
  );
  const entries = dicts(plan.entries).flatMap((entry) => qualifying(entry.note));
  return [...new Set([...labels, ...said.flatMap(qualifying), ...entries])];
}

function remarksOnAll(doc: Dict): string[] {
  const said = [doc.billing_note, doc.model, doc.note, doc.notes, doc.description, dict(doc.volumeModel).note];
  const activation = text(dict(doc.activation_charges).note);
  const rules = dicts(dict(doc.metering).rules).flatMap(({ source, cost }) =>
    text(source) && /^[2-9]/.test(text(cost) ?? "") ? [`${text(source)}: ${text(cost)}.`] : [],
  );
  return [...new Set([...said.flatMap(qualifying).map(capital), ...(activation ? [activation] : []), ...rules])];
}

/** Returns the page of this plan's price if it differs from the file's page. */
function sourceOf(plan: Dict): string | undefined {
  return /^https?:\S+$/.exec(text(first(plan, "price_source", "source")) ?? "")?.[0];
}

/** Reads one plan of a file into drafts of tiers and separate costs. */
function readPlan(plan: Dict, doc: Dict, slug: string, currency: string | null, sheet: Sheet): void {
  const name = text(plan.name);
  if (!name) return;
  const row = `${slug}: ${name}`;
  const money = text(first(plan, "currency", "priceCurrency"));
  const own = isCurrency(money) ? money : currency;
  const type = text(plan.type) ?? "";
  const label = name.replace(/\s*[([]?\b[Aa]dd-?[Oo]n\b[)\]]?\s*$/, "").trim();
  if (plan.price_verified === false && !isContactPlan(plan)) {
    sheet.rejects.push({ row, reason: "price marked as not verified by the file" });
    sheet.drafts.push(draft(plan, row, name, null, "unverified", null));
    return;
  }
  if (type === "addon" || label !== name) {
    for (const entry of dicts(plan.entries)) {
      pushCost(sheet, row, "add_on", addOnLabel(label, entry), { ...entry, said: plan.description }, own);
    }
    return;
  }
  sheet.ofPlans.push(...remarksOn(plan).map((said) => `${name}: ${said}`));
  if (type === "trial" || /\btrial\b/i.test(name)) {
    const days = /(\d+)[- ]days?\b/i.exec(JSON.stringify([plan.name, plan.entries, plan.elements]))?.[1];
    const counted = dicts(plan.entries).find((entry) => entry.metric === "days")?.limit;
    sheet.trialDays ??= days ? Number(days) : typeof counted === "number" ? counted : null;
    sheet.rejects.push({ row, reason: "trial, no tier" });
    return;
  }
  if (/^(?:free|sign-?up) credits$/i.test(name)) {
    sheet.rejects.push({ row, reason: "sign-up allowance, no tier" });
    return;
  }
  if (/discontinued/i.test(name)) {
    sheet.rejects.push({ row, reason: "discontinued" });
    return;
  }
  const trial = /(\d+)-day free trial|(\d+) days/.exec(text(first(plan, "trial", "free_trial")) ?? "");
  if (trial) sheet.trialDays ??= Number(trial[1] ?? trial[2]);
  if (typeof plan.freeTrialDays === "number") {
    sheet.trialDays ??= plan.freeTrialDays;
    sheet.trials.set(name, plan.freeTrialDays);
  }

  for (const addOn of dicts(plan.addOns)) {
    pushCost(sheet, row, "add_on", text(addOn.name) ?? name, addOn, own);
  }
  const over = dict(plan.overage);
  if (over.allowed === true) pushCost(sheet, row, "overage", `Extra use (${name})`, over, own);
  for (const [metric, rate] of Object.entries(over)) {
    if (isDict(rate) && typeof rate.unitPrice === "number") {
      pushCost(
        sheet,
        row,
        "overage",
        `Extra ${words(metric)} (${name})`,
        { price: rate.unitPrice, per: rate.unit },
        own,
      );
    }
  }
  const seatOver = dict(plan.seat_overage);
  if (seatOver.price) pushCost(sheet, row, "overage", `Extra seat (${name})`, seatOver, own);
  const moreUsers = /\$(\d+)\/mo per user/.exec(text(plan.additional_users) ?? "");
  if (moreUsers)
    pushCost(
      sheet,
      row,
      "overage",
      `Extra user (${name})`,
      { price: Number(moreUsers[1]), per: "user/month", availability: plan.additional_users },
      own,
    );
  const spend = Number(plan.minimum_spend);
  if (spend > 0) pushCost(sheet, row, "platform_fee", `Minimum spend (${name})`, { price: spend, per: "month" }, own);

  const listed = planPrices(plan, doc);
  if (listed && spend > 0) {
    listed.prices = listed.prices.filter((price) => price.amount > 0);
    listed.reason = listed.prices.length === 0 ? "a zero with a minimum spend is not free" : listed.reason;
  }
  if (listed) {
    const zero = listed.prices.length > 0 && listed.prices.every((price) => price.amount === 0);
    if (listed.prices.length === 0 || (zero && (isContactPlan(plan) || /^enterprise$/i.test(name)))) {
      const status =
        isContactPlan(plan) || listed.status === "contact_sales" ? "contact_sales" : (listed.status ?? "not_published");
      if (listed.reason) sheet.rejects.push({ row, reason: listed.reason });
      sheet.drafts.push(draft(plan, row, name, null, status, listed.unit));
    } else {
      for (const price of listed.prices) {
        const { billingUnclear } = listed;
        sheet.drafts.push({ ...draft(plan, row, name, price, "published", listed.unit), billingUnclear });
      }
      ladder(plan, row, name, listed, sheet);
    }
    for (const entry of dicts(plan.entries)) {
      if (entry.type === "metered") pushCost(sheet, row, "overage", `${text(entry.label)} (${name})`, entry, own);
    }
    return;
  }
  readEntries(plan, row, name, type, own, sheet);
}

function draft(
  plan: Dict,
  row: string,
  name: string,
  price: PriceFact | null,
  status: PriceStatus,
  unit: string | null,
): PlanDraft {
  const minimum = Number(first(plan, "minimum_seats", "minimumSeats", "seats_minimum"));
  const users = dict(plan.users);
  const bands = dicts(plan.volume_pricing).flatMap((band): SeatBand[] => {
    const range = /^(\d+)(?:-(\d+)|\+)$/.exec(text(band.licences) ?? "");
    const unitPrice = Number(band.price_per_licence);
    if (!range || !Number.isFinite(unitPrice)) return [];
    return [{ from: Number(range[1]) - 1, upTo: range[2] ? Number(range[2]) : null, unitPrice }];
  });
  return withoutUndefined({
    row,
    name,
    status,
    price,
    unit: bands.length > 0 ? "license" : unit,
    minimumSeats: minimum >= 1 ? minimum : undefined,
    maximumSeats: typeof users.maximum === "number" && unit === "user" ? users.maximum : undefined,
    bandMode: bands.length > 0 ? ("volume" as const) : undefined,
    seatBands: bands.length > 0 ? bands : undefined,
    limits: limitsOf(plan),
    features: featuresIn([
      ...texts(plan.features),
      ...texts(plan.elements),
      ...texts(plan.includes),
      ...texts(plan.included),
      ...texts(plan.extras),
    ]),
  });
}

type Listed = {
  prices: PriceFact[];
  status: PriceStatus | null;
  unit: string | null;
  /** See PlanDraft. */
  billingUnclear?: boolean;
  reason?: string;
};

/**
 * Returns whether the cycle is a bare "billing cycle: monthly". If the file says whether there are
 * annual plans, it means billing.
 */
function isPeriodAlone(cycle: string | undefined, { annualPlans }: Dict): boolean {
  return annualPlans === undefined && /^month(?:ly)?$/i.test(cycle ?? "");
}

/** Returns prices on the plan itself. Null if the plan only has entries. */
function planPrices(plan: Dict, doc: Dict): Listed | null {
  const entryPrice = dict(plan.entryPrice);
  const direct =
    first(plan, "price_label", "price", "monthlyPrice", "price_monthly", "price_per_user_month") ?? entryPrice.monthly;
  const yearly =
    first(plan, "price_annual_monthly", "annualPrice", "price_annual", "yearlyPrice") ?? entryPrice.annual_per_month;
  const known = [
    "price",
    "monthlyPrice",
    "price_monthly",
    "price_annual",
    "price_per_user_month",
    "entryPrice",
    "model",
  ];
  if (!known.some((key) => key in plan)) return null;

  const unitText = [plan.unit, plan.period, doc.billing_unit].map(text).find((entry) => unitWord(entry));
  const unit = unitWord(unitText) ?? (plan.price_per_user_month !== undefined ? "user" : null);
  const label = readMoney(isDict(direct) ? direct.amount : direct);
  if (label.shown.length === 0 && yearly === undefined) return { prices: [], status: label.status, unit };

  const cycle = text(first(plan, "billing", "billingCycle", "billingPeriod", "billing_period"));
  const stated =
    periodOf(text(plan.period)) ??
    periodOf(text(plan.unit)) ??
    periodOf(text(plan.interval)) ??
    periodOf(text(plan.timeFrame));
  const committed = /annual/i.test(text(plan.commitment) ?? "");
  const ofFile = text(first(doc, "billing_period", "billingPeriod"));
  const byFile = committed ? null : cycleOf(ofFile);
  const noted = billedIn(text(plan.billingNote) ?? "");
  const billing = noted ?? cycleOf(cycle) ?? byFile;
  const billingUnclear = noted === null && isPeriodAlone(cycleOf(cycle) === null ? ofFile : cycle, doc);
  const period =
    plan.price_per_user_month !== undefined || plan.price_monthly !== undefined
      ? "month"
      : (stated ?? periodOf(cycle) ?? "month");
  const sure = label.shown.filter((entry) => !entry.approximate);
  const prices = sure.map((entry): PriceFact => {
    const own = entry.amount === 0 ? "month" : (entry.period ?? period);
    if (entry.amount === 0 || own === "once" || own === "usage")
      return { amount: entry.amount, period: own, billing: null };
    return { amount: entry.amount, period: own, billing: own === "year" ? "annual" : (entry.billing ?? billing) };
  });
  const unread = sure.length < label.shown.length ? "approximate price" : undefined;

  const second = readMoney(yearly).shown[0];
  const month = prices[0];
  if (second && second.amount > 0) {
    if (!month) {
      return { prices: [], status: "unverified", unit, reason: "annual figure that may be a total or a monthly share" };
    }
    month.billing = "monthly";
    const total = second.amount >= 8 * month.amount;
    if (total) prices.push({ amount: second.amount, period: "year", billing: "annual" });
    else if (second.amount <= month.amount) prices.push({ amount: second.amount, period: "month", billing: "annual" });
  }
  if (
    plan.price_monthly !== undefined &&
    cycleOf(text(plan.billing)) === "annual" &&
    plan.price !== undefined &&
    month
  ) {
    const monthly = readMoney(plan.price_monthly).shown[0];
    if (monthly) prices.push({ amount: monthly.amount, period: "month", billing: "monthly" });
  }
  for (const more of dicts(plan.additionalPricing)) {
    const amount = readMoney(more.price).shown[0]?.amount;
    if (amount)
      prices.push({ amount, period: periodOf(text(more.unit)) ?? "month", billing: cycleOf(text(more.billingCycle)) });
  }
  return { prices, status: prices.length > 0 ? null : "unverified", unit, billingUnclear, reason: unread };
}

/** Adds the further steps of a volume ladder as separate tiers: "Pro (2,500 contacts)". */
function ladder(plan: Dict, row: string, name: string, listed: Listed, sheet: Sheet): void {
  const [monthly] = listed.prices;
  const billingUnclear = listed.billingUnclear && !listed.prices.some(({ billing }) => billing === "annual");
  const steps = [
    ...dicts(plan.tiers),
    ...dicts(plan.entries).flatMap((entry) => (entry.timeFrame === "month" ? dicts(entry.tiers) : [])),
  ];
  for (const step of steps) {
    const amount = readMoney(first(step, "monthlyPrice", "price")).shown[0]?.amount;
    const share = readMoney(step.annualMonthlyPrice).shown[0]?.amount;
    const noun = ["contacts", "credits"].find((key) => typeof step[key] === "number");
    const size = noun ? `${Number(step[noun]).toLocaleString("en-US")} ${noun}` : text(step.name);
    if (!amount || !size || !monthly) continue;
    const count = /^([\d,]+) (\w+)$/.exec(size);
    const allowance: Limit[] = count
      ? [{ name: count[2] ?? "", value: Number(count[1]?.replace(/,/g, "")), unit: null }]
      : [];
    if (amount === monthly.amount) {
      const host = sheet.drafts.find((entry) => entry.row === row && entry.name === name);
      if (host && allowance[0] && !host.limits.some((entry) => entry.name === allowance[0]?.name))
        host.limits.push(...allowance);
      continue;
    }
    const prices: PriceFact[] = [{ amount, period: monthly.period, billing: monthly.billing }];
    if (share) prices.push({ amount: share, period: "month", billing: "annual" });
    for (const price of prices) {
      sheet.drafts.push({
        row,
        name: `${name} (${size})`,
        status: "published",
        price,
        billingUnclear,
        unit: listed.unit,
        limits: allowance,
        features: [],
      });
    }
  }
}

const BESIDE = /\b(?:overage|extra|additional|minimum)\b/i;

function readEntries(plan: Dict, row: string, name: string, type: string, currency: string | null, sheet: Sheet): void {
  const entries = dicts(plan.entries);
  const usagePlan = /usage|pay-as-you-go/.test(type);
  const freePlan = /^(?:free|freemium|open-source)$/.test(type);
  const included = entries.some(
    (entry) => entry.type === "quota" && typeof entry.limit === "number" && entry.limit > 0,
  );
  const before = sheet.drafts.length;
  const beside: Dict[] = [];
  let zero = false;
  let dropped = false;
  let status: PriceStatus | null = null;
  for (const entry of entries) {
    const label = text(entry.label) ?? "";
    const money = readMoney(entry.price);
    status ??= money.status;
    const shown = money.shown.find((each) => !each.approximate);
    if (!shown) {
      if (money.shown.length > 0) {
        sheet.rejects.push({ row: `${row}: ${label}`, reason: "approximate price" });
        status ??= "unverified";
        dropped = true;
      }
      continue;
    }
    if (shown.amount === 0) {
      zero ||= !/quota|rate|limit$|included/.test(text(entry.type) ?? "") || freePlan;
      continue;
    }
    const key = `${text(entry.name)} ${label}`.replace(/_/g, " ");
    const metered = /^(?:usage|metered|prepaid)$/.test(text(entry.type) ?? "") || entry.timeFrame === "usage";
    const quoted =
      typeof entry.limit === "number" && entry.limit > 0 && (shown.period === "month" || shown.period === "year");
    if (BESIDE.test(key) || (metered && !quoted)) {
      beside.push(entry);
      continue;
    }
    const unit = entry.userMultiplied === true || type === "per-seat" ? "user" : unitOfEntry(entry, shown);
    const period = shown.period ?? periodOf(text(entry.timeFrame)) ?? (entry.timeFrame === undefined ? null : "once");
    if (!period) {
      sheet.rejects.push({ row: `${row}: ${label}`, reason: "price without a period" });
      continue;
    }
    const annual = /annual|year/i.test(label) ? "annual" : /monthly/i.test(label) ? "monthly" : null;
    const billing = period === "year" ? "annual" : period === "month" ? (shown.billing ?? annual) : null;
    const price: PriceFact = { amount: shown.amount, period, billing };
    const earlier = sheet.drafts.slice(before).filter((each) => each.price);
    const step = dropped || earlier.some((each) => each.price?.period === period && each.price.billing === billing);
    const ladderStep = /\d/.test(label) || step;
    const base = draft(plan, row, step ? `${name} (${lowerNoun(label)})` : name, price, "published", unit);
    sheet.ofPlans.push(...qualified(entry.price).map((said) => `${base.name}: ${said}`));
    if (entry.metric === "leagues" && typeof entry.limit === "number" && entry.limit > 0) {
      base.limits = [{ name: "leagues", value: entry.limit, unit: null }];
    }
    if (
      ladderStep &&
      typeof entry.limit === "number" &&
      entry.limit > 0 &&
      /subscribers|credits|emails|requests/.test(text(entry.metric) ?? "")
    ) {
      base.limits = [
        { name: text(entry.metric) ?? "", value: entry.limit, unit: entry.metric === "credits" ? "per month" : null },
      ];
    }
    sheet.drafts.push(base);
    for (const second of money.shown) {
      if (second === shown || second.approximate || !second.period) continue;
      sheet.drafts.push({ ...base, price: { amount: second.amount, period: second.period, billing: second.billing } });
    }
  }
  const priced = sheet.drafts.length > before;
  if (!priced && usagePlan && beside.length > 0 && !included && !/overage/i.test(name)) {
    for (const entry of beside) {
      const shown = readMoney(entry.price).shown[0];
      if (!shown || entry.type === "prepaid") continue;
      const several = beside.filter((each) => each.type !== "prepaid").length > 1;
      const tier = several ? `${name}: ${text(entry.label)}` : name;
      sheet.ofPlans.push(...qualified(entry.price).map((said) => `${tier}: ${said}`));
      sheet.drafts.push(
        draft(
          plan,
          row,
          tier,
          { amount: shown.amount, period: "usage", billing: null },
          "published",
          unitOfEntry(entry, shown),
        ),
      );
    }
    return;
  }
  for (const entry of beside) {
    const label = (text(entry.label) ?? "Extra use")
      .replace(/^overage (\w)/i, (_, letter: string) => `Extra ${letter.toLowerCase()}`)
      .replace(/ overage$/i, "");
    pushCost(
      sheet,
      row,
      entry.type === "prepaid" ? "other" : "overage",
      /overage/i.test(name) ? label : `${label} (${name})`,
      entry,
      currency,
    );
  }
  if (priced || (/overage/i.test(name) && beside.length > 0)) return;
  if (isContactPlan(plan) || status === "contact_sales") {
    sheet.drafts.push(draft(plan, row, name, null, "contact_sales", null));
  } else if (zero || freePlan) {
    sheet.drafts.push(draft(plan, row, name, { amount: 0, period: "month", billing: null }, "published", null));
  } else {
    sheet.drafts.push(draft(plan, row, name, null, status ?? "not_published", null));
  }
}

const SINGULAR: Record<string, string> = {
  territory: "territory",
  territories: "territory",
  phone_lines: "line",
  organizations: "organization",
  storage_gb: "GB",
  vcpu_seconds: "vCPU second",
  sms_message: "SMS",
  mms_message: "MMS",
  subscription: "account",
  month: "account",
  months: "account",
  gb: "GB",
  license: "license",
  accounts: "account",
};

function singular(metric: string): string {
  return SINGULAR[metric] ?? metric.replace(/_/g, " ").replace(/s$/, "");
}

function unitOfEntry(entry: Dict, shown: Shown | undefined): string | null {
  if (shown?.unit) return /^\d/.test(shown.unit) ? plural(shown.unit).trim() : singular(shown.unit);
  const metric = text(entry.metric);
  if (!metric || /^(?:year|contract|addon|credits|subscribers|requests|leagues)$/.test(metric)) {
    return typeof entry.unit === "number" && entry.unit > 1 && metric
      ? `${entry.unit.toLocaleString("en-US")} ${metric}`
      : null;
  }
  if (typeof entry.unit === "number" && entry.unit > 1)
    return `${entry.unit.toLocaleString("en-US")} ${plural(singular(metric))}`;
  return singular(metric);
}

function addOnLabel(label: string, entry: Dict): string {
  const detail = text(entry.label);
  if (!detail || /^(?:Per |Monthly Base)/.test(detail)) {
    const billing = /annual/i.test(detail ?? "")
      ? ", billed annually"
      : /\(monthly/i.test(detail ?? "")
        ? ", billed monthly"
        : "";
    return `${label}${billing}${entry.timeFrame === "usage" ? ", use" : ""}`;
  }
  return `${label}: ${detail}`;
}

function pushCost(
  sheet: Sheet,
  row: string,
  cost: HiddenCost["cost"],
  label: string,
  source: Dict,
  fallback: string | null,
): void {
  const nested = dicts(source.tiers);
  if (nested.length > 0) {
    for (const tier of nested) pushCost(sheet, row, cost, `${label}: ${text(tier.name)}`, tier, fallback);
    return;
  }
  const charged = first(source, "price", "price_from", "startingPrice");
  const shown = readMoney(charged).shown.find((each) => !each.approximate);
  const from = source.price === undefined || /\bfrom\b/i.test(text(source.price) ?? "");
  if (!shown || shown.amount <= 0) {
    sheet.rejects.push({ row: `${row}: ${label}`, reason: "add-on or overage without a price" });
    return;
  }
  const given = text(first(source, "currency", "priceCurrency"));
  const per = text(source.per) ?? (typeof source.unit === "string" ? source.unit : undefined);
  const cycle = text(first(source, "period", "interval", "billingCycle", "billingPeriod", "timeFrame"));
  const time = shown.period === "usage" ? null : (shown.period ?? periodOf(cycle));
  const noun = per ? null : (shown.unit ?? unitWord(cycle));
  const counted = noun
    ? /^\d/.test(noun)
      ? plural(noun)
      : singular(noun)
    : per
      ? null
      : unitOfEntry(source, undefined);
  const direct = per
    ?.replace(/^per /, "")
    .split(/ per |\//)
    .join("/");
  const unit =
    direct ??
    ([counted === "account" || counted === "addon" ? null : counted, time === "usage" || time === "once" ? null : time]
      .filter(Boolean)
      .join("/") ||
      null);
  const charge: HiddenCost = {
    kind: "hidden_cost",
    cost,
    label: from ? `${label}, from` : label,
    key: keyOf(label),
    amount: round(shown.amount),
    percent: null,
    currency: isCurrency(given) ? given : fallback,
    unit:
      (source.type === "usage" && typeof source.unit === "number" && counted && !(shown.period === "month")) ||
      EVENT.test(counted ?? "")
        ? counted
        : unit,
  };
  sheet.costs.push(charge);
  const remarks = [
    ...qualified(charged),
    ...[source.note, source.availability, source.included, source.price_notes].flatMap((said) => text(said) ?? []),
    ...qualifying(source.said),
  ];
  if (remarks.length > 0)
    sheet.ofCosts.set(
      subjectOfCost(charge),
      remarks.map((said) => capital(stopped(said.replace(/\s+/g, " ")))).join(" "),
    );
}

/** Returns a cost's identity: its words and figures, because its key may get a number. */
function subjectOfCost(cost: HiddenCost): string {
  return JSON.stringify({ ...cost, key: null });
}

/** Counted when they happen, whatever month they are billed in. */
const EVENT = /^fingerprint$/;

/** An undated file only proves that the price was current on the day on which the file was obtained. */
const OBTAINED_ON = "2026-11-21";

/** Reads one plans file. `name`: its file name; `doc`: its parsed content. */
export function fromFile(name: string, doc: unknown): AdapterResult {
  const slug = name.replace(/-plans(?:-pricing)?\.yml$/, "");
  const reject = (reason: string): AdapterResult => ({ readings: [], rejects: [{ row: slug, reason }] });
  if (!isDict(doc)) return reject("not a mapping");
  const plans = dicts(doc.plans);
  if (plans.length === 0) return reject("no plans");
  const day = dayOf(doc);
  const rates = plans.every(
    (plan) => dicts(plan.entries).length > 0 && dicts(plan.entries).every((entry) => entry.metric === "tokens"),
  );
  if (rates) return reject("model rates, not plans: imported from the rate-card sources");
  const currency = currencyOf(doc);

  const sheet: Sheet = {
    drafts: [],
    costs: [],
    rejects: [],
    trialDays: trialOf(doc),
    ofPlans: [],
    ofCosts: new Map(),
    trials: new Map(),
  };
  for (const plan of plans) readPlan(plan, doc, slug, currency, sheet);
  withholdIndicative(doc, sheet);
  if (currency === null) withholdPrices(sheet);
  for (const addOn of [...dicts(doc.add_ons), ...dicts(doc.addOns)]) {
    pushCost(sheet, slug, "add_on", text(addOn.name) ?? "Add-on", addOn, currency);
  }
  const product = nameOf(doc, slug);
  const { tiers, rejects } = mergePlans(product, sheet.drafts);
  sheet.rejects.push(...rejects);

  const file = upstreamFile(name);
  const page = pagesOf(doc)[0];
  // "reconciled" alone does not prove that the page was read. False means that the figures still await it.
  const read =
    doc.reconciled !== false &&
    (/^(?:searched|probed|harvested)$/.test(text(doc.method) ?? "") || text(dict(doc.provider).fetched));
  const subject: Subject = withoutUndefined({
    name: product,
    domain: page ? domainOf(page) : undefined,
    pricingPage: page,
  });
  const undated = !day && `Undated file, read ${OBTAINED_ON}.`;
  const reading = (fact: Fact, said: readonly string[] = [], url = page): Reading => ({
    subject,
    trust: day && read && url ? "A" : "C",
    observedAt: day ?? OBTAINED_ON,
    evidence: withoutUndefined({
      url: url ?? file,
      publisher: product,
      via: file,
      note: notes(undated, twoDays(doc, day), ...new Set(said)),
      undated: day ? undefined : (true as const),
    }),
    fact,
  });
  const own = plans.flatMap((plan) => {
    const url = sourceOf(plan);
    return url && url !== page
      ? [{ name: text(plan.name), url, free: readMoney(plan.price).shown[0]?.amount === 0 }]
      : [];
  });

  const readings: Reading[] = [];
  if (tiers.length > 0) {
    const partial =
      /representative|vary by volume|blends/i.test(JSON.stringify([doc.notes, doc.note])) || isDict(doc.paid_tiers);
    const seats = tiers.filter((tier) => tier.prices.some((price) => price.amount > 0));
    const perSeat = seats.length > 0 && seats.every((tier) => tier.unit === "user" || tier.unit === "seat");
    const fact: PlansFact = withoutUndefined({
      kind: "plans" as const,
      currency,
      complete: !partial,
      pricingModel: perSeat ? ("per_seat" as const) : undefined,
      tiers,
    });
    const priced = own.filter(({ name }) =>
      tiers.some((tier) => tier.name === name && tier.prices.some((price) => price.amount > 0)),
    );
    const all = seats.length > 0 && seats.length === priced.length;
    readings.push(
      reading(
        fact,
        [
          ...own.map(({ name, url }) => `${name}: price at ${url}`),
          ...otherPages(doc, page),
          ...sheet.ofPlans,
          ...remarksOnAll(doc),
        ],
        all ? priced[0]?.url : page,
      ),
    );
  }
  const free = tiers.find(
    (tier) => tier.prices.some((price) => price.amount === 0) && !/self-hosted|open source/i.test(tier.name),
  );
  const available = free ? true : doc.free_tier === false ? false : null;
  if (available !== null || sheet.trialDays !== null) {
    const days = new Set(sheet.trials.values()).size > 1 ? [...sheet.trials] : [];
    readings.push(
      reading(
        { kind: "free_tier", available, trialDays: sheet.trialDays, limits: free?.limits ?? [] },
        [
          ...sheet.ofPlans.filter((said) => free && said.startsWith(`${free.name}: `)),
          ...days.map(([name, count]) => `${name}: trial of ${count} days.`),
          ...(sheet.trialDays === null ? [] : qualifying(dict(doc.trial).description)),
        ],
        own.find(({ name }) => name === free?.name)?.url ?? page,
      ),
    );
  }
  for (const cost of uniqueCosts(sheet.costs)) {
    const said = cost.kind === "hidden_cost" && sheet.ofCosts.get(subjectOfCost(cost));
    readings.push(reading(cost, said ? [said] : []));
  }
  for (const fact of termsOf(doc)) readings.push(reading(fact));
  return { readings, rejects: sheet.rejects };
}

/** Returns a note for a file with two days: its prices are known to be from the earlier one. */
function twoDays(doc: Dict, day: string | null): string | false {
  const later = [text(doc.generated), text(doc.modified)].find((entry) => entry && day && entry > day);
  return later !== undefined && `The file bears the days ${day} and ${later}; the earlier one is taken.`;
}

/** Returns further pages that the file names as its source. */
function otherPages(doc: Dict, page: string | undefined): string[] {
  const urls = (text(doc.source)?.match(/https?:\/\/[^\s,)'"]+/g) ?? []).filter((url) => url !== page);
  return urls.length > 0 ? [`Read from further pages: ${urls.join(" ")}`] : [];
}

/**
 * Removes indicative prices. If the file says that only the figures in its note were verified, the others are not
 * published prices. The note also gives the yearly price and the allowance of the verified price.
 */
function withholdIndicative(doc: Dict, sheet: Sheet): void {
  const note = text(dict(doc.verification).note)?.replace(/\s+/g, " ") ?? "";
  if (!/\bindicative, not quoted\b/.test(note)) return;
  const verified = new Set(
    [...note.matchAll(/\$([\d,]+(?:\.\d+)?)/g)].map((match) => Number(match[1]?.replace(/,/g, ""))),
  );
  sheet.ofPlans.push("The file calls the prices of the other steps indicative.");
  const yearly = /\$([\d.]+)\/month \(\$([\d.]+) billed annually/.exec(note);
  const users = /\b(\d+) users included/.exec(note);
  for (const entry of [...sheet.drafts]) {
    if (!entry.price || entry.price.amount === 0) continue;
    if (!verified.has(entry.price.amount)) {
      sheet.rejects.push({ row: entry.row, reason: "called indicative by the file" });
      entry.price = null;
      entry.status = "unverified";
      continue;
    }
    if (users) entry.limits = [...entry.limits, { name: "users", value: Number(users[1]), unit: null }];
    if (Number(yearly?.[1]) === entry.price.amount && entry.price.period === "month") {
      entry.price.billing = "monthly";
      sheet.drafts.push({ ...entry, price: { amount: Number(yearly?.[2]), period: "year", billing: "annual" } });
    }
  }
}

/** Removes amounts in an unknown currency. Zeros and statuses stay. */
function withholdPrices(sheet: Sheet): void {
  for (const entry of sheet.drafts) {
    if (!entry.price || entry.price.amount === 0) continue;
    sheet.rejects.push({ row: entry.row, reason: "no currency" });
    entry.price = null;
    entry.status = "unverified";
  }
  for (const cost of sheet.costs) sheet.rejects.push({ row: cost.label, reason: "no currency" });
  sheet.costs = [];
}

function trialOf(doc: Dict): number | null {
  const days = first(dict(doc.trial), "length_days", "duration_days");
  return typeof days === "number" && days > 0 ? days : null;
}

/** Returns commitments and discounts that a file states as figures. */
function termsOf(doc: Dict): Fact[] {
  const facts: Fact[] = [];
  const months = /^(\d+) months?$/.exec(text(doc.minimum_commitment) ?? "");
  if (months) facts.push({ kind: "contract_term", field: "minimumTermMonths", value: Number(months[1]) });
  const longer = dicts(dict(doc.contract_terms).terms).flatMap((term) =>
    typeof term.discount_pct === "number" && term.discount_pct > 0 ? [term.discount_pct] : [],
  );
  if (longer.length > 0) {
    facts.push({
      kind: "discount",
      discount: "multi_year",
      percentLow: Math.min(...longer),
      percentHigh: Math.max(...longer),
      condition: "Contract of two years or more",
    });
  }
  for (const entry of dicts(doc.discounts)) {
    const percent = first(entry, "percent", "percentage");
    if (typeof percent === "number" && entry.type === "nonprofit") {
      facts.push({
        kind: "discount",
        discount: "nonprofit",
        percentLow: percent,
        percentHigh: percent,
        condition: null,
      });
    }
  }
  return facts;
}

export const apiEvangelist: Adapter = {
  source: "api-evangelist",
  async read(rawDir) {
    const folder = path.join(rawDir, "api-evangelist", "searched");
    const names = (await readdir(folder)).filter((name) => name.endsWith(".yml")).sort();
    const results = await Promise.all(
      names.map(async (name) => {
        const content = await readFile(path.join(folder, name), "utf8");
        try {
          return fromFile(name, parse(content));
        } catch (error) {
          return {
            readings: [],
            rejects: [
              { row: name, reason: `not readable: ${error instanceof Error ? error.message.split("\n")[0] : error}` },
            ],
          };
        }
      }),
    );
    return {
      readings: results.flatMap((result) => result.readings),
      rejects: results.flatMap((result) => result.rejects),
    };
  },
};
