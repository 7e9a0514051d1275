import type { Product } from "@/lib/schemas/catalog";
import { type Day, SCHEMA_VERSION } from "@/lib/schemas/primitives";
import type { FamilyMember, Unanswered } from "@/lib/schemas/record";
import { scenariosOf } from "@/lib/tco/scenarios";
import { type DerivedRecord, isPriced, type Member } from "./family";
import { markdownText } from "./markdown-text";

export type Site = { name: string; url: string };

export function pagePath(product: Pick<Product, "category" | "slug">): string {
  return `/software/${product.category}/${product.slug}`;
}

function memberOf(member: Member, site: Site): FamilyMember {
  const { slug, name, startingPrice, highestPrice, currency, priceUnit, pricingModel, priceSummary } = member;
  const priceStatus =
    startingPrice === null && member.priceStatus !== "published" && isPriced(member)
      ? "not_applicable"
      : member.priceStatus;
  const links = { page: `${site.url}${pagePath(member)}` };
  return {
    slug,
    name,
    startingPrice,
    highestPrice,
    currency,
    priceUnit,
    priceStatus,
    pricingModel,
    ...(priceSummary !== undefined && { priceSummary }),
    links,
  };
}

/** Builds a record from the reduced facts, with identity, URLs and attribution. lib/format adds the summary texts. */
export function buildRecord(parts: {
  product: Product;
  category: { slug: string; name: string };
  reduced: DerivedRecord;
  asOf: Day;
  site: Site;
  /** Set to false if the response does not need scenarios: they take as long as all other parts together. */
  withScenarios?: boolean;
}): Unanswered {
  const { product, category, asOf, site, withScenarios = true } = parts;
  const { members, ...reduced } = parts.reduced;
  const scenarios = withScenarios ? scenariosOf(reduced) : [];
  const page = `${site.url}${pagePath(product)}`;
  const api = `${site.url}/api/v2/pricing/${product.slug}`;
  return {
    schemaVersion: SCHEMA_VERSION,
    slug: product.slug,
    name: product.name,
    vendor: product.vendor,
    category: { slug: category.slug, name: category.name },
    kind: product.kind,
    asOf,
    ...reduced,
    ...(members && { members: members.map((member) => memberOf(member, site)) }),
    ...(scenarios.length > 0 && {
      scenarios,
      license: { ...reduced.license, scenarios: reduced.license.tiers ?? "owned" },
    }),
    links: {
      page,
      self: api,
      home: site.url,
      vendor: vendorPage(product),
      history: `${site.url}/api/v2/history/${product.slug}`,
      alternatives: `${site.url}/software/${category.slug}`,
    },
    source: site.name,
    attribution: `[${site.name}](${site.url}) — [${markdownText(product.name)} pricing](${page})`,
  };
}

/**
 * Returns the vendor's pricing page or, without one, the product's own site. If the vendor's site is within the
 * domain, the domain belongs to the owner and not to the product.
 */
function vendorPage({ pricingPage, domain, vendor: { website } }: Product): string | null {
  if (pricingPage !== null) return pricingPage;
  const isOwn = domain !== null && !(website !== null && isWithin(new URL(website).hostname, domain));
  return isOwn ? `https://${domain}` : website;
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
