import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { spelledAlike } from "./spelling";
import { bestKnown, namedAlike } from "./suggest";

const product = (
  slug: string,
  name: string,
  prominence: number,
  startingPrice: number | null = 5,
  category = "crm",
  kind: "product" | "family" = "product",
) => ({
  slug,
  name,
  category,
  kind,
  prominence,
  startingPrice,
});

describe("the best known products", () => {
  test("are paid ones of one category, the most prominent first, equals by slug", () => {
    const list = [
      product("acme-c", "Acme C", 2),
      product("acme-a", "Acme A", 2),
      product("acme-b", "Acme B", 9),
      product("acme-free", "Acme Free", 99, 0),
      product("acme-secret", "Acme Secret", 99, null),
      product("acme", "Acme", 99, 5, "crm", "family"),
      product("acme-chat", "Acme Chat", 1, 5, "team-chat"),
    ];
    const best = bestKnown(list, 2);
    expect([...best].map(([category, products]) => [category, products.map(({ slug }) => slug)])).toEqual([
      ["crm", ["acme-b", "acme-a"]],
      ["team-chat", ["acme-chat"]],
    ]);
  });
});

describe("names like a text", () => {
  const list = [
    product("acme-meetings", "Acme Meetings", 1),
    product("example-meetings", "Example Meetings", 8),
    product("acme-mail", "Acme Mail", 50),
  ];

  test("are found by one mistyped word of theirs, the better known first", () => {
    expect(namedAlike(list, "meatings", 5).map(({ slug }) => slug)).toEqual(["example-meetings", "acme-meetings"]);
    expect(namedAlike(list, "meatings", 1)).toHaveLength(1);
  });

  test("are none for another word or for too short a text", () => {
    expect(namedAlike(list, "invoice", 5)).toEqual([]);
    expect(namedAlike(list, "ma", 5)).toEqual([]);
  });
});

test("names like a text are those of which one word is spelled three letters of four like it", () => {
  const word = fc.stringMatching(/^[a-d]{2,6}$/);
  const names = fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { maxLength: 12 });
  fc.assert(
    fc.property(names, fc.stringMatching(/^[a-d]{3,6}(-[a-d])?$/), (all, asked) => {
      const list = all.map((words, place) => product(`p${place}`, words.join(" "), 1));
      const isAlike = (own: string) =>
        Math.min(own.length, asked.length) >= 0.75 * Math.max(own.length, asked.length) &&
        spelledAlike(own, asked) >= 0.75;
      const alike = list.filter((_, place) => all[place]?.some(isAlike)).map(({ slug }) => slug);
      expect(new Set(namedAlike(list, asked, 20).map(({ slug }) => slug))).toEqual(new Set(alike));
    }),
  );
});
