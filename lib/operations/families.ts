import { compareText } from "@/lib/catalog/ledger";
import { AppError } from "@/lib/errors";
import { list } from "@/lib/format/words";
import type { Resolved } from "@/lib/schemas/name";
import type { FamilyMember, PricingRecord } from "@/lib/schemas/record";
import type { Catalog, View } from "./catalog";

const MAX_NAMED = 8;

export const RESOLVED_RULE =
  "A family is represented by its best-known product in the category of the other products, otherwise by its flagship.";

type Family = PricingRecord & { members: FamilyMember[] };

/** Returns whether a record is a vendor's name that has products but no price of its own. */
export function isFamily(record: PricingRecord): record is Family {
  const { kind, members = [], tiers, usage } = record;
  return kind === "family" && members.length > 0 && tiers === undefined && usage === undefined;
}

const isPriced = ({ startingPrice, priceStatus }: FamilyMember) =>
  startingPrice !== null || priceStatus === "not_applicable";

const slugsOf = (members: readonly FamilyMember[]) => members.slice(0, MAX_NAMED).map(({ slug }) => slug);

function naming(members: readonly FamilyMember[]): string {
  const named = members.slice(0, MAX_NAMED).map(({ name, slug }) => `${name} (${slug})`);
  const more = members.length - named.length;
  return list(more > 0 ? [...named, `${more} more`] : named);
}

/** The priced members of a record, or the record itself, with their categories. */
interface Side {
  record: PricingRecord;
  priced: { slug: string; name: string; category: string }[];
}

/**
 * Returns the records to compare, with each family replaced by one of its products. Throws `not_priced` if no product
 * of a family has a price.
 */
export async function takeMembers(
  catalog: Catalog,
  records: readonly PricingRecord[],
  view: View,
): Promise<{ records: PricingRecord[]; resolved: Resolved[] }> {
  if (!records.some(isFamily)) return { records: [...records], resolved: [] };
  const names = new Map((await catalog.categories()).map(({ slug, name }) => [slug, name]));
  const standing = new Map((await catalog.listing(view)).map(({ slug, category }) => [slug, category]));
  const named = new Set(records.map(({ slug }) => slug));
  const sides = records.map((record): Side => {
    if (!isFamily(record)) return { record, priced: [{ ...record, category: record.category.slug }] };
    const members = record.members.filter((member) => isPriced(member) && !named.has(member.slug));
    if (members.length === 0) throw unpriced(record);
    return { record, priced: members.map((member) => ({ ...member, category: standing.get(member.slug) ?? "" })) };
  });
  const resolved: Resolved[] = [];
  const chosen = sides.map((side) => {
    const { record, priced } = side;
    const category = isFamily(record) ? categoryOf(side, sides) : null;
    const taken =
      priced.find((member) => member.category === category) ??
      priced.find(({ slug }) => slug === record.flagship) ??
      priced[0];
    if (!taken) throw unpriced(record);
    if (isFamily(record)) {
      const which =
        category === null
          ? taken.slug === record.flagship
            ? "its flagship"
            : "its best-known other product with a price"
          : `its best-known product with a price in ${names.get(category) ?? category}`;
      const because = `${familyOf(record)}. We compared ${taken.name}, ${which}.`;
      resolved.push({ of: "product", asked: record.slug, taken: taken.slug, because });
    }
    return taken.slug;
  });
  const found = await catalog.records(chosen, view);
  const taken = chosen.flatMap((slug) => {
    const lookup = found.get(slug);
    return lookup?.status === "found" ? [lookup.record] : [];
  });
  return { records: taken, resolved };
}

/**
 * Returns the category in which a family is compared: that of another product, otherwise of another family, otherwise
 * one in which both have products, the best known first. Null if there is no such category. The result is the same for
 * both sides of two families.
 */
function categoryOf(side: Side, sides: readonly Side[]): string | null {
  const others = sides.filter((other) => other !== side);
  const rankIn = ({ priced }: Side, category: string) => priced.findIndex((member) => member.category === category);
  const own = others.find((other) => {
    const { slug } = other.record.category;
    return rankIn(side, slug) >= 0 && rankIn(other, slug) >= 0;
  });
  if (own) return own.record.category.slug;
  const shared = side.priced.flatMap(({ category }) =>
    others.flatMap((other) => {
      const rank = rankIn(other, category);
      return rank < 0 ? [] : [{ category, rank: rank + rankIn(side, category) }];
    }),
  );
  const [best] = shared.sort((a, b) => a.rank - b.rank || compareText(a.category, b.category));
  return best?.category ?? null;
}

function familyOf({ name, members }: Family): string {
  return `${name} is a family of ${members.length} products`;
}

/**
 * Returns the product for the cost of a family: its flagship, otherwise its first product with a monthly price. Null if
 * there is no such product.
 */
export function takeForCost(record: Family): { slug: string; resolved: Resolved } | null {
  const priced = record.members.filter(({ startingPrice }) => startingPrice !== null && startingPrice > 0);
  const taken = priced.find(({ slug }) => slug === record.flagship) ?? priced[0];
  if (!taken) return null;
  const others = priced.filter((member) => member !== taken);
  const more = others.length > 0 ? ` Others with a monthly price: ${naming(others)}.` : "";
  const because = `${familyOf(record)}. The cost is that of ${taken.name}.${more}`;
  return { slug: taken.slug, resolved: { of: "product", asked: record.slug, taken: taken.slug, because } };
}

function unpriced(record: PricingRecord): AppError {
  const { members = [] } = record;
  const message = `${record.name} is a family, and none of its products that could be compared has a known price: ${naming(members)}.`;
  return new AppError("not_priced", message, {
    errors: [{ path: "slugs", message }],
    suggestions: slugsOf(members),
  });
}

/**
 * Returns the error for a question about one product's price that names a family. It lists the products that can answer
 * it.
 */
export function askOneOf(
  record: Family,
  members: readonly FamilyMember[],
  path: string,
  can: string,
  otherwise = "",
): AppError {
  const what =
    members.length > 0
      ? `Use a product that ${can}: ${naming(members)}.`
      : `None of its products ${can}: ${naming(record.members)}. ${otherwise}`.trim();
  const message = `${record.name} is a family of ${record.members.length} products and has no price of its own. ${what}`;
  return new AppError("not_priced", message, { errors: [{ path, message: what }], suggestions: slugsOf(members) });
}
