/** The constants of the rules by which pages are asked for. The page about the bot prints them from here. */

export { BOT_NAME, botUserAgent } from "./user-agent";

/** Between the end of a request to a site and the next to it. */
export const DELAY_MS = 5_000;
/** A longer Crawl-delay is cut to this. */
export const MAX_CRAWL_DELAY_MS = 60_000;
export const ROBOTS_KEEP_MS = 24 * 3_600_000;
/** Of a robots.txt that could not be read. */
export const UNREACHABLE_ROBOTS_KEEP_MS = 3_600_000;
/** What stands beyond in a robots.txt is not read. */
export const MAX_ROBOTS_BYTES = 500 * 1024;
/** Of one page. */
export const MAX_PAGE_BYTES = 5 * 1024 * 1024;
