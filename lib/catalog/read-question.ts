import { nameKey } from "@/lib/ids";
import type { PricingModel, Slug } from "@/lib/schemas/primitives";
import { perMonth } from "./money";
import { namesAskedFor } from "./question-words";
import { type AskedTokens, joined, seatsIn, tokensIn } from "./read-quantities";

/** The words by which a category is asked for. */
export interface CategoryWords {
  slug: Slug;
  name: string;
  aliases?: readonly string[];
}

/** What a question in words asks for; null where it says nothing of it. */
export interface Question {
  /** Words that are left to be searched for. */
  text: string | null;
  category: Slug | null;
  /** Per month. */
  maxPrice: number | null;
  /** Of maxPrice, where the question names one. */
  currency: string | null;
  hasFreeTier: true | null;
  /** Free to host oneself. */
  selfHosted: true | null;
  pricingModel: PricingModel | null;
  /** Those that are known to charge extra for single sign-on. */
  having: "sso" | null;
  sort: "price" | null;
  /** Names of products or models that stand against each other. */
  compare: string[] | null;
  alternativesTo: string | null;
  /** People who shall use it. */
  seats: number | null;
  /** Tokens of a month, and the models that are named beside them; none where any may answer. */
  llm: (Pick<AskedTokens, "input" | "output" | "total"> & { names: string[] }) | null;
}

export interface QuestionContext {
  categories: readonly CategoryWords[];
  /** Whether a product has this name, slug or alias. */
  isName: (text: string) => boolean;
}

export const NOTHING: Question = {
  text: null,
  category: null,
  maxPrice: null,
  currency: null,
  hasFreeTier: null,
  selfHosted: null,
  pricingModel: null,
  having: null,
  sort: null,
  compare: null,
  alternativesTo: null,
  seats: null,
  llm: null,
};

/** What stands around the thing that is asked for. */
const NOISE = new Set(
  (
    "a an the any some all of for in on to with and or is are what which who whats how much do does i we you need want find show list get give me us " +
    "please best top good great recommended popular leading cheap price prices pricing cost costs plan plans " +
    "software tool tools app apps application applications platform platforms service services solution solutions " +
    "system systems program programs product products provider providers vendor vendors company companies saas option options " +
    "online web cloud user users seat seats per month monthly today now 2025 2026"
  ).split(" "),
);

export const CURRENCIES: Readonly<Record<string, string>> = {
  $: "USD",
  usd: "USD",
  dollar: "USD",
  dollars: "USD",
  bucks: "USD",
  "€": "EUR",
  eur: "EUR",
  euro: "EUR",
  euros: "EUR",
  "£": "GBP",
  gbp: "GBP",
  pounds: "GBP",
};
const MONEY_WORD = "usd|dollars?|bucks|eur|euros?|gbp|pounds";
const UNIT =
  "(?:(?:\\s+(?:per|a|an|each|every)\\s+|\\s*\\/\\s*)(?:user|seat|agent|member|person|head|month|mo|year|yr)|\\s+(?:monthly|yearly|annually))";
const PRICE = new RegExp(
  `(?:^|\\s)(?:for\\s+)?(?:under|below|beneath|less than|cheaper than|at most|up to|no more than|not more than|max(?:imum)?(?: of)?|within|<=?)\\s*` +
    `([$€£]|(?:${MONEY_WORD})\\s)?\\s*(\\d{1,7}(?:,\\d{3})*(?:\\.\\d{1,2})?)(?:\\s*([€£$]|(?:${MONEY_WORD})(?![a-z])))?(${UNIT}*)(?=$|\\s)(?!\\s+(?:people|persons|users|seats|employees|members|agents|developers|days|hours|minutes|gb|tb|mb)(?=$|\\s))`,
);
const FREE =
  /(?:^|\s)(?:(?:with|has|have|having|that has|that have|offering|offers)\s+)?(?:(?:a|an|the)\s+)?free\s+(?:forever\s+)?(?:plan|tier|version|edition)s?(?=$|\s)|(?:^|\s)for free(?=$|\s)|(?:^|\s)(?:completely\s+|totally\s+)?free(?=$|\s)(?!\s+trials?(?=$|\s))/;
const OPEN_SOURCE = /(?:^|\s)(?:free and )?open[- ]?source(?:d)?(?=$|\s)/;
const SELF_HOSTED = /(?:^|\s)(?:free )?self[- ]?host(?:ed|able)(?=$|\s)/;
const BY_USE = /(?:^|\s)(?:with\s+)?(?:pay[- ]as[- ]you[- ]go|usage[- ]based|pay[- ]per[- ]use)(?:\s+pricing)?(?=$|\s)/;
const SSO = "(?:sso|saml|single[- ]sign[- ]on)";
const SSO_CHARGE = new RegExp(
  `(?:^|\\s)(?:(?:(?:that|which) )?(?:charg(?:e|es|ing)|with(?: an?)?) (?:extra |more |a surcharge )?for ${SSO}` +
    `|(?:with (?:an?|the) )?${SSO} (?:tax|surcharge|upcharge)|(?:with )?(?:extra|more|a surcharge) for ${SSO})(?=$|\\s)`,
);
const CHEAPEST =
  /(?:^|\s)(?:(?:the\s+)?(?:cheapest|lowest[- ]priced?|least expensive|most affordable)|cheap|inexpensive|affordable|low[- ]cost)(?=$|\s)/;
const VERSUS = /\s(?:vs\.?|versus)\s/;
const COMPARING = /^(?:compare|comparison (?:of|between)|difference between|what is the difference between)\s/;
const SEVERAL = /\s+(?:and|or)\s+|\s*,\s*/;
const SEVERAL_COMPARED = /\s+(?:and|or|with|to|against)\s+|\s*,\s*/;
const MAX_COMPARED = 4;
const ALTERNATIVES = [
  /(?:^|\s)(?:alternatives?|competitors?|replacements?) (?:to|of) (.+)$/,
  /(?:^|\s)(?:apps?|tools?|software|something|products?|services?) (?:like|similar to) (.+)$/,
  /^(.+?) (?:alternatives?|competitors?)(?: for .+)?$/,
  /(?:^|\s)(?:alternatives?|competitors?|replacements?) for (.+)$/,
] as const;

/**
 * A question in words as filters, a comparison or a wish for alternatives; null where the words are to be searched for
 * as they stand, as every name of a product is.
 */
export function readQuestion(asked: string, context: QuestionContext): Question | null {
  const text = plain(asked);
  if (text === "" || context.isName(asked) || context.isName(text)) return null;
  const listed = plain(asked.replace(/,\s+(?!,|vs\.?\s|versus\s)(?:(?:and|or)\s+)?/gi, " and "));
  const llm = modelsIn(listed);
  if (llm) return { ...NOTHING, llm };
  const people = seatsIn(listed, context.isName);
  const ofTeam = people && forPeople(people.rest, context);
  if (ofTeam && !stillCounts(people.rest, context) && !stillCounts(ofTeam.text, context)) {
    const isNamed = ofTeam.compare !== null || context.isName(ofTeam.text ?? "");
    if (isNamed || !people.isBare) return { ...ofTeam, seats: people.seats };
  }
  const compare = comparedIn(listed, context);
  if (compare) return { ...NOTHING, compare };
  const question = read(text, NOTHING, context);
  if (question.text !== text && stillCounts(question.text, context)) return null;
  const isOther = question.text !== null && question.text !== text && context.isName(question.text);
  return says(question) || isOther ? question : null;
}

/** Of two counts neither is the one that was meant. */
function stillCounts(text: string | null, { isName }: QuestionContext): boolean {
  return text !== null && (seatsIn(text, isName) !== null || tokensIn(text) !== null);
}

/** What is asked for some people; null where nothing is left of the question, or words that say nothing. */
function forPeople(rest: string, context: QuestionContext): Question | null {
  if (nameKey(rest) === "") return null;
  const compare = comparedIn(rest, context);
  if (compare) return { ...NOTHING, compare };
  if (context.isName(rest)) return { ...NOTHING, text: rest };
  const question = read(rest, NOTHING, context);
  if (question.text === rest && withoutNoise(rest).length === 0) return null;
  return question;
}

/** What stands around the names of models that tokens are counted for. */
const AROUND_MODELS = new Set(
  (
    "a an the is are do does did i we what which how much many would will can should it to in on with of for at by from using through via run running use cost costs price prices pricing pay " +
    "cheap cheapest best model models llm llms ai api apis language token tokens month monthly please compare comparison between per my our need"
  ).split(" "),
);
const OF_MODELS = /\s+(?:and|or|vs\.?|versus|against)\s+/;

/** Models with tokens to be priced; null where no tokens are named, or too many models. */
function modelsIn(text: string): Question["llm"] {
  const tokens = tokensIn(text);
  if (!tokens) return null;
  const { rest, ...counted } = tokens;
  const parts = ` ${rest} `.split(OF_MODELS).map((part) => {
    const words = part.split(" ").filter((word) => nameKey(word) !== "");
    while (words.length > 0 && AROUND_MODELS.has(words[0] ?? "")) words.shift();
    while (words.length > 0 && AROUND_MODELS.has(words.at(-1) ?? "")) words.pop();
    return words.join(" ");
  });
  const names = [...new Set(parts)].filter((name) => name !== "");
  return names.length > MAX_COMPARED ? null : { ...counted, names };
}

/** In lower case, without signs around words and with single spaces. */
export function plain(asked: string): string {
  return asked
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^[("“‘']+|[)?!.:;,"”’']+$/g, ""))
    .filter((word) => word !== "")
    .join(" ");
}

const MAX_WORDS = 20;
const MAX_NAME_WORDS = 5;

/** Every run of words in a question that may be a name. */
export function phrasesOf(asked: string): string[] {
  const words = plain(asked.replaceAll(",", " , ")).split(" ").slice(0, MAX_WORDS);
  const runs = words.flatMap((_, from) =>
    words.slice(from, from + MAX_NAME_WORDS).map((__, length) => words.slice(from, from + length + 1).join(" ")),
  );
  return [...new Set(runs)];
}

function says({ text: _, ...parts }: Question): boolean {
  return Object.values(parts).some((part) => part !== null);
}

function comparedIn(text: string, { isName }: QuestionContext): string[] | null {
  const listed = text.replace(COMPARING, "");
  const versus = VERSUS.test(listed);
  const parts = listed.split(versus ? VERSUS : listed === text ? SEVERAL : SEVERAL_COMPARED);
  const names = [...new Set(parts.map((part) => nameIn(part, isName)))].filter((name) => nameKey(name) !== "");
  if (names.length < 2 || names.length > MAX_COMPARED) return null;
  return versus || names.every(isName) ? names : null;
}

/** What a text names, without the words about it: "the slack pricing" → "slack". */
function nameIn(text: string, isName: QuestionContext["isName"]): string {
  const [name, ...others] = namesAskedFor(text);
  return name === undefined || others.length > 0 || isName(text) ? text.trim() : name;
}

/** Takes from the text what it says, until nothing more can be taken. */
function read(text: string, before: Question, context: QuestionContext): Question {
  const { rest, question } = take(text, before);
  const category = categoryIn(rest, context.categories);
  if (category) return { ...question, category };
  const other = alternativesIn(rest, context);
  if (other !== null) return { ...question, alternativesTo: other };
  if (withoutNoise(rest).length === 0) return text.includes(" ") ? question : { ...before, text };
  const name = nameIn(rest, context.isName);
  // One product is not put in order.
  return name === text ? { ...question, text, sort: null } : read(name, question, context);
}

function take(text: string, before: Question): { rest: string; question: Question } {
  let rest = text;
  const question = { ...before };
  const cut = (pattern: RegExp): RegExpExecArray | null => {
    const found = pattern.exec(rest);
    if (found) rest = joined(`${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`);
    return found;
  };
  const price = cut(PRICE);
  if (price) {
    const [, sign = "", digits = "", word = "", unit = ""] = price;
    const amount = Number(digits.replaceAll(",", ""));
    question.maxPrice = /year|yr|annual/.test(unit) ? perMonth(amount) : amount;
    question.currency = CURRENCIES[sign.trim()] ?? CURRENCIES[word] ?? null;
  }
  if (cut(OPEN_SOURCE)) question.pricingModel = "open_source";
  if (cut(SELF_HOSTED)) question.selfHosted = true;
  if (cut(BY_USE)) question.pricingModel ??= "usage";
  if (cut(FREE)) question.hasFreeTier = true;
  if (cut(SSO_CHARGE)) question.having = "sso";
  if (cut(CHEAPEST)) question.sort = "price";
  // What is hosted by oneself is asked for where that is free.
  if (question.selfHosted) question.hasFreeTier = null;
  // What costs nothing is within any price.
  if (question.hasFreeTier || question.selfHosted) Object.assign(question, { maxPrice: null, currency: null });
  return rest === text ? { rest, question } : take(rest, question);
}

function alternativesIn(text: string, { isName }: QuestionContext): string | null {
  for (const pattern of ALTERNATIVES) {
    const found = pattern.exec(text)?.[1] ?? "";
    if (isName(found) || withoutNoise(found).length > 0) return nameIn(found, isName);
  }
  return null;
}

function withoutNoise(text: string): string[] {
  const words = text.split(" ").filter((word) => nameKey(word) !== "");
  let [from, to] = [0, words.length];
  while (from < to && NOISE.has(words[from] ?? "")) from += 1;
  while (to > from && NOISE.has(words[to - 1] ?? "")) to -= 1;
  return words.slice(from, to);
}

/** The category that a text names, whatever stands before it and for whomever it is. */
export function categoryIn(text: string, categories: readonly CategoryWords[]): Slug | null {
  const known = keysOf(categories);
  const [what = ""] = text.split(/\sfor\s/);
  for (const part of [text, what]) {
    const words = part.split(" ");
    const core = withoutNoise(part);
    const lead = words.findIndex((word) => !NOISE.has(word));
    if (lead < 0) continue;
    // Of what may belong to the name or not, as "systems" and "online", most is taken.
    for (let from = 0; from <= lead; from += 1) {
      for (let to = words.length; to >= lead + core.length; to -= 1) {
        const slug = known.get(categoryKey(words.slice(from, to).join(" ")));
        if (slug) return slug;
      }
    }
  }
  return null;
}

/** The category with exactly this name, in one or several. */
export function categorySlug(words: string, categories: readonly CategoryWords[]): Slug | null {
  return keysOf(categories).get(categoryKey(words)) ?? null;
}

const keys = new WeakMap<readonly CategoryWords[], ReadonlyMap<string, Slug>>();

function keysOf(categories: readonly CategoryWords[]): ReadonlyMap<string, Slug> {
  const held = keys.get(categories);
  if (held) return held;
  const names = categories.flatMap(({ slug, name, aliases = [] }) =>
    [slug, name, ...aliases].map((word) => ({ word, slug })),
  );
  const made = new Map(names.reverse().map(({ word, slug }) => [categoryKey(word), slug]));
  keys.set(categories, made);
  return made;
}

/** Alike for one and several, and however the words are joined: "help desks" and "helpdesk". */
export function categoryKey(text: string): string {
  return nameKey(text)
    .split("-")
    .map((word) => (word.length > 3 && !word.endsWith("ss") ? word.replace(/ies$/, "y").replace(/s$/, "") : word))
    .join("");
}
