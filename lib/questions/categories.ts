import { nameKey } from "@/lib/ids";
import { onceFor } from "@/lib/once-for";
import type { Slug } from "@/lib/schemas/primitives";

/** The words that name a category. */
export interface CategoryWords {
  slug: Slug;
  name: string;
  aliases?: readonly string[];
}

const slugsByKey = onceFor((categories: readonly CategoryWords[]): ReadonlyMap<string, Slug> => {
  const names = categories.flatMap(({ slug, name, aliases = [] }) =>
    [slug, name, ...aliases].map((word) => ({ word, slug })),
  );
  return new Map(names.reverse().map(({ word, slug }) => [categoryKey(word), slug]));
});

/** Returns the category with exactly this name, in the singular or plural. */
export function categorySlug(words: string, categories: readonly CategoryWords[]): Slug | null {
  return slugsByKey(categories).get(categoryKey(words)) ?? null;
}

const WORDS_AROUND = new Set(
  "a an the best top good great popular leading software tool tools app apps application applications platform platforms service services solution solutions system systems program programs product products online saas".split(
    " ",
  ),
);

/** Like categorySlug(), but ignores words such as "best" and "software" around the name. */
export function categoryIn(text: string, categories: readonly CategoryWords[]): Slug | null {
  const words = nameKey(text).split("-");
  for (;;) {
    const slug = categorySlug(words.join(" "), categories);
    if (slug !== null || words.length === 0) return slug;
    if (WORDS_AROUND.has(words.at(-1) ?? "")) words.pop();
    else if (WORDS_AROUND.has(words[0] ?? "")) words.shift();
    else return null;
  }
}

/** Returns a key that is equal for singular and plural, and for any joining of words: "help desks" and "helpdesk". */
export function categoryKey(text: string): string {
  return nameKey(text)
    .split("-")
    .map((word) => (word.length > 3 && !word.endsWith("ss") ? word.replace(/ies$/, "y").replace(/s$/, "") : word))
    .join("");
}
