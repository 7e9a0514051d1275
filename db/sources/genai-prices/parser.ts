import { Decimal } from "decimal.js";
import { parse as parseYaml } from "yaml";
import * as z from "zod";
import type { RatesFact } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { assembleMeters, genaiKey, type Meter, type MeterPrice, type Mode, unitPrice } from "../shared/meters";
import type { AdapterResult, Reading, Reject } from "../shared/reading";
import { daysBetween } from "../shared/text";
import { genaiProduct, type UsageSlug, usageSubject } from "../shared/usage-providers";

const REPOSITORY = "https://github.com/pydantic/genai-prices";

/** A check counts as first-hand for a year. */
const CHECK_DAYS = 365;

/** A remark of the list on a price or on a provider's prices, and its consequences. */
type Remark = {
  says: RegExp;
  /** In our own words. $1, $2 insert parts of the match. */
  note: string;
  /** The figure is not the vendor's: trust C, and the source is the list instead of the vendor's page. */
  isSecondHand?: true;
  /** Applies to today's price, not to announced ones. */
  isOfToday?: true;
};
const NOT_FOUND = "The list did not find it on the maker's page.";
const FROM_OPENROUTER = "Taken by the list from OpenRouter, not from the maker's page.";
const REMARKS: readonly Remark[] = [
  {
    says: /Imported from OpenRouter pricing|Seen on OpenRouter before|just trusting open router/,
    note: FROM_OPENROUTER,
    isSecondHand: true,
  },
  { says: /I can't find anything/, note: NOT_FOUND, isSecondHand: true },
  {
    says: /no longer available on (\w+), here to help with tests/,
    note: "The list takes it to be sold no longer.",
    isSecondHand: true,
  },
  {
    says: /published only the global promo rate; regional computed as global \+(\d+)%/,
    note: "Computed by the list: the global rate and $1 % on top.",
    isSecondHand: true,
  },
  { says: /docs give just one price/, note: "The page gives one price; the list takes it for input and output alike." },
  { says: /^(\w+) tier pricing\./, note: "Price of the $1 tier." },
  { says: /^((?:Fast|Standard|US-only|Fast and US-only) serverless) pricing/, note: "$1 price." },
  { says: /Fast mode premium pricing/, note: "Price of fast mode." },
  { says: /Shared Endpoint (?:dashboard )?pricing/, note: "Price of a shared endpoint." },
  {
    says: /^Global endpoint pricing.*?regional endpoints carry a (\d+)% premium/,
    note: "Price of the global endpoint; multi-region and regional ones cost $1 % more.",
  },
  {
    says: /(?:Introductory|Promotional)(?: launch)? (?:rates|pricing)[^.;]*? through (\d{4}-\d\d-\d\d)/,
    note: "Introductory price, through $1.",
    isOfToday: true,
  },
  { says: /"Permanent (\d+)% off" effective rate/, note: "Standard service tier, after a permanent $1 % off." },
  { says: /Preview model - pricing may change/, note: "Preview: the price may change." },
  { says: /should be retired (\d{4}-\d\d-\d\d)/, note: "The list says that it was to be retired on $1." },
  {
    says: /prices for "\*-Global" models, prices for "Regional" models are often slightly higher/,
    note: "Price of global deployments; regional ones often cost slightly more.",
  },
  {
    says: /publishes Realtime, Async, and Batch prices\. This provider currently encodes only Realtime/,
    note: "Realtime price; there are others for async and batch.",
  },
];

/** "Tiered pricing; prices shown for [0, 32k) input / [0, 0.2k) output tier." */
const FIRST_TIER = /prices shown for \[0, ([\d.]+)k\) input(?: \/ \[0, ([\d.]+)k\) output)? tier/;

/** Providers and models whose dollar figures the list computed from yuan itself. */
const CONVERTED: readonly { provider: string; models?: RegExp; note: string }[] = [
  { provider: "zhipuai", note: "Billed in CNY only; converted to USD by the list at 7.25 CNY." },
  {
    provider: "minimax",
    models: /^minimax-m2(\.1(-highspeed)?)?$/i,
    note: "Legacy model; converted to USD by the list at 7.00 CNY.",
  },
];

const Tiered = z.union([
  z.number(),
  z.object({ base: z.number(), tiers: z.array(z.object({ start: z.number(), price: z.number() })) }),
]);
const Prices = z.record(z.string(), Tiered);
const Constraint = z.union([
  z.strictObject({ start_date: z.iso.date() }),
  z.strictObject({ start_time: z.string(), end_time: z.string() }),
]);
const Priced = z.object({ constraint: Constraint.optional(), prices: Prices });
type Priced = z.infer<typeof Priced>;

const Model = z.object({
  id: z.string(),
  name: z.string().optional(),
  match: z.unknown(),
  context_window: z.number().int().positive().optional(),
  deprecated: z.boolean().optional(),
  description: z.string().optional(),
  price_comments: z.string().optional(),
  prices: z.union([Prices.transform((prices): Priced[] => [{ prices }]), z.array(Priced)]),
});
type Model = z.infer<typeof Model>;

const Provider = z.object({
  id: z.string(),
  pricing_urls: z.array(z.url()).min(1),
  price_comments: z.string().optional(),
  models: z.array(Model),
});

export const File = z.array(Provider);

/**
 * Additional data in the provider's own file: `file` is its name, `checked` the day on which a model's price was looked
 * up.
 */
export type ProviderNotes = { id: string; file: string; checked: ReadonlyMap<string, string> };

type Window = { start: string; end: string };
type WindowPrice = { key: string; price: Decimal; window: Window | null };

const shortTime = (time: string) => time.slice(0, 5);
const inWords = ({ start, end }: Window) => `${shortTime(start)}–${shortTime(end)} UTC`;
const outside = ({ start, end }: Window): Window => ({ start: end, end: start });

/** Returns keys as in the history: `input_mtok` and `input_mtok>200000`. */
export function flatPrices(prices: z.infer<typeof Prices>): Map<string, Decimal> {
  const flat = new Map<string, Decimal>();
  for (const [key, value] of Object.entries(prices)) {
    if (typeof value === "number") flat.set(key, new Decimal(value));
    else {
      flat.set(key, new Decimal(value.base));
      for (const tier of value.tiers) flat.set(`${key}>${tier.start}`, new Decimal(tier.price));
    }
  }
  return flat;
}

/** The list contains the highest of Perplexity's request fees. */
const HIGHEST_FEE = { provider: "perplexity", key: "requests_kcount", when: "the highest fee, which varies with use" };

function readMeters(
  prices: readonly WindowPrice[],
  model: Pick<Subject, "provider" | "id" | "firstTier">,
): { meters: Meter[]; rejects: { key: string; reason: string }[] } {
  const window = prices.find((one) => one.window)?.window ?? null;
  const sumOf = (inWindow: boolean) =>
    prices
      .filter((one) => (one.window !== null) === inWindow)
      .reduce((sum, one) => sum.plus(one.price), new Decimal(0));
  const isWindowCheap = window !== null && sumOf(true).lt(sumOf(false));

  const found: MeterPrice[] = [];
  const rejects: { key: string; reason: string }[] = [];
  for (const { key, price, window: own } of prices) {
    const reading = genaiKey(key, model.id);
    if (reading === null) continue;
    if ("reject" in reading) {
      rejects.push({ key, reason: reading.reject });
      continue;
    }
    if (price.lte(0) && !model.id.endsWith(":free")) continue;
    const isOffPeak = window !== null && (own !== null) === isWindowCheap;
    const mode: Mode = isOffPeak ? "off_peak" : reading.mode;
    let when: string | null = null;
    if (isOffPeak) when = inWords(own ?? outside(window));
    else if (model.provider === HIGHEST_FEE.provider && key === HIGHEST_FEE.key) when = HIGHEST_FEE.when;
    found.push({ key: { ...reading, mode, when }, price: new Decimal(unitPrice(price, reading.factor)) });
  }
  const meters = assembleMeters(found);
  return { meters: model.firstTier ? meters.map((meter) => within(meter, model.firstTier)) : meters, rejects };
}

/** Returns the meter with the bounds of the only tier that the list states. */
function within(meter: Meter, tier: FirstTier | undefined): Meter {
  if (!tier || meter.prices.some(({ upTo }) => upTo !== null)) return meter;
  const prices = meter.prices.map((price) => ({ ...price, upTo: tier.input, when: tier.when ?? price.when }));
  return { ...meter, tierMode: "cliff", prices };
}

type FirstTier = { input: number; when?: string };

function firstTierOf(model: Model | undefined): FirstTier | undefined {
  const [, input, output] = FIRST_TIER.exec(model?.description ?? "") ?? [];
  if (!input) return undefined;
  const tokens = (thousands: string) => new Decimal(thousands).times(1000).toNumber();
  return { input: tokens(input), ...(output && { when: `answers under ${tokens(output)} tokens` }) };
}

type Statement = { effectiveFrom?: string; prices: WindowPrice[] };

/** Returns the file's current data: the price in force on `day`, and announced later prices. */
function statementsOf(model: Model, day: string): { now: Statement; later: Statement[]; past: number } {
  const plain = (entry: Priced, window: Window | null): WindowPrice[] =>
    [...flatPrices(entry.prices)].map(([key, price]) => ({ key, price, window }));
  const dated: Required<Statement>[] = [];
  const timed: WindowPrice[] = [];
  let base: WindowPrice[] = [];
  for (const entry of model.prices) {
    const { constraint } = entry;
    if (constraint === undefined) base = plain(entry, null);
    else if ("start_date" in constraint)
      dated.push({ effectiveFrom: constraint.start_date, prices: plain(entry, null) });
    else timed.push(...plain(entry, { start: constraint.start_time, end: constraint.end_time }));
  }
  dated.sort((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1));
  const begun = dated.filter((one) => one.effectiveFrom <= day);
  return {
    now: begun.at(-1) ?? { prices: [...base, ...timed] },
    later: dated.filter((one) => one.effectiveFrom > day),
    past: begun.length > 0 && base.length > 0 ? begun.length : 0,
  };
}

type Subject = {
  slug: UsageSlug;
  model: string;
  provider: string;
  id: string;
  pricingPage: string;
  remarks: readonly Remark[];
  firstTier?: FirstTier | undefined;
};

/** Returns the list's remarks on a model, each with its note. */
function remarksOf(provider: z.infer<typeof Provider>, model: Model | undefined): Remark[] {
  const texts = [model?.price_comments, model && provider.price_comments].flatMap((text) =>
    text ? [text.trim()] : [],
  );
  return REMARKS.flatMap((remark) =>
    texts.flatMap((text) => {
      const found = remark.says.exec(text);
      return found ? [{ ...remark, note: remark.note.replace(/\$(\d)/g, (_, at) => found[Number(at)] ?? "") }] : [];
    }),
  );
}

function evidenceOf(
  subject: Subject,
  via: string,
  isToday = false,
): Pick<Reading, "evidence"> & { isDoubtful: boolean } {
  const converted = CONVERTED.find(
    (one) => one.provider === subject.provider && (one.models?.test(subject.id) ?? true),
  )?.note;
  const remarks = subject.remarks.filter(({ isOfToday }) => isToday || !isOfToday);
  const isSecondHand = remarks.some((one) => one.isSecondHand);
  const tier = subject.firstTier && "Price of the lowest tier only.";
  const note = [...remarks.map((one) => one.note), converted, tier].filter(Boolean).join(" ");
  return {
    evidence: { ...(isSecondHand ? { url: via } : { url: subject.pricingPage, via }), ...(note && { note }) },
    isDoubtful: isSecondHand || converted !== undefined,
  };
}

function reading(
  subject: Subject,
  observedAt: string,
  { evidence, isDoubtful }: ReturnType<typeof evidenceOf>,
  meters: Meter[],
  extra: { effectiveFrom?: string; trust?: "A" | "B"; fact?: Partial<RatesFact> } = {},
): Reading<RatesFact> {
  return {
    subject: usageSubject(subject.slug),
    trust: isDoubtful ? "C" : (extra.trust ?? "B"),
    observedAt,
    ...(extra.effectiveFrom && { effectiveFrom: extra.effectiveFrom }),
    evidence,
    fact: { kind: "rates", model: subject.model, ...extra.fact, currency: "USD", meters },
  };
}

/**
 * Returns the readings of the file on `day`. A checked price was seen on the day of the check, or on the day on which
 * it began if that is later. The day on which the file was copied proves nothing about it.
 */
function currentReadings(
  subject: Subject,
  model: Model,
  notes: ProviderNotes | undefined,
  day: Day,
  rejects: Reject[],
): Reading<RatesFact>[] {
  const row = `${subject.provider}/${subject.id}`;
  const checked = notes?.checked.get(model.id);
  const via = notes ? `${REPOSITORY}/blob/main/prices/providers/${notes.file}` : `${REPOSITORY}/tree/main`;
  const seenOn = (effectiveFrom: string | undefined): string => {
    if (!checked) return day;
    return effectiveFrom && effectiveFrom <= day && effectiveFrom > checked ? effectiveFrom : checked;
  };
  const trust = checked && daysBetween(checked, day) <= CHECK_DAYS ? "A" : "B";
  const { now, later } = statementsOf(model, day);
  return [now, ...later].flatMap((statement) => {
    const { meters, rejects: keys } = readMeters(statement.prices, subject);
    for (const { key, reason } of keys) rejects.push({ row: `${row} ${key}`, reason });
    if (meters.length === 0) {
      rejects.push({
        row,
        reason: statement.prices.length > 0 ? "every price is 0: unknown, not free" : "no price stated",
      });
      return [];
    }
    return [
      reading(subject, seenOn(statement.effectiveFrom), evidenceOf(subject, via, statement === now), meters, {
        trust,
        ...(statement.effectiveFrom && { effectiveFrom: statement.effectiveFrom }),
        fact: {
          ...(model.name && /[A-Z]/.test(model.name) && { name: model.name }),
          ...(model.context_window && { contextWindow: model.context_window }),
          ...statusOf(model),
        },
      }),
    ];
  });
}

function statusOf({ deprecated, description = "" }: Model): Pick<RatesFact, "status"> {
  if (/^Retired\b/.test(description)) return { status: "retired" };
  return deprecated || /^\(deprecated\)|being deprecated/.test(description) ? { status: "deprecated" } : {};
}

const matchesExactly = (model: Model) => z.strictObject({ equals: z.literal(model.id) }).safeParse(model.match).success;

/**
 * Indexes models by id. If a provider has an id twice, the entry that matches only this id wins over one for a family.
 */
function byId(models: readonly Model[]): Map<string, { model: Model; isTwice: boolean }> {
  const found = new Map<string, { model: Model; isTwice: boolean }>();
  for (const model of models) {
    const other = found.get(model.id)?.model;
    found.set(model.id, {
      model: other && (matchesExactly(other) || !matchesExactly(model)) ? other : model,
      isTwice: other !== undefined,
    });
  }
  return found;
}

/** Reads the file and the check dates of its provider files, as of `day`. */
export function genaiList(file: unknown, notes: readonly ProviderNotes[], day: Day): AdapterResult {
  const rejects: Reject[] = [];
  const readings = File.parse(file).flatMap((provider) =>
    [...byId(provider.models)].flatMap(([id, current]) => {
      const row = `${provider.id}/${id}`;
      const target = genaiProduct(provider.id, id);
      if (id.includes("%")) {
        rejects.push({ row, reason: "escaped id: not the provider's own" });
        return [];
      }
      if (typeof target.product !== "string") {
        rejects.push({ row, reason: target.product.reject });
        return [];
      }
      const subject: Subject = {
        slug: target.product,
        model: target.model,
        provider: provider.id,
        id,
        pricingPage: pageOf(provider, target.product),
        remarks: remarksOf(provider, current.model),
        firstTier: firstTierOf(current.model),
      };
      if (subject.slug !== "openrouter" && subject.remarks.some(({ note }) => note === FROM_OPENROUTER)) {
        rejects.push({ row, reason: "price of OpenRouter: the maker may not sell the model" });
        return [];
      }
      if (current.isTwice) rejects.push({ row, reason: "listed twice under one id: the exact entry is kept" });
      if (statementsOf(current.model, day).past > 0)
        rejects.push({ row, reason: "price before the first dated one: no day on which it was seen in force" });
      const own = notes.find((one) => one.id === provider.id);
      return currentReadings(subject, current.model, own, day, rejects);
    }),
  );
  return { readings, rejects };
}

/** Returns the page of a product. A provider of the list may represent two products with separate pages. */
function pageOf(provider: z.infer<typeof Provider>, slug: UsageSlug): string {
  const own = usageSubject(slug).pricingPage;
  return provider.pricing_urls.find((url) => url === own) ?? provider.pricing_urls[0] ?? REPOSITORY;
}

const ProviderFile = z.object({
  id: z.string(),
  models: z.array(z.object({ id: z.string(), prices_checked: z.iso.date().optional() })),
});

/** Reads one provider's own file. */
export function providerNotes(file: string, text: string): ProviderNotes {
  const { id, models } = ProviderFile.parse(parseYaml(text));
  const checked = new Map(models.flatMap((m) => (m.prices_checked ? [[m.id, m.prices_checked] as const] : [])));
  return { id, file, checked };
}
