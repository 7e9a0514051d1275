import { DOLLARS } from "./currency";
import { isFreeName, nameKey } from "./names";
import { type Mention, type MoneyContext, readPrices, tidy } from "./price-text";
import { moneyContextOf } from "./price-words";
import type { RungContext } from "./rung";
import type { StatedPrice, StatedTier } from "./stated";
import type { Extraction, Extractor, ReadPrice, ReadTier, Refusal } from "./types";

interface Line {
  text: string;
  /** In lower case, only letters and digits. */
  key: string;
  mentions: Mention[];
}

/** The text that a reader of the page sees. */
export interface Visible {
  lines: Line[];
  /** True if the page shows no price at all, so its data cannot be compared with anything. */
  isSilent: boolean;
  mentions: Mention[];
}

const ASKED: ReadonlySet<Mention["role"]> = new Set(["price", "total", "labelled", "unexplained"]);
const WINDOW = 16;
const MOST_LINES = 4_000;
const STRETCH = 40;
const MOST_TIERS = 40;

/** Returns the visible text. Tier `names` do not qualify prices: a tier may be called Plus. */
export function visibleOf(
  context: Pick<RungContext, "document" | "visibleText">,
  names: readonly string[] = [],
): Visible {
  const money = moneyContextOf(context);
  const own = new Set(names.map(keyOf));
  const lines: Line[] = context.visibleText
    .split("\n")
    .map((text) => tidy(text).trim())
    .filter(Boolean)
    .slice(0, MOST_LINES)
    .map((text) => ({ text, key: keyOf(text), mentions: [] }));
  // Prices are read from several lines together, because a price's words may be on the lines after it.
  for (let begin = 0; begin < lines.length; begin += STRETCH) {
    const texts = lines.slice(begin, begin + STRETCH).map(({ text, key }) => (own.has(key) ? "#" : text.slice(0, 400)));
    const starts: number[] = [];
    let length = 0;
    for (const text of texts) {
      starts.push(length);
      length += text.length + 1;
    }
    for (const mention of cachedPrices(context, texts.join("\n"), money)) {
      const at = starts.findLastIndex((start) => start <= mention.start);
      lines[begin + at]?.mentions.push(mention);
    }
  }
  const mentions = lines.flatMap((line) => line.mentions);
  return { lines, mentions, isSilent: !lines.some(showsPrice) };
}

const stretches = new WeakMap<object, Map<string, Mention[]>>();

/** Reads each part of a page once, even if many lists of plans are compared with it. */
function cachedPrices(context: object, text: string, money: MoneyContext): Mention[] {
  const known = stretches.get(context) ?? new Map<string, Mention[]>();
  stretches.set(context, known);
  const mentions = known.get(text) ?? readPrices(text, money);
  if (known.size < 2_000) known.set(text, mentions);
  return mentions;
}

/** Returns whether a line shows a price. Advertised sums, credits and limits are not prices of plans. */
function showsPrice({ text, mentions }: Line): boolean {
  return mentions.some(
    ({ kind, role, amount, period }) =>
      kind === "price" && amount !== null && !ASIDE.has(role) && (period !== null || text.length <= SHORT_LINE),
  );
}

const ASIDE: ReadonlySet<Mention["role"]> = new Set(["limit", "credit", "saving"]);
const SHORT_LINE = 24;

const keyOf = nameKey;

/** Returns the lines that are a tier's name, or contain it and little else. */
function linesOfName(visible: Visible, name: string): number[] {
  const key = keyOf(name);
  if (key === "") return [];
  const places = (test: (line: Line) => boolean) => visible.lines.flatMap((line, at) => (test(line) ? [at] : []));
  const exact = places((line) => line.key === key);
  if (exact.length > 0) return exact;
  return places((line) => line.key.length <= key.length + 40 && ` ${line.key} `.includes(` ${key} `));
}

interface Shown {
  mentions: Mention[];
  /** The first price near the tier's name is a stated one. */
  leads: boolean;
}

type Windows = ReadonlyMap<string, Shown>;

/** Returns, for each occurrence of each name, the prices after it (or before it) up to the next tier's name. */
function placesOf(visible: Visible, tiers: readonly StatedTier[], forward: boolean): Map<string, Mention[][]> {
  const lines = new Map(tiers.map(({ name }) => [name, linesOfName(visible, name)]));
  const windows = new Map<string, Mention[][]>();
  for (const [name, places] of lines) {
    const others = new Set([...lines].flatMap(([other, at]) => (other === name ? [] : at)));
    const found = places.map((place) => {
      const mentions: Mention[] = [];
      for (let step = 0; step < WINDOW; step += 1) {
        const at = forward ? place + step : place - step;
        if (step > 0 && others.has(at)) break;
        mentions.push(...(visible.lines[at]?.mentions ?? []));
      }
      return mentions;
    });
    if (found.length > 0) windows.set(name, found);
  }
  return windows;
}

/** Returns null unless the page puts each price after its name, or each before it. */
function windowsOf(visible: Visible, tiers: readonly StatedTier[], forward: boolean): Windows | null {
  const places = placesOf(visible, tiers, forward);
  const priced = tiers.filter(({ prices }) => prices.some(({ amounts }) => !amounts.includes(0)));
  const hasPrice = (mentions: readonly Mention[]) =>
    mentions.some(({ kind, role }) => kind === "price" && ASKED.has(role));
  if (priced.some(({ name }) => places.has(name) && !places.get(name)?.some(hasPrice))) return null;
  if (!forward) {
    const last = visible.lines.findLastIndex(({ key }) => tiers.some(({ name }) => keyOf(name) === key));
    if (hasPrice(visible.lines.slice(last + 1, last + WINDOW).flatMap(({ mentions }) => mentions))) return null;
  }
  return new Map(
    tiers.flatMap((tier) => {
      const all = places.get(tier.name);
      if (!all) return [];
      const leading = all.filter((mentions) => leads(tier, mentions));
      const mentions = (leading.length > 0 ? leading : all).flat();
      return [[tier.name, { mentions, leads: leading.length > 0 }]];
    }),
  );
}

/** Returns true if the first mention that is comparable with a stated price matches a stated price. */
function leads({ name, prices }: StatedTier, mentions: readonly Mention[]): boolean {
  const asked = mentions.filter(({ kind, role }) => kind === "free" || (kind === "price" && ASKED.has(role)));
  if (asked.length === 0) return isFreeName(name) && prices.some(({ amounts }) => amounts.includes(0));
  const first = asked.find((mention) =>
    prices.some((price) => isComparable(price, mention) || matches(price, mention)),
  );
  return first !== undefined && prices.some((price) => matches(price, first));
}

/** Returns false if a mention has other terms than the price, so that it neither confirms nor contradicts it. */
function isComparable(price: StatedPrice, mention: Mention): boolean {
  if (mention.billing !== null && mention.billing !== (price.period === "yearly" ? "annual" : price.billing)) {
    if (price.billing !== null || mention.billing === "annual") return false;
  }
  return (
    mention.period === null || price.period === null || price.period === "yearly" || mention.period === price.period
  );
}

/** Matches names in one row with prices in the next, in the same order and without other prices in the row. */
function rowWindows(visible: Visible, tiers: readonly StatedTier[]): Windows | null {
  const ordered = tiers
    .filter(({ prices }) => prices.length > 0)
    .map((tier) => ({ tier, at: linesOfName(visible, tier.name)[0] ?? -1 }))
    .sort((a, b) => a.at - b.at);
  if (ordered.length < 2 || ordered.some(({ at }) => at < 0)) return null;
  const last = ordered.at(-1)?.at ?? 0;
  const behind = visible.lines
    .flatMap(({ mentions }, at) => (at >= last ? mentions.map((mention) => ({ mention, at })) : []))
    .filter(({ mention }) => mention.kind !== "custom");
  const row = behind.slice(0, ordered.length);
  const next = behind[ordered.length];
  if (row.length < ordered.length || (next && next.at - (row.at(-1)?.at ?? 0) <= 1)) return null;
  const isRow = ordered.every(({ tier }, at) =>
    tier.prices.some((price) => matches(price, (row[at] as { mention: Mention }).mention)),
  );
  if (!isRow) return null;
  return new Map(
    ordered.map(({ tier }, at) => [tier.name, { mentions: [(row[at] as { mention: Mention }).mention], leads: true }]),
  );
}

/** Returns true if a mention shows the price: it has the amount and contradicts nothing. */
function matches(price: StatedPrice, mention: Mention): boolean {
  if (mention.kind === "free") return price.amounts.includes(0);
  if (mention.kind !== "price" || mention.amount === null || !ASKED.has(mention.role)) return false;
  if (!price.amounts.includes(mention.amount)) return false;
  if (price.currency !== null && mention.currency !== null && price.currency !== mention.currency) {
    // A bare "$" can be any dollar. The data say which one.
    if (!/^\W*\$\s?\d/.test(mention.text) || !DOLLARS.has(price.currency) || /[A-Z]{3}/.test(mention.text))
      return false;
  }
  if (mention.amount === 0) return true;
  if (mention.billing !== null && price.billing !== null && mention.billing !== price.billing) return false;
  if (mention.period === null || price.period === null) return true;
  if (price.period === "yearly")
    return mention.period === "year" || (mention.period === "month" && mention.billing !== "monthly");
  return mention.period === price.period;
}

const NO_TIER = /\b(?:free trial|trial|add[- ]?ons?|set[- ]?up|onboarding|top[- ]?ups?|overages?|extra|additional)\b/i;

type Settled = { price: ReadPrice; from: boolean; isShown: boolean } | { why: string };

/**
 * Compares structured data with the text that a reader of the page sees. If the page shows prices, a tier is accepted
 * only if the page shows one of its prices near its name, and the page fills the gaps of the data. If it shows no
 * prices, tiers with gaps are refused.
 */
export function settle(
  extractor: Extractor,
  tiers: readonly StatedTier[],
  context: Pick<RungContext, "document" | "visibleText">,
  { complete, refusals: earlier }: { complete: boolean; refusals: readonly Refusal[] },
): Extraction {
  const refusals: Refusal[] = [...earlier];
  const refuse = (what: string, why: string) => refusals.push({ extractor, what: what.slice(0, 160), why });
  const merged = mergedByName(tiers);
  if (merged.length > MOST_TIERS) {
    refuse(`${merged.length} offers`, "a pricing page has fewer");
    return { reading: null, refusals };
  }
  const visible = visibleOf(
    context,
    merged.map(({ name }) => name),
  );
  const windows = bestWindows(visible, merged);
  const currencies = new Set(merged.flatMap(({ prices }) => prices.flatMap(({ currency }) => currency ?? [])));
  const [onlyCurrency] = currencies.size === 1 ? currencies : [];
  const read: ReadTier[] = [];
  let zeros = 0;
  let pricedBefore = false;
  for (const tier of merged) {
    if (NO_TIER.test(tier.name)) {
      refuse(tier.name, "it is no tier by its name");
      continue;
    }
    const window = windows.get(tier.name);
    if (!visible.isSilent && window === undefined) {
      refuse(tier.name, "the page shows prices, and no tier of this name");
      continue;
    }
    const shown = window?.mentions ?? [];
    if (tier.prices.length === 0) {
      const status = tier.status === "contact" || shown.some(({ kind }) => kind === "custom");
      if (shown.some(({ kind, role }) => kind === "price" && role === "price")) {
        refuse(tier.name, "its data state no price, and the page shows one");
      } else if (status) read.push({ name: tier.name, status: "contact_sales", prices: [] });
      else refuse(tier.name, "no price is stated");
      continue;
    }
    const settled: { price: ReadPrice; from: boolean; isShown: boolean }[] = [];
    const problems: string[] = [];
    for (const price of tier.prices) {
      const result = settlePrice(price, tier, shown, visible, onlyCurrency ?? null);
      if ("why" in result) problems.push(result.why);
      else settled.push(result);
    }
    const kept = withoutContradictions(settled, problems);
    const zero = kept.find(({ price }) => price.amount === 0);
    if (zero && (visible.isSilent || window?.leads)) {
      zeros += 1;
      if (kept.some(({ price }) => price.amount > 0)) {
        refuse(tier.name, "it is stated as free and as priced");
        continue;
      }
      if (visible.isSilent && (zeros > 1 || pricedBefore || /enterprise|custom|contact/i.test(tier.name))) {
        refuse(tier.name, "its price of 0 may stand for a price that is not told");
        continue;
      }
      const currency = zero.price.currency;
      read.push({
        name: tier.name,
        status: "published",
        prices: [{ ...zero.price, currency, period: "month", billing: null, unit: null }],
      });
      continue;
    }
    if (kept.length > 0 && !visible.isSilent && !(window?.leads && kept.some(({ isShown }) => isShown))) {
      problems.push("the page shows another price by this name");
      kept.length = 0;
    }
    for (const why of new Set(problems)) refuse(tier.name, why);
    if (kept.length === 0) continue;
    pricedBefore = true;
    read.push({
      name: tier.name,
      status: "published",
      ...(kept.some(({ from }) => from) && { startingPrice: true as const }),
      prices: sharingUnit(kept),
    });
  }
  if (!read.some(({ prices }) => prices.length > 0)) return { reading: null, refusals };
  // Only zeros, and no text to compare them with: place holders.
  if (visible.isSilent && !read.some(({ prices }) => prices.some(({ amount }) => amount > 0))) {
    for (const { name } of read) refuse(name, "its price of 0 may stand for a price that is not told");
    return { reading: null, refusals };
  }
  return {
    reading: {
      extractor,
      tiers: read,
      complete: complete && refusals.length === earlier.length && read.length === merged.length,
    },
    refusals,
  };
}

/** Returns the layout of names and prices that shows most of the stated prices. */
function bestWindows(visible: Visible, tiers: readonly StatedTier[]): Windows {
  if (visible.isSilent) return new Map();
  const ways = [windowsOf(visible, tiers, true), windowsOf(visible, tiers, false), rowWindows(visible, tiers)].filter(
    (windows) => windows !== null,
  );
  const confirmed = (windows: Windows) => tiers.filter(({ name }) => windows.get(name)?.leads).length;
  let best: Windows | undefined;
  for (const windows of ways) if (best === undefined || confirmed(windows) > confirmed(best)) best = windows;
  if (best) return best;
  // The names are there, but no price is near them.
  const unread = (name: string): [string, Shown] => [name, { mentions: [], leads: false }];
  return new Map(tiers.filter(({ name }) => linesOfName(visible, name).length > 0).map(({ name }) => unread(name)));
}

function settlePrice(
  price: StatedPrice,
  tier: StatedTier,
  shown: readonly Mention[],
  visible: Visible,
  onlyCurrency: string | null,
): Settled {
  const matching = shown.filter((mention) => matches(price, mention));
  if (price.amounts.includes(0)) {
    if (!visible.isSilent && matching.length === 0 && !isFreeName(tier.name))
      return { why: "its price of 0 is not what the page shows" };
    const currency = price.currency ?? matching.find((mention) => mention.currency)?.currency ?? onlyCurrency;
    if (currency === null) return { why: "its currency is not told" };
    return {
      price: { amount: 0, currency, period: "month", billing: null, unit: null, text: price.text() },
      from: false,
      isShown: matching.length > 0,
    };
  }
  const explained = matching.filter(({ role }) => role !== "unexplained");
  if (explained.length > 0 && !agree(explained)) return { why: "the page shows it in two ways" };
  const mention = explained[0] ?? matching[0];
  const told = explained[0];
  const amounts = mention?.amount != null ? [mention.amount] : price.amounts;
  if (amounts.length !== 1) return { why: "its number can be read in two ways" };
  const amount = amounts[0] as number;
  const currency = price.currency ?? mention?.currency ?? null;
  if (currency === null) return { why: "its currency is not told" };
  if (told && (told.period === "usage" || told.period === "other" || told.billing === "other")) {
    return { why: "the page shows it for a time other than a month or a year" };
  }
  const month = price.period === "yearly" ? monthPrice(tier, currency) : null;
  let { period, billing } = price;
  const toldPeriod =
    told?.period === "month" || told?.period === "year" || told?.period === "once" ? told.period : null;
  if (period === "yearly") {
    billing = "annual";
    period = toldPeriod ?? (month === null ? null : shareOfYear(amount, month));
    if (period === null) return { why: "whether it is the price of a month or of a year is not told" };
  }
  period ??= toldPeriod;
  if (period === null) return { why: "its period is not told" };
  billing ??= told && told.billing !== "other" && period !== "year" ? told.billing : null;
  const unit = told?.unit ?? price.unit;
  if (told === undefined && tier.mustShow) return { why: "only the page could tell that it is asked, and does not" };
  if (mention === undefined && !visible.isSilent) {
    if (!visible.mentions.some((one) => one.currency === currency))
      return { why: "the page shows no price in its currency" };
    const rival = shown.find(
      (one) =>
        one.kind === "price" &&
        one.role === "price" &&
        one.period === period &&
        (one.currency === null || one.currency === currency) &&
        (one.billing === billing || one.billing === null || billing === null) &&
        !tier.prices.some((other) => other !== price && matches(other, one)),
    );
    if (rival) return { why: "the page shows another price by this name" };
  }
  return {
    price: { amount, currency, period, billing, unit, text: price.text() },
    from: price.from || told?.from === true,
    isShown: mention !== undefined,
  };
}

/** Gives prices that a toggle hides the unit of the shown ones. */
function sharingUnit(settled: readonly { price: ReadPrice; isShown: boolean }[]): ReadPrice[] {
  const units = new Set(settled.filter(({ isShown }) => isShown).map(({ price }) => price.unit));
  const [shared] = units.size === 1 ? units : [null];
  return settled.map(({ price, isShown }) =>
    isShown || price.unit !== null || price.period === "once" ? price : { ...price, unit: shared ?? null },
  );
}

function agree(mentions: readonly Mention[]): boolean {
  const values = (pick: (mention: Mention) => string | null) =>
    new Set(mentions.map(pick).filter((value) => value !== null));
  return [
    values(({ currency }) => currency),
    values(({ period }) => period),
    values(({ billing }) => billing),
    values(({ unit }) => unit),
  ].every((found) => found.size <= 1);
}

function monthPrice(tier: StatedTier, currency: string): number | null {
  const amounts = tier.prices
    .filter(
      (price) => price.period === "month" && price.billing !== "annual" && (price.currency ?? currency) === currency,
    )
    .flatMap((price) => price.amounts);
  return amounts.length === 1 ? (amounts[0] ?? null) : null;
}

/** A year costs more than six months and at most twelve. A month of a yearly plan costs at most a month. */
function shareOfYear(yearly: number, monthly: number): "month" | "year" | null {
  if (monthly <= 0) return null;
  if (yearly <= monthly) return yearly >= monthly / 4 ? "month" : null;
  return yearly >= monthly * 6 && yearly <= monthly * 12.01 ? "year" : null;
}

function withoutContradictions<T extends { price: ReadPrice }>(settled: readonly T[], problems: string[]): T[] {
  const kept: T[] = [];
  const dropped = new Set<string>();
  for (const one of settled) {
    const terms = ({ price }: { price: ReadPrice }) => [price.currency, price.period, price.billing, price.unit].join();
    const twin = kept.findIndex((other) => terms(other) === terms(one));
    if (dropped.has(terms(one))) continue;
    if (twin < 0) kept.push(one);
    else if (kept[twin]?.price.amount !== one.price.amount) {
      kept.splice(twin, 1);
      dropped.add(terms(one));
      problems.push("two prices are stated for the same terms");
    }
  }
  return kept;
}

function mergedByName(tiers: readonly StatedTier[]): StatedTier[] {
  const merged = new Map<string, StatedTier>();
  for (const tier of tiers) {
    const key = keyOf(tier.name);
    const known = merged.get(key);
    merged.set(
      key,
      known
        ? {
            ...known,
            status: known.prices.length > 0 || tier.prices.length > 0 ? "priced" : known.status,
            prices: [...known.prices, ...tier.prices],
          }
        : tier,
    );
  }
  return [...merged.values()];
}
