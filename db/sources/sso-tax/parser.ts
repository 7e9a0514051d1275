import { Decimal } from "decimal.js";
import * as z from "zod";
import type { HiddenCostFact, Trust } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import type { AdapterResult, Reading, Reject, Subject } from "../shared/reading";
import {
  daysBetween,
  fullDay,
  hostOf,
  notes,
  type PriceText,
  parsePercent,
  parsePriceText,
  READ_ON,
  yearsBefore,
} from "../shared/text";
import remarks from "./remarks.json";

export const REPOSITORY = "https://github.com/robchahin/sso-wall-of-shame/blob";
/** Day on which the list was seen with these data. */
const COMMITTED_ON = "2026-06-16";
/** Older prices no longer count as first-hand. */
const CURRENT_YEARS = 3;
/** An undated change that was reverted sooner was a mistake. */
const SLIP_DAYS = 31;

type Source = string | string[] | null;

/** One vendor's file. */
export const CurrentRow = z.object({
  name: z.string().min(1),
  base_pricing: z.string(),
  sso_pricing: z.string(),
  percent_increase: z.union([z.string(), z.number()]).nullish(),
  pricing_source: z.union([z.string(), z.array(z.string())]).nullable(),
  pricing_source_info: z.string().nullish(),
  vendor_note: z.string().nullish(),
  vendor_url: z.string(),
  updated_at: z.string(),
});
export type CurrentRow = z.infer<typeof CurrentRow>;

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
  /** The day on which this version was added to the list. Null for the current entry. */
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

const LABEL = "Single sign-on costs extra";
const NOT_PUBLISHED = `${LABEL}; the difference is not published`;
const NOT_COMPARABLE = `${LABEL}; the two prices cannot be compared`;
/** The list has only one figure, or a bound. It does not say which figures the vendor publishes. */
const NO_BASE = `${LABEL}; the price without it is unknown`;
const BOUND_ONLY = `${LABEL}; the exact difference is unknown`;
const FEE = "Single sign-on costs a fee of its own";

/**
 * An entry's remark on its prices, reviewed by hand. `note`: the remark in our own words. `figures`: "base" if only the
 * base price is valid, "fee" if the second price is the price of single sign-on alone, "none" if neither is valid.
 */
type Remark = { entry: string; remark: string; note: string; figures?: "base" | "fee" | "none" };

const spaced = (text: string): string => text.replace(/\s+/g, " ").trim();
const remarkKey = (entry: string, remark: string): string => `${entry}: ${spaced(remark)}`;
const REMARKS: ReadonlyMap<string, Remark> = new Map(
  (remarks as Remark[]).map((known) => [remarkKey(known.entry, known.remark), known]),
);

/** Entries whose figures cannot be correct. */
const DISBELIEVED: readonly { name: string; base: string; sso: string; reason: string }[] = [
  {
    name: "Mattermost",
    base: "$39 per u/m",
    sso: "$80 per u/m",
    reason: "the next version gives a twelfth as the monthly base price: probably sums of a year",
  },
];

type Premium = Pick<HiddenCostFact, "amount" | "percent" | "currency" | "unit" | "basePrice" | "fullPrice">;
type Priced = Pick<SsoVersion, "base" | "sso" | "percent">;

const footnoted = ({ base, sso, percent }: Priced): boolean =>
  [base, sso, percent].some((text) => text?.includes("[^"));
const plain = (text: string): string => spaced(text.replace(/\[\^[^\]]*\]/g, "").replace(/\*+\s*$/, ""));

/** Returns the size that a price is for: "(2 projects)". */
function sizeIn(text: string): string | null {
  return /\((\d+\w* [a-z]+)\)/i.exec(text)?.[1]?.toLowerCase() ?? null;
}

/** Words in addition to amount and unit: "(2 projects)", ", 50 seat minimum", "for 1 test", "Enterprise". */
const QUALIFIED =
  /\((?!lifetime|over|[<>]|\s*\$[^)]*month|\$[\d.,]+\+?\))[^)]+\)|, \w|\bmonth for\b|\/mo [A-Z]|\d\s*-\s*\$/i;

/** Returns the price texts verbatim if they say more than amount and unit. */
function asListed({ base, sso }: Priced): string | null {
  if (!QUALIFIED.test(base) && !QUALIFIED.test(sso)) return null;
  return `As listed: ${plain(base)}; with single sign-on ${plain(sso)}.`;
}

/** Returns the difference between the two prices if both are numbers with the same unit. */
export function premiumOf(
  version: Priced,
  figures?: Remark["figures"],
): { premium: Premium; note: string | null; label: string } | null {
  const base = parsePriceText(version.base);
  const full = parsePriceText(version.sso);
  const currency = base.currency ?? full.currency;
  const baseOnly = base.kind === "amount" && base.amount !== null ? { basePrice: base.amount } : {};
  const unknown = { amount: null, percent: null };
  if (figures === "base") {
    return { premium: { ...unknown, currency, unit: base.unit, ...baseOnly }, note: null, label: LABEL };
  }
  if (figures === "none") return { premium: { ...unknown, currency, unit: null }, note: null, label: FEE };
  if (figures === "fee") {
    return { premium: { amount: full.amount, percent: null, currency, unit: full.unit }, note: null, label: FEE };
  }
  if (full.kind === "amount" && full.amount !== null && base.kind === "amount" && base.amount !== null) {
    const free = base.amount === 0 && base.unit === null;
    const isAlike =
      (free || base.unit === full.unit) &&
      (!base.currency || !full.currency || base.currency === full.currency) &&
      sizeIn(version.base) === sizeIn(version.sso);
    if (!isAlike) {
      const listed = `${money(base)}, the price with single sign-on ${money(full)}`;
      return {
        premium: { ...unknown, currency, unit: null },
        note: `Not comparable: the base price is ${listed}.`,
        label: NOT_COMPARABLE,
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
      note: full.unit === null ? "What the prices are counted by is not stated." : null,
      label: LABEL,
    };
  }
  if (full.kind === "amount" && full.amount !== null) {
    if (base.kind === "unreadable" && !/^\?+$/.test(version.base)) return null;
    const premium = { ...unknown, currency, unit: full.unit, fullPrice: full.amount };
    return { premium, note: null, label: NO_BASE };
  }
  if (full.kind === "least") {
    const bound = /\bover\b|>/.test(version.sso) ? "more than" : "at least";
    return {
      premium: { ...unknown, currency, unit: base.unit, ...baseOnly },
      note: `The price with single sign-on is ${bound} ${money(full)}.`,
      label: /\b(?:call|contact)\b/i.test(version.sso) ? NOT_PUBLISHED : BOUND_ONLY,
    };
  }
  if (full.kind === "unreadable") {
    const isRange = [version.base, version.sso].every((text) => /^[$€£][\d.,]+\s*[-–]\s*[$€£]?[\d.,]+/.test(text));
    const listed = isRange ? parsePercent(version.percent) : null;
    return listed === null
      ? null
      : { premium: { amount: null, percent: listed, currency, unit: base.unit }, note: null, label: LABEL };
  }
  if (base.amount === null) return null;
  const note = base.unit === null && base.amount > 0 ? "What the base price is counted by is not stated." : null;
  return { premium: { ...unknown, currency, unit: base.unit, ...baseOnly }, note, label: NOT_PUBLISHED };
}

/** Editions that have their vendor's name in the catalogue. */
const EDITION = /\b(?:hosted|(?<!creative )cloud|on-prem|infrastructure|support|observe|influence|elasticsearch)\b/i;

/** Converts one version to a reading, or returns why it cannot. */
export function fromVersion(
  version: SsoVersion,
  observedAt: string,
  readOn: Day = READ_ON,
): Reading<HiddenCostFact> | string {
  const disbelieved = DISBELIEVED.find(
    ({ name, base, sso }) => name === version.name && base === version.base && sso === version.sso,
  );
  if (disbelieved) return disbelieved.reason;
  const remark = version.vendorNote ? REMARKS.get(remarkKey(version.name, version.vendorNote)) : undefined;
  if (version.vendorNote && !remark) return "a remark on the prices that is not reviewed";
  const found = premiumOf(version, remark?.figures);
  if (!found) {
    const same = parsePriceText(version.base).amount !== null && parsePriceText(version.sso).amount !== null;
    return same ? "no premium: single sign-on costs no more than the base plan" : "no price that can be read";
  }
  const page = sourcePage(version.source);
  const info = version.sourceInfo ?? "";
  const quoted = /quote/i.test(info) || version.source === "Quote";
  const trust: Trust = quoted || observedAt < yearsBefore(readOn, CURRENT_YEARS) ? "C" : "B";
  const whose = /^SSO pricing/.test(info) ? "Price with single sign-on" : "Price";
  const note = notes(
    EDITION.test(version.name) && `For ${version.name}.`,
    quoted && `${whose} from a quote, not from a public page.`,
    /portal/i.test(info) && "Shown only to signed-in customers.",
    found.note,
    asListed(version),
    remark?.note,
    !remark && footnoted(version) && "The list adds a footnote to this entry that is not at hand.",
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
 * Assigns each version of one entry its day. A price that changed under an old date counts from the day of the change,
 * or not at all if it was soon reverted. Repeated versions are dropped.
 */
export function datedVersions(
  versions: readonly SsoVersion[],
  listedOn: Day = COMMITTED_ON,
): {
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
    const seen = version.committedAt ?? listedOn;
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

/**
 * Adds remarks: the list later turned its footnotes into remarks. A version gets the remark that its own prices of that
 * day have.
 */
export function withRemarks(versions: readonly SsoVersion[]): SsoVersion[] {
  return versions.map((version) => {
    if (version.vendorNote || !footnoted(version)) return version;
    const same = versions.find(
      (other) => other.vendorNote && other.statedAt === version.statedAt && pricesOf(other) === pricesOf(version),
    );
    return same ? { ...version, vendorNote: same.vendorNote } : version;
  });
}

function percentText(raw: string | number | null | undefined): string | null {
  return raw === null || raw === undefined ? null : String(raw);
}

/** Reads only the current entries, each with its file. */
export function ssoList(entries: readonly { file: string; row: CurrentRow }[], day: Day): AdapterResult {
  const versions = entries.map(({ file, row }) => [currentVersion(row, `${REPOSITORY}/HEAD/${file}`)]);
  return readingsOf(versions, { listedOn: day, readOn: day });
}

function readingsOf(
  entries: Iterable<readonly SsoVersion[]>,
  { listedOn, readOn }: { listedOn: Day; readOn: Day },
): AdapterResult {
  const readings: Reading[] = [];
  const rejects: Reject[] = [];
  for (const listed of entries) {
    const versions = withRemarks(listed);
    const { kept, dropped } = datedVersions(versions, listedOn);
    for (const { version, reason } of dropped) rejects.push({ row: rowName(version), reason });
    for (const { version, day } of kept) {
      const reading = fromVersion(version, day, readOn);
      if (typeof reading === "string") rejects.push({ row: rowName(version), reason: reading });
      else readings.push(reading);
    }
  }
  return { readings, rejects };
}

function currentVersion(row: CurrentRow, via: string): SsoVersion {
  return {
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
    via,
  };
}

function rowName(version: SsoVersion): string {
  return `${version.name} ${version.committedAt ?? "current"}`;
}
