import { readFileSync } from "node:fs";
import { join } from "node:path";
import { numbersFrom } from "../scripts/lib/seeded.mjs";
import type { Ask } from "./load";

/** The products and categories that requests are about. */
export interface Population {
  /** Every product with a record. */
  slugs: readonly string[];
  names: readonly string[];
  categories: readonly string[];
  /** Products with a monthly price, the best known first. */
  priced: readonly string[];
  /** Products with token rates, the best known first. */
  rated: readonly string[];
}

export type Reference = "bare" | "next";

export interface Question {
  name: string;
  /** The comparison: a bare Node.js server that sends the same bytes, or an empty Next.js handler. */
  reference: Reference;
  /** One request that is repeated, or a function that returns a different one each time. */
  ask: Ask | (() => Ask);
  status: number;
  /** The percentage of responses that may have another status, for example for a product without a price. */
  otherwise: number;
  /** Requests that are sent once before the measurement. */
  before?: readonly Ask[];
}

/** Most requests are about this number of products, with different parameters. */
const KNOWN = 200;

const JSON_HEADERS = { "content-type": "application/json" };
const BROWSER = { accept: "text/html", "accept-encoding": "br" };
const CLIENT = { accept: "application/json", "accept-encoding": "br" };
const MCP = {
  ...JSON_HEADERS,
  accept: "application/json, text/event-stream",
  "accept-encoding": "br",
  "mcp-protocol-version": "2025-11-25",
};

const get = (path: string, headers: Record<string, string> = CLIENT): Ask => ({ method: "GET", path, headers });
const post = (path: string, sent: unknown, headers: Record<string, string> = { ...CLIENT, ...JSON_HEADERS }): Ask => ({
  method: "POST",
  path,
  headers,
  body: JSON.stringify(sent),
});
const call = (name: string, given: unknown): Ask =>
  post("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } }, MCP);

const line = (path: string) => readFileSync(path, "utf8").split("\n").filter(Boolean);
export const wordsOf = (dir: string): { names: string[]; categories: string[] } => ({
  names: line(join(dir, "products.ndjson")).map((text) => (JSON.parse(text) as { name: string }).name),
  categories: (JSON.parse(readFileSync(join(dir, "categories.json"), "utf8")) as { name: string }[]).map(
    ({ name }) => name,
  ),
});

/**
 * Returns every operation as a repeated request and as a request that is new each time. `seed` differs between runs, so
 * that a server that runs on has not seen these requests.
 */
export function questions(
  { slugs, names, categories, priced, rated }: Population,
  hot: { slug: string; rated: string; page: string; etag: string },
  seed: number,
): Question[] {
  const random = numbersFrom(seed);
  const one = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? "";
  const count = (most: number) => 1 + Math.floor(random() * most);
  const other = hot.slug === priced[0] ? (priced[1] ?? "") : (priced[0] ?? "");
  const same = (name: string, ask: Ask, status = 200, reference: Reference = "bare"): Question => ({
    name,
    reference,
    ask,
    status,
    otherwise: 0,
  });
  const fresh = (name: string, ask: () => Ask, reference: Reference = "bare", otherwise = 0): Question => ({
    name: `${name}, not asked before`,
    reference,
    ask,
    status: 200,
    otherwise,
  });
  const asked = new Set<string>();
  const text = (): string => {
    const [name, another, category] = [one(names), one(names), one(categories)];
    const cut = Math.max(3, Math.floor(name.length * random()));
    const told = [
      name.slice(0, cut),
      `${name.split(" ")[0]} ${another.split(" ").at(-1)}`,
      name.slice(0, cut) + String.fromCharCode(97 + Math.floor(random() * 26)) + name.slice(cut + 1),
      `cheap ${category.toLowerCase()} for ${count(900)} people`,
    ][Math.floor(random() * 4)] as string;
    if (asked.has(told)) return text();
    asked.add(told);
    return told;
  };
  const known = priced.slice(0, KNOWN);
  const ratedKnown = rated.slice(0, KNOWN);
  const ofKnown = (question: Question, slugs: readonly string[]): Question => ({
    ...question,
    before: slugs.map((slug) => get(`/api/v2/pricing/${slug}`)),
  });
  const pair = (among: readonly string[]) => {
    const [a, b] = [one(among), one(among)];
    return a === b ? `${a},${other}` : `${a},${b}`;
  };
  const usage = (slug: string, tokens: number) =>
    `/api/v2/usage/${slug}?inputTokens=${tokens}&outputTokens=${tokens / 10}`;
  const compared = (among: readonly string[]) => get(`/api/v2/compare?slugs=${pair(among)}&seats=${count(1e6)}`);
  const cost = (slug: string, seats: number) => post("/api/v2/tco", { slug, seats });
  return [
    // The time to reach an operation and return, without the operation's own work.
    { ...fresh("a question that is refused", () => get(`/api/v2/compare?slugs=${one(slugs)}`), "next"), status: 400 },
    same("one record", get(`/api/v2/pricing/${hot.slug}`)),
    same("one record, 304", get(`/api/v2/pricing/${hot.slug}`, { ...CLIENT, "if-none-match": hot.etag }), 304),
    fresh("one record", () => get(`/api/v2/pricing/${one(slugs)}?asOf=${day(random)}`), "next", 100),
    same("20 records", get(`/api/v2/pricing?slugs=${slugs.slice(0, 20).join(",")}&depth=summary`)),
    same("coverage", get(`/api/v2/coverage?slugs=${hot.slug}`)),
    same("history", get(`/api/v2/history/${hot.slug}`)),
    fresh("history", () => get(`/api/v2/history/${one(slugs)}?from=${day(random)}`), "next"),
    same("discover", get("/api/v2/discover?q=team&limit=20")),
    fresh("discover", () => get(`/api/v2/discover?q=${encodeURIComponent(text())}`), "next"),
    same("compare", get(`/api/v2/compare?slugs=${hot.slug},${other}&seats=25`)),
    ofKnown(
      fresh("compare", () => compared(known), "next", 10),
      known,
    ),
    fresh("compare of any two products", () => compared(priced), "next", 10),
    same("TCO", cost(hot.slug, 25), 200, "next"),
    ofKnown(
      fresh("TCO", () => cost(one(known), count(1e6)), "next", 30),
      known,
    ),
    fresh("TCO of any product", () => cost(one(priced), count(1e6)), "next", 30),
    same("usage", get(usage(hot.rated, 1e6))),
    ofKnown(
      fresh("usage", () => get(usage(one(ratedKnown), 10 * count(1e9))), "next", 10),
      ratedKnown,
    ),
    same("changes", get("/api/v2/changes?limit=20")),
    same("MCP tools/call of a record", call("get_pricing", { slug: hot.slug })),
    fresh("MCP tools/call discover", () => call("discover_software", { q: text() }), "next"),
    same("product page", get(hot.page, BROWSER)),
  ];
}

/** Returns a random day of the last years. */
function day(random: () => number): string {
  const first = Date.UTC(2024, 0, 1);
  return new Date(first + Math.floor(random() * 950) * 86_400_000).toISOString().slice(0, 10);
}
