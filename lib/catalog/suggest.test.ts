import { describe, expect, test } from "vitest";
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
