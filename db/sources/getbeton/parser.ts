import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { tierId } from "@/lib/catalog/tier-id";
import type { Fact, HiddenCostFact, PriceFact, TierFact } from "@/lib/schemas/observation";
import type { Limit } from "@/lib/schemas/primitives";
import { parseCsv } from "../shared/csv";
import type { Adapter, AdapterResult, Reading, Reject, Subject } from "../shared/reading";
import { notes } from "../shared/text";
import { keyOf } from "../shared/units";

const COMMIT = "9858c73cef698c825469aaed2653d36b57f6d406";
/** Day of that commit, on which the list was seen with the prices of 2026. */
const COMMITTED_ON = "2026-05-27";
const FILE = `https://github.com/getbeton/oss-pricing-data/blob/${COMMIT}/data/pricing-2023-2026.csv`;

export type GetbetonRow = Record<string, string>;

const SUBJECTS: Record<string, { name: string; domain: string }> = {
  appsmith: { name: "Appsmith", domain: "appsmith.com" },
  calcom: { name: "Cal.com", domain: "cal.com" },
  chatwoot: { name: "Chatwoot", domain: "chatwoot.com" },
  clickhouse: { name: "ClickHouse", domain: "clickhouse.com" },
  coolify: { name: "Coolify", domain: "coolify.io" },
  dify: { name: "Dify", domain: "dify.ai" },
  documenso: { name: "Documenso", domain: "documenso.com" },
  firecrawl: { name: "Firecrawl", domain: "firecrawl.dev" },
  grafana: { name: "Grafana Cloud", domain: "grafana.com" },
  infisical: { name: "Infisical", domain: "infisical.com" },
  langfuse: { name: "Langfuse", domain: "langfuse.com" },
  metabase: { name: "Metabase", domain: "metabase.com" },
  n8n: { name: "n8n", domain: "n8n.io" },
  novu: { name: "Novu", domain: "novu.co" },
  plane: { name: "Plane", domain: "plane.so" },
  posthog: { name: "PostHog", domain: "posthog.com" },
  temporal: { name: "Temporal", domain: "temporal.io" },
  tooljet: { name: "ToolJet", domain: "tooljet.com" },
  "twenty-crm": { name: "Twenty CRM", domain: "twenty.com" },
  windmill: { name: "Windmill", domain: "windmill.dev" },
};

/** One price as the list writes it: "$12/seat-mo (Teams, annual)". */
export type Quote = {
  plan: string | null;
  amount: number;
  currency: string;
  unit: string | null;
  /** Null if the list names no period: "$6/seat". */
  period: PriceFact["period"] | null;
  billing: PriceFact["billing"];
  /** Other text in the brackets: "locked", "20k events". */
  conditions?: string[];
};

const UNITS: Record<string, string> = { seat: "user", dev: "developer" };
const PER_USE = new Set(["event"]);

/** Reads one price, or returns why it cannot. Rough figures, lower bounds and capped hourly prices are rejected. */
export function readQuote(raw: string): Quote | string {
  const text = raw.trim();
  if (/^~/.test(text)) return "approximate figure";
  if (/^\$[\d,.]+\+/.test(text) || /\bfrom \$/.test(text)) return "lower bound only";
  if (/\bcap \$/.test(text)) return "hourly price under a cap";
  const found = /^(?:\$|(EUR) )(\d[\d,]*(?:\.\d+)?)\/([a-z]+)(?:-(mo))?\b(?: base)?(.*)$/i.exec(text);
  if (!found) return "no price";
  const [, euro, figure = "", word = "", monthly, rest = ""] = found;
  const brackets =
    /\(([^)]*)\)/
      .exec(rest)?.[1]
      ?.split(",")
      .map((part) => part.trim()) ?? [];
  const [plan] = brackets.filter((part) => /^[A-Z]/.test(part));
  const conditions = brackets.filter((part) => part !== plan && part !== "annual");
  const noun = word === "mo" || word === "year" ? null : (UNITS[word] ?? word);
  const period = monthly || word === "mo" ? "month" : word === "year" ? "year" : PER_USE.has(word) ? "usage" : null;
  return {
    plan: plan?.replace(/^Cloud /, "") ?? null,
    amount: Number(figure.replace(/,/g, "")),
    currency: euro ?? "USD",
    unit: noun,
    period,
    billing: brackets.includes("annual") ? "annual" : null,
    ...(conditions.length > 0 && { conditions }),
  };
}

/** Returns the day of an archived page from its URL. */
export function archivedOn(address: string): string | null {
  const found = /\/web\/(\d{4})(\d{2})(\d{2})\d{6}\//.exec(address);
  return found ? `${found[1]}-${found[2]}-${found[3]}` : null;
}

/** Returns the row's other statements about its prices: the vendor's pricing model, and additions to the figure. */
function pricingNote(entry: string, model: string): string | undefined {
  const quote = readQuote(entry);
  const conditions = typeof quote === "string" ? [] : (quote.conditions ?? []);
  return notes(
    model !== "" && `Pricing model: ${model}.`,
    conditions.length > 0 && `With the entry price: ${conditions.join(", ")}.`,
    /; 1M free$/.test(entry) && "1 million events are free.",
  );
}

/** Returns the remarks in the free tier's text: "200 credits (lifetime)", "none (startup credits)". */
function freeNote(text: string): string | undefined {
  const said = [...text.matchAll(/\(([^)]*)\)/g)].flatMap(([, words]) => words ?? []);
  const more = /\+ (\d+ product free tiers)/.exec(text)?.[1];
  return notes(...said.map((words) => `The free tier is listed with: ${words}.`), more && `There are ${more} besides.`);
}

type Extra = { tiers: TierFact[]; costs: HiddenCostFact[] };

function tier(name: string, price: PriceFact | null, unit: string | null, limits: Limit[] = []): TierFact {
  return {
    id: tierId(name),
    name,
    status: price ? "published" : "contact_sales",
    prices: price ? [price] : [],
    unit,
    ...(limits.length > 0 && { limits }),
  };
}

function cost(kind: HiddenCostFact["cost"], label: string, amount: number, unit: string): HiddenCostFact {
  return { kind: "hidden_cost", cost: kind, label, key: keyOf(label), amount, percent: null, currency: "USD", unit };
}

/** Entries with two prices or a meter, split by hand. They apply only if the text is unchanged. */
const COMPOUND: Record<string, Extra> = {
  "$25.30/TB-mo + $0.2181/unit-hr (~$66.52 example)": {
    tiers: [
      tier("Storage", { amount: 25.3, period: "usage", billing: null }, "TB-month"),
      tier("Compute", { amount: 0.2181, period: "usage", billing: null }, "unit-hour"),
    ],
    costs: [],
  },
  "$35.33/TB-mo + $0.2160/unit-hr ($50-193 Dev)": {
    tiers: [
      tier("Storage", { amount: 35.33, period: "usage", billing: null }, "TB-month"),
      tier("Compute", { amount: 0.216, period: "usage", billing: null }, "unit-hour"),
    ],
    costs: [],
  },
  "$100/mo base +$6/user (Starter)": {
    tiers: [tier("Starter", { amount: 100, period: "month", billing: null }, "account")],
    costs: [cost("overage", "Further user (Starter)", 6, "user")],
  },
  "Cloud Starter $85/mo (+$5/user); Pro $500": {
    tiers: [tier("Starter", { amount: 85, period: "month", billing: null }, "account")],
    costs: [cost("overage", "Further user (Starter)", 5, "user")],
  },
  "1M actions = $25 (usage) + $200/mo support": {
    tiers: [tier("Actions", { amount: 25, period: "usage", billing: null }, "1M actions")],
    costs: [cost("support", "Support", 200, "month")],
  },
  "$0.000198/event (first paid tier); 1M free": {
    tiers: [tier("Events", { amount: 0.000198, period: "usage", billing: null }, "event")],
    costs: [],
  },
  "$0.00031/event": {
    tiers: [tier("Events", { amount: 0.00031, period: "usage", billing: null }, "event")],
    costs: [],
  },
};

function addQuote(quote: Quote, plan: string, tiers: TierFact[], limits: Limit[] = []): string | null {
  if (quote.period === null) return "no period";
  const price: PriceFact = {
    amount: quote.amount,
    period: quote.period,
    billing: quote.period === "year" ? "annual" : quote.billing,
  };
  const known = tiers.find((other) => other.id === tierId(plan));
  if (known) {
    return known.prices.some((other) => other.amount === price.amount) ? null : "second price of a plan that has one";
  }
  tiers.push(tier(plan, price, quote.unit, limits));
  return null;
}

/** Reads the plan that single sign-on needs and its price: "Pro" at "$575/mo base", or "Teams ($12/seat)" in one. */
function ssoQuote(name: string, price: string, entry: Quote | null): { plan: string; quote: Quote | string } | null {
  const joined = /^([A-Z][A-Za-z]+) \((.+)\)$/.exec(name);
  const plan = joined?.[1] ?? name;
  const text = joined?.[2] ?? price;
  if (!/^[A-Z][A-Za-z]+$/.test(plan) || !text) return null;
  const quote = readQuote(text);
  if (typeof quote === "string") return { plan, quote: /^custom$/.test(text) ? "custom" : quote };
  const sameUnit = quote.period === null && entry?.unit === quote.unit && entry.period === "month";
  return { plan, quote: sameUnit ? { ...quote, period: "month" } : quote };
}

/** Returns the premium of single sign-on over the entry price, only if both prices have the same unit and billing. */
function ssoPremium(entry: Quote, full: Quote): HiddenCostFact | null {
  const alike =
    entry.unit === full.unit &&
    entry.period === full.period &&
    entry.billing === full.billing &&
    entry.currency === full.currency;
  if (!alike || full.amount <= entry.amount) return null;
  return {
    kind: "hidden_cost",
    cost: "sso",
    key: "sso",
    label: "Single sign-on needs a dearer plan",
    amount: Number((full.amount - entry.amount).toFixed(2)),
    percent: null,
    currency: full.currency,
    unit: [full.unit, full.period].filter(Boolean).join("/"),
    basePrice: entry.amount,
    fullPrice: full.amount,
  };
}

const LICENCES: Record<string, string> = {
  "Apache 2.0": "Apache-2.0",
  "Apache-2.0": "Apache-2.0",
  MIT: "MIT",
  "AGPL-3.0": "AGPL-3.0",
};

const FREE_NAMES: Record<string, string> = { "conv-mo": "conversations", runs: "runs" };

/**
 * Reads "2 agents / 500 conv-mo" as a free tier with its allowances. Null if the text means only the self-hosted
 * edition.
 */
export function readFreeTier(text: string): Extract<Fact, { kind: "free_tier" }> | null {
  if (!text || /self-host/i.test(text)) return null;
  const trial = /^(\d+)-day trial$/.exec(text)?.[1];
  if (trial) return { kind: "free_tier", available: null, trialDays: Number(trial), limits: [] };
  if (/^none\b/.test(text)) return { kind: "free_tier", available: false, trialDays: null, limits: [] };
  const limits = text.split(/ [/+] |, /).flatMap((part): Limit[] => {
    const kept = /^(\d+)-day (metrics|logs)$/.exec(part);
    if (kept) return [{ name: `${kept[2]} retention`, value: Number(kept[1]), unit: "days" }];
    const found = /^(\d+|unlimited)([kM])? (.+?)(-mo|\/mo)?(?: \(lifetime\))?$/.exec(part);
    if (!found || /free tiers$/.test(part)) return [];
    const [, figure = "", scale, words = "", monthly] = found;
    const value = figure === "unlimited" ? null : Number(figure) * (scale === "k" ? 1e3 : scale === "M" ? 1e6 : 1);
    const name = FREE_NAMES[words] ?? FREE_NAMES[`${words}${monthly ?? ""}`] ?? words;
    const each = monthly ? "per month" : null;
    return [{ name: value === 1 && !name.endsWith("s") ? `${name}s` : name, value, unit: each }];
  });
  return { kind: "free_tier", available: true, trialDays: null, limits };
}

/** Reads one product: its prices on the archived page of 2023 and in the list of 2026. */
export function fromRow(row: GetbetonRow): AdapterResult {
  const subject: Subject | undefined = SUBJECTS[row.slug ?? ""];
  if (!subject) return { readings: [], rejects: [{ row: row.tool ?? "unknown", reason: "unknown product" }] };
  const readings: Reading[] = [];
  const rejects: Reject[] = [];
  const archive = row.source_2023_wayback ?? "";
  const editions = [
    {
      year: "2023",
      // Cites the archived vendor page for 2023. For 2026 there is only the list.
      trust: "A" as const,
      day: archivedOn(archive),
      evidence: { url: archive, publisher: subject.name, via: FILE },
      entry: row.entry_price_2023 ?? "",
      model: row.pricing_model_2023 ?? "",
      sso: row.sso_tier_2023 ?? "",
      ssoPrice: "",
    },
    {
      year: "2026",
      trust: "B" as const,
      day: COMMITTED_ON,
      evidence: { url: FILE },
      entry: row.entry_price_2026 ?? "",
      model: row.pricing_model_2026 ?? "",
      sso: row.sso_tier_2026 ?? "",
      ssoPrice: row.sso_tier_cost_2026 ?? "",
    },
  ];
  for (const { year, trust, day, evidence, entry, model, sso, ssoPrice } of editions) {
    const at = `${row.tool} ${year}`;
    if (!day) {
      rejects.push({ row: at, reason: "no archived page" });
      continue;
    }
    const add = (fact: Fact, note?: string): void => {
      readings.push({ subject, trust, observedAt: day, evidence: { ...evidence, ...(note && { note }) }, fact });
    };
    const note = pricingNote(entry, model);
    const { tiers, costs, currency, premium } = editionOf(entry, sso, ssoPrice, (reason) => {
      rejects.push({ row: at, reason });
    });
    if (tiers.some((known) => known.status === "published")) {
      add({ kind: "plans", currency, complete: false, tiers }, note);
    }
    for (const fact of costs) add(fact);
    if (premium) add(premium, note);
    if (year === "2026") {
      const free = readFreeTier(row.free_tier_2026 ?? "");
      if (free) add(free, freeNote(row.free_tier_2026 ?? ""));
      else if (row.free_tier_2026) rejects.push({ row: at, reason: "free edition is the self-hosted one" });
      const licence = LICENCES[row.license_2026 ?? ""];
      if (licence) add({ kind: "open_source", licences: [licence], repository: null });
      else rejects.push({ row: at, reason: "licence covers a part only, or is not an open one" });
    }
  }
  return { readings, rejects };
}

function editionOf(
  entry: string,
  sso: string,
  ssoPrice: string,
  reject: (reason: string) => void,
): Extra & { currency: string; premium: HiddenCostFact | null } {
  const compound = COMPOUND[entry];
  const tiers: TierFact[] = compound?.tiers.map((known) => ({ ...known })) ?? [];
  const costs: HiddenCostFact[] = [...(compound?.costs ?? [])];
  const quote = compound ? null : readQuote(entry);
  let base: Quote | null = null;
  if (typeof quote === "string") reject(`entry price: ${quote}`);
  else if (quote) {
    const reason = quote.plan === null ? "plan not named" : addQuote(quote, quote.plan, tiers);
    if (reason) reject(`entry price: ${reason}`);
    else base = quote;
  }
  const currency = base?.currency ?? "USD";
  if (/add-on$/.test(sso)) {
    const addOn = readQuote(ssoPrice);
    if (typeof addOn === "string") reject(`single sign-on add-on: ${addOn}`);
    else costs.push({ ...cost("sso", `Single sign-on needs the ${sso}`, addOn.amount, "month"), key: "sso" });
    return { tiers, costs, currency, premium: null };
  }
  if (/year commit$/.test(ssoPrice)) {
    const floor = readQuote(ssoPrice);
    if (typeof floor !== "string")
      costs.push(cost("platform_fee", `Minimum commitment (${sso})`, floor.amount, "year"));
    return { tiers, costs, currency, premium: null };
  }
  const found = ssoQuote(sso, ssoPrice, base);
  if (!found) return { tiers, costs, currency, premium: null };
  if (typeof found.quote === "string") {
    if (found.quote === "custom" && !tiers.some((known) => known.id === tierId(found.plan))) {
      tiers.push(tier(found.plan, null, null));
    } else reject(`single sign-on plan: ${found.quote}`);
    return { tiers, costs, currency, premium: null };
  }
  const users = /\((\d+) users\)/.exec(ssoPrice)?.[1];
  const limits = users ? [{ name: "users", value: Number(users), unit: null }] : [];
  const reason = addQuote(found.quote, found.plan, tiers, limits);
  if (reason) reject(`single sign-on plan: ${reason}`);
  return { tiers, costs, currency, premium: reason || !base ? null : ssoPremium(base, found.quote) };
}

/** Reports prices in the smaller files that the main file lacks, so that every lost price has a reason. */
function compareFiles(main: readonly GetbetonRow[], sso: readonly GetbetonRow[], units: readonly GetbetonRow[]) {
  const rejects: Reject[] = [];
  for (const row of sso) {
    const same = main.find((other) => other.tool === row.tool);
    if (same?.sso_tier_cost_2026 !== row.tier_cost_2026) {
      rejects.push({ row: `sso-tax: ${row.tool}`, reason: "differs from the main file" });
    }
  }
  for (const row of units) {
    const same = main.find((other) => other.tool === row.tool);
    const holds =
      same?.entry_price_2023?.includes(row.value_2023 ?? "") && same.entry_price_2026?.includes(row.value_2026 ?? "");
    if (!holds) rejects.push({ row: `unit-price-changes: ${row.tool}`, reason: "differs from the main file" });
  }
  return rejects;
}

export const getbeton: Adapter = {
  source: "getbeton",
  async read(rawDir) {
    const load = async (name: string) =>
      parseCsv(await readFile(join(rawDir, "getbeton-oss-pricing", `${name}.csv`), "utf8"));
    const main = await load("pricing-2023-2026");
    const results = main.map(fromRow);
    return {
      readings: results.flatMap((result) => result.readings),
      rejects: [
        ...results.flatMap((result) => result.rejects),
        ...compareFiles(main, await load("sso-tax"), await load("unit-price-changes")),
      ],
    };
  },
};
