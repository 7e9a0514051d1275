import type { Observation } from "@/lib/schemas/observation";
import { type Identified, siteOf } from "./identity";

/** Facts that a URL alone does not show, reviewed by hand. URLs omit scheme and www. */
export type FirstHandTable = {
  /** Source → the location of its maintained list, or of the public register that it reads. */
  lists: Record<string, string[]>;
  /** Page or site → the products whose vendor publishes it. */
  pages: Record<string, string[]>;
};

const ARCHIVED = /^https?:\/\/web\.archive\.org\/web\/\d+[a-z_]*\/(?:https?:\/\/web\.archive\.org\/screenshot\/)?(.+)$/;
const REPOSITORY_HOST = /^(?:github\.com|raw\.githubusercontent\.com|gitlab\.com|codeberg\.org|huggingface\.co)$/;

/** Returns host and path without scheme, www and trailing slash. For an archived page, those of the original page. */
function addressOf(url: string): string {
  const { hostname, pathname } = new URL(ARCHIVED.exec(url)?.[1]?.replace(/^(?!https?:)/, "https://") ?? url);
  const host = hostname.replace(/^www\./, "").replace(/^raw\.githubusercontent\.com$/, "github.com");
  return `${host}${pathname.replace(/\/+$/, "")}`;
}

function isUnder(address: string, place: string): boolean {
  return address === place || address.startsWith(`${place}/`) || address.split("/")[0]?.endsWith(`.${place}`) === true;
}

/** Returns whether a page belongs to a maintained list whose rows name the vendor's page and the day of reading. */
export function isListed(source: string, url: string, { lists }: Pick<FirstHandTable, "lists">): boolean {
  const address = addressOf(url);
  return (lists[source] ?? []).some((place) => isUnder(address, place));
}

/** Returns the sites of each vendor: those of its products and its own. */
export function vendorSites(
  products: readonly Pick<Identified, "vendor" | "domain">[],
  sameAs: Readonly<Record<string, string>>,
): Map<string, Set<string>> {
  const sites = new Map<string, Set<string>>();
  for (const { vendor, domain } of products) {
    const known = sites.get(vendor.name) ?? new Set();
    for (const site of [siteOf(domain), siteOf(vendor.website)]) if (site) known.add(site);
    sites.set(vendor.name, known);
  }
  for (const known of sites.values()) {
    for (const [other, site] of Object.entries(sameAs)) if (known.has(site)) known.add(other);
  }
  return sites;
}

/**
 * Returns whether a figure comes from the vendor's own page or from a maintained list. Anything else (an article, a
 * directory, a forum, a copy of the vendor's page) is second-hand. For a licence, the repository itself is first-hand.
 */
export function isFirstHand(
  { source, product, evidence, fact }: Pick<Observation, "source" | "product" | "evidence" | "fact">,
  sites: ReadonlySet<string>,
  table: FirstHandTable,
): boolean {
  if (fact.kind === "open_source") return true;
  const address = addressOf(evidence.url);
  const host = address.split("/")[0] ?? "";
  if (!REPOSITORY_HOST.test(host) && sites.has(siteOf(host) ?? host)) return true;
  return (
    isListed(source, evidence.url, table) ||
    Object.entries(table.pages).some(([place, own]) => own.includes(product) && isUnder(address, place))
  );
}
