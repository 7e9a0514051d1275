import { boxesOf, linesOf } from "./boxes";
import { shareMark } from "./currency";
import { readHtml } from "./html";
import { OversizedPage, parseHtml } from "./html-tree";
import { jsonLd } from "./json-ld";
import { machineFile } from "./machine-file";
import { model } from "./model";
import { nameKey } from "./names";
import { pageState } from "./page-state";
import { readPrices } from "./price-text";
import { moneyContextOf } from "./price-words";
import { type FetchMore, type ModelReader, type Page, type Rung, type RungContext, unreadable } from "./rung";
import type { Extraction, PageReading, ReadPrice, ReadTier, Refusal } from "./types";

export interface ExtractOptions {
  fetchMore?: FetchMore;
  model?: ModelReader;
  /** When the page was fetched. */
  now?: Date;
}

export interface Rungs {
  structured: readonly Rung[];
  html: Rung;
  /** Also structured. Used only if the page itself gave no complete reading, because it costs requests. */
  machineFile?: Rung;
  model: Rung | null;
}

const isHtml = ({ contentType, text }: Page) =>
  /html|xml/i.test(contentType) || (contentType === "" && /^\s*<(?:!doctype|html|head|body)/i.test(text));

const MOST_CHARACTERS = 8_000_000;

/** Parses the page once for all rungs. */
export function contextOf(page: Page, options: ExtractOptions = {}): RungContext {
  const optional = {
    ...(options.fetchMore ? { fetchMore: options.fetchMore } : {}),
    ...(options.model ? { model: options.model } : {}),
    ...(options.now ? { now: options.now } : {}),
  };
  if (!isHtml(page)) return { document: null, visibleText: page.text, ...optional };
  const document = parseHtml(page.text.slice(0, MOST_CHARACTERS));
  let visibleText: string | null = null;
  return {
    document,
    // Few rungs use it.
    get visibleText() {
      visibleText ??= linesOf([boxesOf(document).root], { withAside: true })
        .map((line) => line.text)
        .join("\n");
      return visibleText;
    },
    ...optional,
  };
}

const pricesKey = (tier: ReadTier) =>
  `${tier.status} ${tier.prices
    .map(({ amount, currency, period }) => `${amount} ${currency} ${period}`)
    .sort()
    .join(", ")}`;

export interface Comparison {
  agreed: ReadTier[];
  refusals: Refusal[];
  /** Displayed tiers that the structured reading does not name. */
  unnamed: string[];
}

/**
 * Compares a page's structured data with its visible text. If the two differ on a tier, the visible price wins. If they
 * agree, the reading with more prices wins.
 */
export function compare(
  structured: PageReading,
  shown: PageReading | null,
  refusedNames: readonly string[] = [],
): Comparison {
  const refusals: Refusal[] = [];
  const agreed: ReadTier[] = [];
  const refuse = (what: string, why: string) => refusals.push({ extractor: structured.extractor, what, why });
  for (const tier of structured.tiers) {
    const twin = shown?.tiers.find((one) => nameKey(one.name) === nameKey(tier.name));
    if (!twin) {
      if (refusedNames.some((name) => nameKey(name) === nameKey(tier.name))) {
        agreed.push(tier);
        continue;
      }
      if (shown?.complete) refuse(tier.name, "the page shows no such tier");
      else agreed.push(tier);
      continue;
    }
    const merged = mergeTier(tier, twin);
    if (merged) agreed.push(merged);
    else {
      refuse(tier.name, `its data say ${pricesKey(tier)}, the page shows ${pricesKey(twin)}`);
      agreed.push(twin);
    }
  }
  const named = new Set(structured.tiers.map((tier) => nameKey(tier.name)));
  const unnamed = (shown?.tiers ?? []).filter((tier) => !named.has(nameKey(tier.name))).map((tier) => tier.name);
  return { agreed, refusals, unnamed };
}

/** Merges two readings of a tier. Null if they contradict each other. */
function mergeTier(a: ReadTier, b: ReadTier): ReadTier | null {
  if (a.status !== b.status) return null;
  for (const price of a.prices) {
    const sameTerm = b.prices.filter(
      (other) =>
        other.period === price.period &&
        (other.billing === price.billing || other.billing === null || price.billing === null),
    );
    if (price.amount === 0 && b.prices.some((other) => other.amount === 0)) continue;
    if (
      sameTerm.length > 0 &&
      !sameTerm.some((other) => other.amount === price.amount && other.currency === price.currency)
    )
      return null;
    if (
      sameTerm.some(
        (other) =>
          other.amount === price.amount && other.unit !== null && price.unit !== null && other.unit !== price.unit,
      )
    )
      return null;
    if (sameTerm.length === 0 && b.prices.some((other) => other.currency !== price.currency)) return null;
  }
  return b.prices.length >= a.prices.length ? b : a;
}

const fullness = (reading: PageReading) => reading.tiers.length;

/** Runs a rung. A page that makes a reader throw counts as unreadable. */
async function attempt(rung: Rung, page: Page, context: RungContext): Promise<Extraction> {
  try {
    return await rung(page, context);
  } catch (error) {
    if (error instanceof OversizedPage) return unreadable(error.message);
    const why = error instanceof RangeError ? "nested too deep" : "its form is not understood";
    return unreadable(why);
  }
}

/** Returns whether a shown price and a stated price have the same amount and period, so that they can be compared. */
const isTwin = (shown: ReadPrice, stated: ReadPrice) =>
  shown.amount === stated.amount && shown.amount > 0 && shown.period === stated.period;

/** Returns the currency that data state for shown prices with a bare "$", "¥" or "kr". */
function statedOfBare(shown: PageReading, readings: readonly PageReading[], isBare: (price: ReadPrice) => boolean) {
  const stated = new Set<string>();
  for (const reading of readings) {
    for (const tier of shown.tiers) {
      const twin = reading.tiers.find((one) => nameKey(one.name) === nameKey(tier.name));
      for (const price of tier.prices.filter(isBare)) {
        const codes = new Set(twin?.prices.filter((other) => isTwin(price, other)).map((other) => other.currency));
        if (codes.has(price.currency)) stated.add(price.currency);
        else for (const code of codes) if (shareMark(code, price.currency)) stated.add(code);
      }
    }
  }
  return [...stated];
}

interface Currencies {
  shown: Extraction;
  /** More than one if the page's data contradict each other. Then the currency of a bare mark is unknown. */
  disputed: readonly string[];
}

function inStatedCurrency(shown: Extraction, readings: readonly PageReading[], isBare: (price: ReadPrice) => boolean) {
  const result: Currencies = { shown, disputed: [] };
  if (!shown.reading) return result;
  const codes = statedOfBare(shown.reading, readings, isBare);
  const [code] = codes;
  if (code === undefined) return result;
  if (codes.length > 1) {
    const why = `its data name several currencies for what it shows: ${codes.sort().join(", ")}`;
    return {
      shown: { reading: null, refusals: [...shown.refusals, { extractor: "html" as const, what: "the page", why }] },
      disputed: codes,
    };
  }
  const restated = (price: ReadPrice) => (isBare(price) ? { ...price, currency: code } : price);
  const tiers = shown.reading.tiers.map((tier) => ({ ...tier, prices: tier.prices.map(restated) }));
  return { shown: { ...shown, reading: { ...shown.reading, tiers } }, disputed: [] };
}

/** Returns whether a price's currency depends on the rest of the page, which does not state it either. */
function bareIn(page: Page, context: RungContext): (price: ReadPrice) => boolean {
  if (context.document === null || moneyContextOf(context, page.url).defaultCurrency) return () => false;
  return ({ text, amount, currency }) => {
    const own = readPrices(text, { defaultCurrency: null }).filter((mention) => mention.amount === amount);
    return amount > 0 && own.length > 0 && own.every((mention) => mention.currency !== currency);
  };
}

/**
 * Reads one page. Tries the rungs in turn; the first complete and consistent reading wins, otherwise the fullest
 * partial one.
 */
export async function climb(page: Page, context: RungContext, rungs: Rungs): Promise<Extraction> {
  const refusals: Refusal[] = [];
  const asShown =
    context.document === null ? { reading: null, refusals: [] } : await attempt(rungs.html, page, context);
  const shownNames = asShown.refusals.map((one) => one.what);
  const isBare = bareIn(page, context);
  const readings: PageReading[] = [];
  for (const rung of rungs.structured) {
    const { reading, refusals: own } = await attempt(rung, page, context);
    refusals.push(...own);
    if (reading) readings.push(reading);
  }
  let { shown, disputed } = inStatedCurrency(asShown, readings, isBare);
  let partial: PageReading | null = null;

  const whole = (reading: PageReading): PageReading | null => {
    if (reading.tiers.some(({ prices }) => prices.some(({ currency }) => disputed.includes(currency)))) return null;
    const { agreed, refusals: differences, unnamed } = compare(reading, shown.reading, shownNames);
    refusals.push(...differences);
    if (agreed.length === 0) return null;
    const isWhole = reading.complete && differences.length === 0 && unnamed.length === 0;
    const checked: PageReading = { ...reading, tiers: agreed, complete: isWhole };
    if (isWhole && !(shown.reading?.complete && fullness(shown.reading) > fullness(checked))) return checked;
    // The visible text is clear, so its own words are the better proof.
    if (
      differences.length === 0 &&
      !shown.reading?.complete &&
      (partial === null || fullness(checked) > fullness(partial))
    )
      partial = checked;
    return null;
  };

  for (const reading of readings) {
    const found = whole(reading);
    if (found) return { reading: found, refusals };
  }
  if (shown.reading?.complete) return { reading: shown.reading, refusals: [...refusals, ...shown.refusals] };
  if (rungs.machineFile) {
    const { reading, refusals: own } = await attempt(rungs.machineFile, page, context);
    refusals.push(...own);
    if (reading) {
      readings.push(reading);
      ({ shown, disputed } = inStatedCurrency(asShown, readings, isBare));
      const found = whole(reading);
      if (found) return { reading: found, refusals };
    }
  }
  refusals.push(...shown.refusals);
  if (rungs.model !== null && context.model) {
    const extraction = await attempt(rungs.model, page, context);
    refusals.push(...extraction.refusals);
    if (extraction.reading && disputed.length === 0) {
      const { agreed, refusals: differences } = compare(extraction.reading, shown.reading);
      refusals.push(...differences);
      if (extraction.reading.complete && differences.length === 0)
        return { reading: { ...extraction.reading, tiers: agreed }, refusals };
      if (partial === null && !shown.reading && differences.length === 0)
        partial = { ...extraction.reading, complete: false };
    }
  }
  const best =
    [partial, shown.reading].filter((one) => one !== null).sort((a, b) => fullness(b) - fullness(a))[0] ?? null;
  return { reading: best && { ...best, complete: false }, refusals };
}

/** Reads a page and blocks the thread. A server uses `readPricingPage`; scores and tests read only their own pages. */
export async function extract(page: Page, options: ExtractOptions = {}): Promise<Extraction> {
  const rungs = { structured: [jsonLd, pageState], html: readHtml, machineFile, model };
  try {
    return await climb(page, contextOf(page, options), rungs);
  } catch (error) {
    if (error instanceof OversizedPage) return unreadable(error.message);
    throw error;
  }
}
