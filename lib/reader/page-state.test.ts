import { describe, expect, test } from "vitest";
import { pageState } from "./page-state";
import { cardsOf, pageOf, readBy, said, whyOf } from "./testing/structured";

const json = (data: unknown, attributes = 'id="__NEXT_DATA__" type="application/json"') =>
  `<script ${attributes}>${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;
const next = (pageProps: unknown) => json({ props: { pageProps }, page: "/pricing" });
const read = (script: string, body = "<div id=app></div>", lang = "en") =>
  readBy(pageState, pageOf({ head: script, body, lang }));

const PLANS = [
  { name: "Pro", price: 12, currency: "USD", interval: "month" },
  { name: "Team", price: 24, currency: "USD", interval: "month" },
];
const READ = ["Pro 12 USD month", "Team 24 USD month"];
const flight = (...rows: string[]) =>
  rows.map((row) => `<script>self.__next_f.push([1,${JSON.stringify(row)}])</script>`).join("");
const bytes = (text: string) => Buffer.byteLength(text).toString(16);

describe("wherever a page keeps its data", () => {
  test.each<[string, string]>([
    ["__NEXT_DATA__", next({ plans: PLANS })],
    ["a script of JSON", json({ plans: PLANS }, 'type="application/json" data-props')],
    ["window state", `<script>window.__INITIAL_STATE__ = ${JSON.stringify({ pricing: { plans: PLANS } })};</script>`],
    [
      "preloaded state as a text",
      `<script>window.__PRELOADED_STATE__ = JSON.parse(${JSON.stringify(JSON.stringify({ plans: PLANS }))})</script>`,
    ],
    [
      "encoded state",
      `<script>window.__DATA__=JSON.parse(decodeURIComponent("${encodeURIComponent(JSON.stringify({ plans: PLANS }))}"))</script>`,
    ],
    [
      "Remix",
      `<script>window.__remixContext = {"state":{"loaderData":{"routes/pricing":{"plans":${JSON.stringify(PLANS)}}}}};__remixContext.p = function(v) { return v };</script>`,
    ],
    [
      "a script's own object, no JSON",
      `<script>const CURRENCY = 'USD'; /* plans */ const plans = [{ name: 'Pro', price: 12, currency: CURRENCY, interval: \`month\`, cta() { return start() }, }, { name: "Team", price: 24, currency: CURRENCY, interval: 'month', onClick: () => go('team'), },]; render(plans);</script>`,
    ],
    [
      "a module",
      `<script type="module">import { mount } from "/app.js"; mount(document.body, { plans: ${JSON.stringify(PLANS)} });</script>`,
    ],
    [
      "Nuxt 2's function",
      `<script>window.__NUXT__=(function(a,b,c){c.x=1;return {data:[{plans:[{name:"Pro",price:12,currency:a,interval:b},{name:"Team",price:24,currency:a,interval:b}]}]}}("USD","month",{}));</script>`,
    ],
    [
      "Nuxt 3's flat state",
      json(
        [
          ["ShallowReactive", 1],
          { data: 2 },
          { plans: 3 },
          [4, 9],
          { name: 5, price: 6, currency: 7, interval: 8 },
          "Pro",
          12,
          "USD",
          "month",
          { name: 10, price: 11, currency: 7, interval: 8 },
          "Team",
          24,
        ],
        'type="application/json" id="__NUXT_DATA__"',
      ),
    ],
    [
      "React's stream, broken anywhere",
      flight(
        '1:I["x"]\n2:T',
        `${bytes("Größe: 5 €\n")},Größe: 5 €\n0:["$","main",null,{"children":["$","$L1",null,{"pl`,
        `ans":"$3"}]}]\n3:${JSON.stringify(PLANS)}\n`,
      ),
    ],
    [
      "React's stream, a component a card",
      flight(
        `0:["$","div",null,{"children":[${PLANS.map((plan) => JSON.stringify(["$", "$L1", plan.name, plan])).join(",")}]}]\n`,
      ),
    ],
    [
      "SvelteKit",
      `<script>{ const element = document.currentScript.parentElement; Promise.all([import("/a.js")]).then(([kit]) => { kit.start(kit, element, { node_ids: [0, 2], data: [null, {type:"data",data:{plans:${JSON.stringify(PLANS)}},uses:{}}] }); }); }</script>`,
    ],
    ["JSON within JSON", json({ body: JSON.stringify({ plans: PLANS }) }, "type=application/json")],
    [
      "a cache with references",
      `<script>window.__APOLLO_STATE__={"ROOT_QUERY":{"plans":[{"__ref":"Plan:1"},{"__ref":"Plan:2"}]},"Plan:1":${JSON.stringify(PLANS[0])},"Plan:2":${JSON.stringify(PLANS[1])}}</script>`,
    ],
  ])("%s", async (_, script) => {
    expect(said(await read(script))).toEqual(READ);
  });

  test("an attribute, and an island's properties", async () => {
    const escaped = (data: unknown) => JSON.stringify(data).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    expect(
      said(
        await read(
          "",
          `<div id="app" data-page="${escaped({ component: "Pricing", props: { plans: PLANS } })}"></div>`,
        ),
      ),
    ).toEqual(READ);
    const island = {
      plans: [
        1,
        PLANS.map((plan) => [0, Object.fromEntries(Object.entries(plan).map(([key, value]) => [key, [0, value]]))]),
      ],
    };
    expect(said(await read("", `<astro-island props="${escaped(island)}"></astro-island>`))).toEqual(READ);
  });

  test("a script is never run", async () => {
    const script = `<script>globalThis.__ran = true; window.__STATE__ = (function () { globalThis.__ran = true; return { plans: ${JSON.stringify(PLANS)} } })();</script>`;
    expect(said(await read(script))).toEqual(READ);
    expect(Reflect.get(globalThis, "__ran")).toBeUndefined();
  });
});

describe("however plans are put", () => {
  test.each<[string, unknown, string[]]>([
    [
      "two keys",
      { plans: [{ name: "Pro", monthlyPrice: 12.5, annualPrice: 10.5, currency: "USD" }] },
      ["Pro 12.5 USD month monthly + 10.5 USD month annual"],
    ],
    [
      "a year's total",
      { plans: [{ name: "Pro", price: { monthly: 12, yearly: 120 }, currency: "EUR" }] },
      ["Pro 12 EUR month monthly + 120 EUR year annual"],
    ],
    [
      "texts",
      { plans: [{ title: "Pro", priceMonthly: "$12", priceYearly: "$120 / year" }] },
      ["Pro 12 USD month monthly + 120 USD year annual"],
    ],
    [
      "cents by their key",
      { plans: [{ name: "Pro", price_cents: 1200, currency: "eur", billing_interval: "month" }] },
      ["Pro 12 EUR month"],
    ],
    [
      "a payment service's products",
      {
        products: [
          {
            name: "Pro",
            active: true,
            prices: [
              { unit_amount: 1200, currency: "usd", recurring: { interval: "month", interval_count: 1 } },
              { unit_amount: 12000, currency: "usd", recurring: { interval: "year", interval_count: 1 } },
            ],
          },
        ],
      },
      ["Pro 12 USD month monthly + 120 USD year"],
    ],
    [
      "a currency without cents",
      { prices: [{ product: { name: "Pro" }, unit_amount: 1200, currency: "jpy", recurring: { interval: "month" } }] },
      ["Pro 1200 JPY month"],
    ],
    [
      "lists by period",
      {
        pricing: {
          currency: "USD",
          monthly: [
            { name: "Pro", price: 12 },
            { name: "Team", price: 24 },
          ],
          yearly: [
            { name: "Pro", price: 10 },
            { name: "Team", price: 20 },
          ],
        },
      },
      ["Pro 12 USD month monthly + 10 USD month annual", "Team 24 USD month monthly + 20 USD month annual"],
    ],
    [
      "prices by currency",
      { plans: [{ name: "Pro", prices: { USD: { month: 12 }, EUR: { month: 11 } } }] },
      ["Pro 12 USD month + 11 EUR month"],
    ],
    [
      "a map of plans",
      {
        plans: {
          pro: { name: "Pro", price: 12, period: "month", currency: "USD" },
          team: { name: "Team", price: 24, period: "month", currency: "USD" },
        },
      },
      READ,
    ],
    [
      "phrases",
      {
        plans: [
          { name: "Pro", price: "$12", suffix: "/user/month", note: "billed annually" },
          { name: "Team", price: "$24", suffix: "per user / month", note: "Billed annually" },
        ],
      },
      ["Pro 12 USD month annual user", "Team 24 USD month annual user"],
    ],
    [
      "units",
      {
        plans: [
          { name: "Pro", pricePerSeat: 12, currency: "USD", interval: "month" },
          { name: "Team", price: 24, per: "agent", currency: "USD", interval: "month" },
        ],
      },
      ["Pro 12 USD month seat", "Team 24 USD month agent"],
    ],
    [
      "free and on request",
      {
        plans: [
          { name: "Free", price: 0, currency: "USD", interval: "month" },
          PLANS[0],
          { name: "Enterprise", price: "Custom" },
          { name: "Gov", price: null, contactSales: true },
        ],
      },
      ["Free 0 USD month", "Pro 12 USD month", "Enterprise contact_sales", "Gov contact_sales"],
    ],
    [
      "an old price beside it",
      { plans: [{ name: "Pro", price: 12, originalPrice: 20, currency: "USD", interval: "month" }] },
      ["Pro 12 USD month"],
    ],
    [
      "money with nanos",
      { plans: [{ name: "Pro", price: { currencyCode: "USD", units: "12", nanos: 500000000 }, interval: "month" }] },
      ["Pro 12.5 USD month"],
    ],
    ["once", { plans: [{ name: "Pro", lifetimePrice: 49, currency: "USD" }] }, ["Pro 49 USD once"]],
    [
      "limits and seats are no prices",
      {
        plans: [
          {
            name: "Pro",
            price: 12,
            currency: "USD",
            interval: "month",
            maxUsers: 50,
            seats: 5,
            storagePrice: 99,
            extraSeatPrice: 9,
            setupFee: 100,
            trialDays: 14,
          },
        ],
      },
      ["Pro 12 USD month"],
    ],
    [
      "names that are identifiers",
      { plans: [{ name: "pro_plan", title: "Pro plan", price: 12, currency: "USD", interval: "month" }] },
      ["Pro plan 12 USD month"],
    ],
  ])("%s", async (_, data, expected) => {
    expect(said(await read(next(data)))).toEqual(expected);
  });
});

describe("what is not told is refused", () => {
  test.each<[string, unknown, RegExp]>([
    [
      "cents or whole",
      {
        plans: [
          { name: "Pro", amount: 1200, currency: "USD", interval: "month" },
          { name: "Team", amount: 2900, currency: "USD", interval: "month" },
        ],
      },
      /in cents/,
    ],
    ["no currency", { plans: [{ name: "Pro", price: 12, interval: "month" }] }, /currency is not told/],
    ["no period", { plans: [{ name: "Pro", price: 12, currency: "USD" }] }, /period is not told/],
    [
      "a quarter",
      { plans: [{ name: "Pro", price: 30, currency: "USD", interval: "quarter" }] },
      /other than a month or a year/,
    ],
    [
      "each three months",
      {
        plans: [
          { name: "Pro", unit_amount: 3000, currency: "usd", recurring: { interval: "month", interval_count: 3 } },
        ],
      },
      /other than a month or a year/,
    ],
    [
      "a year's price of a month or of a year",
      { plans: [{ name: "Pro", annualPrice: 99, currency: "USD" }] },
      /of a month or of a year/,
    ],
    [
      "a reduced price beside it",
      { plans: [{ name: "Pro", price: 20, salePrice: 12, currency: "USD", interval: "month" }] },
      /salePrice/,
    ],
    ["legacy plans", { legacy: { plans: PLANS } }, /legacy/],
    ["a variant of a test", { experiment: { variants: { b: { plans: PLANS } } } }, /variants/],
    [
      "two tables, and which is shown is not told",
      { us: { plans: PLANS }, in: { plans: PLANS.map((plan) => ({ ...plan, price: plan.price / 2 })) } },
      /which one the page shows/,
    ],
    ["the interval against the key", { plans: [{ name: "Pro", monthlyPrice: "$12 / year" }] }, /two ways/],
    [
      "zero for what is asked for",
      { plans: [PLANS[0], { name: "Enterprise", price: 0, currency: "USD", interval: "month" }] },
      /may stand for/,
    ],
  ])("%s", async (_, data, why) => {
    const extraction = await read(next(data));
    expect(said(extraction).filter((line) => line !== READ[0])).toEqual([]);
    expect(whyOf(extraction).join("\n")).toMatch(why);
  });

  test("a year's price that is neither a month's share nor a total is left out, and the month's stands", async () => {
    const extraction = await read(next({ plans: [{ name: "Pro", monthly: 12, yearly: 50, currency: "USD" }] }));
    expect(said(extraction)).toEqual(["Pro 12 USD month monthly"]);
    expect(extraction.reading?.complete).toBe(false);
  });

  test.each<[string, unknown]>([
    ["add-ons", { addOns: [{ name: "Storage", price: 5, currency: "USD", interval: "month" }] }],
    ["an invoice", { invoices: [{ name: "March", amount: 12.5, currency: "USD", period: "month" }] }],
    ["withdrawn plans", { plans: PLANS.map((plan) => ({ ...plan, active: false })) }],
    [
      "features",
      { plans: [{ name: "Pro", features: [{ name: "SSO", price: 5, currency: "USD", interval: "month" }] }] },
    ],
    ["a competitor's", { competitors: [{ name: "Other", price: 30, currency: "USD", interval: "month" }] }],
    [
      "metered prices",
      {
        plans: [
          {
            name: "Pro",
            prices: [{ unit_amount: 5, currency: "usd", recurring: { interval: "month", usage_type: "metered" } }],
          },
        ],
      },
    ],
    ["blog posts", { posts: [{ title: "Our price is 12", amount: 12.5, currency: "USD", interval: "month" }] }],
  ])("%s are no tiers", async (_, data) => {
    expect(said(await read(next(data)))).toEqual([]);
  });
});

describe("what the page shows decides", () => {
  const cards = cardsOf(["Pro", "$12 per user / month"], ["Team", "$29 per user / month"]);

  test("cents are told by the price shown", async () => {
    const plans = (pro: number, team: number) => ({
      plans: [
        { name: "Pro", amount: pro, currency: "USD", interval: "month" },
        { name: "Team", amount: team, currency: "USD", interval: "month" },
      ],
    });
    const expected = ["Pro 12 USD month user", "Team 29 USD month user"];
    expect(said(await read(next(plans(1200, 2900)), cards))).toEqual(expected);
    expect(said(await read(next(plans(12, 29)), cards))).toEqual(expected);
    expect(said(await read(next(plans(120, 290)), cards))).toEqual([]);
  });

  test("of several tables the one that is shown is taken, whatever it is called", async () => {
    const table = (factor: number, currency: string) => ({
      plans: [
        { name: "Pro", price: 12 * factor, currency, interval: "month" },
        { name: "Team", price: 29 * factor, currency, interval: "month" },
      ],
    });
    const data = {
      old: table(0.5, "USD"),
      in: table(70, "INR"),
      eu: table(0.9, "EUR"),
      variants: { b: table(1, "USD") },
    };
    expect(said(await read(next(data), cards))).toEqual(["Pro 12 USD month user", "Team 29 USD month user"]);
  });

  test("a term that a toggle hides is taken with the one that is shown", async () => {
    const data = {
      plans: [
        { name: "Pro", monthly: 12, yearly: 120, currency: "USD" },
        { name: "Team", monthly: 29, yearly: 290, currency: "USD" },
      ],
    };
    expect(said(await read(next(data), cards))).toEqual([
      "Pro 12 USD month monthly user + 120 USD year annual user",
      "Team 29 USD month monthly user + 290 USD year annual user",
    ]);
  });

  test.each<[string, unknown]>([
    ["other prices", { plans: PLANS.map((plan) => ({ ...plan, price: plan.price + 1 })) }],
    [
      "prices swapped",
      {
        plans: [
          { ...PLANS[0], price: 29 },
          { ...PLANS[1], price: 12 },
        ],
      },
    ],
    [
      "other names",
      {
        plans: [
          { ...PLANS[0], name: "Solo" },
          { ...PLANS[1], name: "Crew" },
        ],
      },
    ],
    [
      "another currency",
      { plans: PLANS.map((plan) => ({ ...plan, price: plan.price === 24 ? 29 : 12, currency: "EUR" })) },
    ],
    ["another period", { plans: [{ ...PLANS[0], interval: "year" }] }],
  ])("%s: nothing is read", async (_, data) => {
    expect(said(await read(next(data), cards))).toEqual([]);
  });

  test("a hidden term that the page contradicts, or that a reduced price stands beside, is left out", async () => {
    const plans = (extra: object) => ({
      plans: [{ name: "Pro", monthly: 12, yearly: 120, currency: "USD", ...extra }],
    });
    const shown = (...lines: string[]) => cardsOf(["Pro", "$12 per month", ...lines]);
    expect(said(await read(next(plans({})), shown("or $100 per year")))).toEqual(["Pro 12 USD month monthly"]);
    expect(said(await read(next(plans({ salePrice: 9 })), shown()))).toEqual(["Pro 12 USD month monthly"]);
    expect(said(await read(next(plans({})), shown()))).toEqual(["Pro 12 USD month monthly + 120 USD year annual"]);
  });

  test("a bare dollar sign is the dollar that the data name", async () => {
    const data = { plans: PLANS.map((plan) => ({ ...plan, price: plan.price === 24 ? 29 : 12, currency: "CAD" })) };
    expect(said(await read(next(data), cards))).toEqual(["Pro 12 CAD month user", "Team 29 CAD month user"]);
  });

  test("sums that a page boasts of are no prices of its plans", async () => {
    const body =
      "<main><h1>We saved teams $2 million</h1><div id=app></div></main><footer>Refer a friend and get $50 credit</footer>";
    expect(said(await read(next({ plans: PLANS }), body))).toEqual(READ);
  });

  test("of lists in several languages the page's own is read", async () => {
    const copy = (pro: string, team: string) => ({
      plans: [
        { title: "Pro", price: pro },
        { title: "Team", price: team },
      ],
    });
    const messages = { en: copy("$12 / month", "$24 / month"), de: copy("11 € / Monat", "22 € / Monat") };
    expect(said(await read(next({ messages })))).toEqual(READ);
    expect(said(await read(next({ messages }), "<div id=app></div>", "de-DE"))).toEqual([
      "Pro 11 EUR month",
      "Team 22 EUR month",
    ]);
  });
});

describe("what could mislead", () => {
  const plan = (extra: object) =>
    next({ plans: [{ name: "Pro", price: 12, currency: "USD", interval: "month", ...extra }] });

  test.each<[string, object]>([
    ["visits by the month", { monthlyVisits: 50_000, annualVisits: 9_000_000 }],
    ["prices of use", { pricePer1000: 0.4, pricePerThousandEmails: 0.5, overagePrice: 2 }],
    ["a year's discount", { annualDiscount: 20 }],
    ["a share of a year's price", { yearlyMonthlyEquivalent: 10 }],
    ["a badge for a name", { label: "Most popular" }],
    ["a scheme of a payment service", { billing_scheme: "per_unit" }],
  ])("%s changes nothing", async (_, extra) => {
    expect(said(await read(plan(extra)))).toEqual(["Pro 12 USD month"]);
  });

  test.each<[string, string]>([
    [
      "a price that a script changes",
      `<script>const plans = ${JSON.stringify(PLANS)}; plans.forEach((plan) => { plan.price *= 1.25; }); draw(plans);</script>`,
    ],
    [
      "a price that a script sets",
      `<script>const plans = ${JSON.stringify(PLANS)}; plans[0].price = 15; draw(plans);</script>`,
    ],
    ["a discount beside it", plan({ discountPercent: 20 })],
    ["a price without tax beside it", plan({ priceExclVat: 10 })],
    [
      "bands by quantity",
      plan({
        tiers: [
          { upTo: 10, price: 12 },
          { upTo: 50, price: 9 },
        ],
      }),
    ],
    [
      "a toggle's choice for a period",
      next({ billing: "annual", plans: [{ name: "Pro", price: 10.5, currency: "USD" }] }),
    ],
    [
      "one thing with a price that is called no plan",
      next({ items: [{ title: "Webinar", price: 49, currency: "USD", interval: "month" }] }),
    ],
    [
      "two products' plans of the same names",
      next({
        products: [
          { name: "Mail", plans: PLANS },
          { name: "Desk", plans: PLANS.map((one) => ({ ...one, price: one.price + 7 })) },
        ],
      }),
    ],
    [
      "more lists than a page shows",
      next({
        all: Array.from({ length: 60 }, (_, at) => ({
          plans: PLANS.map((one) => ({ ...one, name: `${one.name} ${at}` })),
        })),
      }),
    ],
  ])("%s: nothing is read", async (_, script) => {
    const extraction = await read(script);
    expect(said(extraction)).toEqual([]);
  });

  test("a second list of other names is left alone", async () => {
    const others = [
      { name: "Rival", price: 30, currency: "USD", interval: "month" },
      { name: "Other", price: 31, currency: "USD", interval: "month" },
      { name: "Third", price: 32, currency: "USD", interval: "month" },
    ];
    const extraction = await read(next({ plans: PLANS, market: others }));
    expect(said(extraction)).toEqual(READ);
    expect(extraction.reading?.complete).toBe(false);
  });

  test("prices of one plan that name their period are its prices, whatever their name adds", async () => {
    const prices = ["month", "year"].map((interval) => ({
      nickname: `Pro ${interval}ly`,
      unit_amount: interval === "month" ? 1200 : 12_000,
      currency: "usd",
      recurring: { interval },
    }));
    expect(said(await read(next({ prices })))).toEqual(["Pro 12 USD month + 120 USD year"]);
    const cycles = [
      ["monthly", 12],
      ["yearly", 120],
    ].map(([billingCycle, price]) => ({ name: "Pro", billingCycle, price, currency: "USD" }));
    expect(said(await read(next({ plans: cycles })))).toEqual(["Pro 12 USD month monthly + 120 USD year annual"]);
  });
});
