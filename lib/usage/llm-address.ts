import { percentDecode } from "@/lib/percent-decode";
import { MAX_SEATS } from "@/lib/tco/limits";
import { AXES, type Axis, monthOf, type Traffic } from "./curves";
import { TASKS, type TaskId, type TaskTokens, USUAL_TOKENS } from "./tasks";
import type { Mode, Workload } from "./workload";

export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

export const MODES = ["standard", "batch", "flex", "priority", "off_peak"] as const satisfies readonly Mode[];
export const CACHE_WRITES = ["cacheWrite5mTokens", "cacheWrite1hTokens", "cacheWriteTokens"] as const;
export type CacheWrite = (typeof CACHE_WRITES)[number];
export const MAX_PLOTTED = 4;
const MAX_CARDS = 40;
export const MAX_NAMES = 12;
const MAX_TYPED = 120;
const MAX_QUANTITY = 1e15;

export const QUANTITIES = [
  "requests",
  "inputTokens",
  "cachedInputTokens",
  "outputTokens",
  "reasoningTokens",
  "cacheWriteTokens",
] as const;
export type QuantityName = (typeof QUANTITIES)[number];

export interface FlatPlan {
  product: string;
  tier: string;
  seats: number;
}

export interface LlmQuestion {
  /** Token counts are per request or per month. */
  per: "request" | "month";
  quantities: Record<QuantityName, number | null>;
  cacheWrite: CacheWrite;
  mode: Mode;
  /** Ranks every model of every card, not only the chosen ones or the flagships: see lib/usage/flagships.ts. */
  everyCard: boolean;
  cards: string[];
  /**
   * Models and families by any common name: `models=gpt-5,claude+sonnet,gemini`. The form has one text with "or"
   * between the names, sent as `q`.
   */
  names: string[];
  /** Ids of FAMILIES: `families=claude,gemini`. */
  families: string[];
  minimumContext: number | null;
  withPast: boolean;
  /** Models that do not write text: see SPECIAL_WORDS. */
  withSpecial: boolean;
  /** One row per offer instead of one per model. */
  everyOffer: boolean;
  plotted: string[];
  axis: Axis;
  plan: FlatPlan | null;
  /** Tokens per task that differ from the default assumptions: `chat=1000:300`, input and output. */
  tasks: TaskTokens;
  all: boolean;
}

export type LlmField = QuantityName | "plan" | "context" | TaskId;
export interface ReadLlm {
  question: LlmQuestion;
  /** The text as typed, if it differs from the interpreted value. */
  typed: Partial<Record<LlmField, string>>;
  faults: { field: LlmField; message: string }[];
  /** The query is empty: the page shows the example. */
  isExample: boolean;
  /** The request comes from a page that updates its answer in place: see LiveForm. */
  inPlace: boolean;
}

export const DEFAULT_CONTEXT = 128_000;

export const NO_QUANTITIES: LlmQuestion["quantities"] = {
  requests: null,
  inputTokens: null,
  cachedInputTokens: null,
  outputTokens: null,
  reasoningTokens: null,
  cacheWriteTokens: null,
};

/** A month of a team: 50,000 requests of 1,000 tokens in and 200 out. */
export const EXAMPLE: LlmQuestion = {
  per: "month",
  quantities: { ...NO_QUANTITIES, requests: 50_000, inputTokens: 50_000_000, outputTokens: 10_000_000 },
  cacheWrite: "cacheWrite5mTokens",
  mode: "standard",
  everyCard: false,
  cards: [],
  names: [],
  families: [],
  minimumContext: DEFAULT_CONTEXT,
  withPast: false,
  withSpecial: false,
  everyOffer: false,
  plotted: [],
  axis: "ratio",
  plan: null,
  tasks: USUAL_TOKENS,
  all: false,
};

/** Round numbers to start from. They are not measured traffic. */
export const PRESETS: readonly { name: string; question: LlmQuestion }[] = [
  { name: "50M input tokens, 10M output tokens", question: EXAMPLE },
  {
    name: "1M requests: 1,000 input, 200 output",
    question: preset({ requests: 1_000_000, inputTokens: 1_000, outputTokens: 200 }),
  },
  {
    name: "100K requests: 20,000 input (three quarters cached), 500 output",
    question: preset({ requests: 100_000, inputTokens: 20_000, cachedInputTokens: 15_000, outputTokens: 500 }),
  },
  {
    name: "10M requests in batch mode: 500 input, 10 output",
    question: { ...preset({ requests: 10_000_000, inputTokens: 500, outputTokens: 10 }), mode: "batch" },
  },
  {
    name: "10K requests: 300,000 input, 2,000 output",
    question: { ...preset({ requests: 10_000, inputTokens: 300_000, outputTokens: 2_000 }), minimumContext: 400_000 },
  },
  {
    name: "100K requests: 2,000 input, 500 output, 5,000 reasoning",
    question: preset({ requests: 100_000, inputTokens: 2_000, outputTokens: 500, reasoningTokens: 5_000 }),
  },
];

function preset(quantities: Partial<LlmQuestion["quantities"]>): LlmQuestion {
  return { ...EXAMPLE, per: "request", quantities: { ...NO_QUANTITIES, ...quantities } };
}

export function llmQuery(question: LlmQuestion): string {
  const { per, quantities, cacheWrite, mode, cards, names, families, minimumContext, withPast, withSpecial } = question;
  const members: [string, string][] = [];
  if (per !== "request") members.push(["per", per]);
  for (const name of QUANTITIES) {
    const value = quantities[name];
    if (value !== null) members.push([name, plain(value)]);
  }
  if (quantities.cacheWriteTokens !== null && cacheWrite !== EXAMPLE.cacheWrite)
    members.push(["cacheWrite", cacheWrite]);
  if (mode !== "standard") members.push(["mode", mode]);
  if (families.length > 0) members.push(["families", families.join(",")]);
  if (names.length > 0) members.push(["models", names.map(escaped).join(",")]);
  if (question.everyCard && !speaksOfEvery(question)) members.push(["show", "all"]);
  if (cards.length > 0) members.push(["cards", cards.join(",")]);
  if (minimumContext !== DEFAULT_CONTEXT)
    members.push(["context", minimumContext === null ? "any" : plain(minimumContext)]);
  if (withPast) members.push(["status", "all"]);
  if (withSpecial) members.push(["kinds", "all"]);
  if (question.everyOffer) members.push(["offers", "all"]);
  if (question.plotted.length > 0) members.push(["plot", question.plotted.map(escaped).join(",")]);
  if (question.axis !== axisOf("", question.plan)) members.push(["vary", question.axis]);
  if (question.plan !== null) {
    const { product, tier, seats } = question.plan;
    members.push(["plan", [product, tier, String(seats)].map(escaped).join(":")]);
  }
  for (const { id, in: input, out } of TASKS) {
    const asked = question.tasks[id];
    if (asked.in !== input || asked.out !== out) members.push([id, `${plain(asked.in)}:${plain(asked.out)}`]);
  }
  if (question.all) members.push(["all", "1"]);
  return members.map(([name, value]) => `${name}=${readable(value)}`).join("&");
}

/** Returns true for options that apply to all models of all cards. */
function speaksOfEvery(
  question: Pick<LlmQuestion, "cards" | "withPast" | "withSpecial" | "everyOffer" | "all">,
): boolean {
  const { cards, withPast, withSpecial, everyOffer, all } = question;
  return cards.length > 0 || withPast || withSpecial || everyOffer || all;
}

/** Returns the axis. Against a flat price, only the volume axis is meaningful. */
function axisOf(asked: string, plan: FlatPlan | "faulty" | null): Axis {
  return plan === null ? (oneOf(AXES, asked) ?? EXAMPLE.axis) : "volume";
}

function plain(value: number): string {
  return value.toLocaleString("en-US", { useGrouping: false, maximumFractionDigits: 9 });
}

function escaped(part: string): string {
  return part.replace(/[%,:]/g, encodeURIComponent);
}

function unescaped(part: string): string {
  return part.replace(/%(?:25|2C|3A)/gi, percentDecode);
}

function readable(value: string): string {
  return encodeURIComponent(value).replace(/%(?:3A|2C|2F)/g, percentDecode);
}

/**
 * Reads a URL query or the fields of the form. Reports each value that it cannot interpret, and preserves the typed
 * text.
 */
export function readLlmQuery(query: Query): ReadLlm {
  const all = (name: string): string[] => {
    const value = query[name];
    return (value === undefined ? [] : typeof value === "string" ? [value] : [...value]).map((text) => text.trim());
  };
  const one = (name: string) => all(name)[0] ?? "";
  const faults: ReadLlm["faults"] = [];
  const typed: ReadLlm["typed"] = {};
  const quantities = { ...NO_QUANTITIES };
  for (const name of QUANTITIES) {
    const text = one(name).slice(0, MAX_TYPED);
    if (text === "") continue;
    const value = countOf(text);
    if (value === null) {
      typed[name] = text;
      faults.push({
        field: name,
        message: `“${text}” is not a number. Enter a number such as 250000, 250,000, 250K or 0.25M.`,
      });
    } else quantities[name] = value;
  }
  const isExample = !Object.keys(query).some((name) => (QUANTITIES as readonly string[]).includes(name));
  if (!isExample && quantities.inputTokens === null && quantities.outputTokens === null && faults.length === 0) {
    faults.push({ field: "inputTokens", message: "Enter the number of input tokens or output tokens." });
  }
  const cached = quantities.cachedInputTokens ?? 0;
  if (cached > (isExample ? (EXAMPLE.quantities.inputTokens ?? 0) : (quantities.inputTokens ?? 0))) {
    faults.push({
      field: "cachedInputTokens",
      message: "Cached tokens are part of the input tokens and cannot exceed them.",
    });
  }
  const per = isExample ? EXAMPLE.per : one("per") === "month" ? "month" : "request";
  if (!isExample && per === "request" && quantities.requests === null && faults.length === 0) {
    faults.push({ field: "requests", message: "Enter the number of requests per month, or enter tokens per month." });
  }
  const context = one("context");
  const minimumContext = context === "" ? DEFAULT_CONTEXT : context === "any" ? null : countOf(context);
  if (context !== "" && context !== "any" && minimumContext === null) {
    faults.push({ field: "context", message: `“${context}” is not a number of tokens.` });
  }
  const plan = planOf(one("plan"), {
    product: one("planProduct").slice(0, MAX_TYPED),
    tier: one("planTier").slice(0, MAX_TYPED),
    seats: one("planSeats"),
  });
  if (plan === "faulty") {
    faults.push({ field: "plan", message: "Enter the plan’s seats as a whole number from 1 to 1,000,000." });
  }
  const tasks = { ...USUAL_TOKENS };
  for (const { id, in: input, out } of TASKS) {
    const [inText = "", outText = ""] = (one(id) || `${one(`${id}In`)}:${one(`${id}Out`)}`).split(":");
    const read = { in: inText === "" ? input : countOf(inText), out: outText === "" ? out : countOf(outText) };
    if (read.in === null || read.out === null || read.in + read.out === 0) {
      typed[id] = [inText, outText].join(":");
      faults.push({ field: id, message: `“${typed[id]}” is not valid. Enter the numbers of input and output tokens.` });
    } else tasks[id] = { in: read.in, out: read.out };
  }
  const among = {
    cards: [...new Set(all("cards").flatMap((text) => text.split(",")))].filter(isSlug).slice(0, MAX_CARDS),
    withPast: one("status") === "all",
    withSpecial: one("kinds") === "all",
    everyOffer: one("offers") === "all",
    all: one("all") === "1",
  };
  return {
    question: {
      ...among,
      per,
      quantities: isExample ? EXAMPLE.quantities : quantities,
      cacheWrite: oneOf(CACHE_WRITES, one("cacheWrite")) ?? EXAMPLE.cacheWrite,
      mode: oneOf(MODES, one("mode")) ?? "standard",
      everyCard: one("show") === "all" || speaksOfEvery(among),
      names: namesOf(all("models"), one("q")),
      families: [...new Set(all("families").flatMap((text) => text.split(",")))].filter(isSlug).slice(0, MAX_NAMES),
      minimumContext,
      plotted: plottedOf([...all("models"), ...all("plot")], all("m")),
      axis: axisOf(one("vary"), plan),
      plan: plan === "faulty" ? null : plan,
      tasks,
    },
    typed,
    faults,
    isExample,
    inPlace: one("live") === "1",
  };
}

function isSlug(text: string): boolean {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
}

function oneOf<T extends string>(known: readonly T[], text: string): T | null {
  return known.find((value) => value === text) ?? null;
}

/** Separators in the name box: "or", "and", "vs" or a comma between names. */
const BETWEEN = /\s+(?:or|and|vs\.?|versus)\s+|\s*[,;|&]\s*/i;

/** Ignores ids with their card before a slash, which older URLs had in `models`: see plottedOf(). */
function namesOf(listed: readonly string[], typed: string): string[] {
  const given = listed.flatMap((text) => text.split(",")).map(unescaped);
  const named = given.filter((name) => !name.includes("/"));
  const written = typed.split(BETWEEN).map((name) => name.split("/").at(-1) ?? "");
  const names = [...named, ...written].map((name) => name.trim().replace(/\s+/g, " ").slice(0, MAX_TYPED));
  return [...new Map(names.filter((name) => name !== "").map((name) => [name.toLowerCase(), name])).values()].slice(
    0,
    MAX_NAMES,
  );
}

/** Reads ticked boxes, one `m` each, or the ids in `plot`. Older URLs had the ids in `models`. */
function plottedOf(listed: readonly string[], ticked: readonly string[]): string[] {
  const ids = ticked.length > 0 ? ticked : listed.flatMap((text) => text.split(",")).map(unescaped);
  return [...new Set(ids.filter((id) => id.includes("/") && id.length <= 300))].slice(0, MAX_PLOTTED);
}

function planOf(address: string, form: { product: string; tier: string; seats: string }): FlatPlan | "faulty" | null {
  const [product = "", tier = "", seats = ""] =
    form.product !== "" ? [form.product, form.tier, form.seats] : address.split(":").map(unescaped);
  if (product === "") return null;
  const count = seats === "" ? 1 : countOf(seats);
  if (count === null || !Number.isInteger(count) || count < 1 || count > MAX_SEATS) return "faulty";
  return { product: product.slice(0, MAX_TYPED), tier: tier.slice(0, MAX_TYPED), seats: count };
}

const SCALE: Record<string, number> = { "": 0, k: 3, m: 6, b: 9 };

/** Matches the texts that countOf() reads, and an empty field. */
export const COUNT_FORM = "^\\s*(?:(?:\\d{1,15}|\\d{1,3}(?:[, _]\\d{3}){1,4})(?:\\.\\d{1,9})?\\s*[kmb]?)?\\s*$";

/**
 * Reads 250000, 250,000, 250k or 0.25M. Returns null for anything else, for negative numbers and for numbers above the
 * engine's limit.
 */
export function countOf(text: string): number | null {
  const [, digits, fraction = "", unit = ""] =
    /^(\d{1,15}|\d{1,3}(?:[, _]\d{3}){1,4})(?:\.(\d{1,9}))?\s*([kmb])?$/i.exec(text.trim()) ?? [];
  if (digits === undefined) return null;
  const value = Number(`${digits.replace(/[, _]/g, "")}.${fraction || "0"}e${SCALE[unit.toLowerCase()]}`);
  return value <= MAX_QUANTITY ? value : null;
}

/** Returns the usage of the month in the engine's form. */
export function workloadOf(question: LlmQuestion): Workload {
  const { per, quantities, cacheWrite, mode } = question;
  if (per === "request") return monthOf(trafficOf(question));
  const { requests, inputTokens, cacheWriteTokens, ...rest } = quantities;
  const used = Object.entries({ requests, inputTokens, ...rest, [cacheWrite]: cacheWriteTokens }).filter(
    (entry): entry is [string, number] => entry[1] !== null && entry[1] > 0,
  );
  const isKnown = requests !== null && requests > 0 && inputTokens !== null;
  return {
    quantities: new Map(used),
    mode,
    promptTokensPerRequest: isKnown ? inputTokens / requests : null,
    when: null,
  };
}

/** Returns the average request. Monthly tokens without a number of requests count as one request. */
export function trafficOf({ per, quantities, cacheWrite, mode }: LlmQuestion): Traffic {
  const requests = quantities.requests || 1;
  const tokens = (name: QuantityName) => (quantities[name] ?? 0) / (per === "month" ? requests : 1);
  return {
    requests,
    inputTokens: tokens("inputTokens"),
    cachedInputTokens: tokens("cachedInputTokens"),
    cacheWrites: { meter: cacheWrite, tokens: tokens("cacheWriteTokens") },
    outputTokens: tokens("outputTokens"),
    reasoningTokens: tokens("reasoningTokens"),
    mode,
  };
}

/** Returns the position of the traffic on its axis; null if it is unknown. */
export function pointOf(question: LlmQuestion): number | null {
  const { inputTokens, cachedInputTokens, outputTokens, requests } = trafficOf(question);
  switch (question.axis) {
    case "volume":
      return question.quantities.requests === null ? null : requests;
    case "prompt":
      return question.quantities.requests === null ? null : inputTokens;
    case "ratio":
      return inputTokens > 0 ? outputTokens / inputTokens : null;
    case "cached":
      return inputTokens > 0 ? cachedInputTokens / inputTokens : null;
  }
}
