import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Identified,
  type IdentityTables,
  identify,
  type KnownProduct,
  type Mention,
  nameKey,
  nameOfDomain,
  siteOf,
  slugify,
} from "./identity";
import type { Subject } from "./reading";

const tables: IdentityTables = {
  products: {
    "acme-tasks": { names: ["Acme Tasks", "Acme (Tasks Cloud)"], name: "Acme Tasks" },
    acme: { names: ["Acme"], kind: "family" },
    "signal-finance": { names: ["Signal @ signal.example"] },
    "bolt-chat": { names: ["Bolt - Chat", "Bolt One"], name: "Bolt", vendor: "Acme" },
  },
  domains: {
    sameAs: { "nimbus.io": "nimbus.com" },
    shared: { "acme.com": "Acme", "github.io": null },
  },
  vendors: { Acme: "https://www.acme.com" },
  excluded: [
    { name: "Telco", reason: "telecom carrier" },
    { name: "Signal @ other.example", reason: "two companies" },
  ],
  adapterSlugs: { nimbus: "nimbus-api" },
  renamed: { "old-bolt": "bolt-chat" },
};

const mention = (subject: Subject, observedAt = "2026-01-01"): Mention => ({ subject, observedAt });
const slugOf = (subjects: Subject[], subject: Subject, known: KnownProduct[] = []): string => {
  const decision = identify(
    subjects.map((each) => mention(each)),
    tables,
    known,
  ).decide(subject);
  if ("unknown" in decision) return "unknown";
  return "slug" in decision ? decision.slug : `excluded: ${decision.excluded}`;
};

const found: fc.Arbitrary<Subject> = fc.record(
  {
    name: fc.constantFrom(
      "Acme",
      "acme tasks",
      "Acme (Tasks Cloud)",
      "Acme Pay",
      "Bolt One",
      "Bolt",
      "Nimbus",
      "Nimbus.com",
      "Nimbus Inc.",
      "Nimbus Storage",
      "Signal",
      "Telco",
      "Río",
      "Rio",
    ),
    domain: fc.constantFrom(
      "acme.com",
      "pay.acme.com",
      "nimbus.com",
      "nimbus.io",
      "signal.example",
      "rio.app",
      "x.github.io",
    ),
    vendor: fc.constantFrom("Acme", "Nimbus"),
    kind: fc.constantFrom("supplier" as const, "product" as const),
  },
  { requiredKeys: ["name"] },
);
const setByAdapter: fc.Arbitrary<Subject> = fc.constantFrom(
  { name: "Nimbus API", slug: "nimbus", domain: "api.nimbus.com" },
  { name: "Rio", slug: "rio-api", domain: "rio.app" },
  { name: "Gate", slug: "gate" },
);
const subject = fc.oneof({ weight: 5, arbitrary: found }, { weight: 1, arbitrary: setByAdapter });

const shipped = (products: readonly Identified[]): KnownProduct[] =>
  products.map(({ categoryLabels: _, ...product }) => product);

describe("identify", () => {
  test("gives the same products whatever the order of the mentions", () => {
    fc.assert(
      fc.property(fc.array(subject, { maxLength: 30 }), fc.infiniteStream(fc.nat()), (subjects, random) => {
        const mentions = subjects.map((each) => mention(each));
        const shuffled = [...mentions]
          .map((each) => ({ each, key: random.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ each }) => each);
        const [one, other] = [identify(mentions, tables), identify(shuffled, tables)];
        expect(other.products).toEqual(one.products);
        for (const each of subjects) expect(other.decide(each)).toEqual(one.decide(each));
      }),
    );
  });

  test("gives no two products one slug", () => {
    fc.assert(
      fc.property(fc.array(subject, { maxLength: 30 }), (subjects) => {
        const products = shipped(
          identify(
            subjects.map((each) => mention(each)),
            tables,
          ).products,
        );
        const slugs = products.map(({ slug }) => slug);
        expect(new Set(slugs).size).toBe(slugs.length);
      }),
    );
  });

  test("names the same products when the same mentions are read again over its own result", () => {
    fc.assert(
      fc.property(fc.array(subject, { maxLength: 30 }), (subjects) => {
        const mentions = subjects.map((each) => mention(each));
        const first = identify(mentions, tables);
        const again = identify(mentions, tables, shipped(first.products));
        const essence = ({ slug, name, vendor, domain }: Identified) => ({ slug, name, vendor, domain });
        expect(again.products.map(essence)).toEqual(first.products.map(essence));
      }),
    );
  });

  test("keeps every slug when a later source brings new names", () => {
    fc.assert(
      fc.property(fc.array(subject, { maxLength: 20 }), fc.array(subject, { maxLength: 20 }), (before, later) => {
        const first = identify(
          before.map((each) => mention(each)),
          tables,
        );
        const grown = identify(
          [...before, ...later].map((each) => mention(each)),
          tables,
          shipped(first.products),
        );
        const answering = new Set(grown.products.flatMap(({ slug, formerSlugs }) => [slug, ...formerSlugs]));
        for (const { slug } of first.products) expect(answering).toContain(slug);
      }),
    );
  });

  test("merges spellings of one name on one domain, and a bare name with it", () => {
    const subjects = [
      { name: "github", domain: "github.com" },
      { name: "GitHub" },
      { name: "GitHub, Inc.", domain: "www.github.com" },
    ];
    for (const each of subjects) expect(slugOf(subjects, each)).toBe("github");
  });

  test("keeps products of one shared domain apart", () => {
    const subjects = [
      { name: "Acme Pay", domain: "acme.com" },
      { name: "Acme Tasks", domain: "acme.com" },
      { name: "Acme", domain: "acme.com" },
    ];
    expect(subjects.map((each) => slugOf(subjects, each))).toEqual(["acme-pay", "acme-tasks", "acme"]);
  });

  test("keeps another product on a vendor's own domain apart and says so", () => {
    const subjects = [
      { name: "Nimbus", domain: "nimbus.com" },
      { name: "Nimbus Storage", domain: "nimbus.com" },
    ];
    expect(subjects.map((each) => slugOf(subjects, each))).toEqual(["nimbus", "nimbus-storage"]);
    expect(
      identify(
        subjects.map((each) => mention(each)),
        tables,
      ).undecided,
    ).toEqual([{ slugs: ["nimbus", "nimbus-storage"], because: "same domain nimbus.com" }]);
  });

  test("follows a moved domain", () => {
    const subjects = [
      { name: "Nimbus", domain: "nimbus.io" },
      { name: "Nimbus", domain: "nimbus.com" },
    ];
    expect(
      identify(
        subjects.map((each) => mention(each)),
        tables,
      ).products,
    ).toMatchObject([{ slug: "nimbus", domain: "nimbus.com" }]);
  });

  test("gives two companies of one name slugs of their own", () => {
    const subjects = [
      { name: "Multi", domain: "multi.app" },
      { name: "Multi", domain: "multi.dev" },
    ];
    expect(new Set(subjects.map((each) => slugOf(subjects, each))).size).toBe(2);
  });

  test("reads brackets in the table exactly", () => {
    expect(
      slugOf([{ name: "Acme (Tasks Cloud)", domain: "acme.com" }], { name: "Acme (Tasks Cloud)", domain: "acme.com" }),
    ).toBe("acme-tasks");
    expect(slugOf([{ name: "Acme (business)" }], { name: "Acme (business)" })).toBe("acme");
  });

  test("leaves out what the table names, at its domain only where one is given", () => {
    expect(slugOf([{ name: "Telco" }], { name: "Telco" })).toBe("excluded: telecom carrier");
    const subjects = [
      { name: "Signal", domain: "other.example" },
      { name: "Signal", domain: "signal.example" },
    ];
    expect(subjects.map((each) => slugOf(subjects, each))).toEqual(["excluded: two companies", "signal-finance"]);
  });

  test("maps an adapter's own slug and keeps it apart from the plain name", () => {
    const api = { name: "Nimbus API", slug: "nimbus", domain: "api.nimbus.com" };
    const subjects = [api, { name: "Nimbus", domain: "nimbus.com" }];
    expect(subjects.map((each) => slugOf(subjects, each))).toEqual(["nimbus-api", "nimbus"]);
  });

  test("joins a vendor's page to the product that an adapter names by slug", () => {
    const subjects = [
      { name: "Speechly", slug: "speechly-api", domain: "speechly.com" },
      { name: "Speechly", domain: "speechly.com" },
      { name: "speechly" },
    ];
    for (const each of subjects) expect(slugOf(subjects, each)).toBe("speechly-api");
  });

  test("a renamed slug goes on answering", () => {
    const before = identify([mention({ name: "Bolt One", slug: "old-bolt" })], { ...tables, renamed: {} });
    const [product] = identify([mention({ name: "Bolt One" })], tables, shipped(before.products)).products;
    expect(product).toMatchObject({ slug: "bolt-chat", formerSlugs: ["old-bolt"] });
  });

  test("takes vendor, site and pricing page from the table, the shared domain and the newest page of its own", () => {
    const mentions = [
      mention({ name: "Acme Pay", domain: "acme.com", pricingPage: "https://acme.com/old" }, "2020-01-01"),
      mention({ name: "Acme Pay", domain: "acme.com", pricingPage: "https://pay.acme.com/new" }, "2026-01-01"),
      mention({ name: "Acme Pay", domain: "acme.com", pricingPage: "https://elsewhere.example/x" }, "2026-05-01"),
    ];
    expect(identify(mentions, tables).products[0]).toMatchObject({
      vendor: { name: "Acme", website: "https://www.acme.com" },
      pricingPage: "https://pay.acme.com/new",
    });
  });

  describe("what counts only where it is known", () => {
    const nimbus = { name: "Nimbus", domain: "nimbus.com" };
    test("joins a product by site with name, and by name where it gives no site", () => {
      expect(slugOf([nimbus], { name: "Nimbus.com", domain: "nimbus.com", onlyIfKnown: true })).toBe("nimbus");
      expect(slugOf([nimbus], { name: "nimbus", onlyIfKnown: true })).toBe("nimbus");
      expect(slugOf([nimbus], { name: "Acme Messenger", onlyIfKnown: true })).toBe("unknown");
    });

    test("never joins a product of the same name on another site, even one the table names", () => {
      expect(slugOf([nimbus], { name: "Nimbus", domain: "nimbus.example", onlyIfKnown: true })).toBe("unknown");
      const tasks = { name: "Acme Tasks", domain: "acme.com" };
      expect(slugOf([tasks], { ...tasks, onlyIfKnown: true })).toBe("acme-tasks");
      expect(slugOf([tasks], { ...tasks, domain: "tasks.example", onlyIfKnown: true })).toBe("unknown");
    });

    test("makes no product and changes none", () => {
      fc.assert(
        fc.property(fc.array(subject, { maxLength: 20 }), fc.array(subject, { maxLength: 20 }), (sure, idle) => {
          const mentions = sure.map((each) => mention(each));
          const more = idle.map((each) => mention({ ...each, onlyIfKnown: true }));
          expect(identify([...more, ...mentions], tables).products).toEqual(identify(mentions, tables).products);
        }),
      );
    });
  });

  test("speaks the name of a product known only by its address, where no other product has that name", () => {
    const names = (...subjects: Subject[]): string[] =>
      identify(
        subjects.map((each) => mention(each)),
        tables,
      ).products.map(({ slug, name }) => `${slug} ${name}`);
    expect(names({ name: "coveralls.io", domain: "coveralls.io" })).toEqual(["coveralls Coveralls"]);
    expect(
      names({ name: "temp-mail.io", domain: "temp-mail.io" }, { name: "Temp Mail", domain: "tempmail.example" }),
    ).toEqual(["temp-mail Temp Mail", "temp-mail-io temp-mail.io"]);
  });

  test("refuses a table in which one name stands for two products", () => {
    const contradictory = { ...tables, products: { ...tables.products, twin: { names: ["ACME TASKS"] } } };
    expect(() => identify([], contradictory)).toThrow(/stands for both/);
  });
});

test.each([
  ["Monday.com", "mondaycom"],
  ["Bolt (for Gov)", "bolt"],
  ["Squadcast Inc.", "squadcast"],
  ["Weights & Biases", "weightsandbiases"],
  ["Río", "rio"],
])("nameKey(%s) is %s", (name, key) => expect(nameKey(name)).toBe(key));

test.each([
  ["Aha!", "aha"],
  ["Slurp'it", "slurpit"],
  ["Kit (ConvertKit)", "kit"],
  ["C3.ai", "c3-ai"],
  ["iRevü", "irevu"],
])("slugify(%s) is %s", (name, slug) => expect(slugify(name)).toBe(slug));

test.each([
  ["coveralls.io", "Coveralls"],
  ["draw.io", "Draw.io"],
  ["cron-job.org", "Cron Job"],
  ["redirect.pizza", null],
  ["Monday.com", null],
  ["incident response", null],
])("nameOfDomain(%s) is %s", (name, spoken) => expect(nameOfDomain(name)).toBe(spoken));

test("a site is the registrable domain, and each user of a hosting platform has one", () => {
  expect(siteOf("https://www.pay.acme.co.uk/pricing")).toBe("acme.co.uk");
  expect(siteOf("x.github.io")).toBe("x.github.io");
  expect(siteOf(undefined)).toBeNull();
});
