import { type Box, isBox, joined, type Line, linesOf, type RenderOptions, textOf } from "./boxes";
import { nameKey } from "./names";
import { type Mention, type MoneyContext, readPrices, statedPrice } from "./price-text";
import { isUnknownUnit } from "./qualifiers";
import { type Term, termOfWords, wordsIn } from "./terms";
import type { ReadPrice } from "./types";

/** The offer of one card, column or row. */
export type Offer =
  | { kind: "prices"; prices: ReadPrice[]; from: boolean }
  | { kind: "free"; text: string; unit: string | null; currency?: string | null }
  | { kind: "custom" }
  /** No line mentions money. */
  | { kind: "none" }
  /** The lines mention money, but the offer is ambiguous. */
  | { kind: "refused"; why: string };

export interface OfferContext {
  money: MoneyContext;
  /** Terms that a column, row or heading states for every price in it. */
  assumed?: Partial<Pick<Mention, "period" | "billing" | "unit" | "from">>;
  /** The tier's name. It may come before its price. */
  name?: string;
}

const NO_PERIOD = "no period is stated for";
/** Returns whether an offer would be a price if its period were known. */
export const lacksPeriod = (offer: Offer): boolean => offer.kind === "refused" && offer.why.startsWith(NO_PERIOD);

const refused = (why: string): Offer => ({ kind: "refused", why });

const near = (a: number, b: number, slack: number) => Math.abs(a - b) <= slack;

/** Returns true if `total` is twelve payments of `monthly`, each rounded as the page rounds it. */
export function isTwelveTimes(monthly: number, total: number): boolean {
  const step = Number.isInteger(monthly) ? 0.5 : 0.005;
  return near(monthly, total / 12, step + 1e-9) && near(monthly * 12, total, Math.max(0.02, 12 * step));
}

/** Long paragraphs and lists name features. The price at the head of a card is in neither. */
const isFeatureLine = (line: Line) => line.isInList || line.text.length > 160;

interface Read extends Mention {
  line: Line;
}

function mentionsOf(lines: readonly Line[], money: MoneyContext): { mentions: Read[]; text: string } {
  const { text, starts } = joined(lines);
  const mentions = readPrices(text, money);
  let index = 0;
  return {
    text,
    mentions: mentions.flatMap((mention) => {
      while (index + 1 < starts.length && (starts[index + 1] ?? Infinity) <= mention.start) index += 1;
      const line = lines[index];
      return line ? [{ ...mention, line }] : [];
    }),
  };
}

const PROMOTION =
  /\b(?:regular price|regularly|introductory (?:price|offer|rate)|(?:for )?new customers only|first[- ]time customers)\b/iu;

/** A currency mark or a period without its number, which a script would write. */
const ORPHAN =
  /^(?:[$€£¥₹][ \u00a0]*(?:[-–—_]+|\.\.\.|…)?|(?:[-–—]+[ \u00a0]*)?(?:\/[ \u00a0]*(?:mo|month|yr|year|user|seat)|per (?:user|seat|month|year|member)\b).*|[$€£¥][ \u00a0]*(?:[-–—_]+|\.\.\.|…)?[ \u00a0]*(?:\/|per ).*|loading.*|nan|undefined|\{\{.*\}\})$/iu;

const BESPOKE = /^(?:custom|individuell|personali|tailored|bespoke)/i;

const BUY = /^(?:buy|order|subscribe|purchase)(?: now| today| this plan)?(?: (?:for|at))?[ :–—·-]*(?=[^\p{L}]*\d)/iu;

/** Returns the price on a card's only buy button: "Buy for $7/month". */
function onButton(lines: readonly Line[], money: MoneyContext): Read[] {
  const buttons = lines.filter((line) => line.isControl && BUY.test(line.text));
  const bare = buttons.map((line) => ({ ...line, text: line.text.replace(BUY, "") }));
  const { mentions } = mentionsOf(bare, money);
  return mentions.length === 1 ? mentions.filter((one) => one.kind === "price" && one.role === "price") : [];
}

export function readOffer(lines: readonly Line[], context: OfferContext): Offer {
  const { mentions } = mentionsOf(lines, context.money);
  const isOwnLabel = (mention: Read) =>
    context.name !== undefined && mention.label !== null && nameKey(mention.label) === nameKey(context.name);
  const priced = mentions
    .filter((one) => one.kind === "price")
    .map((one) => (one.role === "labelled" && isOwnLabel(one) ? { ...one, role: "price" as const } : one));
  let head = priced.filter((one) => !isFeatureLine(one.line) && !one.line.isControl);
  if (!head.some((one) => one.role === "price")) {
    const whole = priced.filter((one) => one.line.isInList && one.role === "price" && one.line.text.length < 80);
    if (head.length === 0 && whole.length > 0 && whole.length <= 3) head = whole;
  }
  if (head.length === 0) head = onButton(lines, context.money);
  head = head.filter((one) => !["saving", "credit", "extra", "was", "limit", "approximate"].includes(one.role));
  const words = mentions.filter((one) => one.kind !== "price" && !isFeatureLine(one.line));
  const free = words.find((one) => one.kind === "free" && !one.line.isControl);
  const custom = words.filter((one) => one.kind === "custom");
  const explicit = custom.find((one) => !one.line.isControl && BESPOKE.test(one.text));
  // "Custom", followed by possible contract terms: "$1M liability cover".
  if (
    explicit &&
    head.length > 0 &&
    head.every((one) => one.start > explicit.start && (one.role === "unexplained" || one.role === "labelled"))
  )
    return { kind: "custom" };
  if (head.length === 0) {
    const orphan = lines.find((line) => ORPHAN.test(line.text) && !line.isInList);
    if (free) {
      if (custom.some((one) => !one.line.isControl && BESPOKE.test(one.text)))
        return refused(`both "${free.text}" and "${custom[0]?.text}"`);
      return { kind: "free", text: free.text, unit: null };
    }
    if (orphan) return refused(`"${orphan.text.slice(0, 40)}" has no amount`);
    const doubt = priced.find(
      (one) =>
        !isFeatureLine(one.line) &&
        one.role !== "saving" &&
        one.role !== "credit" &&
        one.role !== "extra" &&
        one.role !== "limit",
    );
    if (doubt) return refused(`"${doubt.text}" is no list price`);
    if (custom.length > 0) return { kind: "custom" };
    return { kind: "none" };
  }
  const promotion = lines.find((line) => !line.isInList && PROMOTION.test(line.text));
  if (promotion) return refused(`"${promotion.text.slice(0, 60)}" makes it a price for a time`);
  return settle(head, free, custom, context);
}

function settle(head: Read[], free: Read | undefined, custom: Read[], { assumed }: OfferContext): Offer {
  const captions = new Set(head.map((one) => one.caption).filter((one) => one !== null));
  const told = head.map((one): Read => {
    const period = one.period ?? assumed?.period ?? null;
    const billing =
      one.billing ??
      assumed?.billing ??
      (captions.size === 2 &&
      one.caption !== null &&
      (period === null || period === "month" || (period === "year" && one.caption === "annual"))
        ? one.caption
        : null);
    return {
      ...one,
      period: period ?? (billing === "monthly" && one.billing === null ? "month" : null),
      billing: billing ?? (period === "year" ? "annual" : null),
      unit: one.unit ?? assumed?.unit ?? null,
      from: one.from || (assumed?.from ?? false),
    };
  });
  const first = told.findIndex((one) => one.role === "price" && one.period !== null);
  const kept: Read[] = [];
  for (const [index, one] of told.entries()) {
    const isLater = first !== -1 && index > first && one.line !== told[first]?.line;
    switch (one.role) {
      case "price":
      case "total":
        kept.push(one);
        break;
      case "labelled":
        if (!isLater && first === -1) return refused(`"${one.label}: ${one.text}" is a price of something else`);
        if (!isLater) return refused(`whose price "${one.text}" is cannot be told`);
        break;
      case "unexplained":
        // If the price states its billing, the words after it do not change it.
        if (
          !isLater ||
          (told[first]?.billing === null &&
            /\b(?:billed|paid|charged|invoiced|annual|annually|yearly)\b/i.test(one.line.text))
        )
          return refused(`the words around "${one.text}" are not understood`);
        break;
      case "intro":
        return refused(`"${one.text}" holds for a time or under a condition`);
      case "range":
        return refused(`"${one.text}" is an end of a range`);
      default:
        break;
    }
  }
  const unread = kept.find((one) => one.amount === null);
  if (unread) return refused(`the amount of "${unread.text}" can be read in several ways`);
  const unknown = kept.find((one) => one.currency === null && one.amount !== 0);
  if (unknown) return refused(`the currency of "${unknown.text}" cannot be told`);
  const other = kept.find((one) => one.period === "other" || one.billing === "other");
  if (other) return refused(`the term of "${other.text}" is neither a month nor a year`);
  const paid = kept.filter((one) => (one.amount ?? 0) > 0);
  if (paid.length === 0) {
    const zero = kept[0];
    return zero
      ? {
          kind: "free",
          text: zero.text,
          unit: zero.unit && !isUnknownUnit(zero.unit) ? zero.unit : null,
          currency: zero.currency,
        }
      : { kind: "none" };
  }
  if (kept.length > paid.length && paid.some((one) => one.period !== "usage"))
    return refused(`both "${kept.find((one) => one.amount === 0)?.text}" and "${paid[0]?.text}"`);
  if (free && paid.some((one) => one.period !== "usage")) return refused(`both "${free.text}" and "${paid[0]?.text}"`);
  const bespoke = custom.find((one) => !one.line.isControl && BESPOKE.test(one.text));
  if (bespoke) return refused(`both "${bespoke.text}" and "${paid[0]?.text}"`);
  const currencies = new Set(paid.map((one) => one.currency));
  if (currencies.size > 1) return severalCurrencies(paid, currencies.size);
  const periodic = paid.filter((one) => one.period !== "usage");
  if (periodic.length === 0 && free) return refused(`both "${free.text}" and "${paid[0]?.text}"`);
  return resolve(periodic.length > 0 ? periodic : paid);
}

/** Accepts one price in several currencies and refuses any other mix. */
function severalCurrencies(paid: Read[], count: number): Offer {
  const terms = new Set(paid.map(({ period, billing, unit }) => `${period} ${billing} ${unit}`));
  const stated = paid.map(statedPrice).filter((one) => one !== null);
  if (paid.length !== count || stated.length !== count || terms.size > 1)
    return refused("prices in several currencies");
  return { kind: "prices", prices: stated, from: paid.some((one) => one.from) };
}

/**
 * Combines the amounts of one offer: drops totals of other prices and infers the period of bare amounts by proportion.
 */
function resolve(given: Read[]): Offer {
  const from = given.some((one) => one.from);
  const prices: Read[] = [];
  const monthlies = given.filter((one) => one.period === "month" && one.amount !== null);
  for (const one of given) {
    const amount = one.amount ?? 0;
    if (one.period !== null && one.role === "price") {
      prices.push(one);
      continue;
    }
    // A bare amount, or a total, next to a monthly price.
    const whole = monthlies.find(
      (monthly) => isTwelveTimes(monthly.amount ?? 0, amount) && monthly.billing !== "monthly",
    );
    if (whole && (one.billing === "annual" || one.period === "year")) {
      whole.billing = whole.billing ?? "annual";
      continue;
    }
    const [monthly] = monthlies;
    if (one.role === "total") {
      if (one.period === "year") prices.push({ ...one, role: "price" });
      else return refused(`what "${one.text}" is the total of cannot be told`);
      continue;
    }
    if (
      one.period === null &&
      one.billing === null &&
      monthly &&
      one.line === monthly.line &&
      one.start > monthly.end &&
      isTwelveTimes(monthly.amount ?? 0, amount)
    ) {
      if (monthly.billing === "annual") continue;
    }
    if (one.period === null && one.billing === "annual" && monthly?.amount) {
      const ratio = amount / monthly.amount;
      if (ratio >= 6 && ratio < 12.01) {
        prices.push({ ...one, period: "year" });
        continue;
      }
      if (ratio >= 0.5 && ratio <= 1) {
        prices.push({ ...one, period: "month" });
        continue;
      }
    }
    const follows = monthlies.find(
      (price) => price.billing === "annual" && isTwelveTimes(price.amount ?? 0, amount) && one.start > price.start,
    );
    if (one.period === null && follows) continue;
    return refused(`${NO_PERIOD} "${one.text}"`);
  }
  return reconcile(prices, from);
}

const sameTerm = (a: Read, b: Read) =>
  a.period === b.period && (a.billing === b.billing || a.billing === null || b.billing === null);

function reconcile(prices: Read[], from: boolean): Offer {
  const kept: Read[] = [];
  for (const one of prices) {
    const twin = kept.find((other) => sameTerm(other, one) && other.amount === one.amount);
    if (twin) {
      if (twin.unit !== null && one.unit !== null && twin.unit !== one.unit)
        return refused(`"${twin.text}" and "${one.text}" count different things`);
      if (twin.billing === null) twin.billing = one.billing;
      if (twin.unit === null) {
        twin.unit = one.unit;
        if (one.unit !== null) twin.text = one.text;
      }
      continue;
    }
    kept.push({ ...one });
  }
  for (const [index, one] of kept.entries()) {
    for (const other of kept.slice(index + 1)) {
      if (one.period !== "usage" && one.period === other.period && one.billing === other.billing)
        return refused(`"${one.text}" and "${other.text}" contradict each other`);
      if (one.period === "usage" && other.period === "usage" && one.unit === other.unit)
        return refused(`"${one.text}" and "${other.text}" contradict each other`);
      if (one.period === "once" || other.period === "once") {
        if (one.period !== other.period)
          return refused(`"${one.text}" and "${other.text}": which is the plan's price cannot be told`);
      }
    }
  }
  const monthlies = kept.filter((one) => one.period === "month");
  const yearlies = kept.filter((one) => one.period === "year");
  const dropped = new Set<Read>();
  for (const yearly of yearlies) {
    const equal = monthlies.find(
      (monthly) => isTwelveTimes(monthly.amount ?? 0, yearly.amount ?? 0) && monthly.billing !== "monthly",
    );
    if (equal) {
      if (yearly.unit !== null && equal.unit !== null && yearly.unit !== equal.unit)
        return refused(`"${equal.text}" and "${yearly.text}" count different things`);
      equal.billing = "annual";
      if (yearly.start < equal.start) {
        yearly.unit = yearly.unit ?? equal.unit;
        dropped.add(equal);
      } else dropped.add(yearly);
      continue;
    }
    const dearest = Math.max(0, ...monthlies.map((monthly) => monthly.amount ?? 0));
    if (monthlies.length > 0 && ((yearly.amount ?? 0) > dearest * 12 + 0.5 || (yearly.amount ?? 0) < dearest * 4))
      return refused(`"${monthlies[0]?.text}" and "${yearly.text}" do not fit each other`);
    if (monthlies.some((monthly) => monthly.billing === "annual"))
      return refused(`"${monthlies[0]?.text}" and "${yearly.text}" do not fit each other`);
    const [monthly] = monthlies;
    if (monthly && yearly.unit === null && monthly.unit !== null && monthlies.length === 1) {
      // "$12 per user/month or $120/year": for one user, or for the whole team? The page does not say.
      yearly.unit = yearly.line === monthly.line || yearly.start - monthly.end < 40 ? monthly.unit : null;
      if (yearly.unit === null) return refused(`what "${yearly.text}" is counted by cannot be told`);
    }
  }
  const annualMonth = monthlies.find((one) => one.billing === "annual");
  const otherMonth = monthlies.find((one) => one.billing !== "annual");
  if (annualMonth && otherMonth && (annualMonth.amount ?? 0) > (otherMonth.amount ?? 0))
    return refused(`"${annualMonth.text}" billed annually is dearer than "${otherMonth.text}"`);
  const rest = kept.filter((one) => !dropped.has(one));
  const stated = rest.map((one) => statedPrice({ ...one, role: "price" }));
  if (stated.includes(null)) return refused("a price is stated in part");
  return { kind: "prices", prices: stated.filter((one) => one !== null), from };
}

// Toggles whose two states are both in the page.

/** Returns the attributes of one element that hold an amount per term: data-monthly="12" data-annual="10". */
function attributesByTerm(box: Box, currency: string | null): Partial<Record<Term, string>> | null {
  const found: Partial<Record<Term, string>> = {};
  for (const [name, value] of Object.entries(box.element.attribs)) {
    if (
      !name.startsWith("data-") &&
      !name.startsWith("monthly") &&
      !name.startsWith("annual") &&
      !name.startsWith("yearly")
    )
      continue;
    const words = wordsIn(name.replace(/^data-/, ""));
    const term = termOfWords(words);
    if (term === null || !/\d/.test(value) || value.length > 40) continue;
    const code = words.find((word) => /^(?:usd|eur|gbp|cad|aud|inr|jpy|chf|sek|brl)$/.test(word));
    if (code !== undefined && code.toUpperCase() !== currency) continue;
    if (
      words.some((word) =>
        /^(?:id|sku|save|saving|savings|discount|total|old|original|was|link|url|href|code|plan|limit|credits?|seats|users)$/.test(
          word,
        ),
      )
    )
      continue;
    // Two values for one term: the displayed one is unknown.
    if (found[term] !== undefined && found[term] !== value) return null;
    found[term] = value;
  }
  return found.monthly !== undefined && found.annual !== undefined ? found : null;
}

const subtree = function* (roots: readonly Box[]): Generator<Box> {
  const stack = [...roots].reverse();
  while (stack.length > 0) {
    const box = stack.pop();
    if (!box) break;
    yield box;
    for (let at = box.children.length - 1; at >= 0; at -= 1) {
      const child = box.children[at];
      if (child !== undefined && isBox(child)) stack.push(child);
    }
  }
};

const NUMBER = /\d[\d.,'\u00a0 ]*\d|\d/;
const NUMBERS = new RegExp(NUMBER, "g");
const plainNumber = (text: string) => (NUMBER.exec(text)?.[0] ?? "").replace(/[,'\u00a0 ]/g, "").replace(/\.0+$/, "");

/** Returns the smallest box that shows one of the amounts. Null if a box with several numbers shows none. */
function placeOf(box: Box, values: Partial<Record<Term, string>>): Box | null {
  const amounts = Object.values(values).map(plainNumber);
  const numbersOf = (one: Box) => textOf(one, 400).match(NUMBERS) ?? [];
  const shows = (one: Box) => numbersOf(one).some((number) => amounts.includes(plainNumber(number)));
  const places = [...subtree([box])].filter(
    (one) => shows(one) && !one.children.some((child) => isBox(child) && shows(child)),
  );
  if (places.length > 0) return places.length === 1 ? (places[0] ?? null) : null;
  return numbersOf(box).length <= 1 ? box : null;
}

const holdsAmount = (box: Box) =>
  /\d/.test(
    textOf(box, 200)
      .replace(/\d+\s*%/g, "")
      .replace(/\b\d+ months?\b/g, ""),
  ) || /\b(?:free|custom|contact)\b/i.test(textOf(box, 60));

/** Returns how to read a card in each state of the page's toggle. Null if the card has only one state. */
export function variantsOf(
  roots: readonly Box[],
  currency: string | null,
): { isShownBoth: boolean; options: Record<Term, RenderOptions> } | null {
  const replacements = new Map<Box, Partial<Record<Term, string>>>();
  const tagged: Record<Term, Box[]> = { monthly: [], annual: [] };
  for (const box of subtree(roots)) {
    const values = attributesByTerm(box, currency);
    const place = values && placeOf(box, values);
    if (values && place) replacements.set(place, values);
    if (box.term !== null && !roots.includes(box)) tagged[box.term].push(box);
  }
  const monthly = tagged.monthly.filter(holdsAmount);
  const annual = tagged.annual.filter(holdsAmount);
  const hasTags = monthly.length > 0 && annual.length > 0;
  if (!hasTags && replacements.size === 0) return null;
  const replace = (box: Box, term: Term | undefined): string | null => {
    const value = term === undefined ? undefined : replacements.get(box)?.[term];
    if (value === undefined) return null;
    const shown = textOf(box, 120);
    if (/[^\d.,'\s]/.test(value) && NUMBER.test(value)) return value;
    const values = Object.values(replacements.get(box) ?? {}).map(plainNumber);
    const own = shown.match(NUMBERS)?.find((number) => values.includes(plainNumber(number)));
    return NUMBER.test(shown) ? shown.replace(own ?? NUMBER, () => value) : value;
  };
  const isShownBoth = replacements.size === 0 && [...monthly, ...annual].every((box) => !box.isHidden);
  const option = (term: Term): RenderOptions =>
    hasTags ? { term, replace } : { replace: (box) => replace(box, term) };
  return { isShownBoth, options: { monthly: option("monthly"), annual: option("annual") } };
}

/** Combines the offers of a toggle's two states. */
export function joinTerms(monthly: Offer, annual: Offer): Offer {
  if (monthly.kind === "refused") return monthly;
  if (annual.kind === "refused") return annual;
  if (monthly.kind !== "prices" || annual.kind !== "prices") {
    if (monthly.kind === annual.kind) return monthly;
    return refused("the two states of the toggle offer different things");
  }
  const bill = (prices: ReadPrice[], billing: Term): ReadPrice[] | null => {
    const billed = prices.map((price) =>
      price.period === "usage" || price.period === "once" ? price : { ...price, billing: price.billing ?? billing },
    );
    return billed.every((price) => price.billing === billing || price.period === "usage" || price.period === "once")
      ? billed
      : null;
  };
  const isSame =
    monthly.prices.length === annual.prices.length &&
    monthly.prices.every(
      (price, index) => price.amount === annual.prices[index]?.amount && price.period === annual.prices[index]?.period,
    );
  if (
    isSame &&
    monthly.prices.every((price, index) => price.billing === annual.prices[index]?.billing || price.billing === null)
  )
    return { ...monthly };
  const first = bill(monthly.prices, "monthly");
  const second = bill(annual.prices, "annual");
  if (!first || !second) return refused("what is billed monthly and what annually cannot be told apart");
  const [m] = first;
  const [a] = second;
  if (first.length !== 1 || second.length !== 1 || !m || !a)
    return refused("a state of the toggle shows several prices");
  if (m.currency !== a.currency) return refused("the two states of the toggle differ in currency");
  if (m.period !== "month")
    return m.period === a.period ? { ...monthly } : refused(`"${m.text}" is not a price of a month`);
  let price = a;
  if (a.period === "month" && a.amount > m.amount) {
    const ratio = a.amount / m.amount;
    if (ratio < 6 || ratio > 12.01) return refused(`"${a.text}" billed annually is dearer than "${m.text}"`);
    // A script changes the word next to the number together with the number.
    price = { ...a, period: "year" };
  }
  if (price.period === "year" && (price.amount > m.amount * 12 + 0.5 || price.amount < m.amount * 4))
    return refused(`"${m.text}" and "${price.text}" do not fit each other`);
  if (price.period === "month" && price.amount < m.amount * 0.3)
    return refused(`"${m.text}" and "${price.text}" do not fit each other`);
  return { kind: "prices", prices: [m, price], from: monthly.from || annual.from };
}

/** Returns a card's offer, read in each state of the toggle if both are in the page. */
export function offerOf(roots: readonly Box[], context: OfferContext, withoutName: (line: Line) => Line | null): Offer {
  const read = (options: RenderOptions, assumed = context.assumed): Offer => {
    const lines = linesOf(roots, options).flatMap((line) => withoutName(line) ?? []);
    return readOffer(lines, assumed ? { ...context, assumed } : context);
  };
  const plain = read({});
  const currency = plain.kind === "prices" ? (plain.prices[0]?.currency ?? null) : null;
  const variants = variantsOf(roots, currency);
  if (!variants) return plain;
  const monthly = read(variants.options.monthly, { ...context.assumed, period: context.assumed?.period ?? "month" });
  const annualAlone = read(variants.options.annual);
  const annual =
    annualAlone.kind === "refused" ? annualByProportion(read, variants.options.annual, monthly) : annualAlone;
  if (variants.isShownBoth && monthly.kind === "prices" && annual.kind === "prices") {
    const m = monthly.prices[0];
    const a = annual.prices[0];
    // "$10/month" and "$120/year" side by side may be the same price stated twice.
    if (m && a && a.period === "year" && isTwelveTimes(m.amount, a.amount) && plain.kind === "prices") return plain;
  }
  const joined = joinTerms(monthly, annual);
  // The displayed prices state their own billing.
  if (joined.kind === "refused" && plain.kind === "prices" && plain.prices.every((price) => price.billing !== null))
    return plain;
  return joined;
}

/**
 * Reads an annual amount without a period as a year's or a month's price, depending on its ratio to the monthly price.
 */
function annualByProportion(
  read: (options: RenderOptions, assumed?: OfferContext["assumed"]) => Offer,
  options: RenderOptions,
  monthly: Offer,
): Offer {
  const asYear = read(options, { period: "year", billing: "annual" });
  if (asYear.kind !== "prices" || monthly.kind !== "prices") return asYear;
  const amount = asYear.prices[0]?.amount ?? 0;
  const base = monthly.prices[0]?.amount ?? 0;
  if (base === 0) return refused("the annual price states no period");
  const ratio = amount / base;
  if (ratio >= 6 && ratio < 12.01) return asYear;
  if (ratio >= 0.3 && ratio <= 1) return read(options, { period: "month", billing: "annual" });
  return refused("the annual price states no period");
}
