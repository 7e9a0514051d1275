import type { ListedProduct } from "@/lib/catalog/listing";
import { nameKey } from "@/lib/ids";
import { onceFor } from "@/lib/once-for";
import { CUE_WORDS } from "@/lib/questions/cues";
import ordinary from "@/lib/questions/ordinary-words.json";
import { PLAN_NAMES } from "@/lib/questions/plan-words";
import { type Repair, repairWords } from "@/lib/questions/repair";
import type { Token } from "@/lib/questions/tokens";
import { wordTable } from "@/lib/questions/word-table";
import type { Tier } from "@/lib/schemas/record";
import type { Context, NamedProduct, Spotted } from "./asked";
import type { CategoryEntry, Names } from "./catalog";
import { today } from "./views";

/** An unknown word is more likely a misspelling of a well-known name than of another. */
const MIN_PROMINENCE = 35;
/** Common words of eight languages that are spelled like a word of the table below. They are not misspelt. */
const ORDINARY: ReadonlySet<string> = new Set(ordinary.words.split(" "));

const nameWords = onceFor((listing: readonly ListedProduct[]) => {
  const known = listing
    .filter(({ prominence }) => prominence >= MIN_PROMINENCE)
    .sort((a, b) => b.prominence - a.prominence);
  const keys = known.map(({ name }) => nameKey(name));
  return { whole: new Set(keys.map((key) => key.replaceAll("-", ""))), words: keys.flatMap((key) => key.split("-")) };
});

const vocabularyOf = onceFor((listing: readonly ListedProduct[]) =>
  onceFor((categories: readonly CategoryEntry[]) => {
    const categoryWords = categories.flatMap(({ name, aliases = [] }) =>
      [name, ...aliases].flatMap((text) => nameKey(text).split("-")),
    );
    return wordTable([...PLAN_NAMES, ...CUE_WORDS, ...categoryWords, ...nameWords(listing).words]);
  }),
);

/** Returns the mentions of a text after repairing misspelt words and missing spaces, and the repairs. */
export async function spotRepaired(
  context: Context,
  tokens: readonly Token[],
  { read, names }: { read: (tokens: readonly Token[]) => Spotted; names: Names },
): Promise<{ mentions: Spotted; repairs: readonly Repair[] }> {
  const mentions = read(tokens);
  if (mentions.unread.length === 0) return { mentions, repairs: [] };
  const listing = await context.catalog.listing({ asOf: today(context.now) });
  const table = vocabularyOf(listing)(names.categories);
  const plans = await plansOf(context, mentions);
  const planTable = wordTable(plans);
  return repairWords(mentions, read, {
    words: {
      has: (word) => table.has(word),
      near: (word) => [...planTable.near(word), ...table.near(word)],
    },
    isKnown: (word) => ORDINARY.has(nameKey(word)) || table.has(nameKey(word)) || names.named(word).length > 0,
    isJoined: (word) => nameWords(listing).whole.has(word),
    isPlan: (word) => mentions.products.length > 0 && (plans.includes(word) || PLAN_NAMES.has(word)),
  });
}

/** Returns the words in the plan names of the mentioned products. */
async function plansOf({ catalog, now }: Context, { products }: Spotted): Promise<string[]> {
  const slugs = products.map(({ product }) => product.slug);
  const lookups = await Promise.all(slugs.map((slug) => catalog.record(slug, { asOf: today(now), now })));
  const tiers = lookups.flatMap((lookup): readonly Tier[] =>
    lookup.status === "found" ? (lookup.record.tiers ?? []) : [],
  );
  return [...new Set(tiers.flatMap(({ name }) => nameKey(name).split("-")))];
}

/** Returns a sentence for each repair. */
export function repairSentences(repairs: readonly Repair[], mentions: Spotted): string[] {
  return repairs.map((repair) => {
    const named = repair.isSpacing ? null : productAt(repair, mentions);
    return named
      ? `No product matches “${repair.written}”; ${named.name} is spelled alike.`
      : `“${repair.written}” was read as “${repair.read}”.`;
  });
}

/** Returns the product whose name contains a repaired word. */
export function productAt({ from, to }: Repair, { products }: Spotted): NamedProduct | null {
  return products.find((place) => place.from < to && place.to > from)?.product ?? null;
}
