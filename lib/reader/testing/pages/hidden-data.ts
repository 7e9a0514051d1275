import { either, type Fixture, free, html, jsonLd, month, nothing, page, says, script, tier, year } from "../fixture";

const nextData = (pageProps: unknown) =>
  script({ props: { pageProps }, page: "/pricing" }, 'id="__NEXT_DATA__" type="application/json"');
const shell = `<div id="__next"></div>`;

/** Data on a page that say more than its visible text, or something else. */
export const hiddenData: Fixture[] = [
  page(
    "page-state",
    "acme-state-legacy",
    html("Acme State", shell, {
      head: nextData({
        plans: [
          { name: "Basic", price: 12, currency: "USD", interval: "month", visible: true },
          { name: "Pro", price: 24, currency: "USD", interval: "month", visible: true },
          { name: "Legacy", price: 5, currency: "USD", interval: "month", visible: false },
        ],
      }),
    }),
    {
      traps: ["a plan in the state that is not shown"],
      expected: {
        ...says(tier("Basic", month("USD", 12)), tier("Pro", month("USD", 24))),
        orNothing: "one of its plans is not sold",
      },
    },
  ),
  page(
    "page-state",
    "acme-state-archived",
    html("Acme Archive", shell, {
      head: nextData({
        plans: [
          { name: "Basic", price: 12, currency: "USD", interval: "month" },
          { name: "Pro", price: 24, currency: "USD", interval: "month" },
          { name: "Early bird", price: 5, currency: "USD", interval: "month", archived: true },
        ],
      }),
    }),
    {
      traps: ["a plan in the state that is not shown"],
      expected: {
        ...says(tier("Basic", month("USD", 12)), tier("Pro", month("USD", 24))),
        orNothing: "one of its plans is not sold",
      },
    },
  ),
  page(
    "page-state",
    "acme-state-addons",
    html("Acme State Addons", shell, {
      head: nextData({
        plans: [
          { name: "Team", price: 30, currency: "USD", interval: "month" },
          { name: "Business", price: 60, currency: "USD", interval: "month" },
        ],
        addons: [
          { name: "Extra storage", price: 10, currency: "USD", interval: "month" },
          { name: "Priority support", price: 99, currency: "USD", interval: "month" },
        ],
      }),
    }),
    {
      traps: ["add-ons in the state"],
      expected: says(tier("Team", month("USD", 30)), tier("Business", month("USD", 60))),
    },
  ),
  page(
    "page-state",
    "acme-state-currencies",
    html("Acme State Currencies", shell, {
      head: nextData({
        plans: [
          { name: "Team", interval: "month", prices: { USD: 30, EUR: 28, GBP: 24 } },
          { name: "Business", interval: "month", prices: { USD: 60, EUR: 56, GBP: 48 } },
        ],
      }),
    }),
    {
      traps: ["three currencies in the state"],
      expected: says(
        tier("Team", month("USD", 30), month("EUR", 28), month("GBP", 24)),
        tier("Business", month("USD", 60), month("EUR", 56), month("GBP", 48)),
      ),
    },
  ),
  page(
    null,
    "acme-state-shop",
    html("Acme State Shop", `${shell}<main><h1>Pricing</h1><p>Ask us.</p></main>`, {
      head: nextData({
        merchandise: [
          { name: "Mug", price: 18, currency: "USD" },
          { name: "T-shirt", price: 25, currency: "USD" },
        ],
        posts: [{ title: "How we raised $12M", readMinutes: 5 }],
      }),
    }),
    {
      traps: ["other goods in the state"],
      expected: nothing("mugs are no tiers, and no term is told"),
    },
  ),
  page(
    null,
    "acme-state-no-currency",
    html("Acme State Numbers", shell, {
      head: nextData({
        plans: [
          { name: "Team", price: 30, interval: "month" },
          { name: "Business", price: 60, interval: "month" },
        ],
      }),
    }),
    {
      traps: ["no currency"],
      expected: nothing("it names no currency"),
    },
  ),
  page(
    null,
    "acme-state-cents-or-not",
    html("Acme State Doubt", shell, {
      head: nextData({
        plans: [
          { name: "Team", amount: 3000, currency: "USD", interval: "month" },
          { name: "Business", amount: 6000, currency: "USD", interval: "month" },
        ],
      }),
    }),
    {
      traps: ["amounts in cents"],
      expected: {
        ...says(
          tier("Team", either(month("USD", 3000), month("USD", 30))),
          tier("Business", either(month("USD", 6000), month("USD", 60))),
        ),
        orNothing: "whether these are cents cannot be told",
      },
    },
  ),
  page(
    "page-state",
    "acme-state-strings",
    html("Acme State Strings", shell, {
      head: nextData({
        pricing: {
          currency: "EUR",
          tiers: [
            { title: "Solo", monthlyPrice: "9.00", yearlyPrice: "90.00" },
            { title: "Duo", monthlyPrice: "15.00", yearlyPrice: "150.00" },
          ],
        },
      }),
    }),
    {
      traps: ["prices as strings in the state"],
      expected: {
        ...says(
          tier("Solo", either(month("EUR", 9, null, "monthly"), month("EUR", 9)), {
            ...year("EUR", 90),
            optional: true,
          }),
          tier("Duo", either(month("EUR", 15, null, "monthly"), month("EUR", 15)), {
            ...year("EUR", 150),
            optional: true,
          }),
        ),
      },
    },
  ),
  page(
    null,
    "acme-ld-book",
    html("Acme Books", `<main><h1>Our book on pricing</h1></main>`, {
      head: jsonLd({
        "@context": "https://schema.org",
        "@type": "Book",
        name: "Pricing software",
        offers: { "@type": "Offer", price: 29, priceCurrency: "USD" },
      }),
    }),
    {
      traps: ["JSON-LD of something else"],
      expected: nothing("a book is no software"),
    },
  ),
  page(
    null,
    "acme-ld-bare",
    html("Acme Bare", `<main><h1>Acme Bare</h1></main>`, {
      head: jsonLd({
        "@context": "https://schema.org",
        "@type": "SoftwareApplication",
        name: "Acme Bare",
        offers: { "@type": "Offer", price: 19, priceCurrency: "USD" },
      }),
    }),
    {
      traps: ["an offer without a term"],
      expected: {
        ...says(tier("Acme Bare", either(month("USD", 19)))),
        orNothing: "for how long 19 dollars hold is not told",
      },
    },
  ),
  page(
    "json-ld",
    "acme-ld-regions",
    html("Acme LD Regions", `<main><h1>Acme LD Regions</h1></main>`, {
      head: jsonLd({
        "@context": "https://schema.org",
        "@type": "SoftwareApplication",
        name: "Acme LD Regions",
        offers: ["USD|20", "EUR|18"].map((one) => {
          const [priceCurrency, price] = one.split("|");
          return {
            "@type": "Offer",
            name: "Pro",
            priceSpecification: {
              "@type": "UnitPriceSpecification",
              price: Number(price),
              priceCurrency,
              billingDuration: "P1M",
            },
          };
        }),
      }),
    }),
    {
      traps: ["two currencies in JSON-LD"],
      expected: says(tier("Pro", month("USD", 20), month("EUR", 18))),
    },
  ),
  page(
    "json-ld",
    "acme-ld-free",
    html("Acme LD Free", `<main><h1>Start for nothing</h1></main>`, {
      head: jsonLd({
        "@context": "https://schema.org",
        "@type": "SoftwareApplication",
        name: "Acme LD Free",
        offers: [
          { "@type": "Offer", name: "Free", price: 0, priceCurrency: "USD" },
          {
            "@type": "Offer",
            name: "Pro",
            priceSpecification: {
              "@type": "UnitPriceSpecification",
              price: 12,
              priceCurrency: "USD",
              unitText: "MONTH",
            },
          },
        ],
      }),
    }),
    {
      traps: ["unit text of a term"],
      expected: says(free("Free"), tier("Pro", month("USD", 12))),
    },
  ),
];
