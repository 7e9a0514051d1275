import { describe, expect, test } from "vitest";
import { jsonLd } from "./json-ld";
import { cardsOf, pageOf, readBy, said, whyOf } from "./testing/structured";

const ld = (data: unknown) =>
  `<script type="application/ld+json">${typeof data === "string" ? data : JSON.stringify(data)}</script>`;
const MONTH = { referenceQuantity: { "@type": "QuantitativeValue", value: 1, unitCode: "MON" } };
const YEAR = { referenceQuantity: { "@type": "QuantitativeValue", value: 1, unitCode: "ANN" } };
const spec = (price: unknown, terms: object = MONTH, extra: object = {}) => ({
  "@type": "UnitPriceSpecification",
  price,
  priceCurrency: "USD",
  ...terms,
  ...extra,
});
const offer = (name: string, ...specs: object[]) => ({ "@type": "Offer", name, priceSpecification: specs });
const product = (...offers: object[]) => ({
  "@context": "https://schema.org",
  "@type": "SoftwareApplication",
  name: "Acme",
  offers,
});
const read = (data: unknown, body = "<main><h1>Plans</h1></main>", lang = "en") =>
  readBy(jsonLd, pageOf({ head: Array.isArray(data) ? data.map(ld).join("") : ld(data), body, lang }));

describe("what schema.org states is read as it states it", () => {
  test.each<[string, unknown, string[]]>([
    [
      "month and year",
      product(offer("Pro", spec(12), spec(120, YEAR)), offer("Team", spec("24.50"))),
      ["Pro 12 USD month + 120 USD year", "Team 24.5 USD month"],
    ],
    [
      "unit",
      product(
        offer("Pro", spec(12, MONTH, { unitText: "user" })),
        offer("Max", spec(20, {}, { unitText: "per seat per month" })),
      ),
      ["Pro 12 USD month user", "Max 20 USD month seat"],
    ],
    [
      "a month's price billed by the year",
      product(
        offer("Pro", spec(12, { ...MONTH, billingDuration: "P1Y" })),
        offer("Max", spec(20, { unitCode: "MON", billingIncrement: 12 })),
      ),
      ["Pro 12 USD month annual", "Max 20 USD month annual"],
    ],
    [
      "duration in ISO 8601",
      product(
        offer("Pro", spec(12, { billingDuration: "P1M" })),
        offer("Max", spec(20, { billingDuration: 1, unitCode: "MON" })),
      ),
      ["Pro 12 USD month", "Max 20 USD month"],
    ],
    [
      "a name that ends in its period",
      product({ ...offer("Pro (monthly)", spec(12, {})) }, offer("Team (monthly)", spec(20, {}))),
      ["Pro 12 USD month", "Team 20 USD month"],
    ],
    [
      "a price of a plan and its struck-through price",
      product(
        offer("Pro", spec(20, MONTH, { priceType: "https://schema.org/StrikethroughPrice" }), spec(12)),
        offer("Max", spec(50, MONTH, { priceType: "ListPrice" }), spec(40, MONTH, { priceType: "SalePrice" })),
      ),
      ["Pro 12 USD month", "Max 40 USD month"],
    ],
    [
      "bands by quantity: the first",
      product(
        offer(
          "Pro",
          spec(12, MONTH, { eligibleQuantity: { minValue: 1, maxValue: 10 } }),
          spec(9, MONTH, { eligibleQuantity: { minValue: 11 } }),
        ),
      ),
      ["Pro 12 USD month"],
    ],
    [
      "a compound price: its subscription, not its set-up",
      product(
        offer("Pro", {
          "@type": "CompoundPriceSpecification",
          priceComponent: [
            spec(99, {}, { priceComponentType: "https://schema.org/ActivationFee" }),
            spec(12, MONTH, { priceComponentType: "https://schema.org/Subscription" }),
          ],
        }),
        offer("Max", spec(50)),
      ),
      ["Pro 12 USD month", "Max 50 USD month"],
    ],
    [
      "on request",
      product(offer("Pro", spec(12)), { "@type": "Offer", name: "Enterprise", price: "Contact us" }),
      ["Pro 12 USD month", "Enterprise contact_sales"],
    ],
    [
      "several currencies of one plan",
      product(offer("Pro", spec(12), { ...spec(11), priceCurrency: "EUR" }), offer("Max", spec(20))),
      ["Pro 12 USD month + 11 EUR month", "Max 20 USD month"],
    ],
    [
      "from",
      product(
        offer("Pro", { "@type": "UnitPriceSpecification", minPrice: 9, priceCurrency: "USD", ...MONTH }),
        offer("Max", spec(20)),
      ),
      ["Pro from 9 USD month", "Max 20 USD month"],
    ],
  ])("%s", async (_, data, expected) => {
    expect(said(await read(data))).toEqual(expected);
  });

  test.each<[string, unknown]>([
    [
      "a graph with references",
      {
        "@context": "https://schema.org",
        "@graph": [
          { "@id": "#a", "@type": "Product", name: "Acme", offers: [{ "@id": "#o1" }, { "@id": "#o2" }] },
          { "@id": "#o1", ...offer("Pro", spec(12)) },
          { "@id": "#o2", ...offer("Max", spec(20)) },
        ],
      },
    ],
    [
      "one product each",
      [
        {
          "@type": "Product",
          name: "Acme Pro",
          brand: { "@type": "Brand", name: "Acme" },
          offers: { "@type": "Offer", priceSpecification: spec(12) },
        },
        {
          "@type": "Product",
          name: "Acme Max",
          brand: { "@type": "Brand", name: "Acme" },
          offers: { "@type": "Offer", priceSpecification: spec(20) },
        },
      ],
    ],
    [
      "a catalogue",
      {
        "@type": "Service",
        name: "Acme",
        hasOfferCatalog: {
          "@type": "OfferCatalog",
          itemListElement: [
            { "@type": "Offer", itemOffered: { "@type": "Service", name: "Pro" }, priceSpecification: spec(12) },
            { "@type": "Offer", itemOffered: { "@type": "Service", name: "Max" }, priceSpecification: spec(20) },
          ],
        },
      },
    ],
    [
      "a list",
      {
        "@type": "ItemList",
        itemListElement: [
          {
            "@type": "ListItem",
            position: 1,
            item: { "@type": "Product", name: "Pro", offers: offer("Pro", spec(12)) },
          },
          {
            "@type": "ListItem",
            position: 2,
            item: { "@type": "Product", name: "Max", offers: offer("Max", spec(20)) },
          },
        ],
      },
    ],
    [
      "an aggregate",
      {
        "@type": "Product",
        name: "Acme",
        offers: {
          "@type": "AggregateOffer",
          lowPrice: 12,
          priceCurrency: "USD",
          offers: [offer("Pro", spec(12)), offer("Max", spec(20))],
        },
      },
    ],
    [
      "types as addresses",
      JSON.parse(
        JSON.stringify(product(offer("Pro", spec(12)), offer("Max", spec(20)))).replaceAll(
          '"@type":"',
          '"@type":"https://schema.org/',
        ),
      ),
    ],
    [
      "a page that the product stands in",
      { "@type": "WebPage", mainEntity: product(offer("Pro", spec(12)), offer("Max", spec(20))) },
    ],
    [
      "a comma too many and a comment",
      `/* plans */ ${JSON.stringify(product(offer("Pro", spec(12)), offer("Max", spec(20)))).replace(/\]\}$/, ",],}")}`,
    ],
  ])("however it is put: %s", async (_, data) => {
    expect(said(await read(data))).toEqual(["Pro 12 USD month", "Max 20 USD month"]);
  });

  test("microdata is read alike", async () => {
    const item = (name: string, price: string) =>
      `<div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><h3 itemprop="name">${name}</h3><meta itemprop="priceCurrency" content="USD"><p><span itemprop="price" content="${price}">$${price}</span> per user per month</p></div>`;
    const extraction = await readBy(
      jsonLd,
      pageOf({
        body: `<main itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Acme</h1>${item("Pro", "12")}${item("Max", "20")}</main>`,
      }),
    );
    expect(said(extraction)).toEqual(["Pro 12 USD month user", "Max 20 USD month user"]);
  });

  test("RDFa is read alike", async () => {
    const item = (name: string, price: string) =>
      `<div property="offers" typeof="Offer"><h3 property="name">${name}</h3><meta property="priceCurrency" content="USD"><p><span property="price">$${price}</span> per user per month</p></div>`;
    const body = `<main vocab="https://schema.org/" typeof="schema:Product"><h1 property="name">Acme</h1>${item("Pro", "12")}${item("Max", "20")}</main>`;
    expect(said(await readBy(jsonLd, pageOf({ body })))).toEqual(["Pro 12 USD month user", "Max 20 USD month user"]);
  });

  test("the text of a price stands in the page word for word", async () => {
    const html = pageOf({ head: ld(product(offer("Pro", spec(12)), offer("Max", spec("1,290.00")))) });
    const { reading } = await readBy(jsonLd, html);
    const texts = reading?.tiers.flatMap(({ prices }) => prices.map(({ text }) => text)) ?? [];
    expect(texts).toHaveLength(2);
    for (const text of texts) expect(html.replace(/\s+/g, " ")).toContain(text);
    expect(texts[1]).toMatch(/1,290\.00/);
  });
});

describe("what is not stated is refused, not guessed", () => {
  test.each<[string, unknown, RegExp]>([
    [
      "no period",
      product(
        { "@type": "Offer", name: "Pro", price: 12, priceCurrency: "USD" },
        { "@type": "Offer", name: "Max", price: 20, priceCurrency: "USD" },
      ),
      /period is not told/,
    ],
    [
      "no currency",
      product(
        offer("Pro", { ...spec(12), priceCurrency: undefined }),
        offer("Max", { ...spec(20), priceCurrency: undefined }),
      ),
      /currency is not told/,
    ],
    ["a week", product(offer("Pro", spec(12, { unitCode: "WEE" }))), /other than a month or a year/],
    ["three months", product(offer("Pro", spec(30, { billingDuration: "P3M" }))), /other than a month or a year/],
    [
      "a year's billing and nothing else",
      product(offer("Pro", spec(12, { billingDuration: "P1Y" }))),
      /of a month or of a year/,
    ],
    ["1.299", product(offer("Pro", spec("1.299"))), /two ways/],
    [
      "discontinued",
      product({ ...offer("Pro", spec(12)), availability: "https://schema.org/Discontinued" }),
      /not offered now/,
    ],
    ["ended", product({ ...offer("Pro", spec(12)), priceValidUntil: "2026-11-20" }), /has passed/],
    ["yet to begin", product({ ...offer("Pro", spec(12)), validFrom: "2027-01-01" }), /to come/],
    ["two prices for one thing", product(offer("Pro", spec(12), spec(15))), /two prices/],
    [
      "two recurring parts",
      product(offer("Pro", { "@type": "CompoundPriceSpecification", priceComponent: [spec(12), spec(5)] })),
      /several parts/,
    ],
    [
      "a block that breaks off",
      '{"@type":"Product","name":"Acme","offers":[{"@type":"Offer","name":"Pro","price":',
      /cannot be parsed/,
    ],
  ])("%s", async (_, data, why) => {
    const extraction = await read(data);
    expect(extraction.reading).toBeNull();
    expect(whyOf(extraction).join()).toMatch(why);
  });

  test.each<[string, unknown]>([
    [
      "a related product",
      {
        "@type": "Product",
        name: "Acme",
        isRelatedTo: { "@type": "Product", name: "Other", offers: [offer("Pro", spec(12)), offer("Max", spec(20))] },
      },
    ],
    ["an add-on", product({ "@type": "Offer", name: "Base", addOn: offer("Storage", spec(5)) })],
    ["a course", { "@type": "Course", name: "Acme 101", offers: [offer("Seat", spec(12)), offer("Group", spec(20))] }],
    ["a placeholder of 0", product({ "@type": "Offer", price: "0", priceCurrency: "USD" })],
    [
      "a rating",
      {
        "@type": "Product",
        name: "Acme",
        aggregateRating: { "@type": "AggregateRating", ratingValue: 4.8, price: 12 },
      },
    ],
    ["zero where a price is made on request", product(offer("Pro", spec(12)), offer("Enterprise", spec(0)))],
  ])("%s is no tier", async (_, data) => {
    expect(said(await read(data)).filter((line) => line !== "Pro 12 USD month")).toEqual([]);
  });
});

describe("what the page shows decides", () => {
  const stale = product(offer("Pro", spec(12)), offer("Max", spec(20)));

  test("a period, a unit and a billing that the data leave open are taken from the price shown by the name", async () => {
    const bare = product(
      { "@type": "Offer", name: "Pro", price: 12, priceCurrency: "USD" },
      { "@type": "Offer", name: "Max", price: "20.00", priceCurrency: "USD" },
    );
    const cards = cardsOf(
      ["Pro", "$12 per user / month", "billed annually"],
      ["Max", "$20 per user / month", "billed annually"],
    );
    expect(said(await read(bare, cards))).toEqual(["Pro 12 USD month annual user", "Max 20 USD month annual user"]);
  });

  test.each<[string, string]>([
    ["other prices", cardsOf(["Pro", "$15 per month"], ["Max", "$25 per month"])],
    [
      "prices that moved down a tier",
      cardsOf(["Basic", "$12 per month"], ["Pro", "$20 per month"], ["Max", "$40 per month"]),
    ],
    ["another currency", cardsOf(["Pro", "€12 per month"], ["Max", "€20 per month"])],
    ["another period", cardsOf(["Pro", "$12 per year"], ["Max", "$20 per year"])],
    ["other tiers", cardsOf(["Solo", "$12 per month"], ["Crew", "$20 per month"])],
    ["the price struck through", cardsOf(["Pro", "was $12", "$9 per month"], ["Max", "was $20", "$15 per month"])],
  ])("%s: nothing is read", async (_, cards) => {
    const extraction = await read(stale, cards);
    expect(said(extraction)).toEqual([]);
    expect(extraction.refusals.length).toBeGreaterThan(0);
  });

  test("a price that stands further down, by a name that the data do not know, confirms nothing", async () => {
    const data = product(offer("Pro", spec(12)), offer("Max", spec(99)));
    const cards = cardsOf(["Pro", "$12 per month"], ["Max", "$40 per month"], ["Ultra", "$99 per month"]);
    expect(said(await read(data, cards))).toEqual(["Pro 12 USD month"]);
    const columns = "<tr><th></th><th>Basic</th><th>Pro</th><th>Max</th></tr>";
    const row = "<tr><td>Price</td><td>$12 per month</td><td>$20 per month</td><td>$40 per month</td></tr>";
    expect(said(await read(stale, `<main><table>${columns}${row}</table></main>`))).toEqual([]);
  });

  test("one stale tier is refused and makes the reading partial", async () => {
    const extraction = await read(stale, cardsOf(["Pro", "$12 per month"], ["Max", "$25 per month"]));
    expect(said(extraction)).toEqual(["Pro 12 USD month"]);
    expect(extraction.reading?.complete).toBe(false);
  });

  test("a tier called Plus is no surcharge, and a table's rows are followed", async () => {
    const data = product(offer("Plus", spec(12)), offer("Max", spec(20)));
    const table = `<main><table><tr><th></th><th>Plus</th><th>Max</th></tr><tr><td>Price</td><td>$12 per month</td><td>$20 per month</td></tr></table></main>`;
    expect(said(await read(data, table))).toEqual(["Plus 12 USD month", "Max 20 USD month"]);
    expect(said(await read(data, table.replace("$12", "$20").replace(/\$20(?=[^$]*$)/, "$12")))).toEqual([]);
  });

  test("a name that all tiers begin with is left out where it is the product's, and stands where it is not", async () => {
    const named = (prefix: string) => product(offer(`${prefix} Basic`, spec(12)), offer(`${prefix} Max`, spec(20)));
    expect(said(await read(named("Acme")))).toEqual(["Basic 12 USD month", "Max 20 USD month"]);
    expect(said(await read(named("Team")))).toEqual(["Team Basic 12 USD month", "Team Max 20 USD month"]);
    const cards = cardsOf(["Acme Basic", "$12 per month"], ["Acme Max", "$20 per month"]);
    expect(said(await read(named("Acme"), cards))).toEqual(["Acme Basic 12 USD month", "Acme Max 20 USD month"]);
  });

  test.each<[string, object]>([
    ["a trial", offer("Free trial", spec(0))],
    ["an add-on by its name", offer("Storage add-on", spec(5))],
    ["a price of the first months", { ...offer("Max", spec(20)), description: "Only for the first 3 months" }],
    ["students'", { ...offer("Campus", spec(5)), description: "For students" }],
  ])("%s is left alone", async (_, odd) => {
    const extraction = await read(product(offer("Pro", spec(12)), odd));
    expect(said(extraction)).toEqual(["Pro 12 USD month"]);
    expect(extraction.reading?.complete).toBe(false);
  });

  test("more offers than a pricing page has are a shop's", async () => {
    const many = Array.from({ length: 400 }, (_, at) => offer(`Thing ${at}`, spec(at + 1)));
    const extraction = await read(product(...many));
    expect(said(extraction)).toEqual([]);
    expect(whyOf(extraction).join()).toMatch(/has fewer/);
  });
});
