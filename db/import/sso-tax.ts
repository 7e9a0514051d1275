import { join } from "node:path";
import { Decimal } from "decimal.js";
import type { HiddenCostFact, Trust } from "@/lib/schemas/observation";
import type { Adapter, AdapterResult, Reading, Reject, Subject } from "./reading";
import {
  daysBetween,
  fullDay,
  hostOf,
  notes,
  type PriceText,
  parsePercent,
  parsePriceText,
  READ_ON,
  readJsonLines,
} from "./text";

const REPOSITORY = "https://github.com/robchahin/sso-wall-of-shame/blob";
const COMMIT = "5fd10cf979b1f635293ff2d895c067882da0aace";
/** Day of that commit: the list was seen to say this then. */
const COMMITTED_ON = "2026-06-16";
const THREE_YEARS_BEFORE = `${Number(READ_ON.slice(0, 4)) - 3}${READ_ON.slice(4)}`;
/** An undated change that was taken back sooner was a slip. */
const SLIP_DAYS = 31;

type Source = string | string[] | null;

type CurrentRow = {
  name: string;
  base_pricing: string;
  sso_pricing: string;
  percent_increase?: string | number | null;
  pricing_source: Source;
  pricing_source_info?: string | null;
  vendor_note?: string | null;
  vendor_url: string;
  updated_at: string;
};

type HistoryRow = {
  vendor: string;
  vendor_url: string | null;
  file?: string;
  commit: string;
  commit_date: string;
  stated_updated_at: string | null;
  base_pricing: string;
  sso_pricing: string;
  percent_increase: string | number | null;
  pricing_source: Source;
  pricing_source_info?: string | null;
  vendor_note?: string | null;
};

/** One version of one list entry. */
export type SsoVersion = {
  name: string;
  base: string;
  sso: string;
  percent: string | null;
  source: Source;
  sourceInfo: string | null;
  vendorNote: string | null;
  vendorUrl: string | null;
  /** The day that the entry itself states. */
  statedAt: string | null;
  /** The day on which this version entered the list; null for the entry of today. */
  committedAt: string | null;
  via: string;
};

const NAMES: Record<string, { name: string; vendor?: string }> = {
  "Atlassian (Jira Cloud)": { name: "Jira", vendor: "Atlassian" },
  BitWarden: { name: "Bitwarden" },
  CloudFlare: { name: "Cloudflare" },
  Github: { name: "GitHub" },
  HootSuite: { name: "Hootsuite" },
  "Hubspot Marketing": { name: "HubSpot Marketing Hub", vendor: "HubSpot" },
  "Inedo (ProGet)": { name: "ProGet", vendor: "Inedo" },
  OpsGenie: { name: "Opsgenie" },
  "Phrase (formerly PhraseApp)": { name: "Phrase" },
  "Project Discovery": { name: "ProjectDiscovery" },
  "Project Manager": { name: "ProjectManager" },
  Sendgrid: { name: "SendGrid" },
  SmartSheet: { name: "Smartsheet" },
  "Social Pilot": { name: "SocialPilot" },
  "Status Gator": { name: "StatusGator" },
  SumoLogic: { name: "Sumo Logic" },
  "Weights and Biases": { name: "Weights & Biases" },
  yodeck: { name: "Yodeck" },
};

function nameOf(entry: string): string {
  return NAMES[entry]?.name ?? entry;
}

function sourcePage(source: Source): string | null {
  const addresses = (Array.isArray(source) ? source : [source]).filter((address) => URL.canParse(address ?? ""));
  return addresses.find((address) => !/^(?:twitter|x)\.com$/.test(hostOf(address) ?? "")) ?? null;
}

function subjectOf(version: SsoVersion): Subject {
  const known = NAMES[version.name];
  const page = sourcePage(version.source);
  const domain = hostOf(version.vendorUrl) ?? hostOf(page);
  return {
    name: nameOf(version.name),
    ...(known?.vendor && { vendor: known.vendor }),
    ...(domain && { domain }),
    ...(page && /pric|plan|buy|subscri/i.test(page) && { pricingPage: page }),
  };
}

function money(price: PriceText): string {
  return [price.amount, price.currency, price.unit && `per ${price.unit}`].filter((part) => part !== null).join(" ");
}

const DEARER = "Single sign-on needs a dearer plan";
const NOT_PUBLISHED = `${DEARER}; the difference is not published`;
const OTHER_UNITS = `${DEARER}; the two prices are counted by different units`;
/** The list knows one figure only, or a bound: what the vendor publishes it does not say. */
const NO_BASE = `${DEARER}; the price without it is unknown`;
const BOUND_ONLY = `${DEARER}; the exact difference is unknown`;
const ALSO_ADD_ON = "It is sold as an add-on to a plan too.";
const ADD_ON = "Single sign-on is a paid add-on";

type Premium = Pick<HiddenCostFact, "amount" | "percent" | "currency" | "unit" | "basePrice" | "fullPrice">;

/** The difference between the two prices, as far as both are numbers counted by the same unit. */
export function premiumOf(version: Pick<SsoVersion, "base" | "sso" | "percent" | "vendorNote">): {
  premium: Premium;
  note: string | null;
  label: string;
} | null {
  const base = parsePriceText(version.base);
  const full = parsePriceText(version.sso);
  const currency = base.currency ?? full.currency;
  const baseOnly = base.kind === "amount" && base.amount !== null ? { basePrice: base.amount } : {};
  const unknown = { amount: null, percent: null };
  if (full.kind === "amount" && full.amount !== null && base.kind === "amount" && base.amount !== null) {
    const free = base.amount === 0 && base.unit === null;
    if (!free && (base.unit !== full.unit || (base.currency && full.currency && base.currency !== full.currency))) {
      return {
        premium: { ...unknown, currency, unit: null },
        note: `Not comparable: the base price is ${money(base)}, the price with single sign-on ${money(full)}.`,
        label: OTHER_UNITS,
      };
    }
    const amount = new Decimal(full.amount).minus(base.amount);
    if (amount.lte(0)) return null;
    const percent = base.amount === 0 ? null : amount.div(base.amount).times(100).toDecimalPlaces(2).toNumber();
    return {
      premium: {
        amount: amount.toNumber(),
        percent,
        currency,
        unit: full.unit,
        basePrice: base.amount,
        fullPrice: full.amount,
      },
      note: null,
      label: DEARER,
    };
  }
  if (full.kind === "amount" && full.amount !== null) {
    if (/^\?+$/.test(version.base) && /\badd-?on available\b|\bto enable SSO\b/i.test(version.vendorNote ?? "")) {
      return { premium: { amount: full.amount, percent: null, currency, unit: full.unit }, note: null, label: ADD_ON };
    }
    if (base.kind === "unreadable" && !/^\?+$/.test(version.base)) return null;
    const premium = { ...unknown, currency, unit: full.unit, fullPrice: full.amount };
    return { premium, note: null, label: NO_BASE };
  }
  if (full.kind === "least") {
    return {
      premium: { ...unknown, currency, unit: base.unit, ...baseOnly },
      note: `The price with single sign-on is at least ${money(full)}.`,
      label: /\b(?:call|contact)\b/i.test(version.sso) ? NOT_PUBLISHED : BOUND_ONLY,
    };
  }
  if (full.kind === "unreadable") {
    const listed = base.kind === "unreadable" && !/^\?+$/.test(version.base) ? parsePercent(version.percent) : null;
    return listed === null
      ? null
      : { premium: { amount: null, percent: listed, currency, unit: base.unit }, note: null, label: DEARER };
  }
  if (base.amount === null) return null;
  return { premium: { ...unknown, currency, unit: base.unit, ...baseOnly }, note: null, label: NOT_PUBLISHED };
}

/** Turns one version into a reading; a string says why it cannot be one. */
export function fromVersion(version: SsoVersion, observedAt: string): Reading<HiddenCostFact> | string {
  const found = premiumOf(version);
  if (!found) {
    const same = parsePriceText(version.base).amount !== null && parsePriceText(version.sso).amount !== null;
    return same ? "no premium: single sign-on costs no more than the base plan" : "no price that can be read";
  }
  const page = sourcePage(version.source);
  const said = `${version.sso} ${version.vendorNote ?? ""}`;
  const quoted = /quote/i.test(version.sourceInfo ?? "") || version.source === "Quote";
  const portal = /portal/i.test(version.sourceInfo ?? "");
  const trust: Trust = quoted || observedAt < THREE_YEARS_BEFORE ? "C" : "B";
  const note = notes(
    quoted && "Price from a quote, not from a public page.",
    portal && "Shown only to signed-in customers.",
    found.note,
    found.label !== ADD_ON && /\badd-?ons?\b|\badd on\b|\bcan (?:be added|add SSO)\b/i.test(said) && ALSO_ADD_ON,
    /\bminimum\b/i.test(said) && "A minimum of seats or spending applies.",
    /\bplatform fee\b|\bplan (?:is|at) \$\d+\/month plus\b|\bmonthly user cost\b/i.test(said) &&
      "Further fees come on top of these prices.",
  );
  return {
    subject: subjectOf(version),
    trust,
    observedAt,
    evidence: { url: page ?? version.via, via: version.via, ...(note && { note }) },
    fact: {
      kind: "hidden_cost",
      cost: "sso",
      key: "sso",
      label: found.label,
      ...found.premium,
    },
  };
}

function pricesOf(version: SsoVersion): string {
  const base = parsePriceText(version.base);
  const full = parsePriceText(version.sso);
  const percent = base.kind === "unreadable" && full.kind === "unreadable" ? parsePercent(version.percent) : null;
  return JSON.stringify([base, full, percent]);
}

/**
 * Gives each version of one entry its day. A price that changed under an old date counts from the day of the change,
 * or not at all when it was soon taken back; repeated versions are dropped.
 */
export function datedVersions(versions: readonly SsoVersion[]): {
  kept: { version: SsoVersion; day: string }[];
  dropped: { version: SsoVersion; reason: string }[];
} {
  const kept: { version: SsoVersion; day: string }[] = [];
  const dropped: { version: SsoVersion; reason: string }[] = [];
  const usedDays = new Map<string, string>();
  for (const [index, version] of versions.entries()) {
    const last = kept.at(-1);
    const stated = fullDay(version.statedAt);
    const late = stated !== null && version.committedAt !== null && daysBetween(version.committedAt, stated) > 1;
    const claimed = late ? null : stated;
    const prices = pricesOf(version);
    const isCurrent = index === versions.length - 1 && version.committedAt === null;
    if (last && pricesOf(last.version) === prices) {
      if (isCurrent) {
        const day = claimed !== null && claimed > last.day ? claimed : last.day;
        if (day === last.day) {
          kept.pop();
          dropped.push({ version: last.version, reason: "same prices as the entry of today" });
        }
        kept.push({ version, day });
      } else dropped.push({ version, reason: "same prices as the version before" });
      continue;
    }
    const reused = claimed !== null && usedDays.has(claimed);
    const next = versions.slice(index + 1).find((later) => pricesOf(later) !== prices);
    const stood =
      next?.committedAt && version.committedAt ? daysBetween(version.committedAt, next.committedAt) : Infinity;
    if (reused && stood < SLIP_DAYS) {
      dropped.push({ version, reason: "changed without a new date and soon taken back" });
      continue;
    }
    const correction =
      reused &&
      last?.day === claimed &&
      last.version.committedAt !== null &&
      version.committedAt !== null &&
      daysBetween(last.version.committedAt, version.committedAt) < SLIP_DAYS;
    const seen = version.committedAt ?? COMMITTED_ON;
    const day = reused && !correction ? seen : (claimed ?? seen);
    if (last?.day === day) {
      kept.pop();
      dropped.push({ version: last.version, reason: "corrected within days under the same date" });
    }
    if (claimed !== null) usedDays.set(claimed, prices);
    kept.push({ version, day });
  }
  return { kept, dropped };
}

function percentText(raw: string | number | null | undefined): string | null {
  return raw === null || raw === undefined ? null : String(raw);
}

function historyVersion(row: HistoryRow): SsoVersion {
  return {
    name: row.vendor,
    base: row.base_pricing,
    sso: row.sso_pricing,
    percent: percentText(row.percent_increase),
    source: row.pricing_source,
    sourceInfo: row.pricing_source_info ?? null,
    vendorNote: row.vendor_note ?? null,
    vendorUrl: row.vendor_url,
    statedAt: row.stated_updated_at,
    committedAt: row.commit_date,
    via: `${REPOSITORY}/${row.commit}/${row.file ?? "_data/vendors.yml"}`,
  };
}

export const ssoTax: Adapter = {
  source: "sso-tax",
  async read(rawDir): Promise<AdapterResult> {
    const folder = join(rawDir, "sso-tax");
    const current = await readJsonLines<CurrentRow>(join(folder, "sso_current.jsonl"));
    const history = await readJsonLines<HistoryRow>(join(folder, "sso_price_history.jsonl"));
    const entries = new Map<string, SsoVersion[]>();
    const append = (name: string, version: SsoVersion) => entries.set(name, [...(entries.get(name) ?? []), version]);
    const files = new Map<string, string>();
    const sites = new Map<string, string>();
    for (const row of history) if (row.vendor_url) sites.set(nameOf(row.vendor), row.vendor_url);
    for (const row of current) sites.set(nameOf(row.name), row.vendor_url);
    const sorted = history.toSorted((a, b) => a.commit_date.localeCompare(b.commit_date));
    for (const row of sorted) {
      if (row.file) files.set(nameOf(row.vendor), row.file);
      const version = historyVersion({ ...row, vendor_url: row.vendor_url ?? sites.get(nameOf(row.vendor)) ?? null });
      append(nameOf(row.vendor), version);
    }
    for (const row of current) {
      const file = files.get(nameOf(row.name));
      const version: SsoVersion = {
        name: row.name,
        base: row.base_pricing,
        sso: row.sso_pricing,
        percent: percentText(row.percent_increase),
        source: row.pricing_source,
        sourceInfo: row.pricing_source_info ?? null,
        vendorNote: row.vendor_note ?? null,
        vendorUrl: row.vendor_url,
        statedAt: row.updated_at,
        committedAt: null,
        via: file ? `${REPOSITORY}/${COMMIT}/${file}` : `${REPOSITORY.replace("/blob", "/tree")}/${COMMIT}/_vendors`,
      };
      append(nameOf(row.name), version);
    }
    const readings: Reading[] = [];
    const rejects: Reject[] = [];
    for (const versions of entries.values()) {
      const { kept, dropped } = datedVersions(versions);
      for (const { version, reason } of dropped) rejects.push({ row: rowName(version), reason });
      for (const { version, day } of kept) {
        const reading = fromVersion(version, day);
        if (typeof reading === "string") rejects.push({ row: rowName(version), reason: reading });
        else readings.push(reading);
      }
    }
    return { readings, rejects };
  },
};

function rowName(version: SsoVersion): string {
  return `${version.name} ${version.committedAt ?? "current"}`;
}
