import { parse } from "tldts";
import { atOnce, inTurns } from "@/lib/awaitable";
import { onceForText } from "@/lib/once-for";
import type { Product } from "@/lib/schemas/catalog";
import type { Subject } from "./reading";

/** Hand-maintained facts about one product. Every field overrides the sources. */
export type ProductEntry = {
  /**
   * Names that sources and people use for it, searched as aliases. Brackets must match exactly. "Runway @ runway.com"
   * applies only to that domain.
   */
  names?: string[];
  name?: string;
  vendor?: string;
  website?: string;
  /** Requires `names` unless an adapter sets the slug: otherwise matches by domain alone would move with it. */
  domain?: string;
  pricingPage?: string;
  kind?: Product["kind"];
};

export type IdentityTables = {
  products: Record<string, ProductEntry>;
  domains: {
    /** Former or second domain → the domain that identifies the product. */
    sameAs: Record<string, string>;
    /** Domains with several products, and the vendor of all of them. Null for hosting platforms. */
    shared: Record<string, string | null>;
  };
  /** Vendor name → its site, if the vendor's domain is not the product's. */
  vendors: Record<string, string>;
  /** Names that are not software or not one product, in the format of `names`. */
  excluded: { name: string; reason: string }[];
  /** Slug set by an adapter → product slug, if the two differ. */
  adapterSlugs: Record<string, string>;
  /** Retired slug → the slug that replaces it. */
  renamed: Record<string, string>;
};

export type Mention = { subject: Subject; observedAt: string; source?: string };
export type KnownProduct = Omit<Product, "category">;
/** Labels have the form "source: label". */
export type Identified = KnownProduct & { categoryLabels: string[] };
export type Decision = { slug: string } | { excluded: string } | { unknown: true };

export type Identity = {
  products: Identified[];
  decide(subject: Subject): Decision;
  /** Products with the same domain or name that a rule keeps separate. A person should confirm these once. */
  undecided: { slugs: string[]; because: string }[];
};

const LEGAL_SUFFIX = /[\s,]+(?:inc|llc|ltd|limited|gmbh|corp|corporation|oy|pty|plc)\.?$/i;
const GENERIC_WORD = /(?:software|cloud|app|hq|platform|technologies|systems)$/;
const PLATFORM_LABELS = new Set(["get", "use", "try", "go", "with"]);

/** Returns a name without case, accents, punctuation, legal form and brackets. */
export function nameKey(name: string): string {
  const outside = name.replace(/\s*[([][^)\]]*[)\]]/g, "").trim();
  const bare = (outside || name).replace(LEGAL_SUFFIX, "");
  const key = bare
    .normalize("NFKD")
    .toLowerCase()
    .replace(/&/g, "and")
    .replace(/\+/g, "plus")
    .replace(/[^\p{L}\p{N}]/gu, "");
  return key || bare.toLowerCase();
}

export function slugify(name: string): string {
  const bare = name.replace(/\s*[([][^)\]]*[)\]]/g, "").trim() || name;
  return bare
    .replace(LEGAL_SUFFIX, "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f'’!]/g, "")
    .replace(/&/g, " and ")
    .replace(/\+/g, " plus ")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

/** Returns the registrable domain of a host or URL. Subdomains of hosting platforms count as separate sites. */
export function siteOf(hostOrUrl: string | null | undefined): string | null {
  if (!hostOrUrl) return null;
  const { domain, hostname } = parse(hostOrUrl, { allowPrivateDomains: true });
  return domain ?? hostname ?? null;
}

function isPlainName(key: string, site: string): boolean {
  const label = site.split(".")[0]?.replace(/-/g, "") ?? "";
  const joined = site.replace(/[.-]/g, "");
  const stripped = key.replace(GENERIC_WORD, "");
  const labels = [label, joined, label.replace(GENERIC_WORD, "")];
  for (const prefix of PLATFORM_LABELS) if (label.startsWith(prefix)) labels.push(label.slice(prefix.length));
  return labels.some((candidate) => candidate.length > 1 && (candidate === key || candidate === stripped));
}

/** Sets of keys. A set with an anchor, `slug:…`, never joins a set with another anchor. */
class Groups {
  private readonly parent = new Map<string, string>();

  find(key: string): string {
    const up = this.parent.get(key) ?? key;
    if (up === key) {
      this.parent.set(key, key);
      return key;
    }
    const root = this.find(up);
    this.parent.set(key, root);
    return root;
  }

  join(a: string, b: string): void {
    const [x, y] = [this.find(a), this.find(b)];
    if (x === y || (isAnchor(x) && isAnchor(y))) return;
    if (isAnchor(x) || (!isAnchor(y) && x < y)) this.parent.set(y, x);
    else this.parent.set(x, y);
  }
}

const isAnchor = (key: string): boolean => key.startsWith("slug:");

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** Returns the value of most mentions. On a tie, the first in code order wins. */
function mostCommon(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || byCode(a[0], b[0]))[0]?.[0];
}

function pickName(names: readonly string[]): string | undefined {
  const rank = (name: string): string =>
    `${/[(–[]| - /.test(name) ? 1 : 0}${name === name.toLowerCase() ? 1 : 0}${String(name.length).padStart(4, "0")}${name}`;
  return [...new Set(names)].sort((a, b) => byCode(rank(a), rank(b)))[0];
}

const BARE_DOMAIN = /^(?!www\.)([a-z0-9-]{2,})(\.(?:com|io|net|org|dev|app|co|ai))$/;
/** Shorter labels are often plain words ("draw.io"), for which the ending is part of the brand. */
const TELLING_LENGTH = 7;

/** "coveralls.io" → "Coveralls", "draw.io" → "Draw.io". Null unless the name is a plain domain in lower case. */
export function nameOfDomain(name: string): string | null {
  const [, label, ending] = BARE_DOMAIN.exec(name) ?? [];
  if (!label || !ending) return null;
  const words = label.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return words.join(" ") + (label.length < TELLING_LENGTH ? ending : "");
}

/** Looks up a name in a hand-maintained table, the most specific entry first. */
class NameTable {
  private readonly values = new Map<string, string>();

  constructor(private readonly keyed: (name: string) => string) {}

  set(written: string, value: string): void {
    const [name = "", site = ""] = written.split(" @ ");
    const key = `${site}|${/[([]/.test(name) ? name : this.keyed(name)}`;
    const before = this.values.get(key);
    if (before !== undefined && before !== value)
      throw new Error(`"${written}" stands for both ${before} and ${value}`);
    this.values.set(key, value);
  }

  get(name: string, site: string | null): string | undefined {
    for (const spelling of [name, this.keyed(name)]) {
      const value = (site ? this.values.get(`${site}|${spelling}`) : undefined) ?? this.values.get(`|${spelling}`);
      if (value !== undefined) return value;
    }
    return undefined;
  }
}

/**
 * Groups the names that sources use into products. The order of `mentions` does not affect the result. Precedence: slug
 * set by the adapter, hand-maintained names, domain with name, name alone. `known` is the earlier catalogue: a match by
 * domain, name or alias keeps its slug. Mentions with `onlyIfKnown` do not create or join products, nor
 * contribute names. Throws if hand-maintained tables contradict each other.
 */
export function identify(...given: Parameters<typeof identifying>): Identity {
  return atOnce(identifying(...given));
}

/** Does the same, but lets other work run in between: the whole catalogue takes a fifth of a second. */
export function identifyInTurns(...given: Parameters<typeof identifying>): Promise<Identity> {
  return inTurns(identifying(...given));
}

function* identifying(
  mentions: readonly Mention[],
  tables: IdentityTables,
  known: readonly KnownProduct[] = [],
): Generator<undefined, Identity> {
  // Each name and host is looked up about ten times.
  const keyed = onceForText(nameKey, Number.POSITIVE_INFINITY);
  const onSite = onceForText(siteOf, Number.POSITIVE_INFINITY);
  const slugByName = new NameTable(keyed);
  for (const [slug, { names = [], name, domain }] of Object.entries(tables.products)) {
    for (const written of names) slugByName.set(written, slug);
    const everywhere = names.some((written) => !written.includes(" @ "));
    if (name && (everywhere || domain)) slugByName.set(everywhere ? name : `${name} @ ${domain}`, slug);
  }
  const reasonByName = new NameTable(keyed);
  for (const { name, reason } of tables.excluded) reasonByName.set(name, reason);

  const siteFor = (host: string | null | undefined): string | null => {
    const site = host ? onSite(host) : null;
    return site ? (tables.domains.sameAs[site] ?? site) : null;
  };
  const current = (slug: string): string => tables.renamed[slug] ?? slug;
  const formerly = new Map<string, string[]>();
  for (const [old, slug] of Object.entries(tables.renamed)) push(formerly, slug, old);
  const ofAdapter = (slug: string): string => current(tables.adapterSlugs[slug] ?? slug);

  const keyOf = (subject: Subject): string => {
    if (subject.slug) return `slug:${ofAdapter(subject.slug)}`;
    const site = siteFor(subject.domain);
    const listed = slugByName.get(subject.name, site);
    if (listed) return `slug:${listed}`;
    return site ? `at:${site}|${keyed(subject.name)}` : `name:${keyed(subject.name)}`;
  };
  const reasonToExclude = (subject: Subject): string | undefined => {
    const site = siteFor(subject.domain);
    return subject.slug || slugByName.get(subject.name, site) ? undefined : reasonByName.get(subject.name, site);
  };
  const kept = mentions.filter(({ subject }) => !subject.onlyIfKnown && !reasonToExclude(subject));
  const earlier = known.filter(
    (product) => tables.products[product.slug] || !reasonByName.get(product.name, siteFor(product.domain)),
  );

  const byKey = new Map<string, { key: string; name: string; site: string | null }>();
  const note = (key: string, name: string, site: string | null): void => {
    byKey.set(`${key}\n${keyed(name)}\n${site ?? ""}`, { key, name, site });
  };
  for (const { subject } of kept) {
    yield;
    note(keyOf(subject), subject.name, siteFor(subject.domain));
  }
  for (const product of earlier) {
    yield;
    for (const name of [product.name, ...product.aliases]) {
      note(`slug:${current(product.slug)}`, name, siteFor(product.domain));
    }
  }
  const noted = [...byKey].sort((a, b) => byCode(a[0], b[0])).map(([, entry]) => entry);

  const groups = new Groups();
  const anchoredFirst = [...noted.filter(({ key }) => isAnchor(key)), ...noted.filter(({ key }) => !isAnchor(key))];
  for (const { key, name, site } of anchoredFirst) {
    yield;
    groups.find(key);
    if (slugByName.get(name, site)) continue;
    groups.join(key, site ? `at:${site}|${keyed(name)}` : `name:${keyed(name)}`);
  }
  for (const { key, name, site } of anchoredFirst) {
    yield;
    if (site && !(site in tables.domains.shared) && isPlainName(keyed(name), site)) groups.join(key, `home:${site}`);
  }
  const withSite = new Map<string, Set<string>>();
  for (const { key, name, site } of noted) {
    if (!site || slugByName.get(name, site)) continue;
    const id = `name:${keyed(name)}`;
    withSite.set(id, (withSite.get(id) ?? new Set()).add(groups.find(key)));
  }
  for (const [key, roots] of withSite) {
    const [only] = roots;
    if (only && roots.size === 1) groups.join(key, only);
  }

  const mentionsOf = new Map<string, Mention[]>();
  for (const mention of kept) push(mentionsOf, groups.find(keyOf(mention.subject)), mention);
  const knownOf = new Map<string, KnownProduct[]>();
  for (const product of earlier) push(knownOf, groups.find(`slug:${current(product.slug)}`), product);

  const roots = [...new Set([...mentionsOf.keys(), ...knownOf.keys()])].sort(byCode);
  const slugOfRoot = new Map(roots.filter(isAnchor).map((root) => [root, root.slice("slug:".length)]));
  const takenSlugs = new Set(slugOfRoot.values());
  const claim = (root: string, slug: string): void => {
    takenSlugs.add(slug);
    slugOfRoot.set(root, slug);
  };

  const siteOfRoot = (root: string): string | null =>
    knownOf.get(root)?.find((product) => product.domain)?.domain ??
    mostCommon((mentionsOf.get(root) ?? []).flatMap(({ subject }) => siteFor(subject.domain) ?? [])) ??
    null;
  const namesOf = (root: string): string[] => (mentionsOf.get(root) ?? []).map(({ subject }) => subject.name);

  const picked = new Map(roots.map((root) => [root, pickName(namesOf(root))]));
  const bearers = new Map<string, number>();
  const countName = (name: string): void => void bearers.set(keyed(name), (bearers.get(keyed(name)) ?? 0) + 1);
  for (const [root, name] of picked) {
    yield;
    const spoken = name && nameOfDomain(name);
    const names = [
      ...namesOf(root),
      ...(knownOf.get(root) ?? []).flatMap((product) => [product.name, ...product.aliases]),
    ];
    for (const each of new Set([...names, spoken ?? ""].map(keyed))) countName(each);
  }
  const nameOf = (root: string): string | undefined => {
    const name = picked.get(root);
    const spoken = name && nameOfDomain(name);
    return spoken && bearers.get(keyed(spoken)) === 1 ? spoken : name;
  };

  for (const root of roots) {
    if (slugOfRoot.has(root)) continue;
    const base = slugify(nameOf(root) ?? root) || slugify(siteOfRoot(root) ?? root);
    const site = siteOfRoot(root);
    const candidates = [base, ...(site ? [slugify(site), `${base}-${slugify(site)}`] : []), `${base}-software`];
    const free = candidates.find((slug) => slug.length > 0 && !takenSlugs.has(slug) && !(slug in tables.renamed));
    if (!free) throw new Error(`No free slug for "${base}"`);
    claim(root, free);
  }

  const identified = (root: string): Identified => {
    const slug = slugOfRoot.get(root) ?? "";
    const entry = tables.products[slug] ?? {};
    const before = [...(knownOf.get(root) ?? [])].sort((a, b) => byCode(a.slug, b.slug));
    const primary = before.find((product) => current(product.slug) === slug) ?? before[0];
    const own = mentionsOf.get(root) ?? [];
    const name = entry.name ?? primary?.name ?? nameOf(root) ?? slug;
    const domain = entry.domain ?? siteOfRoot(root);
    const sharedVendor = domain ? tables.domains.shared[domain] : undefined;
    const vendorName =
      entry.vendor ??
      sharedVendor ??
      mostCommon(
        own.flatMap(({ subject }) => (subject.vendor && subject.kind !== "supplier" ? [subject.vendor] : [])),
      ) ??
      primary?.vendor.name ??
      name;
    const ownSite = domain && sharedVendor !== null ? `https://${domain}` : null;
    const website =
      entry.website ??
      tables.vendors[vendorName] ??
      (vendorName === sharedVendor || keyed(vendorName) === keyed(name) ? ownSite : null);
    const pages = [...own]
      .sort(
        (a, b) =>
          byCode(b.observedAt, a.observedAt) || byCode(a.subject.pricingPage ?? "", b.subject.pricingPage ?? ""),
      )
      .flatMap(({ subject }) =>
        subject.pricingPage && siteFor(subject.pricingPage) === domain ? [subject.pricingPage] : [],
      );
    return {
      slug,
      name,
      vendor: { name: vendorName, website },
      domain,
      pricingPage: entry.pricingPage ?? primary?.pricingPage ?? pages[0] ?? null,
      kind: entry.kind ?? "product",
      aliases: [
        ...new Set([
          ...namesOf(root),
          ...(entry.names ?? []).filter((written) => !/ @ |[([]| [-/] /.test(written)),
          ...before.flatMap((product) => [product.name, ...product.aliases]),
        ]),
      ].sort(byCode),
      formerSlugs: [
        ...new Set([
          ...before.flatMap((product) => [product.slug, ...product.formerSlugs]),
          ...(formerly.get(slug) ?? []),
        ]),
      ]
        .filter((old) => old !== slug)
        .sort(byCode),
      categoryLabels: own
        .flatMap(({ subject, source }) => (subject.categoryLabel ? [`${source ?? ""}: ${subject.categoryLabel}`] : []))
        .sort(byCode),
    };
  };
  const products: Identified[] = [];
  for (const root of roots) {
    yield;
    products.push(identified(root));
  }
  products.sort((a, b) => byCode(a.slug, b.slug));

  const answeringTo = new Map<string, Set<string>>();
  for (const { slug, name, aliases } of products) {
    for (const each of [name, ...aliases]) {
      const key = keyed(each);
      answeringTo.set(key, (answeringTo.get(key) ?? new Set()).add(slug));
    }
  }
  const sitesOf = new Map(products.map(({ slug, domain }) => [slug, new Set(domain ? [domain] : [])]));
  for (const [root, mentioned] of mentionsOf) {
    for (const { subject } of mentioned) {
      const site = siteFor(subject.domain);
      if (site) sitesOf.get(slugOfRoot.get(root) ?? "")?.add(site);
    }
  }

  /**
   * Returns the slug from the tables, from the site with the name, or from a name that only one product has. Never
   * contradicts the site.
   */
  const slugAlreadyKnown = (subject: Subject): string | undefined => {
    const site = siteFor(subject.domain);
    const keys = [keyOf(subject)];
    if (site && !(site in tables.domains.shared) && isPlainName(keyed(subject.name), site)) keys.push(`home:${site}`);
    const [only, ...others] = answeringTo.get(keyed(subject.name)) ?? [];
    const found = [...keys.map((key) => slugOfRoot.get(groups.find(key))), others.length === 0 ? only : undefined];
    return found.find((slug) => slug && (!site || sitesOf.get(slug)?.has(site)));
  };

  return {
    products,
    decide(subject) {
      const reason = reasonToExclude(subject);
      if (reason) return { excluded: reason };
      const slug = subject.onlyIfKnown ? slugAlreadyKnown(subject) : slugOfRoot.get(groups.find(keyOf(subject)));
      if (slug) return { slug };
      if (subject.onlyIfKnown) return { unknown: true };
      throw new Error(`"${subject.name}" was not among the names to identify`);
    },
    undecided: findUndecided(products, tables, keyed),
  };
}

function findUndecided(
  products: readonly Identified[],
  tables: IdentityTables,
  keyed: (name: string) => string,
): Identity["undecided"] {
  const bySite = new Map<string, string[]>();
  const byName = new Map<string, string[]>();
  for (const { slug, domain, name } of products) {
    if (domain && !(domain in tables.domains.shared)) push(bySite, domain, slug);
    push(byName, keyed(name), slug);
  }
  const several = (map: Map<string, string[]>, because: string): Identity["undecided"] =>
    [...map]
      .filter(([, slugs]) => slugs.some((slug) => !tables.products[slug]) && slugs.length > 1)
      .map(([what, slugs]) => ({ slugs, because: `${because} ${what}` }));
  return [...several(bySite, "same domain"), ...several(byName, "same name")];
}
