import { also, either, type Fixture, free, html, month, page, sales, says, script, tier, year } from "../fixture";

const flight = (...rows: string[]) =>
  `<script>(self.__next_f=self.__next_f||[]).push([0])</script>${rows.map((row) => `<script>self.__next_f.push([1,${JSON.stringify(row).replaceAll("<", "\\u003c")}])</script>`).join("")}`;

const root = `<div id="root"><div class="skeleton"></div></div>`;

/** Prices in the data that a page's scripts render. */
export const pageState: Fixture[] = [
  page(
    "page-state",
    "acme-tasks",
    html("Acme Tasks pricing", `<div id="__next"><div class="spinner">Loading plans</div></div>`, {
      head: script(
        {
          props: {
            pageProps: {
              plans: [
                { id: "free", name: "Free", priceMonthly: 0, currency: "USD" },
                {
                  id: "starter",
                  name: "Starter",
                  priceMonthly: 13.49,
                  priceAnnualPerMonth: 10.99,
                  currency: "USD",
                  unit: "user",
                },
                {
                  id: "advanced",
                  name: "Advanced",
                  priceMonthly: 30.49,
                  priceAnnualPerMonth: 24.99,
                  currency: "USD",
                  unit: "user",
                },
              ],
            },
          },
          page: "/pricing",
          query: {},
          buildId: "x1",
        },
        'id="__NEXT_DATA__" type="application/json"',
      ),
    }),
    {
      traps: ["drawn by script"],
      expected: says(
        free("Free"),
        tier("Starter", month("USD", 13.49, "user", "monthly"), month("USD", 10.99, "user", "annual")),
        tier("Advanced", month("USD", 30.49, "user", "monthly"), month("USD", 24.99, "user", "annual")),
      ),
    },
  ),
  page(
    "page-state",
    "acme-metrics",
    html(
      "Acme Metrics",
      `<div id="app"></div>${flight(
        '0:["$","main",null,{"children":["$","$L2",null,{"tiers":"$3"}]}]\n',
        '2:I[4123,["static/chunks/pricing.js"],"PricingGrid"]\n',
        '3:[{"name":"Lite","price":{"amount":9,"currency":"USD","interval":"month"}},{"name":"Growth","price":{"amount":19,"currency":"USD","interval":"month"}},{"name":"Business","price":{"amount":49,"currency":"USD","interval":"month"}}]\n',
      )}`,
    ),
    {
      traps: ["React server components"],
      expected: says(
        tier("Lite", month("USD", 9)),
        tier("Growth", month("USD", 19)),
        tier("Business", month("USD", 49)),
      ),
    },
  ),
  page(
    "page-state",
    "acme-shipping",
    html(
      "Acme Shipping pricing",
      `${root}<script>window.__INITIAL_STATE__ = ${JSON.stringify({
        user: null,
        pricing: {
          currency: "EUR",
          interval: "month",
          plans: [
            { title: "Essential", price: 23 },
            { title: "Medium", price: 59 },
            { title: "Large", price: 119 },
          ],
        },
        features: { chat: true, limit: 400 },
      })};</script>`,
    ),
    {
      traps: ["window state"],
      expected: says(
        tier("Essential", month("EUR", 23)),
        tier("Medium", month("EUR", 59)),
        tier("Large", month("EUR", 119)),
      ),
    },
  ),
  page(
    "page-state",
    "acme-hosting",
    html(
      "Acme Hosting",
      `<div id="__nuxt"></div><script>window.__NUXT__=(function(a,b){return {layout:"default",data:[{plans:[{name:"Nano",price:4,currency:a,period:b},{name:"Micro",price:8,currency:a,period:b},{name:"Macro",price:30,currency:a,period:b}]}],serverRendered:true}}("USD","month"));</script>`,
    ),
    {
      traps: ["state behind a function"],
      expected: says(tier("Nano", month("USD", 4)), tier("Micro", month("USD", 8)), tier("Macro", month("USD", 30))),
    },
  ),
  page(
    "page-state",
    "acme-inbox",
    html(
      "Acme Inbox",
      `${root}<script>window.__remixContext = ${JSON.stringify({
        state: {
          loaderData: {
            "routes/pricing": {
              currency: "USD",
              tiers: [
                { name: "Starter", monthly: { amount: 14, per: "seat" }, yearly: { amount: 144, per: "seat" } },
                { name: "Growth", monthly: { amount: 59, per: "seat" }, yearly: { amount: 588, per: "seat" } },
              ],
            },
          },
        },
      })};</script>`,
    ),
    {
      traps: ["Remix", "yearly totals"],
      expected: says(
        tier(
          "Starter",
          either(month("USD", 14, "seat", "monthly"), month("USD", 14, "seat")),
          also(year("USD", 144, "seat", "annual")),
        ),
        tier(
          "Growth",
          either(month("USD", 59, "seat", "monthly"), month("USD", 59, "seat")),
          also(year("USD", 588, "seat", "annual")),
        ),
      ),
    },
  ),
  page(
    "page-state",
    "acme-cards",
    html("Acme Cards", `${root}`, {
      head: script(
        {
          props: {
            pageProps: {
              prices: [
                { product: { name: "Team" }, unit_amount: 1200, currency: "usd", recurring: { interval: "month" } },
                { product: { name: "Company" }, unit_amount: 3900, currency: "usd", recurring: { interval: "month" } },
              ],
            },
          },
        },
        'id="__NEXT_DATA__" type="application/json"',
      ),
    }),
    {
      traps: ["amounts in cents"],
      expected: {
        ...says(
          tier("Team", either(month("USD", 12), month("USD", 12, null, "monthly"))),
          tier("Company", either(month("USD", 39), month("USD", 39, null, "monthly"))),
        ),
        orNothing: "that the amounts are cents is known only to those who know the shape",
      },
    },
  ),
  page(
    "page-state",
    "acme-chat",
    html(
      "Acme Chat plans",
      `${root}<script>window.__APOLLO_STATE__=${JSON.stringify({
        ROOT_QUERY: { plans: [{ __ref: "Plan:1" }, { __ref: "Plan:2" }] },
        "Plan:1": {
          __typename: "Plan",
          name: "Pro",
          price: "$8.75",
          priceSuffix: "per user per month, billed monthly",
        },
        "Plan:2": {
          __typename: "Plan",
          name: "Business+",
          price: "$15.00",
          priceSuffix: "per user per month, billed monthly",
        },
      })}</script>`,
    ),
    {
      traps: ["price as text in state"],
      expected: {
        ...says(
          tier("Pro", month("USD", 8.75, "user", "monthly")),
          tier("Business+", month("USD", 15, "user", "monthly")),
        ),
      },
    },
  ),
  page(
    "html",
    "acme-analytics",
    html(
      "Acme Analytics",
      `<main><h1>Plans</h1><article><h3>Plus</h3><p>$61 per month</p></article><article><h3>Growth</h3><p>$995 per month</p></article><article><h3>Enterprise</h3><p>Contact us</p></article></main>`,
      {
        body: "",
        head: script(
          {
            props: {
              pageProps: {
                experiments: [
                  { name: "Plus", price: 49, currency: "USD", interval: "month", variant: "B" },
                  { name: "Growth", price: 899, currency: "USD", interval: "month", variant: "B" },
                ],
              },
            },
          },
          'id="__NEXT_DATA__" type="application/json"',
        ),
      },
    ),
    {
      traps: ["state against the page"],
      expected: {
        ...says(tier("Plus", month("USD", 61)), tier("Growth", month("USD", 995)), sales("Enterprise")),
        orNothing: "its state contradicts what it shows",
      },
    },
  ),
  page(
    "page-state",
    "acme-api",
    html(
      "Acme API",
      `<div id="svelte"></div><script type="application/json" data-sveltekit-fetched data-url="/api/plans">${JSON.stringify(
        {
          status: 200,
          statusText: "OK",
          headers: {},
          body: JSON.stringify({
            plans: [
              { name: "Developer", price: 0, currency: "USD", interval: "month" },
              { name: "Team", price: 39, currency: "USD", interval: "month" },
              { name: "Company", price: 199, currency: "USD", interval: "month" },
            ],
          }),
        },
      )}</script>`,
    ),
    {
      traps: ["JSON within JSON"],
      expected: says(free("Developer"), tier("Team", month("USD", 39)), tier("Company", month("USD", 199))),
    },
  ),
];
