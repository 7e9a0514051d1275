import { AppError } from "@/lib/errors";
import { list } from "@/lib/format/words";
import type { Resolved } from "@/lib/schemas/compare";
import type { FamilyMember, PricingRecord } from "@/lib/schemas/record";
import type { Catalog, View } from "./catalog";

const MAX_NAMED = 8;

export const RESOLVED_RULE =
  "A family is compared by one of its products: of those with a price, the best known in the category of another product that is compared, else the best known.";

type Family = PricingRecord & { members: FamilyMember[] };

/** A vendor's name that has no price of its own, but products. */
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

/** Records to compare, each family replaced by one of its products. Throws `not_priced` where none has a price. */
export async function takeMembers(
  catalog: Catalog,
  records: readonly PricingRecord[],
  view: View,
): Promise<{ records: PricingRecord[]; resolved: Resolved[] }> {
  if (!records.some(isFamily)) return { records: [...records], resolved: [] };
  const categories = new Map((await catalog.listing(view)).map(({ slug, category }) => [slug, category]));
  const resolved: Resolved[] = [];
  const chosen: string[] = [];
  for (const record of records) {
    if (!isFamily(record)) {
      chosen.push(record.slug);
      continue;
    }
    const others = records.filter((other) => other !== record);
    const beside = new Set(others.map(({ slug }) => slug));
    const priced = record.members.filter((member) => isPriced(member) && !beside.has(member.slug));
    const other = others.find(({ category }) => priced.some(({ slug }) => categories.get(slug) === category.slug));
    const taken = priced.find(({ slug }) => categories.get(slug) === other?.category.slug) ?? priced[0];
    if (!taken) throw unpriced(record);
    chosen.push(taken.slug);
    const why = other ? `the best known in ${other.category.name}, the category of ${other.name}` : "the best known";
    const because = `${record.name} is a family of ${record.members.length} products; of those with a price ${taken.name} is ${why}.`;
    resolved.push({ asked: record.slug, taken: taken.slug, because });
  }
  const found = await catalog.records(chosen, view);
  const taken = chosen.flatMap((slug) => {
    const lookup = found.get(slug);
    return lookup?.status === "found" ? [lookup.record] : [];
  });
  return { records: taken, resolved };
}

function unpriced(record: Family): AppError {
  const message = `${record.name} is a family, and none of its products that may be compared here has a known price: ${naming(record.members)}.`;
  return new AppError("not_priced", message, {
    errors: [{ path: "slugs", message }],
    suggestions: slugsOf(record.members),
  });
}

/** For a question about one product's price, asked of a family: which of its products can answer it. */
export function askOneOf(record: Family, members: readonly FamilyMember[], path: string, can: string): AppError {
  const what =
    members.length > 0
      ? `Ask for one that ${can}: ${naming(members)}.`
      : `None of its products ${can}: ${naming(record.members)}.`;
  const message = `${record.name} is a family of ${record.members.length} products and has no price of its own. ${what}`;
  return new AppError("not_priced", message, { errors: [{ path, message: what }], suggestions: slugsOf(members) });
}
