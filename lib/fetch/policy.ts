/** The constants of the rules for requesting pages. The page about the bot prints them from here. */

export { BOT_NAME, botUserAgent } from "./user-agent";

/** Pause between the end of a request to a site and the next one. */
export const DELAY_MS = 5_000;
/** A longer Crawl-delay is cut to this. */
export const MAX_CRAWL_DELAY_MS = 60_000;
export const ROBOTS_KEEP_MS = 24 * 3_600_000;
/** For a robots.txt that could not be read. */
export const UNREACHABLE_ROBOTS_KEEP_MS = 3_600_000;
/** The rest of a longer robots.txt is not read. */
export const MAX_ROBOTS_BYTES = 500 * 1024;
/** Maximum size of one page. */
export const MAX_PAGE_BYTES = 5 * 1024 * 1024;
