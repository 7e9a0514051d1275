import { Decimal } from "decimal.js";
import { parse as parseYaml } from "yaml";
import * as z from "zod";
import type { RatesFact } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import {
  assembleMeters,
  cleanSeries,
  daysBetween,
  genaiKey,
  isContradicted,
  listStates,
  type Meter,
  type MeterPrice,
  type Mode,
  type SeriesPoint,
  type TenfoldVerdict,
  unitPrice,
} from "../shared/meters";
import type { AdapterResult, Reading, Reject } from "../shared/reading";
import { genaiProduct, type UsageSlug, usageSubject } from "../shared/usage-providers";

const COMMIT = "47df840a5ab10bbcffb8e5ac01b9899032245d1b";
const REPOSITORY = "https://github.com/pydantic/genai-prices";

/** A check counts as first-hand for a year. */
const CHECK_DAYS = 365;
/** Until then the list was being filled: replaced or removed prices were drafts, not price moves. */
const FILLED = "2025-07-15";
/** Tenfold jumps whose earlier price is not known to be wrong. */
const TENFOLD: Record<string, TenfoldVerdict> = { "mistral/ministral-8b": "both" };
/** An entry listed for a shorter time was withdrawn as wrong. */
const SHORTEST_LISTING_DAYS = 7;

/** A remark of the list on a price or on a provider's prices, and its consequences. */
type Remark = {
  says: RegExp;
  /** In our own words. $1, $2 insert parts of the match. */
  note: string;
  /** The figure is not the vendor's: trust C, and the source is the list instead of the vendor's page. */
  isSecondHand?: true;
  /** Applies to today's price, not to earlier ones. */
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

const History = z.object({
  range: z.tuple([z.iso.date(), z.iso.date()]),
  series: z.array(
    z.object({
      provider: z.string(),
      model: z.string(),
      meter: z.string(),
      points: z.array(z.tuple([z.iso.date(), z.number().nullable(), z.string()])),
    }),
  ),
});
type Series = z.infer<typeof History>["series"][number];

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

/** Splits `@from:DATE/`, `@time:a-b/` and `@time:other/` off a key of the history. */
function qualified(meter: string): { from: string | null; window: Window | null; key: string } {
  const [, qualifier, key = meter] = /^@([^/]+)\/(.+)$/.exec(meter) ?? [];
  const from = qualifier?.startsWith("from:") ? qualifier.slice("from:".length) : null;
  const time = /^time:(\d\d:\d\d:\d\dZ)-(\d\d:\d\d:\d\dZ)$/.exec(qualifier ?? "");
  return { from, window: time?.[1] && time[2] ? { start: time[1], end: time[2] } : null, key };
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
 * Returns the day since which the list distinguishes output tokens of text and image. Before, it gave the image price
 * for both.
 */
function imageOutputDay(series: readonly Series[]): string | null {
  const first = series.find((one) => one.meter === "output_image_mtok")?.points[0];
  const points = series.find((one) => one.meter === "output_mtok")?.points ?? [];
  const at = points.findIndex((point) => point[0] === first?.[0]);
  return first && at > 0 && points[at - 1]?.[1] === first[1] ? first[0] : null;
}

function settledPoints(
  one: Series,
  imageDay: string | null,
): { points: SeriesPoint[]; dropped: [SeriesPoint, string][] } {
  const points: SeriesPoint[] = [];
  const dropped: [SeriesPoint, string][] = [];
  one.points.forEach((point, i) => {
    const next = one.points[i + 1];
    if (next && next[0] < FILLED) dropped.push([point, "draft, replaced while the list was being filled"]);
    else if (one.meter === "output_mtok" && imageDay && point[0] < imageDay)
      dropped.push([point, "price of image output, filed as text output"]);
    else points.push(point);
  });
  return { points, dropped };
}

function historyReadings(
  subject: Subject,
  series: readonly Series[],
  day: string,
  rejects: Reject[],
): Reading<RatesFact>[] {
  const row = `${subject.provider}/${subject.id}`;
  const byStart = new Map<string | null, { key: string; points: ReturnType<typeof cleanSeries>["points"] }[]>();
  const imageDay = imageOutputDay(series);
  for (const one of series) {
    const settled = settledPoints(one, imageDay);
    const { points, dropped } = cleanSeries(settled.points, TENFOLD[row]);
    for (const [point, reason] of [...settled.dropped, ...dropped.map((d) => [d.point, d.reason] as const)])
      rejects.push({ row: `${row} ${one.meter} ${point[0]}`, reason });
    const { from } = qualified(one.meter);
    byStart.set(from, [...(byStart.get(from) ?? []), { key: one.meter, points }]);
  }
  const datedSince = [...byStart].flatMap(([from, group]) => {
    const seen = group.map((one) => one.points[0]?.[0] ?? "9").sort()[0];
    return from && seen ? [from, seen].sort().slice(-1) : [];
  });
  const raw = series.map(({ meter, points }) => ({ key: meter, points }));
  return [...byStart].flatMap(([from, group]) => {
    const readings: Reading<RatesFact>[] = [];
    let shown = "";
    for (const state of listStates(group)) {
      if (state.day >= day) break;
      if (isContradicted(state, raw)) continue;
      // From here on, the undated series mix the old entry with the dated one.
      if (from === null && datedSince.some((since) => since <= state.day)) break;
      const prices = [...state.values].map(([meter, price]): WindowPrice => {
        const { key, window } = qualified(meter);
        return { key, price, window };
      });
      const { meters } = readMeters(prices, subject);
      const face = JSON.stringify(meters);
      if (face === shown || (state.listed && meters.length === 0) || (!state.listed && shown === "")) continue;
      if (!state.listed && from !== null) {
        rejects.push({ row: `${row} from ${from}`, reason: "dated price withdrawn again" });
        continue;
      }
      shown = face;
      readings.push(
        reading(subject, state.day, evidenceOf(subject, `${REPOSITORY}/commit/${state.commit}`), meters, {
          ...(from && { effectiveFrom: from }),
          ...(!state.listed && { fact: { status: "retired" } }),
        }),
      );
    }
    const [first, last] = [readings[0], readings.at(-1)];
    if (
      first &&
      last?.fact.status === "retired" &&
      daysBetween(first.observedAt, last.observedAt) < SHORTEST_LISTING_DAYS
    ) {
      rejects.push({ row, reason: `listed for less than ${SHORTEST_LISTING_DAYS} days` });
      return [];
    }
    return readings;
  });
}

/**
 * Returns the readings of the file on `day`. A checked price was seen on the day of the check, or on the day on which
 * it was entered or began if that is later. The day on which the file was copied proves nothing about it.
 */
function currentReadings(
  subject: Subject,
  model: Model,
  notes: ProviderNotes | undefined,
  { day, ref, before }: { day: string; ref: string; before: readonly Reading<RatesFact>[] },
  rejects: Reject[],
): Reading<RatesFact>[] {
  const row = `${subject.provider}/${subject.id}`;
  const checked = notes?.checked.get(model.id);
  const via = notes ? `${REPOSITORY}/blob/${ref}/prices/providers/${notes.file}` : `${REPOSITORY}/tree/${ref}`;
  const seenOn = (effectiveFrom: string | undefined, meters: Meter[]): string => {
    if (!checked) return day;
    const last = before.findLast((one) => one.effectiveFrom === effectiveFrom);
    const enteredOn = last && isSameList(last.fact.meters, meters) ? last.observedAt : "";
    const begunOn = effectiveFrom && effectiveFrom <= day ? effectiveFrom : "";
    return [checked, enteredOn, begunOn].reduce((latest, one) => (one > latest ? one : latest));
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
      reading(subject, seenOn(statement.effectiveFrom, meters), evidenceOf(subject, via, statement === now), meters, {
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

/**
 * Returns whether two readings have the same prices and day. Then the entry of the current file is used for both,
 * because it names and confirms the prices.
 */
function saysAll(one: Reading<RatesFact>, other: Reading<RatesFact>): boolean {
  return (
    one.observedAt === other.observedAt &&
    one.effectiveFrom === other.effectiveFrom &&
    isSameList(one.fact.meters, other.fact.meters)
  );
}

function isSameList(one: readonly Meter[], other: readonly Meter[]): boolean {
  const listed = (meters: readonly Meter[]) => meters.map((meter) => JSON.stringify(meter)).sort();
  return listed(one).join() === listed(other).join();
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

/** Reads only the current file and the check dates of its provider files, as of `day`. */
export function genaiList(file: unknown, notes: readonly ProviderNotes[], day: Day): AdapterResult {
  return genaiReadings(file, { range: [day, day], series: [] }, notes, "main");
}

/** Joins the current file, the check dates of its provider files and the history of its prices. */
export function genaiReadings(
  file: unknown,
  history: unknown,
  notes: readonly ProviderNotes[],
  ref = COMMIT,
): AdapterResult {
  const providers = File.parse(file);
  const { range, series } = History.parse(history);
  const day = range[1];
  const rejects: Reject[] = [];

  const seriesOf = new Map<string, Map<string, Series[]>>();
  for (const one of series) {
    const provider = one.provider === "x" ? "x-ai" : one.provider;
    const models = seriesOf.get(provider) ?? new Map<string, Series[]>();
    models.set(one.model, [...(models.get(one.model) ?? []), one]);
    seriesOf.set(provider, models);
  }

  const readings = providers.flatMap((provider) => {
    const own = byId(provider.models);
    const past = seriesOf.get(provider.id) ?? new Map<string, Series[]>();
    return [...new Set([...own.keys(), ...past.keys()])].flatMap((id) => {
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
      const current = own.get(id);
      const subject: Subject = {
        slug: target.product,
        model: target.model,
        provider: provider.id,
        id,
        pricingPage: pageOf(provider, target.product),
        remarks: remarksOf(provider, current?.model),
        firstTier: firstTierOf(current?.model),
      };
      if (subject.slug !== "openrouter" && subject.remarks.some(({ note }) => note === FROM_OPENROUTER)) {
        rejects.push({ row, reason: "price of OpenRouter: the maker may not sell the model" });
        return [];
      }
      const ownSeries = past.get(id) ?? [];
      if (current?.isTwice)
        rejects.push({
          row,
          reason: "listed twice under one id: the exact entry is kept, its history cannot be told apart",
        });
      const before = current?.isTwice ? [] : historyReadings(subject, ownSeries, day, rejects);
      if (!current) return before;
      const { past: superseded } = statementsOf(current.model, day);
      if (
        superseded > 0 &&
        !before.some((one) => one.effectiveFrom === undefined && hasBase(one, current.model, subject))
      )
        rejects.push({ row, reason: "price before the first dated one: no day on which it was seen in force" });
      const listed = currentReadings(
        subject,
        current.model,
        notes.find((n) => n.id === provider.id),
        { day, ref, before },
        rejects,
      );
      return [...before.filter((one) => !listed.some((other) => saysAll(other, one))), ...listed];
    });
  });
  for (const [provider, models] of seriesOf)
    if (!providers.some((one) => one.id === provider))
      for (const model of models.keys())
        rejects.push({ row: `${provider}/${model}`, reason: "provider no longer in the file" });
  return { readings, rejects };
}

/** Returns the page of a product. A provider of the list may represent two products with separate pages. */
function pageOf(provider: z.infer<typeof Provider>, slug: UsageSlug): string {
  const own = usageSubject(slug).pricingPage;
  return provider.pricing_urls.find((url) => url === own) ?? provider.pricing_urls[0] ?? REPOSITORY;
}

function hasBase(one: Reading<RatesFact>, model: Model, subject: Subject): boolean {
  const base = model.prices.find((entry) => entry.constraint === undefined);
  const input = base && flatPrices(base.prices).get("input_mtok");
  const key = genaiKey("input_mtok", subject.id);
  if (!input || key === null || "reject" in key) return false;
  const meter = one.fact.meters.find((m) => m.name === key.name && m.mode === "standard");
  return meter?.prices[0]?.unitPrice === unitPrice(input, key.factor);
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
