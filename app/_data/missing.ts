import { spelledAlike } from "@/lib/catalog/spelling";
import { logger } from "@/lib/logger";
import { type NearestTo, nearestTo } from "@/lib/operations/addresses";
import { serverRuntime } from "@/lib/operations/runtime";
import { ACCOUNT_LINK, FOOTER_LINKS, MAIN_LINKS, type SiteLink } from "../_components/site-nav";

const ALIKE = 0.6;
const SHOWN = 3;
/** Longer than the path of any page listed here. */
const MAX_PATH = 100;

/**
 * Returns products, categories and pages with names similar to an unknown URL. If the catalogue is unavailable, returns
 * pages only.
 */
export async function nearestPages(path: string): Promise<NearestTo & { pages: SiteLink[] }> {
  const pages = pagesLike(path);
  try {
    const { catalog, now } = serverRuntime();
    return { ...(await nearestTo({ catalog, now: now() }, path)), pages };
  } catch (error) {
    logger.warn("suggestions for an unknown URL could not be looked up", { error });
    return { text: "", products: [], categories: [], pages };
  }
}

function pagesLike(path: string): SiteLink[] {
  const all = [...MAIN_LINKS, ...FOOTER_LINKS.flatMap(({ links }) => links), ACCOUNT_LINK];
  const once = [...new Map(all.map((link) => [link.href, link])).values()];
  const asked = path.slice(0, MAX_PATH).toLowerCase();
  return once
    .map((link) => ({ link, near: spelledAlike(asked, link.href) }))
    .filter(({ near }) => near >= ALIKE)
    .sort((a, b) => b.near - a.near)
    .slice(0, SHOWN)
    .map(({ link }) => link);
}
