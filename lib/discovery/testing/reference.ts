import { compareText } from "@/lib/catalog/ledger";
import { namesAskedFor } from "@/lib/catalog/question-words";
import { LOOK_ALIKE, spelledAlike, typingSteps } from "@/lib/catalog/spelling";
import { bitOf, isStated } from "@/lib/catalog/stated";
import { nameKey } from "@/lib/ids";
import type { Slug } from "@/lib/schemas/primitives";
import type { Entries, KnownProduct, PeriodEntry } from "../entries";
import { trigrams } from "../letters";
import { ownNames } from "../names";
import { type DiscoverFilters, type DiscoverPage, type Discovery, FACETS, type Lead } from "../page";

/* A reference for the finder, without any index: it checks every product for every query. */

export interface Alike {
  place: number;
  alike: number;
}

/** Returns the share of three-letter groups that two names have in common. */
export function likeness(a: string, b: string): number {
  const [left, right] = [trigrams(a), trigrams(b)];
  const common = [...left].filter((group) => right.has(group)).length;
  return common === 0 ? 0 : common / (left.size + right.size - common);
}

export function mostAlike(keys: readonly string[], asked: string, limit: number): Alike[] {
  return keys
    .map((key, place) => ({ place, alike: likeness(asked, key) }))
    .filter(({ alike }) => alike > 0)
    .sort((a, b) => b.alike - a.alike || a.place - b.place)
    .slice(0, limit);
}

interface Fit {
  score: number;
  near: number;
}

function fitsOf(
  { products, categories }: Entries,
  text: string,
  lead: Lead | null,
): { fits: Map<number, Fit>; isSpelled: boolean } {
  const fits = new Map<number, Fit>();
  const add = (place: number, score: number, near: number) => {
    const known = fits.get(place) ?? { score: 0, near: 0 };
    fits.set(place, { score: Math.max(known.score, score), near: Math.max(known.near, near) });
  };
  const names = products.flatMap((product, owner) => ownNames(product).map((name) => ({ ...name, owner })));
  const fitting = (asked: string) => {
    const key = nameKey(asked);
    if (key === "") return;
    const isInner = key.length >= 3;
    const written = asked.trim().toLowerCase();
    for (const { key: name, kind, owner } of names) {
      const isHeld = isInner ? name.includes(key) : name.split("-").includes(key);
      if (!isHeld && !isJoined(name, key)) continue;
      add(owner, scoreOfName(name, key) - (kind === "former_slug" ? 1 : 0), likeness(key, name));
    }
    products.forEach((product, place) => {
      const { name, slug, aliases, vendor, domain } = product;
      const maker = vendor.name.toLowerCase();
      const described = [name, slug, ...aliases, maker, domain ?? ""].join("\n").toLowerCase();
      if (isInner ? described.includes(written) : maker === written) {
        const own = ownNames(product);
        const shown = own.find(({ kind }) => kind === "name") ?? own[0];
        const parts = [maker, domain ?? ""];
        const score = parts.includes(written) ? 85 : parts.some((part) => part.startsWith(written)) ? 65 : 40;
        add(place, score, shown ? likeness(key, shown.key) : 0);
      }
      const category = categories.find((entry) => entry.slug === product.category);
      const words = {
        5: ownNames(product).flatMap((own) => own.key.split("-")),
        2: [vendor.name, domain ?? ""].flatMap(wordsOf),
        1: category ? [category.name, ...(category.aliases ?? [])].flatMap(wordsOf) : [],
      };
      const weights = key.split("-").map((term) => {
        const held = Object.entries(words).filter(([, each]) => each.some((word) => word.startsWith(term)));
        return Math.max(0, ...held.map(([weight]) => Number(weight)));
      });
      if (!weights.includes(0)) {
        const mean = weights.reduce((sum, weight) => sum + weight, 0) / 5 / weights.length;
        add(place, Math.round(20 + 9 * mean), 0);
      }
      const count = product.models.filter((model) => model.includes(key)).length;
      if (!isInner || count === 0) return;
      const prefixed = `${lettersOf(vendor.name)}${key.replaceAll("-", "")}`;
      const others = products.filter(
        (other, at) =>
          at !== place &&
          lettersOf(vendor.name) !== "" &&
          other.models.some((model) => model.includes(key) && model.replaceAll("-", "").startsWith(prefixed)),
      );
      const weight = count * (count / product.models.length) ** 2 + 2 * others.length;
      add(place, 20 + (15 * weight) / (1 + weight), 0);
    });
  };
  fitting(text);
  lead?.products.forEach((slug, index) => {
    const place = products.findIndex((product) => product.slug === slug);
    if (place >= 0) add(place, 999 - index, 0);
  });
  products.forEach(({ category }, place) => {
    if (lead?.category != null && category === lead.category) add(place, 98, 0);
  });
  const others = fits.size > 0 ? [] : namesAskedFor(text);
  others.forEach(fitting);
  const isSpelled = fits.size === 0;
  if (lead) return { fits, isSpelled };
  const least = isSpelled ? LOOK_ALIKE : 0.8;
  const keys = names.map(({ key }) => key);
  for (const asked of [text, ...others].map(nameKey)) {
    for (const { place } of asked === "" ? [] : mostAlike(keys, asked, 40)) {
      const { key, owner } = names[place] as (typeof names)[number];
      const [shorter = 0, longer = 0] = [key.length, asked.length].sort((a, b) => a - b);
      const near = spelledAlike(asked, key);
      if (shorter < least * longer - asked.split("-").length || near < least) continue;
      const [joined, joinedKey] = [asked.replaceAll("-", ""), key.replaceAll("-", "")];
      add(owner, 60 * (1 - typingSteps(joined, joinedKey) / joined.length), near);
    }
  }
  return { fits, isSpelled };
}

const wordsOf = (text: string) => nameKey(text).split("-").filter(Boolean);
const lettersOf = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
const isJoined = (a: string, b: string) => a.replaceAll("-", "") === b.replaceAll("-", "");

function scoreOfName(name: string, key: string): number {
  if (name === key) return 100;
  if (isJoined(name, key)) return 95;
  if (name.startsWith(`${key}-`)) return 90;
  if (name.startsWith(key)) return 80;
  return name.includes(`-${key}`) ? 70 : 50;
}

function priceIn({ kind }: KnownProduct, { startingPrice, currency }: PeriodEntry, wanted: string): number | null {
  return kind !== "family" && (startingPrice === 0 || currency === wanted) ? startingPrice : null;
}

/** Returns null if the deciding fact is unknown. */
function meets(product: KnownProduct, entry: PeriodEntry, filters: DiscoverFilters): boolean | null {
  const { maxPrice, currency, having = null } = filters;
  const isFamily = product.kind === "family";
  const price = priceIn(product, entry, currency);
  const isWithin = isFamily ? false : entry.freeTier === true || (price === null ? null : price <= (maxPrice ?? 0));
  const has = { price: entry.priced, sso: entry.ssoCharged, dispute: entry.disputed };
  const is = (known: boolean | null, wanted: boolean | null = null) =>
    wanted === null || (known === null ? null : known === wanted);
  const answers = [
    maxPrice === null || isWithin,
    is(entry.freeTier, filters.hasFreeTier),
    is(entry.freePlan, filters.hasFreePlan),
    is(entry.selfHosted, filters.selfHosted),
    filters.pricingModel === null || entry.pricingModel === filters.pricingModel,
    is(entry.hasHiddenCosts, filters.hasHiddenCosts),
    having === null ||
      (isStated(having) ? (entry.stated & bitOf(having)) !== 0 || (isFamily ? false : null) : !isFamily && has[having]),
  ];
  if (answers.includes(false)) return false;
  return answers.includes(null) ? null : true;
}

/** Returns one page in the orders by relevance, price and name, without an axis. */
export function discovered(entries: Entries, { filters, sort, after, offset = 0, limit }: DiscoverPage): Discovery {
  const products = entries.products.toSorted((a, b) => compareText(a.slug, b.slug));
  const found = filters.text === null ? null : fitsOf({ ...entries, products }, filters.text, filters.lead ?? null);
  const fits = found?.fits ?? null;
  const judged = products.flatMap((product, place) => {
    const entry = entries.index.find(
      ({ slug, validFrom, validUntil }) =>
        slug === product.slug && validFrom <= filters.day && (validUntil === null || validUntil > filters.day),
    );
    const fit = fits?.get(place) ?? null;
    if (!entry || (fits && !fit) || (filters.category !== null && filters.category !== product.category)) return [];
    const price = priceIn(product, entry, filters.currency) ?? 1e20;
    const name = product.name.toLowerCase();
    const key = sort === "name" ? name : sort === "price" ? price : fit ? -Math.round(fit.score * 10) : 0;
    const tie = (fit?.near ?? 0) * -0.09 - (entry.priced ? 1_000 : 0) - entry.prominence;
    return [{ product, entry, key, tie, verdict: meets(product, entry, filters) }];
  });
  type Placed = Pick<(typeof judged)[number], "key" | "tie"> & { product: { slug: Slug } };
  const order = (a: Placed, b: Placed) =>
    (a.key < b.key ? -1 : a.key > b.key ? 1 : 0) || a.tie - b.tie || compareText(a.product.slug, b.product.slug);
  const met = judged.filter(({ verdict }) => verdict).sort(order);
  const behind = after && {
    key: sort === "name" ? after.key : Number(after.key),
    tie: Number(after.tie),
    product: { slug: after.slug },
  };
  const rest = behind ? met.filter((each) => order(each, behind) > 0) : met;
  const facets = FACETS.map((facet) => {
    const counts = new Map<string | null, number>();
    for (const { product, entry } of met) {
      const value = facet === "category" ? product.category : entry[facet];
      const text = value === null ? null : String(value);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    const found = [...counts].map(([value, count]) => ({ value, count }));
    found.sort(
      (a, b) =>
        b.count - a.count ||
        Number(a.value === null) - Number(b.value === null) ||
        compareText(a.value ?? "", b.value ?? ""),
    );
    return [facet, found] as const;
  });
  const unknown = judged
    .filter(({ verdict }) => verdict === null)
    .sort((a, b) => b.entry.prominence - a.entry.prominence || compareText(a.product.slug, b.product.slug));
  return {
    total: met.length,
    excluded: unknown.length,
    excludedProducts: unknown.slice(0, 3).map(({ product: { slug, name } }) => ({ slug, name })),
    facets: Object.fromEntries(facets) as Discovery["facets"],
    products: rest.slice(offset, offset + limit).map(({ product, entry: { sources, prominence }, key, tie }) => {
      return { slug: product.slug, key: String(key), tie: String(tie), sources, prominence };
    }),
    more: rest.length > offset + limit,
    isSpelled: met.length > 0 && found?.isSpelled === true,
  };
}
