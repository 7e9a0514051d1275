import { type Fixture, free, html, jsonLd, month, page, sales, says, tier, year } from "../fixture";

const offer = (name: string, price: number | string, currency: string, extra: object = {}) => ({
  "@type": "Offer",
  name,
  price,
  priceCurrency: currency,
  ...extra,
});

const perMonth = (price: number, currency: string, unitText?: string) => ({
  priceSpecification: {
    "@type": "UnitPriceSpecification",
    price,
    priceCurrency: currency,
    billingDuration: 1,
    unitCode: "MON",
    billingIncrement: 1,
    ...(unitText && { unitText }),
  },
});

/** Prices in schema.org's terms. The rest of the page is an image, or says the same. */
export const jsonLdPages: Fixture[] = [
  page(
    "json-ld",
    "acme-notes",
    html(
      "Acme Notes pricing",
      `<main><h1>Plans</h1><div class="c"><h3>Personal</h3><p>$0 per month</p></div><div class="c"><h3>Plus</h3><p>$10 per month</p></div><div class="c"><h3>Pro</h3><p>$18 per month</p></div></main>`,
      {
        head: jsonLd({
          "@context": "https://schema.org",
          "@type": "SoftwareApplication",
          name: "Acme Notes",
          applicationCategory: "BusinessApplication",
          offers: [
            offer("Personal", "0", "USD"),
            offer("Plus", "10", "USD", perMonth(10, "USD")),
            offer("Pro", "18", "USD", perMonth(18, "USD")),
          ],
        }),
      },
    ),
    { expected: says(free("Personal"), tier("Plus", month("USD", 10)), tier("Pro", month("USD", 18))) },
  ),
  page(
    "json-ld",
    "acme-calendar",
    html("Acme Calendar", `<main><h1>Pick a plan</h1><p>Standard, Teams and Enterprise.</p></main>`, {
      head: jsonLd({
        "@context": "https://schema.org",
        "@graph": [
          { "@type": "Organization", name: "Acme Calendar", url: "http://acme-calendar.test" },
          { "@type": "WebPage", name: "Pricing" },
          {
            "@type": "Product",
            name: "Acme Calendar",
            offers: [
              offer("Standard", 12, "USD", perMonth(12, "USD", "seat")),
              offer("Teams", 20, "USD", perMonth(20, "USD", "seat")),
            ],
          },
        ],
      }),
    }),
    {
      traps: ["@graph"],
      expected: says(tier("Standard", month("USD", 12, "seat")), tier("Teams", month("USD", 20, "seat"))),
    },
  ),
  page(
    "json-ld",
    "acme-surveys",
    html("Acme Surveys pricing", `<main><h1>Ask anything</h1><p>Three plans. Cancel whenever you like.</p></main>`, {
      head: jsonLd({
        "@context": "https://schema.org/",
        "@type": "WebApplication",
        name: "Acme Surveys",
        offers: {
          "@type": "AggregateOffer",
          lowPrice: 0,
          highPrice: 99,
          priceCurrency: "EUR",
          offerCount: 3,
          offers: [
            offer("Basic", 0, "EUR"),
            offer("Plus", 39, "EUR", perMonth(39, "EUR")),
            offer("Max", 99, "EUR", perMonth(99, "EUR")),
          ],
        },
      }),
    }),
    {
      traps: ["AggregateOffer"],
      expected: says(free("Basic", "EUR"), tier("Plus", month("EUR", 39)), tier("Max", month("EUR", 99))),
    },
  ),
  page(
    "json-ld",
    "acme-invoices",
    html("Acme Invoices", `<main><h1>Get paid</h1></main>`, {
      head: jsonLd({
        "@context": "https://schema.org",
        "@type": "ProductGroup",
        name: "Acme Invoices",
        productGroupID: "acme-invoices",
        variesBy: ["https://schema.org/additionalProperty"],
        hasVariant: [
          { "@type": "Product", name: "Lite", offers: offer("Lite", 9, "GBP", perMonth(9, "GBP")) },
          { "@type": "Product", name: "Plus", offers: offer("Plus", 18, "GBP", perMonth(18, "GBP")) },
        ],
      }),
    }),
    {
      traps: ["ProductGroup"],
      expected: says(tier("Lite", month("GBP", 9)), tier("Plus", month("GBP", 18))),
    },
  ),
  page(
    "json-ld",
    "acme-sign",
    html("Acme Sign pricing", `<main><h1>Sign here</h1><p>All prices in US dollars.</p></main>`, {
      head: jsonLd({
        "@context": "https://schema.org",
        "@type": "Product",
        name: "Acme Sign",
        offers: [
          {
            "@type": "Offer",
            name: "Personal",
            priceSpecification: [
              {
                "@type": "UnitPriceSpecification",
                price: 15,
                priceCurrency: "USD",
                referenceQuantity: { "@type": "QuantitativeValue", value: 1, unitCode: "MON" },
              },
              {
                "@type": "UnitPriceSpecification",
                price: 120,
                priceCurrency: "USD",
                referenceQuantity: { "@type": "QuantitativeValue", value: 1, unitCode: "ANN" },
              },
            ],
          },
          {
            "@type": "Offer",
            name: "Business",
            priceSpecification: [
              {
                "@type": "UnitPriceSpecification",
                price: 45,
                priceCurrency: "USD",
                referenceQuantity: { "@type": "QuantitativeValue", value: 1, unitCode: "MON" },
              },
              {
                "@type": "UnitPriceSpecification",
                price: 300,
                priceCurrency: "USD",
                referenceQuantity: { "@type": "QuantitativeValue", value: 1, unitCode: "ANN" },
              },
            ],
          },
        ],
      }),
    }),
    {
      traps: ["two terms in an offer"],
      expected: says(
        tier("Personal", month("USD", 15), year("USD", 120)),
        tier("Business", month("USD", 45), year("USD", 300)),
      ),
    },
  ),
  page(
    "html",
    "acme-timer",
    html(
      "Acme Timer pricing",
      `<main><h1>Where did the day go?</h1><article><h3>Team</h3><p>$11 per user / month</p></article><article><h3>Business</h3><p>$19 per user / month</p></article></main>`,
      {
        head: jsonLd({
          "@context": "https://schema.org",
          "@type": "Product",
          name: "Acme Timer",
          aggregateRating: { "@type": "AggregateRating", ratingValue: 4.7, reviewCount: 2104 },
          offers: [
            offer("Team", 9, "USD", perMonth(9, "USD", "user")),
            offer("Business", 15, "USD", perMonth(15, "USD", "user")),
          ],
        }),
      },
    ),
    {
      traps: ["JSON-LD against the page"],
      expected: {
        ...says(tier("Team", month("USD", 11, "user")), tier("Business", month("USD", 19, "user"))),
        orNothing: "its structured data contradict what it shows",
      },
    },
  ),
  page(
    "html",
    "acme-helpdesk",
    html(
      "Acme Helpdesk plans",
      `<main><h1>Help is near</h1><section><h2>Light</h2><p>£8 a month per agent</p></section><section><h2>Full</h2><p>£21 a month per agent</p></section></main>`,
      {
        head: jsonLd({
          "@context": "https://schema.org",
          "@type": "SoftwareApplication",
          name: "Acme Helpdesk",
          offers: { "@type": "Offer", price: "0", priceCurrency: "USD" },
        }),
      },
    ),
    {
      traps: ["a placeholder price of 0 in JSON-LD"],
      expected: says(tier("Light", month("GBP", 8, "agent")), tier("Full", month("GBP", 21, "agent"))),
    },
  ),
  page(
    "html",
    "acme-whiteboard",
    html(
      "Acme Whiteboard",
      `<main><h1>Think out loud</h1><article><h3>Starter</h3><p>$10 /member/month</p></article><article><h3>Business</h3><p>$20 /member/month</p></article><article><h3>Enterprise</h3><p>Talk to sales</p></article></main>`,
      {
        head: jsonLd({
          "@context": "https://schema.org",
          "@type": "SoftwareApplication",
          name: "Acme Whiteboard",
          offers: { "@type": "AggregateOffer", lowPrice: "10", highPrice: "20", priceCurrency: "USD", offerCount: "3" },
        }),
      },
    ),
    {
      traps: ["AggregateOffer without offers"],
      expected: says(
        tier("Starter", month("USD", 10, "member")),
        tier("Business", month("USD", 20, "member")),
        sales("Enterprise"),
      ),
    },
  ),
  page(
    "html",
    "acme-events",
    html(
      "Acme Events pricing",
      `<main><h1>Fill the room</h1><div class="p"><h3>Organizer</h3><p>$25 /month</p></div><div class="p"><h3>Venue</h3><p>$65 /month</p></div></main>`,
      {
        head: `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Acme Events","offers":[{"@type":"Offer","name":"Organizer","price":"25",}]}</script>`,
      },
    ),
    {
      traps: ["malformed JSON-LD"],
      expected: says(tier("Organizer", month("USD", 25)), tier("Venue", month("USD", 65))),
    },
  ),
  page(
    "json-ld",
    "acme-learn",
    html("Acme Learn", `<main itemscope><h1>Teach online</h1><p>Plans for schools of every size</p></main>`, {
      head: jsonLd([
        { "@context": "https://schema.org", "@type": "BreadcrumbList", itemListElement: [] },
        {
          "@context": "https://schema.org",
          "@type": ["Product", "SoftwareApplication"],
          name: "Acme Learn",
          offers: [
            offer("Basic", "49.00", "USD", perMonth(49, "USD")),
            offer("Growth", "149.00", "USD", perMonth(149, "USD")),
            offer("Advanced", "299.00", "USD", perMonth(299, "USD")),
          ],
        },
      ]),
    }),
    {
      traps: ["several types"],
      expected: says(
        tier("Basic", month("USD", 49)),
        tier("Growth", month("USD", 149)),
        tier("Advanced", month("USD", 299)),
      ),
    },
  ),
  page(
    "json-ld",
    "acme-bookings",
    html(
      "Acme Bookings | Pricing",
      `<main><h1>Fill your diary</h1><div class="plan"><h3>Basic</h3><p>€8.25</p></div><div class="plan"><h3>Standard</h3><p>€24.90</p></div><div class="plan"><h3>Premium</h3><p>€49.90</p></div></main>`,
      {
        head: jsonLd({
          "@context": "https://schema.org",
          "@type": "Service",
          name: "Acme Bookings",
          hasOfferCatalog: {
            "@type": "OfferCatalog",
            name: "Plans",
            itemListElement: [
              offer("Basic", "8.25", "EUR", perMonth(8.25, "EUR")),
              offer("Standard", "24.90", "EUR", perMonth(24.9, "EUR")),
              offer("Premium", "49.90", "EUR", perMonth(49.9, "EUR")),
            ],
          },
        }),
      },
    ),
    {
      traps: ["OfferCatalog"],
      expected: says(
        tier("Basic", month("EUR", 8.25)),
        tier("Standard", month("EUR", 24.9)),
        tier("Premium", month("EUR", 49.9)),
      ),
    },
  ),
  page(
    "json-ld",
    "acme-maps",
    html("Acme Maps", `<main><h1>Find your way</h1><p>Licences for the desktop, paid by the year.</p></main>`, {
      head: jsonLd({
        "@context": "http://schema.org",
        "@type": "SoftwareApplication",
        name: "Acme Maps",
        offers: [
          {
            "@type": "Offer",
            name: "Viewer",
            priceSpecification: {
              "@type": "UnitPriceSpecification",
              price: 120,
              priceCurrency: "USD",
              unitText: "YEAR",
            },
          },
          {
            "@type": "Offer",
            name: "Creator",
            priceSpecification: {
              "@type": "UnitPriceSpecification",
              price: 500,
              priceCurrency: "USD",
              unitText: "YEAR",
            },
          },
        ],
      }),
    }),
    {
      traps: ["unit text of a term"],
      expected: says(tier("Viewer", year("USD", 120)), tier("Creator", year("USD", 500))),
    },
  ),
  page(
    "json-ld",
    "acme-sheets",
    html("Acme Sheets", `<main><h1>Rows and columns</h1><a href="/signup">Sign up</a></main>`, {
      head: jsonLd({
        "@context": "https://schema.org",
        "@type": "Product",
        name: "Acme Sheets",
        offers: [
          offer("Team", 20, "USD", {
            availability: "https://schema.org/InStock",
            priceValidUntil: "2027-12-31",
            priceSpecification: {
              "@type": "UnitPriceSpecification",
              price: 20,
              priceCurrency: "USD",
              billingDuration: "P1M",
              unitText: "user",
            },
          }),
          offer("Business", 45, "USD", {
            availability: "https://schema.org/InStock",
            priceValidUntil: "2027-12-31",
            priceSpecification: {
              "@type": "UnitPriceSpecification",
              price: 45,
              priceCurrency: "USD",
              billingDuration: "P1M",
              unitText: "user",
            },
          }),
        ],
      }),
    }),
    {
      traps: ["ISO durations"],
      expected: says(tier("Team", month("USD", 20, "user")), tier("Business", month("USD", 45, "user"))),
    },
  ),
  page(
    "html",
    "acme-listing",
    html(
      "Acme Listing",
      `<main><h1>Prices</h1><article><h3>Solo</h3><p>$15 per month</p></article><article><h3>Duo</h3><p>$25 per month</p></article></main>`,
      {
        head: jsonLd([
          {
            "@context": "https://schema.org",
            "@type": "Product",
            name: "Acme Mug",
            offers: { "@type": "Offer", name: "Mug", price: 18, priceCurrency: "USD" },
          },
          {
            "@context": "https://schema.org",
            "@type": "FAQPage",
            mainEntity: [
              {
                "@type": "Question",
                name: "What does a mug cost?",
                acceptedAnswer: { "@type": "Answer", text: "$18." },
              },
            ],
          },
        ]),
      },
    ),
    {
      traps: ["JSON-LD of something else"],
      expected: says(tier("Solo", month("USD", 15)), tier("Duo", month("USD", 25))),
    },
  ),
];
