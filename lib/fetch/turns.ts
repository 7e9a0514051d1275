import { getDomain } from "tldts";
import { DELAY_MS, MAX_CRAWL_DELAY_MS } from "./policy";

const MAX_WAIT_MS = 2 * 60_000;
/** Pause after a 429 or 503 without Retry-After. It doubles with each repetition. */
const BACK_OFF_MS = 60_000;
const MAX_BACK_OFF_MS = 6 * 3_600_000;
const MANY_SITES = 1_000;

export interface TurnOptions {
  now: () => Date;
  sleep: (ms: number) => Promise<void>;
  delayMs?: number;
  /** The longest wait for a turn at a site that requested a pause. */
  maxWaitMs?: number;
}

/** The site asks for a longer pause than the maximum wait. */
export class AskedToWait extends Error {
  override name = "AskedToWait";
  constructor(readonly until: Date) {
    super(`Its server asked for no more requests before ${until.toISOString()}.`);
  }
}

/**
 * Returns the site of a URL. Subdomains of one registrable domain are one site: usually the same servers serve them.
 */
export function siteOf(url: URL): string {
  return getDomain(url.hostname) ?? url.hostname;
}

export interface Turn {
  /** Records a response. If the site requested a pause, returns when it may be read again. */
  heard(status: number, retryAfter: string | null): Date | undefined;
}

interface Site {
  waiting: number;
  last: Promise<void>;
  /** No request is sent before this time, in epoch milliseconds. */
  free: number;
  /** Number of responses in a row that requested a pause. */
  strikes: number;
}

/**
 * Allows one request to a site at a time, with a pause between two, and waits during a pause that the site requested.
 */
export function siteTurns({ now, sleep, delayMs = DELAY_MS, maxWaitMs = MAX_WAIT_MS }: TurnOptions) {
  const sites = new Map<string, Site>();
  const time = () => now().getTime();

  function siteNamed(name: string): Site {
    const known = sites.get(name);
    if (known) return known;
    if (sites.size >= MANY_SITES) {
      for (const [key, { waiting, free }] of sites) if (waiting === 0 && free <= time()) sites.delete(key);
    }
    const site = { waiting: 0, last: Promise.resolve(), free: 0, strikes: 0 };
    sites.set(name, site);
    return site;
  }

  /** @throws AskedToWait if the turn would come too late */
  return async function take<T>(
    name: string,
    crawlDelayMs: number | null,
    work: (turn: Turn) => Promise<T>,
  ): Promise<T> {
    const site = siteNamed(name);
    const before = site.last;
    let leave = () => {};
    site.last = new Promise((resolve) => {
      leave = resolve;
    });
    site.waiting += 1;
    try {
      await before;
      if (site.free - time() > maxWaitMs) throw new AskedToWait(new Date(site.free));
      for (let wait = site.free - time(); wait > 0; wait = site.free - time()) await sleep(wait);
      try {
        return await work({
          heard(status, retryAfter) {
            if (status !== 429 && status !== 503) {
              site.strikes = 0;
              return undefined;
            }
            const asked = retryAfterMs(retryAfter, time());
            const wait = asked ?? Math.min(BACK_OFF_MS * 2 ** site.strikes, MAX_BACK_OFF_MS);
            site.strikes += 1;
            site.free = Math.max(site.free, time() + wait);
            return new Date(site.free);
          },
        });
      } finally {
        const pause = Math.max(delayMs, Math.min(crawlDelayMs ?? 0, MAX_CRAWL_DELAY_MS));
        site.free = Math.max(site.free, time() + pause);
      }
    } finally {
      site.waiting -= 1;
      leave();
    }
  };
}

/** Returns the wait in a Retry-After header, in seconds or as a date (RFC 9110, 10.2.3). Null if it is neither. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
