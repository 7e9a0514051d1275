import { nameKey } from "@/lib/ids";
import names from "./local-names.json";

const slugs = new Map(
  Object.values(names).flatMap((language) =>
    Object.entries<readonly string[]>(language).flatMap(([slug, words]) => words.map((word) => [nameKey(word), slug])),
  ) as [string, string][],
);

/** Returns the slug of the product that has this name in the script of another language: "슬랙", "スラック". */
export function localName(text: string): string | null {
  return slugs.get(nameKey(text)) ?? null;
}
