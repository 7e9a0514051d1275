import type { Product } from "@/lib/schemas/catalog";
import { type Day, SCHEMA_VERSION } from "@/lib/schemas/primitives";
import type { ReducedRecord, Unanswered } from "@/lib/schemas/record";
import { scenariosOf } from "@/lib/tco/scenarios";

export type Site = { name: string; url: string };

export function pagePath(product: Pick<Product, "category" | "slug">): string {
  return `/software/${product.category}/${product.slug}`;
}

/** Dresses what the ledger says with identity, addresses and attribution; what it comes to is told by lib/format. */
export function buildRecord(parts: {
  product: Product;
  category: { slug: string; name: string };
  reduced: ReducedRecord;
  asOf: Day;
  site: Site;
}): Unanswered {
  const { product, category, reduced, asOf, site } = parts;
  const scenarios = scenariosOf(reduced);
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
    ...(scenarios.length > 0 && {
      scenarios,
      license: { ...reduced.license, scenarios: reduced.license.tiers ?? "owned" },
    }),
    links: {
      page,
      self: api,
      home: site.url,
      vendor: product.pricingPage ?? product.vendor.website ?? (product.domain ? `https://${product.domain}` : null),
      history: `${site.url}/api/v2/history/${product.slug}`,
      alternatives: `${site.url}/software/${category.slug}`,
    },
    source: site.name,
    attribution: `[${site.name}](${site.url}) — [${product.name} pricing](${page})`,
  };
}
