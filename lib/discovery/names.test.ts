import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Product } from "@/lib/schemas/catalog";
import { categoryNamed, meaningOf, namedProduct, tierNamed } from "./names";

function product(slug: string, name: string, rest: Partial<Product> & { maker?: string } = {}): Product {
  const { maker = "Acme", ...own } = rest;
  return {
    slug,
    name,
    vendor: { name: maker, website: null },
    category: "crm",
    domain: null,
    pricingPage: null,
    kind: "product",
    aliases: [],
    formerSlugs: [],
    ...own,
  };
}

const products = [
  product("acme", "Acme", { kind: "family", domain: "acme.example.com" }),
  product("acme-chat", "Acme Chat", { aliases: ["Acme Talk"], formerSlugs: ["talk"], domain: "acme.example.com" }),
  product("books", "Books", { domain: "books.example" }),
  product("globex-api", "Globex API", { maker: "Globex, Inc." }),
  product("hooli-mail", "Hooli Mail", { maker: "Hooli" }),
  product("hooli-drive", "Hooli Drive", { maker: "Hooli" }),
  product("tyrell-cloud", "Tyrell Cloud", { maker: "Tyrell Labs" }),
  product("umbrella", "Parasol", { maker: "Initech" }),
  product("one", "Same"),
  product("two", "Same"),
].map(namedProduct);
const meant = meaningOf(products);

describe("a text is one product", () => {
  test.each([
    ["ACME Chat", "acme-chat"],
    ["acme_chat", "acme-chat"],
    ["AcmeChat", "acme-chat"],
    ["Acme Talk", "acme-chat"],
    ["talk", "acme-chat"],
    ["Acme Books", "books"],
    ["Acme", "acme"],
    ["Acme Inc.", "acme"],
    ["Globex", "globex-api"],
    ["Tyrell Labs", "tyrell-cloud"],
    ["https://www.books.example/pricing", "books"],
    ["how much is acme chat", "acme-chat"],
    ["one", "one"],
  ])("%j is %s", (text, slug) => {
    expect(meant(text).one?.slug).toBe(slug);
  });
});

describe("a text is no product, and may mean some", () => {
  test.each([
    ["Same", ["one", "two"]],
    ["Hooli", ["hooli-drive", "hooli-mail"]],
    // Its only product has another name: the vendor may also sell one with its own name.
    ["Initech", ["umbrella"]],
    ["acme.example.com", ["acme"]],
    ["Acme Chatt", []],
    ["", []],
    ["!!", []],
  ])("%j: %j", (text, slugs) => {
    const { one, candidates } = meant(text);
    expect(candidates.map(({ slug }) => slug)).toEqual(slugs);
    if (text !== "acme.example.com") expect(one).toBeNull();
  });

  test("what nothing stands of any more gives way to what does, and else is named", () => {
    const asked = meaningOf(products);
    const standing = (text: string) => asked(text, { withdrawn: new Set(["one"]), standingOf: () => 0 });
    expect(standing("Same").one?.slug).toBe("two");
    expect(standing("one").one?.slug).toBe("one");
  });
});

test("whatever the catalogue: a slug is its own product, a name leads to a choice that holds it, one is alone", () => {
  const word = fc.constantFrom("acme", "books", "chat", "ms", "aws", "plus", "2");
  const name = fc.array(word, { minLength: 1, maxLength: 3 });
  const made = fc.record({ words: name, called: name, alias: name, maker: word });
  fc.assert(
    fc.property(fc.uniqueArray(made, { selector: ({ words }) => words.join("-"), maxLength: 12 }), (entries) => {
      const all = entries.map(({ words, called, alias, maker }) =>
        product(words.join("-"), called.join(" "), { aliases: [alias.join("")], maker }),
      );
      const read = meaningOf(all.map(namedProduct));
      for (const { slug, name: own, aliases } of all) {
        expect(read(slug).one?.slug).toBe(slug);
        for (const text of [slug.toUpperCase(), own, ...aliases]) {
          const { one, candidates } = read(text);
          expect(read(`  ${text.toUpperCase()} `).one?.slug ?? null).toBe(read(text.toUpperCase()).one?.slug ?? null);
          if (one && text !== one.slug) expect(candidates).toEqual([one]);
          if (!all.some((other) => other.slug === text)) expect(candidates.map((found) => found.slug)).toContain(slug);
        }
      }
    }),
  );
});

describe("a tier", () => {
  const tiers = [
    { id: "pro", name: "Pro" },
    { id: "business-plus", name: "Business+" },
    { id: "team", name: "Team" },
    { id: "team-10", name: "Team" },
  ];
  test.each([
    ["PRO", "pro"],
    ["Acme Pro plan", "pro"],
    ["business plus", "business-plus"],
    ["BusinessPlus", "business-plus"],
    ["team", "team"],
    ["Team", null],
    ["Platinum", null],
  ])("%j is %s", (asked, id) => {
    expect(tierNamed(tiers, asked, "Acme").one?.id ?? null).toBe(id);
  });
});

describe("a category", () => {
  const categories = [
    { slug: "help-desk", name: "Help desk", aliases: ["ticketing", "support"] },
    { slug: "crm", name: "CRM", aliases: ["support"] },
  ];
  test.each([
    ["Help Desks", "help-desk"],
    ["helpdesk", "help-desk"],
    ["Ticketing", "help-desk"],
    ["crm software", "crm"],
    ["support", null],
    ["helpdeskk", null],
  ])("%j is %s", (asked, slug) => {
    expect(categoryNamed(categories, asked).one?.slug ?? null).toBe(slug);
  });
});
