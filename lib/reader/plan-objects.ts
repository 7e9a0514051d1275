import { isBadge } from "./names";

/**
 * Reads plans from the data that a page passes to its own scripts: lists of objects with a name and a price. Uses only
 * stated facts. If a key does not say what a number means, the meaning stays open.
 */

/** A price as a plan object states it. */
export interface PlanPrice {
  /** A number, or a text that contains a price: "$12 / month". */
  value: number | string;
  /** Verbatim from the JSON. */
  literal: string;
  /** `minor`: in cents, according to its key. `major`: in whole units, according to its notation. `untold`: either. */
  scale: "minor" | "major" | "untold";
  /** ISO 4217 code in capitals, or a sign such as "$". Null if no field names one. */
  currency: string | null;
  /** `yearly`: the price when paid by the year. It is unknown whether it covers one month or the whole year. */
  period: "month" | "year" | "once" | "yearly" | null;
  billing: "monthly" | "annual" | null;
  unit: string | null;
  from: boolean;
  /** Texts next to the price that mention period, billing or unit: "per user / month". */
  phrases: string[];
}

export interface PlanObject {
  name: string;
  /** Other names of the object. */
  aliases: string[];
  prices: PlanPrice[];
  /** Texts of the object that mention the period, billing or unit of its prices. */
  phrases: string[];
  /** Texts in the place of a price that state no amount: "Custom", "Contact us". */
  words: string[];
  /** The object is sold on request. */
  onRequest: boolean;
  /** Reasons why its prices may differ from those that a buyer pays. */
  doubts: string[];
}

export interface PlanSet {
  /** Keys from the root to the list. */
  path: readonly string[];
  plans: PlanObject[];
  /** Texts next to the list that mention period, billing or unit. */
  phrases: string[];
  /** Reasons why the page may show another list. */
  doubts: string[];
  /** Number of objects in the list with a name but without a readable price. */
  unread: number;
}

const MOST_VISITS = 200_000;
const MOST_DEPTH = 120;
const MOST_PLANS = 24;
const MOST_SETS = 60;
const MOST_KEYS = 120;
const LONGEST_NAME = 60;
const LONGEST_PHRASE = 80;

const NAME_KEYS =
  "name displayName display_name title planName plan_name tierName tier_name plan tier productName product_name label heading nickname product".split(
    " ",
  );

const words = (text: string) => new Set(text.split(" "));

const PRICE_WORDS = words("price prices pricing amount cost fee preis prix precio");
const AMOUNT_WORDS = words(
  "value amount number units major flat base default standard current gross net display formatted",
);
const MONTH_WORDS = words("month monthly mo months mon");
const YEAR_WORDS = words("year yearly annual annually yr years annum");
const ONCE_WORDS = words("lifetime onetime once");
const MINOR_WORDS = words("cents cent minor pence subunit subunits");
const OTHER_PERIODS = words(
  "day daily week weekly hour hourly quarter quarterly biennial biannual semiannual triennial minute second",
);
const SEAT_WORDS = words("seat user member agent editor developer site workspace host contact license employee");
/** Keys whose figure is never a price of the plan, even if other words of the key suggest one. */
const NO_PRICE = words(
  "original old was before previous prev compare compared strike strikethrough struck crossed legacy saving savings save saved setup onboarding implementation tax taxes vat overage overages extra additional addon addons add trial credit credits id ids min minimum max maximum limit limits quantity count feature features competitor msrp difference percent percentage pct off renewal upgrade users seats included storage period interval intervals currency symbol suffix prefix unit label note description token tokens request requests rank order sort position index version key sku refund deposit tiers bands graduated volume effective history sla usage metered per1k api",
);
/** Keys of lists of prices that do not name prices. */
const CONTAINERS = words("billing options option cycles terms rates intervals");
/** All words that a price key may contain. */
const KEY_WORDS: ReadonlySet<string> = new Set([
  ...PRICE_WORDS,
  ...AMOUNT_WORDS,
  ...MONTH_WORDS,
  ...YEAR_WORDS,
  ...ONCE_WORDS,
  ...MINOR_WORDS,
  ...OTHER_PERIODS,
  ...SEAT_WORDS,
  ...CONTAINERS,
  ..."per billed when if paid by in a each at starting starts from total list full plan subscription recurring text string str num numeric info data details unit money one time".split(
    " ",
  ),
]);
/** Keys that suggest a price other than the stated one. */
const REDUCED = words(
  "discount discounted sale promo promotion promotional intro introductory special offer coupon regular first reduced rebate",
);
const DISCOUNT = words("discount discounted promo promotion promotional intro introductory coupon rebate");
const TAX = words("tax taxes vat gst net gross excl incl");
const PLAN_PLACES = words(
  "plan plans tier tiers pricing price prices package packages subscription subscriptions edition editions product products offers membership memberships bundle bundles",
);
/** Places that hold something other than the plans of the page. */
const OTHER_PLACES = words(
  "addon addons ons extra extras credit credits topup topups feature features testimonial testimonials faq faqs job jobs course courses event events competitor competitors alternative alternatives invoice invoices cart order orders related upsell upsells coupon coupons promotion promotions usage overage overages review reviews article articles post posts limits competition rivals marketplace donations gift gifts hardware merch benchmark benchmarks calculator roi customers stories templates",
);
const DOUBTFUL_PLACES = words(
  "legacy old archived archive deprecated previous prev history experiment experiments variant variants test tests testing ab abtest draft drafts mock mocks fixture fixtures sample samples example examples control treatment retired grandfathered hidden inactive next upcoming future preview staging fallback defaults placeholder skeleton student students nonprofit nonprofits education partner partners internal cache compare comparison comparisons",
);
const PHRASE_WORDS = words(
  "period interval billing billed cycle frequency cadence recurrence recurring term unit per suffix postfix note caption subtext sublabel duration time timeframe basis billingcycle billingperiod pricesuffix after",
);
const BILLING_WORDS = words("billing billed cycle billingcycle");
const PRICE_KEYS = ["price", "amount", "unit_amount", "cost", "value"];
const DEFAULTS = words("default selected current initial active");
const CURRENCY_KEY = words("currency currencycode iso iso4217");

export const isCalledPlans = ({ path }: PlanSet) =>
  path
    .slice(-2)
    .flatMap(keyWords)
    .some((word) => PLAN_PLACES.has(word));

export function keyWords(key: string): string[] {
  return key
    .replace(/https?:\/\/[^/]*/g, "")
    .slice(0, 80)
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

type Data = Record<string, unknown>;

interface Place {
  value: unknown;
  path: readonly string[];
  parents: readonly Data[];
}

/**
 * Returns every list of plans in the data, outer lists first. Never throws, and reads only a limited part of large
 * data.
 */
export function findPlanSets(root: unknown, label = ""): PlanSet[] {
  const sets: PlanSet[] = [];
  const queue: Place[] = [{ value: root, path: label ? label.split(".") : [], parents: [] }];
  const seen = new Set<object>();
  for (let at = 0; at < queue.length && at < MOST_VISITS && sets.length < MOST_SETS; at += 1) {
    const { value, path, parents } = queue[at] as Place;
    if (typeof value !== "object" || value === null || seen.has(value) || path.length > MOST_DEPTH) continue;
    seen.add(value);
    const set = setOf(value, path, parents);
    if (set) {
      sets.push(set);
      continue;
    }
    const inner = Array.isArray(value) ? parents : [...parents.slice(-3), value as Data];
    for (const [key, part] of Object.entries(value)) {
      if (queue.length >= MOST_VISITS) break;
      if (typeof part === "object" && part !== null) {
        queue.push({ value: part, path: Array.isArray(value) ? path : [...path, key], parents: inner });
      }
    }
  }
  return mergedByPeriod(sets);
}

function setOf(value: object, path: readonly string[], parents: readonly Data[]): PlanSet | null {
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  if (entries.length === 0 || entries.length > (isList ? MOST_PLANS * 4 : MOST_PLANS)) return null;
  const pathWords = path
    .slice(-8)
    .filter((key) => !key.startsWith("__"))
    .flatMap(keyWords);
  if (pathWords.some((word) => OTHER_PLACES.has(word))) return null;
  const objects = entries.filter((entry): entry is [string, Data] => isData(entry[1]));
  // A map of plans may also have other entries. A list holds one kind of object.
  if (objects.length === 0 || (isList && objects.length < entries.length)) return null;
  const around = surroundings(path, parents);
  const keysAreNames = !isList && objects.every(([, object]) => namesOf(object).length === 0);
  const plans: PlanObject[] = [];
  let unread = 0;
  for (const [key, object] of objects) {
    if (isWithdrawn(object) || isAddOn(object)) continue;
    const plan = planOf(object, isList ? null : key, keysAreNames, around);
    if (plan === null) continue;
    if (plan.prices.length === 0 && plan.words.length === 0 && !plan.onRequest) unread += 1;
    plans.push(plan);
  }
  const priced = plans.filter(({ prices }) => prices.length > 0);
  if (priced.length === 0 || plans.length > MOST_PLANS) return null;
  if (!isList && (plans.length < 2 || priced.length < 2)) return null;
  if (!priced.some(({ prices }) => prices.some(({ value: stated }) => typeof stated === "string" || stated > 0)))
    return null;
  // A single object with a price is a plan only if its key says so.
  if (priced.length === 1 && plans.length === 1 && !pathWords.some((word) => PLAN_PLACES.has(word))) return null;
  // Most entries of a list of plans have a price. In a list of other things, a price may be accidental.
  if (priced.length * 3 < plans.length) return null;
  const doubts = pathWords.filter((word) => DOUBTFUL_PLACES.has(word)).map((word) => `it stands under "${word}"`);
  return { path, plans: mergedByName(plans), phrases: around.phrases, doubts: [...new Set(doubts)], unread };
}

interface Around {
  currency: string | null;
  period: PlanPrice["period"];
  phrases: string[];
  minor: boolean;
}

/** Returns the facts that keys and fields on the path to a list state about all its plans. */
function surroundings(path: readonly string[], parents: readonly Data[]): Around {
  const last = path.slice(-2).map(keyWords);
  const pathPeriod = last.map((key) => periodIn(key)).findLast((period) => period !== null) ?? null;
  const codes = path
    .slice(-3)
    .flatMap((key) => (/^[a-z]{3}$/i.test(key) && isCurrencyCode(key) ? [key.toUpperCase()] : []));
  const currency = codes.at(-1) ?? parents.map(currencyOf).findLast((found) => found !== null) ?? null;
  const parent = parents.at(-1);
  return {
    currency,
    period: pathPeriod === "billed-annually" ? null : pathPeriod,
    phrases: parent && pathPeriod === null ? phrasesOf(parent) : [],
    minor: last.some((key) => key.some((word) => MINOR_WORDS.has(word))),
  };
}

function planOf(object: Data, key: string | null, keyIsName: boolean, around: Around): PlanObject | null {
  const names = namesOf(object);
  const ownKey = key !== null && /^[a-z][a-z _-]{1,30}$/i.test(key) ? key : null;
  const [name, ...aliases] = names.length > 0 ? names : ownKey && keyIsName ? [ownKey] : [];
  if (name === undefined || isPeriodName(name) || isCurrencyCode(name)) return null;
  const plan: PlanObject = {
    name,
    aliases: ownKey && ownKey !== name ? [...aliases, ownKey] : aliases,
    prices: [],
    phrases: phrasesOf(object),
    words: [],
    onRequest: isOnRequest(object),
    doubts: [],
  };
  gather(
    object,
    { ...around, phrases: [], words: [], billing: null, unit: null, from: false, inPrice: false, depth: 0 },
    plan,
  );
  if (
    object.startingPrice === true ||
    object.isStartingPrice === true ||
    object.startingAt === true ||
    object.from === true
  ) {
    for (const price of plan.prices) price.from = true;
  }
  return plan;
}

function namesOf(object: Data): string[] {
  const names: string[] = [];
  for (const key of NAME_KEYS) {
    const value = object[key];
    const text = isData(value) ? (value.name ?? value.title) : key === "product" ? null : value;
    if (typeof text !== "string") continue;
    const name = text.replace(/\s+/g, " ").trim();
    if (name.length === 0 || name.length > LONGEST_NAME || !/\p{L}/u.test(name) || isBadge(name)) continue;
    if (!names.includes(name)) names.push(name);
  }
  // A lowercase word is an identifier if another name is the same word in display form.
  const [first, ...rest] = names;
  if (first !== undefined && /^[a-z0-9_-]+$/.test(first)) {
    const plain = first.replace(/[_-]+/g, " ");
    const shown = rest.find(
      (name) => name.toLowerCase() === plain || (/^\p{Lu}/u.test(name) && name.toLowerCase().includes(plain)),
    );
    if (shown) return [shown, first, ...rest.filter((name) => name !== shown)];
  }
  return names;
}

interface Gathering extends Around {
  words: readonly string[];
  billing: PlanPrice["billing"];
  unit: string | null;
  from: boolean;
  /** True inside a value whose key names a price. */
  inPrice: boolean;
  depth: number;
}

function gather(object: Data, context: Gathering, plan: PlanObject): void {
  if (context.depth > 4 || plan.prices.length > 40) return;
  if (context.inPrice && (isWithdrawn(object) || isMetered(object))) return;
  const own: Gathering = {
    ...context,
    currency: currencyOf(object) ?? context.currency,
    phrases: context.inPrice ? [...context.phrases, ...phrasesOf(object)] : context.phrases,
  };
  if (context.inPrice && isMoneyOfGoogle(object)) {
    add(
      plan,
      Number(object.units ?? 0) + Number(object.nanos ?? 0) / 1e9,
      String(object.units ?? object.nanos),
      "major",
      own,
    );
    return;
  }
  const precision = context.inPrice
    ? (object.precision ?? object.scale ?? object.fractionDigits ?? object.exponent)
    : undefined;
  for (const [key, value] of Object.entries(object).slice(0, MOST_KEYS)) {
    const said = keyWords(key);
    if (said.length === 0) continue;
    const priced = said.some((word) => PRICE_WORDS.has(word));
    const period = periodIn(said);
    const isReduced = said.some((word) => REDUCED.has(word)) && (priced || said.length === 1);
    if (isReduced || (said.some((word) => DISCOUNT.has(word)) && period === null)) {
      if (isSomething(value)) plan.doubts.push(`"${key}" stands beside its price`);
      continue;
    }
    if (priced && said.some((word) => TAX.has(word))) {
      if (isSomething(value)) plan.doubts.push(`"${key}" stands beside its price`);
      continue;
    }
    if (said.some((word) => NO_PRICE.has(word)) && !isMinorKey(said) && !isPerSeat(said)) {
      if (isBands(key, value)) plan.doubts.push("its price depends on quantity");
      continue;
    }
    const code = said.find((word) => isCurrencyCode(word)) ?? null;
    const isContainer = said.some((word) => CONTAINERS.has(word)) && typeof value === "object";
    // An unknown word may change the meaning: monthlyVisits, pricePerThousand.
    const isKnown = said.every((word) => KEY_WORDS.has(word) || isCurrencyCode(word));
    const relevant =
      (isKnown && (priced || isMinorKey(said) || period !== null || isContainer || context.inPrice)) ||
      (context.inPrice && Array.isArray(object));
    if (!relevant) continue;
    const told = joined(own, said, period);
    const inner: Gathering = {
      ...own,
      words: [...own.words, ...said],
      currency: code?.toUpperCase() ?? own.currency,
      period: told.period,
      billing: told.billing ?? own.billing,
      unit: said.includes("per") ? (said.find((word) => SEAT_WORDS.has(word)) ?? own.unit) : own.unit,
      from: own.from || said.includes("from") || said.includes("starting"),
      minor:
        own.minor || isMinorKey(said) || (typeof precision === "number" && precision > 0 && Number.isInteger(value)),
      inPrice: true,
      depth: context.depth + 1,
    };
    if (said.some((word) => OTHER_PERIODS.has(word))) {
      if (isSomething(value)) plan.doubts.push(`"${key}" is a price of another period`);
      continue;
    }
    take(value, inner, plan, typeof precision === "number" ? precision : null);
  }
}

function take(value: unknown, context: Gathering, plan: PlanObject, precision: number | null): void {
  if (typeof value === "number") {
    if (!Number.isFinite(value) || value < 0) return;
    if (context.minor && precision !== null && precision !== 2)
      return void plan.doubts.push("its price has an unusual scale");
    add(plan, value, String(value), context.minor ? "minor" : Number.isInteger(value) ? "untold" : "major", context);
  } else if (typeof value === "string") {
    const text = value.replace(/\s+/g, " ").trim();
    if (text === "" || text.length > LONGEST_PHRASE) return;
    if (/^\d{1,9}(?:\.\d+)?$/.test(text)) {
      const isWhole = !text.includes(".");
      add(plan, Number(text), text, context.minor ? "minor" : isWhole ? "untold" : "major", context);
    } else if (/\d/.test(text)) add(plan, text, text, "major", context);
    else plan.words.push(text);
  } else if (Array.isArray(value)) {
    for (const part of value.slice(0, MOST_PLANS))
      if (isData(part)) gather(part, { ...context, depth: context.depth }, plan);
  } else if (isData(value)) gather(value, context, plan);
}

function add(
  plan: PlanObject,
  value: number | string,
  literal: string,
  scale: PlanPrice["scale"],
  context: Gathering,
): void {
  plan.prices.push({
    value,
    literal,
    scale,
    currency: context.currency,
    period: context.period,
    billing: context.billing ?? (context.period === "yearly" ? "annual" : null),
    unit: context.unit,
    from: context.from,
    phrases: [...context.phrases],
  });
}

type KeyPeriod = PlanPrice["period"] | "billed-annually";

/** Returns the period that a key states: `annualMonthlyPrice` is the price of a month when paid by the year. */
function periodIn(said: readonly string[]): KeyPeriod {
  const month = said.some((word) => MONTH_WORDS.has(word));
  const year = said.some((word) => YEAR_WORDS.has(word));
  if (month && year) return "billed-annually";
  if (month) return "month";
  if (year) return said.includes("per") || said.includes("total") ? "year" : "yearly";
  if (said.some((word) => ONCE_WORDS.has(word)) || (said.includes("one") && said.includes("time"))) return "once";
  return null;
}

/** Combines the periods of an outer and an inner key: `annual: { perMonth: 10 }`, `yearly: { total: 120 }`. */
function joined(
  outer: Gathering,
  said: readonly string[],
  inner: KeyPeriod,
): { period: PlanPrice["period"]; billing: PlanPrice["billing"] } {
  const { period } = outer;
  if (inner === "billed-annually") return { period: "month", billing: "annual" };
  if (period === "yearly" && inner === "month") return { period: "month", billing: "annual" };
  if (period === "month" && (inner === "yearly" || inner === "year")) return { period: "month", billing: "annual" };
  if (period === "yearly" && inner === null && said.includes("total")) return { period: "year", billing: "annual" };
  return { period: inner ?? period, billing: null };
}

const isMinorKey = (said: readonly string[]) =>
  said.some((word) => MINOR_WORDS.has(word)) || (said.includes("unit") && said.includes("amount"));

const isPerSeat = (said: readonly string[]) =>
  said.some((word) => PRICE_WORDS.has(word)) &&
  said.some((word) => SEAT_WORDS.has(word)) &&
  said.length <= 4 &&
  !said.includes("extra") &&
  !said.includes("additional");

function currencyOf(object: Data): string | null {
  for (const [key, value] of Object.entries(object).slice(0, MOST_KEYS)) {
    const said = keyWords(key);
    if (said.some((word) => DEFAULTS.has(word))) continue;
    if (
      !CURRENCY_KEY.has(said.join("")) &&
      !CURRENCY_KEY.has(said.at(-1) ?? "") &&
      !(said.includes("currency") && said.length <= 2)
    )
      continue;
    const text = isData(value) ? (value.code ?? value.iso ?? value.id ?? value.symbol) : value;
    if (typeof text !== "string") continue;
    const code = text.trim();
    if (/^[a-z]{3}$/i.test(code)) return code.toUpperCase();
    if (code.length > 0 && code.length <= 3 && !/[\d\s]/.test(code)) return code;
  }
  return null;
}

/**
 * Returns short texts that mention period, billing or unit. Texts with a figure are excluded: they are about other
 * things.
 */
function phrasesOf(object: Data): string[] {
  const found: string[] = [];
  for (const [key, value] of Object.entries(object).slice(0, MOST_KEYS)) {
    const said = keyWords(key);
    if (value === true && said.includes("per")) {
      const noun = said.find((word) => SEAT_WORDS.has(word));
      if (noun) found.push(`per ${noun}`);
    }
    if (!said.some((word) => PHRASE_WORDS.has(word)) || said.some((word) => DEFAULTS.has(word))) continue;
    if (isData(value)) {
      if (said.includes("recurring")) found.push(...intervalOf(value));
      else if (!PRICE_KEYS.some((price) => price in value)) found.push(...phrasesOf(value));
      continue;
    }
    if (typeof value !== "string" || value.length > LONGEST_PHRASE) continue;
    const isBilling = said.some((word) => BILLING_WORDS.has(word));
    if (isBilling && said.at(-1) !== "interval" && YEAR_WORDS.has(value.trim().toLowerCase())) {
      // Paid by the year: the figure is a month's share or the whole year.
      found.push("billed annually");
      continue;
    }
    if (said.at(-1) === "interval" || said.at(-1) === "period") {
      found.push(...intervalOf({ ...object, interval: value }));
      continue;
    }
    const text = value.replace(/\s+/g, " ").trim();
    if (text !== "" && !/[\d$€£]/.test(text))
      found.push(
        said.join("") === "unit" || said.join("") === "per" ? `per ${text.replace(/^(?:per |\/)\s*/i, "")}` : text,
      );
  }
  return found;
}

function intervalOf(object: Data): string[] {
  const { interval } = object;
  if (typeof interval !== "string") return [];
  const text = interval.trim().toLowerCase();
  const count = Number(object.interval_count ?? object.intervalCount ?? 1);
  if (count === 12 && MONTH_WORDS.has(text)) return ["every year"];
  if (count !== 1) return [`every ${count} ${text}s`];
  if (text === "p1m") return ["per month"];
  if (text === "p1y" || text === "p12m") return ["per year"];
  return /\d/.test(text) ? [] : [text];
}

const isMetered = (object: Data) =>
  object.usage_type === "metered" ||
  object.usageType === "metered" ||
  (isData(object.recurring) && object.recurring.usage_type === "metered") ||
  object.billing_scheme === "tiered" ||
  object.billingScheme === "tiered";

const isMoneyOfGoogle = (object: Data) =>
  ("units" in object || "nanos" in object) && ("currencyCode" in object || "currency_code" in object);

function isBands(key: string, value: unknown): boolean {
  return (
    /^(?:tiers|bands|volumeTiers|volume_tiers|priceTiers|price_tiers)$/.test(key) &&
    Array.isArray(value) &&
    value.length > 1 &&
    value.every(isData)
  );
}

function isWithdrawn(object: Data): boolean {
  const off = [
    "active",
    "isActive",
    "is_active",
    "enabled",
    "isEnabled",
    "visible",
    "isVisible",
    "public",
    "isPublic",
    "is_public",
    "published",
    "available",
    "isAvailable",
    "livemode",
    "purchasable",
  ];
  const on = [
    "hidden",
    "isHidden",
    "is_hidden",
    "archived",
    "isArchived",
    "is_archived",
    "deprecated",
    "isDeprecated",
    "legacy",
    "isLegacy",
    "is_legacy",
    "draft",
    "isDraft",
    "retired",
    "discontinued",
    "grandfathered",
    "internal",
    "deletedAt",
    "deleted_at",
    "archivedAt",
  ];
  if (
    off.some((key) => object[key] === false) ||
    on.some((key) => object[key] !== undefined && object[key] !== false && object[key] !== null)
  )
    return true;
  const { status, state, visibility } = object;
  return [status, state, visibility].some(
    (word) =>
      typeof word === "string" &&
      /^(?:archived|inactive|draft|hidden|deprecated|legacy|retired|discontinued|disabled|private|internal|unlisted|sunset)$/i.test(
        word,
      ),
  );
}

function isAddOn(object: Data): boolean {
  if (
    object.isAddon === true ||
    object.isAddOn === true ||
    object.is_addon === true ||
    object.addon === true ||
    object.addOn === true
  )
    return true;
  return [object.type, object.kind, object.category, object.productType, object.product_type].some(
    (word) =>
      typeof word === "string" &&
      /^(?:add[-_ ]?ons?|extra|credits?|top[-_ ]?up|service|usage|metered|overage)$/i.test(word),
  );
}

function isOnRequest(object: Data): boolean {
  return Object.entries(object)
    .slice(0, MOST_KEYS)
    .some(
      ([key, value]) =>
        value === true &&
        /^(?:is_?custom|custom|custom_?(?:price|pricing)|is_?custom_?(?:price|pricing)|contact_?(?:us|sales)|is_?contact_?sales|is_?quote|quote_?only|talk_?to_?sales|enterprise_?pricing)$/i.test(
          key,
        ),
    );
}

function isSomething(value: unknown): boolean {
  return value !== null && value !== undefined && value !== false && value !== 0 && value !== "" && value !== "0";
}

const PERIOD_NAME =
  /^(?:billed )?(?:monthly|yearly|annual|annually|month|year|per month|per year|lifetime|usd|eur|gbp)$/i;

export const isPeriodName = (name: string) => PERIOD_NAME.test(name.trim());

const CURRENCY_CODES = new Set(Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()));
/** Currency codes that are also common words in keys. */
const NOT_AS_KEY = words("all top try cup mop mad pen bam lak sos gel");

function isCurrencyCode(word: string): boolean {
  return CURRENCY_CODES.has(word.toLowerCase()) && !NOT_AS_KEY.has(word.toLowerCase());
}

function isData(value: unknown): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Merges objects with the same name into one plan, because a list of prices has one object per period. */
function mergedByName(plans: readonly PlanObject[]): PlanObject[] {
  const merged = new Map<string, PlanObject>();
  const counts = new Map<string, number>();
  for (const { name } of plans) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  for (const given of plans) {
    const plan = (counts.get(given.name.toLowerCase()) ?? 0) > 1 ? withOwnPhrases(given) : given;
    const known = merged.get(plan.name.toLowerCase());
    if (!known) merged.set(plan.name.toLowerCase(), plan);
    else {
      merged.set(plan.name.toLowerCase(), {
        ...known,
        aliases: [...new Set([...known.aliases, ...plan.aliases])],
        prices: [...known.prices, ...plan.prices],
        words: [...known.words, ...plan.words],
        onRequest: known.onRequest || plan.onRequest,
        doubts: [...new Set([...known.doubts, ...plan.doubts])],
      });
    }
  }
  return [...merged.values()];
}

/** Merges `{ monthly: [plans], yearly: [plans] }` into one list whose plans have two prices. */
function mergedByPeriod(sets: readonly PlanSet[]): PlanSet[] {
  const result: PlanSet[] = [];
  for (const set of sets) {
    const last = set.path.at(-1);
    const parent = set.path.slice(0, -1).join("\u0000");
    const period = last === undefined ? null : periodIn(keyWords(last));
    const twin =
      period === null
        ? undefined
        : result.findIndex(
            ({ path }) => path.slice(0, -1).join("\u0000") === parent && periodIn(keyWords(path.at(-1) ?? "")) !== null,
          );
    const known = twin === undefined || twin < 0 ? undefined : result[twin];
    if (twin === undefined || known === undefined) result.push(set);
    else
      result[twin] = {
        ...known,
        plans: mergedByName([...known.plans, ...set.plans]),
        doubts: [...new Set([...known.doubts, ...set.doubts])],
        unread: known.unread + set.unread,
      };
  }
  return result;
}

/** Applies an object's phrases to its own prices only, not to those of another object with the same name. */
function withOwnPhrases(plan: PlanObject): PlanObject {
  const prices = plan.prices.map((price) => ({
    ...price,
    phrases: price.phrases.length > 0 ? price.phrases : plan.phrases,
  }));
  return { ...plan, prices, phrases: [] };
}
