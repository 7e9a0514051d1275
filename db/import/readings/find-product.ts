import { Product } from "@/lib/schemas/catalog";
import { type IdentityTables, nameKey, siteOf, slugify } from "../../sources/shared/identity";
import type { ReadingLine } from "./reading";

export type Found = { product: Product; isNew: boolean; isChanged: boolean } | { rejected: string };

export type FinderTables = Pick<IdentityTables, "domains" | "vendors" | "renamed">;

/**
 * Finds the product of a line by its slug and site, by its site and exact name, then by its exact name alone. Proposes
 * a new product if the catalogue lacks it. Similar names are never enough, and a name never overrides a site.
 */
export class ProductFinder {
  readonly #bySlug: Map<string, Product>;
  readonly #bySite = new Map<string, Set<string>>();
  readonly #byName = new Map<string, string>();
  readonly #taken: Set<string>;
  /** New products on the site of another product, for a person to review. */
  readonly near: { slug: string; beside: string[] }[] = [];

  constructor(
    products: readonly Product[],
    private readonly tables: FinderTables,
    private readonly categories: ReadonlySet<string>,
  ) {
    this.#bySlug = new Map(products.map((product) => [product.slug, product]));
    this.#taken = new Set(products.flatMap(({ slug, formerSlugs }) => [slug, ...formerSlugs]));
    for (const product of products) this.#index(product);
  }

  get products(): Product[] {
    return [...this.#bySlug.values()];
  }

  find({ product, events }: Pick<ReadingLine, "product" | "events">): Found {
    const former = events.flatMap((event) => (event.kind === "rename" ? [event.from] : []));
    const said = { ...product, aliases: [...product.aliases, ...former] };
    const site = this.#siteOf(said.domain);
    const known = this.#known(said, site);
    if (known && "rejected" in known) return known;
    if (known) return this.#withAliases(known, said.aliases);
    return this.#propose(said, site);
  }

  #known(said: ReadingLine["product"], site: string | null): Product | { rejected: string } | null {
    const bySlug = said.slug === undefined ? undefined : this.#bySlug.get(this.tables.renamed[said.slug] ?? said.slug);
    if (bySlug) {
      const own = this.#siteOf(bySlug.domain);
      const isAt = !site || !own || own === site || this.#siteOf(bySlug.vendor.website) === site;
      return isAt ? bySlug : { rejected: `the slug ${bySlug.slug} is that of a product at ${own}, not at ${site}` };
    }
    const names = [said.name, ...said.aliases].map(nameKey);
    const onSite = site ? [...(this.#bySite.get(site) ?? [])] : [];
    const called = onSite.find((slug) => names.some((name) => this.#namesOf(slug).has(name)));
    if (called) return this.#bySlug.get(called) ?? null;
    const [only, ...others] = onSite;
    const isShared = site !== null && site in this.tables.domains.shared;
    if (said.slug === undefined && only && others.length === 0 && !isShared) return this.#bySlug.get(only) ?? null;
    const owner = this.#bySlug.get(this.#byName.get(nameKey(said.name)) ?? "");
    if (!owner) return null;
    const own = this.#siteOf(owner.domain);
    return !site || !own ? owner : { rejected: `its name is that of ${owner.slug} at ${own}, not at ${site}` };
  }

  #propose(said: ReadingLine["product"], site: string | null): Found {
    const missing = (["vendor", "category", "domain"] as const).filter((field) => said[field] === undefined);
    if (missing.length > 0) return { rejected: `a new product without ${missing.join(", ")}` };
    const { name, vendor = name, category = "" } = said;
    if (!this.categories.has(category)) return { rejected: `no such category "${category}"` };
    const slug = said.slug ?? slugify(name);
    if (this.#taken.has(slug)) return { rejected: `the slug ${slug} is taken` };
    const website =
      this.tables.vendors[vendor] ?? (nameKey(vendor) === nameKey(name) && site ? `https://${site}` : null);
    const product = Product.parse({
      slug,
      name,
      vendor: { name: vendor, website },
      category,
      domain: site,
      pricingPage: said.pricingPage ?? null,
      kind: "product",
      aliases: this.#freeNames(said.aliases, name),
      formerSlugs: [],
    });
    const beside = site ? [...(this.#bySite.get(site) ?? [])] : [];
    if (beside.length > 0) this.near.push({ slug, beside });
    this.#taken.add(slug);
    this.#bySlug.set(slug, product);
    this.#index(product);
    return { product, isNew: true, isChanged: true };
  }

  #withAliases(product: Product, aliases: readonly string[]): Found {
    const fresh = this.#freeNames(aliases, product.name);
    if (fresh.length === 0) return { product, isNew: false, isChanged: false };
    const changed = { ...product, aliases: [...product.aliases, ...fresh].sort() };
    this.#bySlug.set(product.slug, changed);
    this.#index(changed);
    return { product: changed, isNew: false, isChanged: true };
  }

  /** Returns names that no product uses yet. */
  #freeNames(names: readonly string[], own: string): string[] {
    const seen = new Set([nameKey(own)]);
    return names.filter((name) => {
      const key = nameKey(name);
      if (seen.has(key) || this.#byName.has(key)) return false;
      seen.add(key);
      return true;
    });
  }

  #index({ slug, name, domain, aliases }: Product): void {
    const site = this.#siteOf(domain);
    if (site) this.#bySite.set(site, (this.#bySite.get(site) ?? new Set()).add(slug));
    for (const key of [name, ...aliases].map(nameKey)) if (!this.#byName.has(key)) this.#byName.set(key, slug);
  }

  #namesOf(slug: string): Set<string> {
    const product = this.#bySlug.get(slug);
    return new Set(product ? [product.name, ...product.aliases].map(nameKey) : []);
  }

  #siteOf(host: string | null | undefined): string | null {
    const site = siteOf(host);
    return site ? (this.tables.domains.sameAs[site] ?? site) : null;
  }
}
