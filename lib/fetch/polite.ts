import { createHash } from "node:crypto";
import {
  addressOf,
  bytesOf,
  FetchError,
  MAX_REDIRECTS,
  type Open,
  type Opened,
  type OpenOptions,
  redirectTarget,
  TEXT_TYPES,
} from "./guarded";
import { MAX_PAGE_BYTES, MAX_ROBOTS_BYTES } from "./policy";
import { type RobotsAnswer, robotsKeeper } from "./robots";
import { AskedToWait, siteOf, siteTurns, type TurnOptions } from "./turns";

export interface PoliteOptions extends TurnOptions {
  open: Open;
  /** See `botUserAgent`. */
  userAgent: string;
  /** Whether an operator opted out. The argument is the registrable domain, for example example.com. */
  isOptedOut?: (site: string) => boolean;
  limits?: Partial<Pick<OpenOptions, "maxBytes" | "timeoutMs" | "headTimeoutMs">>;
  allowPrivate?: boolean;
  resolve?: OpenOptions["resolve"];
}

/** Validators from the last response for the page. */
export interface Validators {
  etag?: string | null;
  lastModified?: string | null;
}

interface Answered {
  status: number;
  /** The final URL after redirects. */
  url: string;
  etag: string | null;
  lastModified: string | null;
  /** When it was requested. */
  fetchedAt: Date;
}

export type PageFetch = {
  /** Total of all requests, without the pauses between them. */
  durationMs: number;
} & (
  | ({
      kind: "page";
      /** As named by the server. Empty if it names no type. */
      contentType: string;
      content: Uint8Array;
      /** Of the content, in hex. */
      sha256: string;
    } & Answered)
  | ({ kind: "not_modified" } & Answered)
  | { kind: "denied"; reason: string }
  | {
      kind: "failed";
      /** Null if there was no response. */
      status: number | null;
      reason: string;
      /** The earliest time for the next request. */
      retryAfter?: Date;
    }
);

type WithoutDuration<T> = T extends unknown ? Omit<T, "durationMs"> : never;

export type FetchPage = (url: string, known?: Validators) => Promise<PageFetch>;

const PAGE_LIMITS = { maxBytes: MAX_PAGE_BYTES, timeoutMs: 30_000, headTimeoutMs: 15_000 };
const ACCEPT = "text/html,application/xhtml+xml,application/json;q=0.9,text/markdown;q=0.9,text/plain;q=0.8";
/** Vendors choose a currency by the language. The same header each time yields the same page. */
const LANGUAGE = "en-US,en;q=0.9";

/**
 * Fetches pages by the rules of their operators: respects robots.txt, sends one request to a site at a time with a
 * pause between two, and waits while the site requests a pause. One fetcher serves all reads of a process. No site
 * can make it throw.
 */
export function politeFetcher(options: PoliteOptions): FetchPage {
  const { open, now, userAgent, isOptedOut = () => false } = options;
  const take = siteTurns(options);

  /** Sends one request in the site's turn. Does not follow redirects. `read` sees successful responses only. */
  function exchange<T>(
    at: URL,
    request: Partial<OpenOptions> & { headers: Record<string, string> },
    crawlDelayMs: number | null,
    read: (opened: Opened) => Promise<T>,
    spent: (ms: number) => void = () => {},
  ) {
    return take(siteOf(at), crawlDelayMs, async (turn) => {
      const fetchedAt = now();
      try {
        const opened = await open(at.href, {
          ...PAGE_LIMITS,
          ...options.limits,
          ...request,
          allowPrivate: options.allowPrivate,
          resolve: options.resolve,
          redirect: "manual",
          headers: { "user-agent": userAgent, ...request.headers },
        });
        const { status, headers } = opened;
        try {
          const retryAfter = turn.heard(status, headers.get("retry-after"));
          const next = redirectTarget(at, status, headers.get("location"));
          const content = status >= 200 && status < 300 ? await read(opened) : null;
          return { status, headers, fetchedAt, retryAfter, next, content };
        } finally {
          opened.discard();
        }
      } finally {
        spent(now().getTime() - fetchedAt.getTime());
      }
    });
  }

  async function askRobots(origin: string): Promise<RobotsAnswer> {
    const request = { headers: { accept: "text/plain,*/*;q=0.5" }, maxBytes: Number.MAX_SAFE_INTEGER };
    const own = new URL("/robots.txt", origin);
    let at = own;
    try {
      for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
        const answer = await exchange(at, request, null, (opened) => beginningOf(opened, MAX_ROBOTS_BYTES));
        if (!answer.next) return { status: answer.status, text: answer.content ?? "" };
        at = answer.next;
      }
      // RFC 9309, 2.3.1.2: after five redirects, the file may be treated as missing.
      return { status: 404, text: "" };
    } catch (error) {
      // The page's own host is not public. That is not a fault of its robots.txt.
      const isForbidden = error instanceof FetchError && error.code === "private_address" && at === own;
      if (error instanceof FetchError && !isForbidden) return { unreachable: error.message };
      throw error;
    }
  }

  const rulesOf = robotsKeeper(askRobots, now);

  async function read(url: string, known: Validators, spent: (ms: number) => void) {
    let at = addressOf(url);
    const firstSite = siteOf(at);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      if (isOptedOut(siteOf(at))) return denied("Its operator asked us not to read it.");
      const rules = await rulesOf(at.origin);
      if (rules.unreachable !== null) return failed(null, rules.unreachable);
      const refusal = rules.refusal(at.href);
      if (refusal) return denied(refusal);
      // Validators of another site's page do not apply to this one.
      const conditions = siteOf(at) === firstSite ? conditional(known) : {};
      const request = {
        contentTypes: TEXT_TYPES,
        headers: { accept: ACCEPT, "accept-language": LANGUAGE, ...conditions },
      };
      const { next, status, headers, ...answer } = await exchange(at, request, rules.crawlDelayMs, bytesOf, spent);
      if (next) {
        at = next;
        continue;
      }
      const answered: Answered = {
        status,
        url: at.href,
        etag: headers.get("etag"),
        lastModified: headers.get("last-modified"),
        fetchedAt: answer.fetchedAt,
      };
      if (answer.content && status !== 204) {
        const contentType = headers.get("content-type");
        return {
          kind: "page",
          ...answered,
          contentType: contentType ?? "",
          content: answer.content,
          sha256: createHash("sha256").update(answer.content).digest("hex"),
        } as const;
      }
      if (status === 304 && Object.keys(conditions).length > 0) return { kind: "not_modified", ...answered } as const;
      return failed(status, `Its server answered with ${status}.`, answer.retryAfter);
    }
    return failed(null, `It redirects more than ${MAX_REDIRECTS} times.`);
  }

  return async (url, known = {}) => {
    let durationMs = 0;
    const outcome = await read(url, known, (ms) => {
      durationMs += ms;
    }).catch(outcomeOf);
    return { ...outcome, durationMs };
  };
}

function outcomeOf(error: unknown): WithoutDuration<PageFetch> {
  if (error instanceof AskedToWait) return failed(null, error.message, error.until);
  if (!(error instanceof FetchError)) throw error;
  return error.code === "private_address" ? denied(error.message) : failed(null, error.message);
}

function denied(reason: string) {
  return { kind: "denied", reason } as const;
}

function failed(status: number | null, reason: string, retryAfter?: Date) {
  return { kind: "failed", status, reason, ...(retryAfter && { retryAfter }) } as const;
}

function conditional({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag && { "if-none-match": etag }),
    ...(lastModified && { "if-modified-since": lastModified }),
  };
}

async function beginningOf({ body }: Opened, bytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let read = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    read += chunk.byteLength;
    if (read >= bytes) break;
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, bytes));
}
