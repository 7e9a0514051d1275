import { LRUCache } from "lru-cache";
import robotsParser from "robots-parser";
import { BOT_NAME, ROBOTS_KEEP_MS, UNREACHABLE_ROBOTS_KEEP_MS } from "./policy";

/** The response of an origin to a request for its robots.txt. */
export type RobotsAnswer = { status: number; text: string } | { unreachable: string };

/** The rules of an origin for our requests (RFC 9309). */
export interface RobotsRules {
  /** Why nothing may be read for now: the file could not be read. Null if it was read or does not exist. */
  unreachable: string | null;
  /** Returns why the URL may not be read. Null if it may be read. */
  refusal(url: string): string | null;
  /** The pause that the origin wants between two requests. Null if it states no pause. */
  crawlDelayMs: number | null;
  /** How long these rules may be cached. */
  keepMs: number;
}

const ALL_ALLOWED: RobotsRules = {
  unreachable: null,
  refusal: () => null,
  crawlDelayMs: null,
  keepMs: ROBOTS_KEEP_MS,
};

function nothingForNow(why: string): RobotsRules {
  return { unreachable: why, refusal: () => why, crawlDelayMs: null, keepMs: UNREACHABLE_ROBOTS_KEEP_MS };
}

/**
 * Returns the rules of a robots.txt. 2xx: the rules in the file. 4xx: no file, everything is allowed. 5xx, 429 or no
 * response: nothing is allowed until the next attempt.
 * @param origin in the form of `URL.origin`
 */
export function robotsRules(origin: string, answer: RobotsAnswer): RobotsRules {
  if ("unreachable" in answer) {
    return nothingForNow(`Its robots.txt could not be read, so nothing is for now: ${answer.unreachable}`);
  }
  const { status, text } = answer;
  if (status === 429 || status < 200 || status >= 500) {
    return nothingForNow(`Its robots.txt was answered with ${status}, so nothing is read for now.`);
  }
  if (status >= 300) return ALL_ALLOWED;
  const robots = robotsParser(`${origin}/robots.txt`, rulesFor(BOT_NAME.toLowerCase(), text));
  const seconds = robots.getCrawlDelay(BOT_NAME);
  return {
    unreachable: null,
    // Undefined if no rule matches.
    refusal: (url) =>
      robots.isAllowed(url, BOT_NAME) === false ? "Its robots.txt asks us not to read this page." : null,
    crawlDelayMs: seconds !== undefined && seconds > 0 ? seconds * 1_000 : null,
    keepMs: ROBOTS_KEEP_MS,
  };
}

/** Total length of the patterns with wildcards. Matching one takes its length times the length of the URL. */
const MOST_WILDCARD_CHARACTERS = 20_000;

/** Returns the lines of a robots.txt for one crawler. The parser copies each rule to every crawler of its group. */
function rulesFor(name: string, text: string): string {
  const lines: string[] = [];
  let groups = new Set<string>();
  let isAfterName = false;
  let left = MOST_WILDCARD_CHARACTERS;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [rule = ""] = line.split("#", 1);
    const colon = rule.indexOf(":");
    const key = colon < 0 ? "" : rule.slice(0, colon).trim().toLowerCase();
    if (key === "") continue;
    const value = rule.slice(colon + 1).trim();
    if (key === "user-agent") {
      if (!isAfterName) groups = new Set();
      const [agent = ""] = value.toLowerCase().split("/", 1);
      if (agent.trim() === name || agent.trim() === "*") groups.add(agent.trim());
    } else if (groups.size > 0 && /^(?:allow|disallow|crawl-delay)$/.test(key)) {
      const pattern = value.replace(/\*+/g, "*");
      if (pattern.includes("*")) left -= pattern.length * groups.size;
      const isTooCostly = left < 0 && pattern.includes("*");
      if (isTooCostly && key === "allow") continue;
      // A shortened rule forbids more, never less.
      const kept = isTooCostly ? pattern.slice(0, pattern.indexOf("*")) || "/" : pattern;
      lines.push(...[...groups].map((agent) => `User-agent: ${agent}`), `${key}: ${kept}`);
    }
    isAfterName = key === "user-agent";
  }
  return lines.join("\n");
}

/** Caches each origin's rules for as long as allowed, and sends only one request at a time. */
export function robotsKeeper(ask: (origin: string) => Promise<RobotsAnswer>, now: () => Date) {
  const kept = new LRUCache<string, { rules: Promise<RobotsRules>; until: number }>({ max: 500 });
  return async (origin: string): Promise<RobotsRules> => {
    const known = kept.get(origin);
    if (known && now().getTime() < known.until) return known.rules;
    const entry = { rules: ask(origin).then((answer) => robotsRules(origin, answer)), until: Number.POSITIVE_INFINITY };
    kept.set(origin, entry);
    try {
      const rules = await entry.rules;
      entry.until = now().getTime() + rules.keepMs;
      return rules;
    } catch (error) {
      kept.delete(origin);
      throw error;
    }
  };
}
