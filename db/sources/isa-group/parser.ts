import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Decimal } from "decimal.js";
import { parse } from "yaml";
import { annualSavingNote } from "@/lib/catalog/annual-saving";
import { tierId } from "@/lib/catalog/tier-id";
import type { HiddenCostFact, PlansFact, PriceFact, TierFact, Trust } from "@/lib/schemas/observation";
import type { Limit } from "@/lib/schemas/primitives";
import type { Adapter, AdapterResult, Reading, Reject, Subject } from "../shared/reading";
import { daysBetween, humanise, notes, readJsonLines, slugOf } from "../shared/text";
import { isSeat, plural } from "../shared/units";

const COMMIT = "995959fc7fc7624546d6c371dc06c02e5e920340";
const FOLDER = `https://github.com/isa-group/SaaS-analysis/blob/${COMMIT}/data/pricings/yaml/TSC%2725`;

export type IsaRow = {
  saas: string;
  slug: string;
  year: string;
  created_at: string;
  currency: string;
  url: string | null;
  billing: Record<string, number> | null;
  price: number | string;
  unit: string | null;
  plan?: string;
  addon?: string;
  description?: string;
};

type Cell = { value?: unknown };
type Definition = { defaultValue?: unknown; valueType?: string; unit?: string; linkedFeatures?: string[] };
type Plan = { features?: Record<string, Cell> | null; usageLimits?: Record<string, Cell> | null };
type AddOn = {
  availableFor?: readonly string[] | null;
  dependsOn?: readonly string[] | null;
  excludes?: readonly string[] | null;
  usageLimits?: Record<string, Cell> | null;
  usageLimitsExtensions?: Record<string, Cell> | null;
};

/** The parts of a modelled pricing file that are used. */
export type IsaModel = {
  features?: Record<string, Definition> | null;
  usageLimits?: Record<string, Definition> | null;
  plans?: Record<string, Plan> | null;
  addOns?: Record<string, AddOn> | null;
};

const SUBJECTS: Record<string, { name: string; vendor?: string; domain: string }> = {
  box: { name: "Box", domain: "box.com" },
  buffer: { name: "Buffer", domain: "buffer.com" },
  canva: { name: "Canva", domain: "canva.com" },
  circleci: { name: "CircleCI", domain: "circleci.com" },
  clickup: { name: "ClickUp", domain: "clickup.com" },
  clockify: { name: "Clockify", domain: "clockify.me" },
  crowdcast: { name: "Crowdcast", domain: "crowdcast.io" },
  databox: { name: "Databox", domain: "databox.com" },
  deskera: { name: "Deskera", domain: "deskera.com" },
  dropbox: { name: "Dropbox", domain: "dropbox.com" },
  evernote: { name: "Evernote", domain: "evernote.com" },
  figma: { name: "Figma", domain: "figma.com" },
  github: { name: "GitHub", domain: "github.com" },
  hypercontext: { name: "Hypercontext", domain: "hypercontext.com" },
  jira: { name: "Jira", vendor: "Atlassian", domain: "atlassian.com" },
  mailchimp: { name: "Mailchimp", domain: "mailchimp.com" },
  microsoft365Business: { name: "Microsoft 365 for Business", vendor: "Microsoft", domain: "microsoft.com" },
  notion: { name: "Notion", domain: "notion.com" },
  okta: { name: "Okta Workforce Identity", vendor: "Okta", domain: "okta.com" },
  openphone: { name: "OpenPhone", domain: "openphone.com" },
  overleaf: { name: "Overleaf", domain: "overleaf.com" },
  planable: { name: "Planable", domain: "planable.io" },
  postman: { name: "Postman", domain: "postman.com" },
  pumble: { name: "Pumble", domain: "pumble.com" },
  quip: { name: "Quip", vendor: "Salesforce", domain: "quip.com" },
  salesforce: { name: "Salesforce Sales Cloud", vendor: "Salesforce", domain: "salesforce.com" },
  shopify: { name: "Shopify", domain: "shopify.com" },
  slack: { name: "Slack", domain: "slack.com" },
  tableau: { name: "Tableau", vendor: "Salesforce", domain: "tableau.com" },
  trello: { name: "Trello", vendor: "Atlassian", domain: "trello.com" },
  trustmary: { name: "Trustmary", domain: "trustmary.com" },
  userguiding: { name: "UserGuiding", domain: "userguiding.com" },
  webflow: { name: "Webflow", domain: "webflow.com" },
  wrike: { name: "Wrike", domain: "wrike.com" },
  zapier: { name: "Zapier", domain: "zapier.com" },
  zenhub: { name: "Zenhub", domain: "zenhub.com" },
  zoom: { name: "Zoom Workplace", vendor: "Zoom", domain: "zoom.us" },
};

/** Modelled names that are separate products, not the slug's plan family under another name. */
const OTHER_PRODUCTS: Record<string, string> = {
  "Buffer - Publish": "Buffer Publish",
  "Deskera - ERP": "Deskera ERP",
  "Trustmary - Collect": "Trustmary Collect",
};

/** Modelled names that omit plans of the same product. */
const PARTIAL = new Set(["Box - Businesses", "Overleaf - Individual"]);

/** Years in which the model calls prices monthly although the vendors show them for annual billing. */
const BILLING_IN_DOUBT: Record<string, readonly [from: number, to: number]> = {
  box: [2019, 2025],
  databox: [2025, 2025],
  dropbox: [2021, 2024],
  microsoft365Business: [2019, 2019],
  notion: [2023, 2023],
  pumble: [2025, 2025],
  salesforce: [2019, 2025],
  tableau: [2019, 2024],
  trello: [2021, 2025],
  userguiding: [2025, 2025],
  wrike: [2019, 2025],
  zoom: [2025, 2025],
};

/** The price is per account, even if the model gives another unit. */
const PER_ACCOUNT = new Set(["shopify"]);

/**
 * Plans whose modelled unit is doubtful: they include several units at a price that is hardly for one. Buffer's Agency
 * at 120 per channel includes 10, and sells further ones at 5. The archived pages were not read again.
 */
const UNIT_IN_DOUBT: Record<string, { plans: readonly string[]; from: number; to: number }> = {
  buffer: { plans: ["AGENCY"], from: 2022, to: 2024 },
  canva: { plans: ["PRO"], from: 2022, to: 2022 },
  databox: {
    plans: ["BUSINESS", "STARTER", "PROFESSIONAL", "PERFORMER", "GROWTH", "PREMIUM"],
    from: 2019,
    to: 2024,
  },
  planable: { plans: ["STARTER", "PREMIUM"], from: 2019, to: 2021 },
};

/** The model gives one price for a plan's largest size, up to this year. */
const SIZE_IN_DOUBT: Record<string, number> = { mailchimp: 2024 };

/** Statements about a price in descriptions, in our own words. */
const DESCRIBED: readonly [said: RegExp, note: (...found: string[]) => string][] = [
  [/^Minimum (\d+) seats per team$/, (seats) => `at least ${seats} seats`],
  [/^For teams of (\d+) or more$/, (seats) => `for teams of ${seats} and more`],
  [/^For marketing agencies with (\d+) or more/, (channels) => `for agencies with ${channels} channels and more`],
  [
    /^Ideal for businesses w\/ (more than \d+|[\d-]+) employees$/,
    (size) => `meant for businesses with ${size} employees`,
  ],
  [
    /^Atlassian Access is a separate subscription .* starts at \$(\d+)\/month\/user/,
    (from) => `from ${from} USD per user/month, as a subscription of its own for all Atlassian products`,
  ],
  [
    /charged 15¢ per extra live attendee after your plan's attendee limit/,
    () => "beyond the attendees that the plan includes",
  ],
  [/^Stream for up to 10 hours per month\. Add extra hours/, () => "beyond the 10 hours a month that are included"],
  [/^Sync every 15 minutes for selected Data Sources/, () => "for selected data sources only"],
  [
    /^Training and consulting on setting up .* Priority Support for 3 months/,
    () => "6 training calls and 3 months of priority support",
  ],
];

function described({ description }: IsaRow): string | null {
  for (const [said, note] of DESCRIBED) {
    const found = said.exec(description ?? "");
    if (found) return note(...found.slice(1));
  }
  return null;
}

/** Years whose prices the model gives per year, and those of adjacent years per month, with similar figures. */
const CONTRADICTORY = new Set(["buffer/2023", "buffer/2024"]);

/** Returns whether the unit is per year but the billing monthly: the period that such a price covers is unknown. */
function isPeriodInDoubt(row: IsaRow): boolean {
  return row.price !== 0 && CONTRADICTORY.has(`${row.slug}/${row.year}`) && /\/year$/.test(row.unit ?? "");
}

function isUnitInDoubt(row: IsaRow): boolean {
  const doubt = UNIT_IN_DOUBT[row.slug];
  return !!doubt && doubt.plans.includes(row.plan ?? "") && +row.year >= doubt.from && +row.year <= doubt.to;
}

/** Add-ons whose size is unknown: the model repeats the allowance of the plans. */
const BLOCK_IN_DOUBT = new Set(["zoom/extraCloudRecordingStorage"]);

export function subjectOf(row: IsaRow): Subject {
  const known = SUBJECTS[row.slug];
  const page = archived(row.url)?.page;
  return {
    name: OTHER_PRODUCTS[row.saas] ?? known?.name ?? row.saas,
    ...(known?.vendor && { vendor: known.vendor }),
    ...(known && { domain: known.domain }),
    ...(page && { pricingPage: page }),
  };
}

/** Returns the day and the page in a web archive URL. */
export function archived(url: string | null): { day: string; page: string } | null {
  const found = /web\.archive\.org\/web\/(\d{4})(\d{2})(\d{2})\d*\/(.+)$/.exec(url ?? "");
  if (!found) return null;
  const page = (found[4] ?? "").replace(/^.+(?=https?:\/\/)/, "");
  return { day: `${found[1]}-${found[2]}-${found[3]}`, page };
}

const MOST_DAYS_APART = 80;

function provenance(row: IsaRow): { trust: Trust; evidence: Reading["evidence"] } {
  const file = `${FOLDER}/${encodeURIComponent(row.slug)}/${row.year}.yml`;
  const page = archived(row.url);
  const matches = page !== null && Math.abs(daysBetween(page.day, row.created_at)) <= MOST_DAYS_APART;
  const note = notes(
    row.slug === "github" &&
      row.currency === "EUR" &&
      "The model labels this price as EUR; the number is GitHub's price in USD.",
    page !== null && !matches && "The archived page that the model names is of another date.",
    isInDoubt(row) && "How this price is billed is in doubt: the model calls it monthly.",
    annualFactor(row.billing) !== null && annualSavingNote(annualSaving(row.billing)),
  );
  if (!row.url || !matches) return { trust: "B", evidence: { url: file, via: file, ...(note && { note }) } };
  return {
    trust: "A",
    evidence: { url: row.url, capturedAt: page.day, via: file, ...(note && { note }) },
  };
}

function currencyOf(row: IsaRow): string {
  return row.slug === "github" ? "USD" : row.currency;
}

function isInDoubt(row: IsaRow): boolean {
  const span = BILLING_IN_DOUBT[row.slug];
  return !!span && row.billing !== null && "monthly" in row.billing && +row.year >= span[0] && +row.year <= span[1];
}

function annualFactor(billing: IsaRow["billing"]): number | null {
  if (!billing || !("monthly" in billing)) return null;
  const factor = billing.annual ?? billing.annually ?? null;
  return factor === null || factor >= 1 ? null : factor;
}

function annualSaving(billing: IsaRow["billing"]): number {
  return new Decimal(1)
    .minus(annualFactor(billing) ?? 1)
    .times(100)
    .toDecimalPlaces(0)
    .toNumber();
}

/**
 * Returns the billing of the modelled price. The annual price is not derived: the model's factors are rounded and give
 * figures that no page showed (0.83 of 33 for a price of 27).
 */
export function billingOf(row: IsaRow): PriceFact["billing"] {
  if (row.billing === null || isInDoubt(row)) return null;
  const annual = row.billing.annual ?? row.billing.annually;
  if (!("monthly" in row.billing)) return annual === undefined ? null : "annual";
  return annual === 1 ? null : "monthly";
}

/** Splits "user/month" into its noun and the period of one payment. Null if the unit is something else. */
export function unitOf(raw: string | null): { unit: string | null; period: "month" | "year" } | null {
  if (raw === null || raw === "forever") return { unit: null, period: "month" };
  const found = /^(.*?)\/?(month|year)$/.exec(raw);
  return found ? { unit: found[1] || null, period: found[2] === "year" ? "year" : "month" } : null;
}

const PLAN_NAMES: Record<string, string> = {
  CUSTOMER360: "Customer 360",
  PROFESIONAL: "Professional",
};
const PLAN_WORDS: Record<string, string> = { CMS: "CMS", INHOUSE: "In-House", IN: "in", FOR: "for" };

export function planName(identifier: string): string {
  const fixed = PLAN_NAMES[identifier];
  if (fixed) return fixed;
  return identifier
    .replace(/^FIGMA_(?=PROFESSIONAL|ORGANIZATION)/, "")
    .split("_")
    .map((word) => PLAN_WORDS[word] ?? word.charAt(0) + word.slice(1).toLowerCase())
    .join(" ");
}

function effective(definition: Definition, cell: Cell | undefined): unknown {
  return cell && "value" in cell ? cell.value : definition.defaultValue;
}

export function featuresOf(model: IsaModel, plan: Plan | undefined): string[] {
  const names = Object.entries(model.features ?? {})
    .filter(([key, feature]) => effective(feature, plan?.features?.[key]) === true)
    .map(([key]) => humanise(key));
  return [...new Set(names)];
}

/** Some files write "no limit" as a billion. */
const STANDS_FOR_UNLIMITED = 1_000_000_000;
/** Other files use ten million, or a million for people and places, with descriptions that name another limit. */
const STANDS_FOR_MANY = 10_000_000;
const FEW = /\b(?:users?|guests?|spaces?|drafts?|posts?)\b/i;

function isNoLimit(key: string, value: number): boolean {
  if (value >= STANDS_FOR_UNLIMITED) return false;
  return value >= STANDS_FOR_MANY || (value === 1_000_000 && FEW.test(limitName(key)));
}

function limitUnit(key: string, value: number, definition: Definition): string | null {
  // Slack's files still use the unit of the former message count for a limit that is now a number of days.
  if (key === "useMessagesAccess" && value === 90) return "day";
  return definition.unit ?? null;
}

const limitName = (key: string): string =>
  humanise(key.replace(/^use(?=[A-Z])/, "").replace(/(?:Usage)?Limits?$/, "") || key);

export function limitsOf(model: IsaModel, plan: Plan | undefined): Limit[] {
  const limits: Limit[] = [];
  for (const [key, definition] of Object.entries(model.usageLimits ?? {})) {
    const value = effective(definition, plan?.usageLimits?.[key]);
    if (typeof value !== "number" || Number.isNaN(value) || value < 0 || isNoLimit(key, value)) continue;
    const linked = definition.linkedFeatures ?? [];
    const offered = linked.filter((name) => {
      const feature = model.features?.[name];
      return !feature || effective(feature, plan?.features?.[name]) !== false;
    });
    if (linked.length > 0 && offered.length === 0) continue;
    limits.push({
      name: limitName(key),
      value: value < STANDS_FOR_UNLIMITED ? value : null,
      unit: limitUnit(key, value, definition),
    });
  }
  return limits;
}

/** "500 users/month": the price covers 500 of them. */
const SEVERAL = /^(\d[\d,]*) (.+)\/(?:month|year)$/;

function tierUnit(row: IsaRow): string | null {
  if (PER_ACCOUNT.has(row.slug) || isUnitInDoubt(row)) return null;
  if (SEVERAL.test(row.unit ?? "")) return "account";
  return unitOf(row.unit)?.unit ?? null;
}

/** Returns a note on the quantity of one price if the model's unit states it, and on doubtful units. */
function scopeNote(rows: readonly IsaRow[]): string | undefined {
  const doubtful = rows.filter((row) => isUnitInDoubt(row) && row.price !== 0).map(({ plan = "" }) => planName(plan));
  const several = rows.map(({ unit }) => SEVERAL.exec(unit ?? "")).find((found) => found !== null);
  const [first] = rows;
  const told = rows.flatMap((row) => {
    const said = described(row);
    return said ? [`${planName(row.plan ?? "")}: ${said}.`] : [];
  });
  return notes(
    first && / - /.test(first.saas) && !OTHER_PRODUCTS[first.saas] && `The model is that of "${first.saas}".`,
    rows.some(isPeriodInDoubt) &&
      "The model counts these prices by the year and bills them by the month: what they cover is in doubt, and none is given.",
    first &&
      +first.year <= (SIZE_IN_DOUBT[first.slug] ?? 0) &&
      !several &&
      "The limits are the largest of each plan: whether its price holds at them is not stated.",
    ...told,
    doubtful.length > 0 &&
      `The model counts the price of ${listed(doubtful)} by a unit of which the plan includes several: that is in doubt, and no unit is given.`,
    several && `The prices are those for ${several[1]} ${several[2]}.`,
  );
}

const listed = (names: readonly string[]): string => new Intl.ListFormat("en").format(names);

const ASKS_SALES = /contact|talk|custom|quote/i;

/** Returns seat counts. "Min users" and "Max users" of a per-user plan limit the purchase and are not allowances. */
function seatCounts(
  limits: readonly Limit[],
  unit: string | null,
  isFree: boolean,
): Pick<TierFact, "minimumSeats" | "maximumSeats"> & { limits: Limit[] } {
  if (!isSeat(unit)) return { limits: [...limits] };
  const bound = (limit: Limit) =>
    /^(min|max)(?:imum)? (?:number of )?users(?: required)?$/i.exec(limit.name)?.[1]?.toLowerCase();
  const bounded = (which: string) => limits.find((limit) => bound(limit) === which)?.value || undefined;
  const [minimumSeats, maximumSeats] = [bounded("min"), bounded("max")];
  return {
    ...(minimumSeats && minimumSeats > 1 && !isFree && { minimumSeats }),
    ...(maximumSeats && { maximumSeats }),
    limits: limits.filter((limit) => bound(limit) === undefined),
  };
}

export function tierFromRow(row: IsaRow & { plan: string }, model: IsaModel): TierFact | null {
  const name = planName(row.plan);
  const plan = model.plans?.[row.plan];
  const features = featuresOf(model, plan);
  const unit = tierUnit(row);
  const { limits, ...seats } = seatCounts(limitsOf(model, plan), unit, row.price === 0);
  const parsed = unitOf(row.unit);
  const base = {
    id: tierId(name),
    name,
    unit,
    ...seats,
    ...(features.length > 0 && { features }),
    ...(limits.length > 0 && { limits }),
  };
  if (typeof row.price === "string") {
    return { ...base, status: ASKS_SALES.test(row.price) ? "contact_sales" : "not_published", prices: [] };
  }
  if (!parsed) return null;
  if (isPeriodInDoubt(row)) return { ...base, status: "unverified", prices: [] };
  const billing = row.price === 0 ? null : billingOf(row);
  return { ...base, status: "published", prices: [{ amount: row.price, period: parsed.period, billing }] };
}

export function plansFromRows(
  rows: readonly (IsaRow & { plan: string })[],
  model: IsaModel,
): Reading<PlansFact> | null {
  const [first] = rows;
  if (!first) return null;
  const tiers = rows.map((row) => tierFromRow(row, model)).filter((tier) => tier !== null);
  if (tiers.length === 0) return null;
  const { trust, evidence } = provenance(first);
  const note = notes(evidence.note, scopeNote(rows));
  return {
    subject: subjectOf(first),
    observedAt: first.created_at,
    trust,
    evidence: { ...evidence, ...(note && { note }) },
    fact: {
      kind: "plans",
      currency: currencyOf(first),
      complete: !PARTIAL.has(first.saas) && tiers.length === rows.length,
      tiers,
    },
  };
}

const addOnName = (key: string): string =>
  humanise(key.replace(/_?add-?on$/i, ""))
    .replace(/\bus canada\b/, "US and Canada")
    .replace(/\bcanada\b/, "Canada");

/**
 * Returns an add-on's unit in our words: "per kiosk user/month" gives "kiosk user/month", "one time purchase" gives
 * "once".
 */
export function addOnUnit(raw: string | null): string | null {
  if (raw === null) return null;
  if (/^one[- ]time/.test(raw)) return "once";
  return raw
    .replace(/^per /, "")
    .replace(/^USD\//, "")
    .replace(/^\//, "")
    .replace("Commiter", "Committer")
    .replace("month/market", "market/month")
    .replace(/([a-z])([A-Z])/g, (_, left: string, right: string) => `${left} ${right.toLowerCase()}`);
}

type Block = { value: number; noun: string; of: string };

/**
 * Returns the size of one add-on, such as 25,000 credits, from the plan limits that it extends or sets. A size of one
 * is used only if the add-on's unit names nothing.
 */
function blocksOf(model: IsaModel, addOn: AddOn | undefined, unit: string | null): Block[] {
  const counted = unit !== null && !/^(?:month|year|once)$/.test(unit);
  return Object.entries({ ...addOn?.usageLimits, ...addOn?.usageLimitsExtensions }).flatMap(([key, { value }]) => {
    const [noun] = model.usageLimits?.[key]?.unit?.split("/") ?? [];
    if (!noun || typeof value !== "number" || value < (counted ? 2 : 1) || value >= STANDS_FOR_UNLIMITED) return [];
    const of = limitName(key);
    return [{ value, noun, of: of.charAt(0).toLowerCase() + of.slice(1) }];
  });
}

/** An add-on that extends more limits than this is a product rather than a block. */
const MOST_SIZES = 3;

function sizeText({ value, noun, of }: Block, isOneOfSeveral = false): string {
  const figure = value.toLocaleString("en-US");
  const isSize = /^[KMGT]B$/.test(noun);
  if (isOneOfSeveral && !isSize) return `${figure} ${of}`;
  return [figure, value === 1 ? noun : plural(noun), ...(isOneOfSeveral ? ["of", of] : [])].join(" ");
}

/** Returns an add-on's unit with the size of the block: "hour/month" of 5 hours is "5 hours/month". */
function blockUnit(unit: string | null, blocks: readonly Block[]): string | null {
  const [block] = blocks;
  if (!block || blocks.length > 1) return unit;
  if (unit === null) return sizeText(block);
  const [noun, ...per] = unit.split("/");
  return noun === block.noun ? [sizeText(block), ...per].join("/") : unit;
}

/** Returns the plans that an add-on is available for. Undefined if it is available for all. */
function plansFor(model: IsaModel, { availableFor }: AddOn = {}): string | undefined {
  const all = Object.keys(model.plans ?? {}).length;
  if (!availableFor?.length || availableFor.length >= all) return undefined;
  return `Sold with ${listed(availableFor.map(planName))} only.`;
}

export function addOnFromRow(row: IsaRow & { addon: string }, model: IsaModel = {}): Reading<HiddenCostFact> | string {
  if (typeof row.price === "string") {
    return ASKS_SALES.test(row.price) ? "add-on is priced on request" : "add-on has no single price";
  }
  if (row.price === 0) return "add-on is included at no charge";
  const name = addOnName(row.addon);
  if (isPeriodInDoubt(row)) return "add-on is counted by the year among plans that are billed by the month";
  const page = archived(row.description ?? null) ? (row.description ?? null) : row.url;
  const { trust, evidence } = provenance({ ...row, url: page, billing: null });
  const said = described(row);
  const addOn = model.addOns?.[row.addon];
  const blockInDoubt = BLOCK_IN_DOUBT.has(`${row.slug}/${row.addon}`);
  const stated = addOnUnit(row.unit);
  const blocks = blockInDoubt ? [] : blocksOf(model, addOn, stated);
  const sizes = blocks.length > MOST_SIZES ? [] : blocks.map((block) => sizeText(block, blocks.length > 1));
  const note = notes(
    evidence.note,
    plansFor(model, addOn),
    !!addOn?.dependsOn?.length && `Needs ${listed(addOn.dependsOn.map(addOnName))} as well.`,
    !!addOn?.excludes?.length && `Not together with ${listed(addOn.excludes.map(addOnName))}.`,
    said && `${said.charAt(0).toUpperCase()}${said.slice(1)}.`,
    isInDoubt({ ...row, billing: { monthly: 1 } }) &&
      /month$/.test(row.unit ?? "") &&
      "How this price is billed is in doubt.",
    blockInDoubt && "How much one such add-on buys is not stated.",
  );
  return {
    subject: subjectOf(row),
    trust,
    observedAt: row.created_at,
    evidence: { ...evidence, ...(note && { note }) },
    fact: {
      kind: "hidden_cost",
      cost: "add_on",
      label: `Add-on: ${name}${sizes.length > 0 ? ` (${sizes.join(", ")})` : ""}`,
      key: slugOf(name),
      amount: row.price,
      percent: null,
      currency: currencyOf(row),
      unit: blockUnit(stated, blocks),
    },
  };
}

function rowName(row: IsaRow): string {
  return `${row.slug}/${row.year}/${row.plan ?? row.addon}`;
}

export const isaGroup: Adapter = {
  source: "isa-group",
  async read(rawDir): Promise<AdapterResult> {
    const folder = join(rawDir, "isa-group");
    const rows = await readJsonLines<IsaRow>(join(folder, "plan_prices_by_year.jsonl"));
    const readings: Reading[] = [];
    const rejects: Reject[] = [];
    const years = new Map<string, (IsaRow & { plan: string })[]>();
    const models = new Map<string, IsaModel>();
    for (const key of new Set(rows.map(({ slug, year }) => `${slug}/${year}`))) {
      models.set(key, parse(await readFile(join(folder, "yaml", `${key}.yml`), "utf8")));
    }
    for (const row of rows) {
      if (row.plan !== undefined) {
        const key = `${row.slug}/${row.year}`;
        years.set(key, [...(years.get(key) ?? []), { ...row, plan: row.plan }]);
      } else if (row.addon !== undefined) {
        const reading = addOnFromRow({ ...row, addon: row.addon }, models.get(`${row.slug}/${row.year}`));
        if (typeof reading === "string") rejects.push({ row: rowName(row), reason: reading });
        else readings.push(reading);
      }
    }
    for (const [key, plans] of years) {
      const model = models.get(key) ?? {};
      const reading = plansFromRows(plans, model);
      for (const row of plans) {
        if (!reading || tierFromRow(row, model) === null) rejects.push({ row: rowName(row), reason: "unknown unit" });
      }
      if (reading) readings.push(reading);
    }
    return { readings, rejects };
  },
};
