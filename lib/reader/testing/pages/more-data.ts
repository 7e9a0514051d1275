import {
  also,
  type Fixture,
  free,
  from,
  html,
  jsonLd,
  maybe,
  month,
  nothing,
  page,
  sales,
  says,
  script,
  tier,
  year,
} from "../fixture";

const shell = (title: string) => `<main><h1>${title}</h1></main>`;
const software = (name: string, offers: unknown) =>
  jsonLd({ "@context": "https://schema.org", "@type": "SoftwareApplication", name, offers });
const unitPrice = (price: unknown, rest: object) => ({
  "@type": "UnitPriceSpecification",
  price,
  priceCurrency: "USD",
  ...rest,
});
const attribute = (value: unknown) => JSON.stringify(value).replaceAll("&", "&amp;").replaceAll('"', "&quot;");

const ld = (id: string, title: string, offers: unknown, rest: Parameters<typeof page>[3]): Fixture =>
  page(
    "nothing" in rest.expected ? null : "json-ld",
    id,
    html(title, shell(title), { head: software(title, offers) }),
    rest,
  );

const state = (id: string, title: string, body: string, rest: Parameters<typeof page>[3]): Fixture =>
  page("nothing" in rest.expected ? null : "page-state", id, html(title, body), rest);

const file = (
  id: string,
  title: string,
  files: NonNullable<Fixture["files"]>,
  rest: Parameters<typeof page>[3],
  head = "",
): Fixture =>
  page("nothing" in rest.expected ? null : "machine-file", id, html(title, `<div id="root"></div>`, { head }), {
    ...rest,
    files,
  });

const md = (body: string) => ({ contentType: "text/markdown; charset=utf-8", body });
const mdLink = `<link rel="alternate" type="text/markdown" href="/pricing.md">`;

/** Structured data as produced by frameworks, shops and habits. */
export const moreData: Fixture[] = [
  ld(
    "acme-ld-placeholder",
    "Acme Placeholder",
    { "@type": "Offer", price: "0", priceCurrency: "USD" },
    {
      traps: ["a placeholder price of 0 in JSON-LD"],
      expected: { ...says(free("Acme Placeholder")), orNothing: "0 stands there for want of another" },
    },
  ),
  ld(
    "acme-ld-yearly",
    "Acme LD Yearly",
    [
      { "@type": "Offer", name: "Solo", priceSpecification: unitPrice(120, { billingDuration: "P1Y" }) },
      { "@type": "Offer", name: "Team", priceSpecification: unitPrice(480, { billingDuration: "P1Y" }) },
    ],
    {
      traps: ["ISO durations"],
      expected: {
        ...says(tier("Solo", year("USD", 120)), tier("Team", year("USD", 480))),
        orNothing: "some give a month’s price and bind for a year",
      },
    },
  ),
  ld(
    "acme-ld-bad-currency",
    "Acme LD Bad",
    [
      { "@type": "Offer", name: "Solo", price: 12, priceCurrency: "$" },
      { "@type": "Offer", name: "Team", price: 24, priceCurrency: "Dollar" },
    ],
    { traps: ["no currency"], expected: nothing("neither $ nor Dollar is a currency’s code, and no term is told") },
  ),
  ld(
    "acme-ld-words",
    "Acme LD Words",
    [
      { "@type": "Offer", name: "Solo", priceSpecification: unitPrice(12, { unitText: "per month" }) },
      { "@type": "Offer", name: "Enterprise", price: "Contact us", priceCurrency: "USD" },
    ],
    {
      traps: ["words for a price"],
      expected: {
        ...says(tier("Solo", month("USD", 12)), maybe(sales("Enterprise"))),
        orNothing: "one of its offers has no price",
      },
    },
  ),
  ld(
    "acme-ld-range",
    "Acme LD Range",
    [
      {
        "@type": "Offer",
        name: "Any",
        priceSpecification: { "@type": "PriceSpecification", minPrice: 10, maxPrice: 100, priceCurrency: "USD" },
      },
    ],
    { traps: ["a range"], expected: nothing("it is a range without a term") },
  ),
  ld(
    "acme-ld-items",
    "Acme LD Items",
    [
      {
        "@type": "Offer",
        itemOffered: { "@type": "Service", name: "Solo" },
        priceSpecification: unitPrice(14, { billingDuration: "P1M" }),
      },
      {
        "@type": "Offer",
        itemOffered: { "@type": "Service", name: "Team" },
        priceSpecification: unitPrice(44, { billingDuration: "P1M" }),
      },
    ],
    {
      traps: ["names of what is offered"],
      expected: says(tier("Solo", month("USD", 14)), tier("Team", month("USD", 44))),
    },
  ),
  ld(
    "acme-ld-local",
    "Acme LD Local",
    [
      {
        "@type": "Offer",
        name: "Profi",
        priceSpecification: unitPrice("1.299,00", { priceCurrency: "EUR", billingDuration: "P1Y" }),
      },
    ],
    {
      traps: ["decimal comma"],
      expected: { ...says(tier("Profi", year("EUR", 1299))), orNothing: "schema.org wants a point" },
    },
  ),
  page(
    null,
    "acme-ld-review",
    html("Acme Reviews", `<main><h1>Our verdict on Example CRM</h1><p>Example CRM is a good choice.</p></main>`, {
      head: jsonLd({
        "@context": "https://schema.org",
        "@type": "Review",
        itemReviewed: {
          "@type": "SoftwareApplication",
          name: "Example CRM",
          offers: { "@type": "Offer", name: "Pro", priceSpecification: unitPrice(49, { billingDuration: "P1M" }) },
        },
        reviewRating: { "@type": "Rating", ratingValue: 4 },
      }),
    }),
    {
      traps: ["the price of what is reviewed"],
      expected: {
        ...says(maybe(tier("Pro", also(month("USD", 49))))),
        orNothing: "it reviews what another sells",
      },
    },
  ),
  page(
    "html",
    "acme-microdata",
    html(
      "Acme Microdata",
      `<main itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Acme Microdata</h1><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><h3 itemprop="name">Solo</h3><p><span itemprop="priceCurrency" content="USD">$</span><span itemprop="price" content="13.00">13</span> per month</p></div><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><h3 itemprop="name">Team</h3><p><span itemprop="priceCurrency" content="USD">$</span><span itemprop="price" content="33.00">33</span> per month</p></div></main>`,
    ),
    { traps: ["microdata"], expected: says(tier("Solo", month("USD", 13)), tier("Team", month("USD", 33))) },
  ),
  state(
    "acme-inertia",
    "Acme Inertia",
    `<div id="app" data-page="${attribute({
      component: "Pricing",
      props: {
        plans: [
          { name: "Basic", price: 15, currency: "USD", interval: "month" },
          { name: "Pro", price: 45, currency: "USD", interval: "month" },
        ],
      },
      url: "/pricing",
    })}"></div>`,
    {
      traps: ["state in an attribute"],
      expected: says(tier("Basic", month("USD", 15)), tier("Pro", month("USD", 45))),
    },
  ),
  state(
    "acme-angular",
    "Acme Angular",
    `<app-root></app-root>${script(
      {
        "2718281828": {
          b: {
            plans: [
              { name: "Basic", price: 15, currency: "EUR", interval: "month" },
              { name: "Pro", price: 45, currency: "EUR", interval: "month" },
            ],
          },
          s: 200,
        },
      },
      'id="ng-state" type="application/json"',
    )}`,
    { traps: ["Angular"], expected: says(tier("Basic", month("EUR", 15)), tier("Pro", month("EUR", 45))) },
  ),
  state(
    "acme-svelte",
    "Acme Svelte",
    `<div style="display: contents"><script>{__sveltekit_1x={base:""};const element=document.currentScript.parentElement;Promise.all([import("/a.js"),import("/b.js")]).then(([kit,app])=>{kit.start(app,element,{node_ids:[0,2],data:[null,{type:"data",data:{plans:[{name:"Basic",price:15,currency:"USD",interval:"month"},{name:"Pro",price:45,currency:"USD",interval:"month"}]},uses:{}}],form:null,error:null})});}</script></div>`,
    { traps: ["SvelteKit"], expected: says(tier("Basic", month("USD", 15)), tier("Pro", month("USD", 45))) },
  ),
  state(
    "acme-astro",
    "Acme Astro",
    `<astro-island uid="1" component-url="/Pricing.js" props="${attribute({
      plans: [
        1,
        [
          [0, { name: [0, "Basic"], price: [0, 15], currency: [0, "USD"], interval: [0, "month"] }],
          [0, { name: [0, "Pro"], price: [0, 45], currency: [0, "USD"], interval: [0, "month"] }],
        ],
      ],
    })}" client="only"></astro-island>`,
    {
      traps: ["Astro"],
      expected: {
        ...says(tier("Basic", month("USD", 15)), tier("Pro", month("USD", 45))),
        orNothing: "its properties are packed in a way of their own",
      },
    },
  ),
  state(
    "acme-cms",
    "Acme Content",
    `<div id="__next"></div>${script(
      {
        props: {
          pageProps: {
            entries: [
              { sys: { id: "1" }, fields: { title: "Basic", price: "$15", period: "per month" } },
              { sys: { id: "2" }, fields: { title: "Pro", price: "$45", period: "per month" } },
            ],
          },
        },
      },
      'id="__NEXT_DATA__" type="application/json"',
    )}`,
    {
      traps: ["price as text in state"],
      expected: {
        ...says(tier("Basic", month("USD", 15)), tier("Pro", month("USD", 45))),
        orNothing: "a price in words in data nobody described",
      },
    },
  ),
  state(
    "acme-cents-named",
    "Acme Minor Units",
    `<div id="__next"></div>${script(
      {
        props: {
          pageProps: {
            plans: [
              { name: "Basic", priceInCents: 1500, currency: "USD", interval: "month" },
              { name: "Pro", priceInCents: 4550, currency: "USD", interval: "month" },
            ],
          },
        },
      },
      'id="__NEXT_DATA__" type="application/json"',
    )}`,
    {
      traps: ["amounts in cents"],
      expected: {
        ...says(tier("Basic", month("USD", 15)), tier("Pro", month("USD", 45.5))),
        orNothing: "cents are told by few",
      },
    },
  ),
  state(
    "acme-data-layer",
    "Acme Layer",
    `<main><h1>Plans</h1></main><script>window.dataLayer=window.dataLayer||[];dataLayer.push({event:"view_item_list",ecommerce:{currency:"USD",items:[{item_name:"Basic",price:15},{item_name:"Pro",price:45}]}});</script>`,
    { traps: ["analytics"], expected: nothing("no term is told") },
  ),
  state(
    "acme-variants",
    "Acme Shop",
    `<main><h1>Acme Shop</h1></main>${script(
      {
        product: {
          title: "Acme cap",
          variants: [
            { title: "Small", price: 1999, currency: "USD" },
            { title: "Large", price: 2499, currency: "USD" },
          ],
        },
      },
      'type="application/json" id="ProductJson"',
    )}`,
    { traps: ["other goods in the state"], expected: nothing("caps are no tiers") },
  ),
  state(
    "acme-i18n",
    "Acme Strings",
    `<div id="root"></div><script>window.__I18N__=${JSON.stringify({ "pricing.title": "Plans", "pricing.pro.name": "Pro", "pricing.pro.price": "$12", "faq.refund": "Refunds of up to $50", "blog.teaser": "How we made $1M" })}</script>`,
    { traps: ["a list of phrases"], expected: nothing("phrases are no plans") },
  ),
  file(
    "acme-md-struck",
    "Acme Struck",
    { "/pricing.md": md("# Pricing\n\n## Solo\n\n~~$20~~ $15 per month\n\n## Team\n\n~~$60~~ $45 per month\n") },
    {
      traps: ["struck-through in Markdown"],
      expected: says(tier("Solo", month("USD", 15)), tier("Team", month("USD", 45))),
    },
    mdLink,
  ),
  file(
    "acme-md-both",
    "Acme Markdown Both",
    {
      "/pricing.md": md(
        "# Pricing\n\n| Plan | Monthly billing | Annual billing |\n| --- | --- | --- |\n| Solo | $15 per month | $12 per month |\n| Team | $45 per month | $36 per month |\n",
      ),
    },
    {
      traps: ["two billings in a table"],
      expected: says(
        tier("Solo", month("USD", 15, null, "monthly"), month("USD", 12, null, "annual")),
        tier("Team", month("USD", 45, null, "monthly"), month("USD", 36, null, "annual")),
      ),
    },
    mdLink,
  ),
  file(
    "acme-md-rivals",
    "Acme Rivals",
    {
      "/llms.txt": {
        contentType: "text/plain",
        body: "# Acme Rivals\n\n> Notes for teams.\n\n## Plans\n\n- Solo: $15 per month\n- Team: $45 per month\n\n## Alternatives\n\n- Example Notes: $20 per month\n- Sample Docs: $99 per month\n",
      },
    },
    {
      traps: ["competitors’ prices", "llms.txt"],
      expected: {
        ...says(tier("Solo", month("USD", 15)), tier("Team", month("USD", 45))),
        orNothing: "others’ prices stand beside its own",
      },
    },
  ),
  file(
    "acme-md-link",
    "Acme Link",
    {
      "/llms.txt": {
        contentType: "text/plain",
        body: "# Acme Link\n\n> Links.\n\n- [Pricing](/pricing.md): plans and prices\n- [Docs](/docs.md): how it works\n",
      },
      "/pricing.md": md("# Pricing\n\n## Solo\n\n$15 per month\n\n## Team\n\nFrom $45 per month\n"),
    },
    {
      traps: ["llms.txt", "from"],
      expected: says(tier("Solo", month("USD", 15)), from("Team", month("USD", 45))),
    },
  ),
  file(
    "acme-json-addons",
    "Acme JSON Addons",
    {
      "/pricing.json": {
        contentType: "application/json",
        body: JSON.stringify({
          currency: "USD",
          billing_period: "month",
          plans: [
            { name: "Solo", price: 15 },
            { name: "Team", price: 45 },
            { name: "Enterprise", price: null, contact_sales: true },
          ],
          add_ons: [{ name: "Backup", price: 5 }],
        }),
      },
    },
    {
      traps: ["JSON file", "add-ons"],
      expected: says(tier("Solo", month("USD", 15)), tier("Team", month("USD", 45)), maybe(sales("Enterprise"))),
    },
    `<link rel="alternate" type="application/json" href="/pricing.json">`,
  ),
  file(
    "acme-md-changelog",
    "Acme Log",
    {
      "/llms.txt": {
        contentType: "text/plain",
        body: "# Acme Log\n\n> A product.\n\n## Changelog\n\n- 2025: Pro went from $10 per month to $12 per month\n- 2024: we raised $5 million\n",
      },
    },
    { traps: ["llms.txt", "news of prices"], expected: nothing("it tells of prices, and offers none") },
  ),
  file(
    "acme-md-html",
    "Acme Not Found",
    {
      "/pricing.md": {
        contentType: "text/html",
        body: html("Not found", "<h1>404</h1><p>Try our $5 per month plan</p>"),
      },
    },
    {
      traps: ["a page for every address"],
      expected: nothing("what stands at its file’s address is a page"),
    },
    mdLink,
  ),
];
