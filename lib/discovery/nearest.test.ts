import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nameKey } from "@/lib/ids";
import { nameTable } from "./name-table";
import { nearestNames } from "./nearest";

const nearestOf = (products: readonly ReturnType<typeof name>[]) => {
  const { owners, keys, isSlug, likeness } = nameTable(products);
  return nearestNames((place) => {
    const { slug, standing } = products[owners[place] as number] as (typeof products)[number];
    return { slug, standing, key: keys[place] as string, isSlug: isSlug[place] === 1, isOffered: slug !== "withdrawn" };
  }, likeness);
};

const name = (slug: string, text = slug) => ({
  slug,
  names: [{ key: nameKey(text), kind: slug === text ? ("slug" as const) : ("name" as const) }],
  standing: 0,
});
const nearest = nearestOf([
  name("slack"),
  name("slack-connect"),
  name("chatter"),
  name("chatter", "Shared channels"),
  name("figma"),
  name("notion-plus"),
  name("notion-plus", "Notion"),
  name("dogwood"),
  name("withdrawn"),
]);

describe("the nearest names", () => {
  test.each([
    ["slak", "slack"],
    ["slakc", "slack"],
    ["figam", "figma"],
    ["notoin", "notion-plus"],
    ["dogwod", "dogwood"],
    ["shared channel", "chatter"],
  ])("of %j are led by %s", (text, slug) => {
    expect(nearest(text, 3)[0]).toBe(slug);
  });

  test("are of what is offered", () => {
    expect(nearest("withdrawn", 3)).toEqual([]);
  });

  test("are none for a text that is like no name", () => {
    expect(nearest("zzzzzz", 3)).toEqual([]);
    expect(nearest("", 3)).toEqual([]);
    expect(nearest("é".repeat(100_000), 3)).toEqual([]);
  });

  test("are no more than asked for, each product once, itself first", () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{3,8}(-[a-z]{3,8})?$/), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 5 }), (slugs, limit) => {
        const find = nearestOf([...slugs, ...slugs].map((slug) => name(slug)));
        for (const slug of slugs) {
          const found = find(slug, limit);
          expect(found[0]).toBe(slug);
          expect(new Set(found).size).toBe(found.length);
          expect(found.length).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });
});
