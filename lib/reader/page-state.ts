import type { CheerioAPI } from "cheerio/slim";
import { unflatten } from "devalue";
import { readFlight } from "./flight";
import { findPlanSets, isCalledPlans, keyWords, type PlanObject, type PlanPrice, type PlanSet } from "./plan-objects";
import { readPrices, statedPrice as statedMention } from "./price-text";
import { moneyContextOf, readFigure, readPhrases } from "./price-words";
import type { Page, Rung, RungContext } from "./rung";
import { readScript } from "./script-literals";
import { settle, type Visible, visibleOf } from "./settle";
import { excerptOf, periodOfName, type StatedPrice, type StatedTier, withoutPeriod } from "./stated";
import type { Extraction, Extractor, ReadTier, Refusal } from "./types";

/** Data that a page contains for its own scripts. */
interface Carried {
  label: string;
  value: unknown;
  /** The text that it was read from. */
  source: string;
  /** Reason why its prices may differ from the displayed ones. */
  doubt?: string;
}

const LONGEST = 4_000_000;
const MOST_LISTS = 30;
const SPEAKS_OF_PLANS = /pric|plan|amount|tier|offer|package|subscri|month|edition/i;

/** Reads plans from the data that a page's scripts render. */
export const pageState: Rung = (page: Page, context: RungContext): Extraction => {
  const { document } = context;
  if (document === null) return { reading: null, refusals: [] };
  moneyContextOf(context, page.url);
  const { carried, refusals } = carriedBy(document);
  return readPlans("page-state", carried, context, refusals);
};

/** Reads the plans in data and compares them with the visible text. */
export function readPlans(
  extractor: Extractor,
  carried: readonly Carried[],
  context: RungContext,
  earlier: readonly Refusal[] = [],
): Extraction {
  const refusals: Refusal[] = [...earlier];
  const refuse = (what: string, why: string) => refusals.push({ extractor, what: what.slice(0, 160), why });
  const visible = visibleOf(context);
  const found = ofLanguage(
    carried.flatMap(({ label, value, source, doubt }) =>
      findPlanSets(unwrapped(value), label).map((set) => ({
        set: doubt === undefined ? set : { ...set, doubts: [...set.doubts, doubt] },
        source,
      })),
    ),
    context,
  );
  const accepted: Accepted[] = [];
  const seen = new Set<string>();
  const distinct = new Map(found.map((one) => [JSON.stringify([one.set.plans, one.set.phrases, one.set.doubts]), one]));
  if (distinct.size > MOST_LISTS) {
    refuse(`${distinct.size} lists of plans`, "a pricing page has fewer");
    return { reading: null, refusals };
  }
  for (const { set, source } of distinct.values()) {
    const place = set.path.slice(-4).join(".") || "data";
    if (set.doubts.length > 0 && visible.isSilent) {
      refuse(place, set.doubts.join(", "));
      continue;
    }
    const { tiers, refusals: unclear } = tiersOf(extractor, set, source, visible, context);
    const { reading, refusals: why } = settle(extractor, tiers, context, {
      complete: set.unread === 0 && unclear.length === 0,
      refusals: unclear,
    });
    if (reading === null || (set.doubts.length > 0 && !reading.complete)) {
      for (const { what, why: reason } of why.slice(0, 6)) refuse(`${place}: ${what}`, reason);
      if (why.length === 0) refuse(place, "its prices are not those that the page shows");
      continue;
    }
    const same = JSON.stringify(
      reading.tiers.map(({ name, prices }) => [name, prices.map(({ text, ...price }) => price)]),
    );
    if (seen.has(same)) continue;
    seen.add(same);
    refusals.push(...why);
    accepted.push({ tiers: reading.tiers, complete: reading.complete, isCalledSo: isCalledPlans(set) });
  }
  return chosen(extractor, accepted, visible, refusals);
}

/** Of lists in several languages, returns those in the page's own language. */
function ofLanguage<T extends { set: PlanSet }>(found: readonly T[], { document }: RungContext): readonly T[] {
  const own = document?.("html").attr("lang")?.toLowerCase().split(/[-_]/)[0];
  const tongueOf = ({ set }: T) =>
    set.path.map((key) => /^([a-z]{2})(?:[-_][a-z]{2})?$/i.exec(key)?.[1]?.toLowerCase()).find(Boolean);
  if (own === undefined || !found.some((one) => tongueOf(one) === own)) return found;
  return found.filter((one) => (tongueOf(one) ?? own) === own);
}

interface Accepted {
  tiers: ReadTier[];
  complete: boolean;
  /** Its key names plans. */
  isCalledSo: boolean;
}

/** Chooses the list of the page. Lists are combined only if no name is in two of them. */
function chosen(
  extractor: Extractor,
  accepted: readonly Accepted[],
  visible: Visible,
  refusals: Refusal[],
): Extraction {
  const [first, ...more] = [...accepted].sort(
    (a, b) => Number(b.isCalledSo) - Number(a.isCalledSo) || sizeOf(b.tiers) - sizeOf(a.tiers),
  );
  if (!first) return { reading: null, refusals };
  const names = new Set(first.tiers.map(({ name }) => name.toLowerCase()));
  const tiers = [...first.tiers];
  let complete = first.complete;
  const disputed = new Set<string>();
  for (const other of more) {
    const shared = other.tiers.filter(({ name }) => names.has(name.toLowerCase()));
    if (shared.length === 0) {
      complete = false;
      // If the page shows its prices, a second list with other names also holds plans. Otherwise it may be anything.
      if (visible.isSilent) {
        refusals.push({
          extractor,
          what: other.tiers.map(({ name }) => name).join(", "),
          why: "it is a second list of plans, and whether the page shows it is not told",
        });
        continue;
      }
      tiers.push(...other.tiers);
      for (const { name } of other.tiers) names.add(name.toLowerCase());
      continue;
    }
    for (const tier of shared) {
      const known = tiers.find(({ name }) => name.toLowerCase() === tier.name.toLowerCase());
      if (known && !saysNoOther(known, tier) && (visible.isSilent || !saysNoOther(known, tier)))
        disputed.add(known.name);
    }
  }
  for (const what of disputed) {
    refusals.push({
      extractor,
      what,
      why: "two lists of plans state different prices, and which one the page shows is not told",
    });
  }
  const kept = tiers.filter(({ name }) => !disputed.has(name));
  if (!kept.some(({ prices }) => prices.length > 0)) return { reading: null, refusals };
  return { reading: { extractor, tiers: kept, complete: complete && disputed.size === 0 }, refusals };
}

const sizeOf = (tiers: readonly ReadTier[]) => tiers.length * 100 + tiers.flatMap(({ prices }) => prices).length;

/** Returns true if every price of the second tier is also in the first. */
function saysNoOther(known: ReadTier, other: ReadTier): boolean {
  return (
    known.status === other.status &&
    other.prices.every((price) =>
      known.prices.some(
        (one) => one.amount === price.amount && one.currency === price.currency && one.period === price.period,
      ),
    )
  );
}

type Scale = "major" | "minor" | "both" | null;

function tiersOf(
  extractor: Extractor,
  set: PlanSet,
  source: string,
  visible: Visible,
  context: RungContext,
): { tiers: StatedTier[]; refusals: Refusal[] } {
  const refusals: Refusal[] = [];
  const scale = scaleOf(set, visible);
  const tiers: StatedTier[] = [];
  for (const plan of set.plans) {
    const name = shownName(plan, visible);
    const refuse = (why: string) => refusals.push({ extractor, what: name, why });
    if (plan.doubts.length > 0 && visible.isSilent) {
      refuse(plan.doubts.join(", "));
      continue;
    }
    const prices: StatedPrice[] = [];
    for (const price of plan.prices) {
      const several = severalIn(price.value, context);
      const given = several.map((value) => ({ ...price, value }));
      for (const one of given) {
        const stated = statedPrice(one, plan, set, scale, source, context);
        if ("why" in stated) refuse(stated.why);
        else prices.push(stated);
      }
    }
    const hasYearly = prices.some(
      ({ period, billing }) => period === "yearly" || period === "year" || billing === "annual",
    );
    const onRequest = plan.onRequest || plan.words.some((text) => readPhrases([text], context).onRequest);
    const free = plan.words.find((text) => readFigure(text, context)?.amounts[0] === 0);
    if (prices.length === 0 && plan.prices.length === 0 && !onRequest && free !== undefined) {
      prices.push({
        amounts: [0],
        currency: null,
        period: "month",
        billing: null,
        unit: null,
        from: false,
        text: () => excerptOf(source, plan.name, free),
      });
    }
    // A price of 0 next to the words "on request" is not a price.
    const asked = onRequest ? prices.filter(({ amounts }) => !amounts.includes(0)) : prices;
    if (prices.length === 0 && plan.prices.length > 0) continue;
    tiers.push({
      name,
      status: asked.length > 0 ? "priced" : onRequest ? "contact" : "open",
      prices: asked.map((price) =>
        price.period === "month" && price.billing === null && hasYearly && !price.amounts.includes(0)
          ? { ...price, billing: "monthly" }
          : price,
      ),
      mustShow: plan.doubts.length > 0 || set.doubts.length > 0,
    });
  }
  return { tiers, refusals };
}

/** Splits "$12 per user/month billed annually ($15 monthly)" into two complete prices. */
function severalIn(value: number | string, context: RungContext): (number | string)[] {
  if (typeof value === "number") return [value];
  const mentions = readPrices(value, moneyContextOf(context));
  const stated = mentions.map(statedMention);
  if (stated.length < 2 || stated.some((price) => price === null)) return [value];
  const units = new Set(mentions.map(({ unit }) => unit));
  const billings = new Set(mentions.map(({ billing }) => billing));
  // Two amounts must differ in their billing. Otherwise their meaning is unknown.
  if (units.size > 1 || billings.size < stated.length) return [value];
  return mentions.map(({ start }, at) =>
    value.slice(start, mentions[at + 1]?.start ?? value.length).replace(/[\s(,;]+$|\)\s*$/g, ""),
  );
}

/** Of an object's names, returns the one that the page shows. */
function shownName({ name, aliases }: PlanObject, visible: Visible): string {
  const isShown = (candidate: string) =>
    visible.lines.find(({ text }) => text.trim().toLowerCase() === candidate.toLowerCase())?.text.trim();
  const shown = [name, ...aliases].map(isShown).find((text) => text !== undefined);
  return shown ?? withoutPeriod(name, visible.lines.map(({ text }) => text).join("\n"));
}

function statedPrice(
  price: PlanPrice,
  plan: PlanObject,
  set: PlanSet,
  scale: Scale,
  source: string,
  context: RungContext,
): StatedPrice | { why: string } {
  const near = readPhrases(price.phrases, context);
  const own = readPhrases(plan.phrases, context);
  const outer = readPhrases(set.phrases, context);
  const named = readPhrases([periodOfName(plan.name)], context);
  if (
    near.other ||
    (price.period === null && near.period === null && (own.other || (own.period === null && outer.other)))
  ) {
    return { why: "its price is for a time other than a month or a year" };
  }
  if (near.conflict || own.conflict) return { why: "its period is stated in two ways" };
  const isOnly = plan.prices.length === 1;
  const figure = typeof price.value === "string" ? readFigure(price.value, context, codeOf(price.currency)) : null;
  if (typeof price.value === "string" && figure === null) return { why: `"${price.value}" is no single price` };
  if (figure?.period === "other" || figure?.period === "usage") {
    return { why: "its price is for a time other than a month or a year" };
  }
  const told = figure?.period ?? near.period;
  let period: StatedPrice["period"] =
    price.period ?? told ?? own.period ?? outer.period ?? (named.period === "year" ? "yearly" : named.period);
  let billing = price.billing ?? figure?.billing ?? near.billing ?? (isOnly ? (own.billing ?? outer.billing) : null);
  if (price.period !== null && told !== null && told !== price.period) {
    if (price.period !== "yearly") return { why: "its period is stated in two ways" };
    period = told;
    billing = "annual";
  }
  if (figure?.period && near.period && figure.period !== near.period)
    return { why: "its period is stated in two ways" };
  if (billing === "annual" && period === null) period = "yearly";
  if (billing === "monthly" && period === null) period = "month";
  if (billing === "monthly" && (period === "year" || period === "yearly")) {
    return { why: "its period and its billing contradict each other" };
  }
  const code = codeOf(price.currency);
  const marked = code ?? signCurrency(price.currency, context);
  if (figure?.currency && code && figure.currency !== code) return { why: "its currency is stated in two ways" };
  const currency = code ?? figure?.currency ?? marked;
  const amounts = figure?.amounts ?? amountsOf(price, scale, currency);
  if (amounts === null) return { why: "whether its number is in cents is not told" };
  return {
    amounts,
    currency,
    period: amounts.includes(0) ? (period ?? "month") : period,
    billing,
    unit: price.unit ?? figure?.unit ?? near.unit ?? own.unit ?? outer.unit,
    from: price.from || figure?.from === true,
    text: () => excerptOf(source, plan.name, price.literal),
  };
}

const codeOf = (currency: string | null) => (currency !== null && /^[A-Z]{3}$/.test(currency) ? currency : null);

/** Returns the currency of a sign in the page's language. */
function signCurrency(sign: string | null, context: RungContext): string | null {
  return sign === null
    ? null
    : (readFigure(`${sign}1`, context)?.currency ?? readFigure(`1 ${sign}`, context)?.currency ?? null);
}

function amountsOf(price: PlanPrice, scale: Scale, currency: string | null): number[] | null {
  const value = Number(price.value);
  if (value === 0) return [0];
  const minor = inMajorUnits(value, currency);
  if (minor === value) return [value];
  if (price.scale === "minor") return minor === null ? null : [minor];
  if (price.scale === "major" || scale === "major") return [value];
  if (scale === null || minor === null) return null;
  return scale === "minor" ? [minor] : [value, minor];
}

/** Payment services disagree on the number of decimals of these currencies. */
const DISPUTED_DECIMALS = new Set(["ISK", "UGX", "HUF", "TWD"]);

function inMajorUnits(value: number, currency: string | null): number | null {
  if (currency !== null && DISPUTED_DECIMALS.has(currency)) return null;
  let decimals = 2;
  if (currency !== null) {
    try {
      decimals =
        new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
    } catch {
      return null;
    }
  }
  return Math.round(value) / 10 ** decimals;
}

/** Returns whether a list's plain numbers are whole units or cents, if anything proves it. */
function scaleOf({ plans }: PlanSet, visible: Visible): Scale {
  const prices = plans.flatMap((plan) => plan.prices);
  const untold = prices.filter(({ scale, value }) => scale === "untold" && Number(value) > 0);
  if (untold.length === 0) return null;
  if (!visible.isSilent) {
    const amounts = new Set(visible.mentions.flatMap(({ amount }) => amount ?? []));
    const asMajor = untold.some(({ value }) => amounts.has(Number(value)));
    const asMinor = untold.some(({ value, currency }) => {
      const minor = inMajorUnits(Number(value), codeOf(currency));
      return minor !== null && amounts.has(minor);
    });
    if (asMajor && asMinor) return "both";
    if (asMajor) return "major";
    if (asMinor) return "minor";
  }
  // No plan costs less than one unit of money per month, and prices in cents have typical price endings.
  const isMajor = untold.some(({ value }) => Number(value) < 100 || !PRICE_ENDING.test(String(value)));
  const shown = prices.some(({ scale, value }) => scale === "major" && typeof value === "number");
  return isMajor || shown ? "major" : null;
}

const PRICE_ENDING = /(?:00|25|49|50|75|90|95|98|99)$/;

const CHANGING = new Set("price prices pricing amount cost".split(" "));

function carriedBy(document: CheerioAPI): { carried: Carried[]; refusals: Refusal[] } {
  const carried: Carried[] = [];
  const refusals: Refusal[] = [];
  const pieces: string[] = [];
  let length = 0;
  const refuse = (what: string, why: string) => refusals.push({ extractor: "page-state", what, why });
  document("script").each((_, element) => {
    const script = document(element);
    const type = (script.attr("type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
    const text = script.text();
    if (script.attr("src") !== undefined || type === "application/ld+json" || text.length < 8) return;
    if (!SPEAKS_OF_PLANS.test(text) && !text.includes("__next_f")) return;
    length += text.length;
    const label = script.attr("id") ?? script.attr("data-url") ?? "";
    if (length > LONGEST) return void refuse(label || "a script", "the page carries more data than is read");
    if (type.includes("json")) {
      const value = parsed(text);
      if (value === undefined) refuse(label || "a script", "its JSON cannot be parsed");
      else carried.push({ label, value: label === "__NUXT_DATA__" ? hydrated(value) : value, source: text });
      return;
    }
    if (type !== "" && type !== "module" && !/javascript|ecmascript/.test(type)) return;
    const read = readScript(text);
    if (read === null) return void refuse(label || "a script", "it cannot be parsed");
    const isChanged = [...read.changed].some((key) => keyWords(key).some((word) => CHANGING.has(word)));
    for (const { label: name, value } of read.literals) {
      if (name.endsWith("__next_f.push") && Array.isArray(value)) {
        if (value[0] === 1 && typeof value[1] === "string") pieces.push(value[1]);
        continue;
      }
      carried.push({ label: name, value, source: text, ...(isChanged && { doubt: "a script changes its prices" }) });
    }
  });
  if (pieces.length > 0) {
    const source = pieces.join("");
    for (const value of readFlight(pieces)) carried.push({ label: "", value, source });
  }
  carried.push(...attributesOf(document));
  return { carried, refusals };
}

/** Returns data in attributes: `data-page="{…}"`, `data-props="{…}"`, and the properties of Astro's islands. */
function attributesOf(document: CheerioAPI): Carried[] {
  const carried: Carried[] = [];
  document("[data-page],[data-props],[data-plans],[data-pricing],[data-state],[data-config],[data-json],[props]").each(
    (_, element) => {
      if (carried.length >= 40 || !("attribs" in element)) return;
      for (const [name, text] of Object.entries(element.attribs)) {
        if (!/^\s*[[{]/.test(text) || text.length > LONGEST / 4 || !SPEAKS_OF_PLANS.test(text)) continue;
        const value = parsed(text);
        if (value === undefined) continue;
        const isIsland = element.name === "astro-island" && name === "props";
        carried.push({
          label: name.replace(/^data-/, ""),
          value: isIsland ? islandValue([0, value], 0) : value,
          source: text,
        });
      }
    },
  );
  return carried;
}

/** Decodes an Astro value. Astro writes each value with its kind: [0, value], [1, [values]]. */
function islandValue(pair: unknown, depth: number): unknown {
  if (!Array.isArray(pair) || depth > 60) return undefined;
  const [kind, value] = pair;
  if (kind === 1 && Array.isArray(value)) return value.map((part) => islandValue(part, depth + 1));
  if (kind !== 0) return undefined;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, islandValue(part, depth + 1)]));
}

/** Restores the state that Nuxt 3 flattens. */
function hydrated(value: unknown): unknown {
  const same = (inner: unknown) => inner;
  const wrappers = [
    "Reactive",
    "ShallowReactive",
    "Ref",
    "ShallowRef",
    "EmptyRef",
    "EmptyShallowRef",
    "NuxtError",
    "Island",
  ];
  try {
    return unflatten(value as never, Object.fromEntries(wrappers.map((name) => [name, same])));
  } catch {
    return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.trim().replace(/^<!--|-->$/g, ""));
  } catch {
    return undefined;
  }
}

/** Parses texts that are JSON themselves, and follows Apollo's references. */
function unwrapped(root: unknown): unknown {
  const cache =
    typeof root === "object" && root !== null && "ROOT_QUERY" in root ? (root as Record<string, unknown>) : null;
  let visits = 0;
  const unwrap = (value: unknown, depth: number): unknown => {
    if (depth > 90 || ++visits > 200_000) return undefined;
    if (typeof value === "string") {
      if (value.length < 20 || !/^\s*[[{]/.test(value) || !SPEAKS_OF_PLANS.test(value)) return value;
      const inner = parsed(value);
      return typeof inner === "object" && inner !== null ? unwrap(inner, depth + 1) : value;
    }
    if (Array.isArray(value)) return value.map((part) => unwrap(part, depth + 1));
    if (typeof value !== "object" || value === null) return value;
    const reference = cache && "__ref" in value ? value.__ref : undefined;
    if (cache && typeof reference === "string" && depth < 30) return unwrap(cache[reference], depth + 1);
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, unwrap(part, depth + 1)]));
  };
  return unwrap(root, 0);
}
