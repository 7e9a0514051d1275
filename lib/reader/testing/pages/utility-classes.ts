import {
  also,
  either,
  type Fixture,
  free,
  from,
  html,
  month,
  once,
  page,
  sales,
  says,
  tier,
  usage,
  year,
} from "../fixture";

const check = `<svg class="h-6 w-5 flex-none" viewBox="0 0 20 20" aria-hidden="true"><path d="M16.7 4.1a.8.8 0 0 1 .14 1l-8 10.5"/></svg>`;

function tailwind(name: string, amount: string, per: string, points: string[], featured = false): string {
  return `<div class="rounded-3xl p-8 ring-1 ring-gray-200 xl:p-10${featured ? " bg-gray-900 ring-gray-900" : ""}">
<div class="flex items-center justify-between gap-x-4"><div class="text-lg font-semibold leading-8">${name}</div>${featured ? '<p class="rounded-full px-2.5 py-1 text-xs">Most popular</p>' : ""}</div>
<p class="mt-4 text-sm leading-6 text-gray-600">For those who need ${name}.</p>
<p class="mt-6 flex items-baseline gap-x-1"><span class="text-4xl font-bold tracking-tight">${amount}</span><span class="text-sm font-semibold leading-6">${per}</span></p>
<a href="#" class="mt-6 block rounded-md px-3 py-2 text-center text-sm">Buy plan</a>
<div class="mt-8 space-y-3 text-sm leading-6">${points.map((point) => `<div class="flex gap-x-3">${check}${point}</div>`).join("")}</div></div>`;
}

function framer(name: string, price: string, sub: string, key: string): string {
  return `<div class="framer-${key}" data-framer-name="Card" style="opacity:1"><div class="framer-1x2y3z-container"><div data-framer-component-type="RichTextContainer" style="transform:none"><p class="framer-text" style="--font-selector:SW50ZXI=">${name}</p></div></div>
<div class="framer-a9b8c7" data-framer-name="Price"><div data-framer-component-type="RichTextContainer"><p class="framer-text" style="--framer-font-size:48px">${price}</p></div><div data-framer-component-type="RichTextContainer"><p class="framer-text" style="--framer-text-color:rgb(120,120,120)">${sub}</p></div></div>
<div class="framer-q1w2e3"><a class="framer-btn" href="./signup"><p class="framer-text">Get started</p></a></div></div>`;
}

/** Elements with presentational classes, as produced by page builders and CSS frameworks. */
export const utilityClasses: Fixture[] = [
  page(
    "html",
    "acme-deploy",
    html(
      "Pricing – Acme Deploy",
      `<div id="__root"><div class="bg-white py-24 sm:py-32"><div class="mx-auto max-w-7xl px-6 lg:px-8">
<div class="mx-auto max-w-4xl text-center"><h2 class="text-base font-semibold">Pricing</h2><p class="mt-2 text-5xl font-bold">Ship without waiting</p></div>
<div class="isolate mx-auto mt-10 grid max-w-md grid-cols-1 gap-8 lg:max-w-none lg:grid-cols-3">
${tailwind("Hobby", "$0", "/month", ["1 project", "100 GB transfer"])}
${tailwind("Pro", "$20", "/user/month", ["Unlimited projects", "1 TB transfer"], true)}
${tailwind("Enterprise", "Custom", "", ["99.99% uptime", "Support within 1 hour"])}
</div></div></div></div>`,
    ),
    {
      traps: ["division soup"],
      expected: says(free("Hobby"), tier("Pro", month("USD", 20, "user")), sales("Enterprise")),
    },
  ),
  page(
    "html",
    "acme-auth",
    html(
      "Acme Auth pricing",
      `<div class="min-h-screen"><div class="container"><div class="text-center"><div class="text-3xl">Logins, solved</div></div>
<div class="flex flex-wrap -mx-4">
${[
  ["B2C Free", "$0", "25,000 monthly active users"],
  ["B2C Essentials", "$35", "500 monthly active users"],
  ["B2C Professional", "$240", "500 monthly active users"],
]
  .map(
    ([name, price, users]) => `<div class="w-full md:w-1/3 px-4"><div class="border rounded-lg shadow-sm p-6">
<div class="uppercase tracking-wide text-sm">${name}</div>
<div class="flex items-end"><div class="leading-none text-5xl">${price}</div><div class="text-gray-500 ml-1">/mo</div></div>
<div class="text-gray-600">${users}</div></div></div>`,
  )
  .join("\n")}
</div></div></div>`,
    ),
    {
      traps: ["division soup", "no headings"],
      expected: says(
        free("B2C Free"),
        tier("B2C Essentials", month("USD", 35)),
        tier("B2C Professional", month("USD", 240)),
      ),
    },
  ),
  page(
    "html",
    "acme-flows",
    html(
      "Acme Flows",
      `<div class="page-wrapper"><div class="navbar w-nav"></div><section class="section-pricing"><div class="w-layout-blockcontainer container w-container">
<h1 class="heading-2">Automate the dull parts</h1>
<div class="w-layout-grid pricing-grid">
<div id="w-node-1a" class="pricing-card"><div class="pricing-card-title">Starter</div><div class="pricing-card-price-wrap"><div class="price-number">$29</div><div class="price-duration">per month</div></div><div class="pricing-list w-richtext"><ul role="list"><li>5,000 tasks</li><li>2 users</li></ul></div><a href="#" class="button w-button">Choose</a></div>
<div id="w-node-1b" class="pricing-card is-dark"><div class="pricing-card-title">Growth</div><div class="pricing-card-price-wrap"><div class="price-number">$99</div><div class="price-duration">per month</div></div><div class="pricing-list w-richtext"><ul role="list"><li>50,000 tasks</li><li>10 users</li></ul></div><a href="#" class="button w-button">Choose</a></div>
<div id="w-node-1c" class="pricing-card"><div class="pricing-card-title">Scale</div><div class="pricing-card-price-wrap"><div class="price-number">$299</div><div class="price-duration">per month</div></div><div class="pricing-list w-richtext"><ul role="list"><li>500,000 tasks</li><li>50 users</li></ul></div><a href="#" class="button w-button">Choose</a></div>
</div></div></section></div>`,
    ),
    {
      traps: ["division soup"],
      expected: says(
        tier("Starter", month("USD", 29)),
        tier("Growth", month("USD", 99)),
        tier("Scale", month("USD", 299)),
      ),
    },
  ),
  page(
    "html",
    "acme-studio",
    html(
      "Acme Studio — Pricing",
      `<div id="main" data-framer-hydrate-v2="{}"><div class="framer-72rtr7"><div data-framer-component-type="RichTextContainer"><h1 class="framer-text">Record anywhere</h1></div>
<div class="framer-cards">${framer("Creator", "$12", "/month", "k1")}${framer("Studio", "$24", "/month", "k2")}${framer("Network", "$60", "/month", "k3")}</div></div></div>`,
    ),
    {
      traps: ["division soup", "no headings"],
      expected: says(
        tier("Creator", month("USD", 12)),
        tier("Studio", month("USD", 24)),
        tier("Network", month("USD", 60)),
      ),
    },
  ),
  page(
    "html",
    "acme-search",
    html(
      "Acme Search pricing",
      `<div class="sc-bdVaJa kOmQnR"><div class="sc-htpNat eXzPqL"><span class="sc-bwzfXH">Build</span><span class="sc-bxivhb">$</span><span class="sc-bxivhb">0</span><span class="sc-ifAKCX">/mo</span><span class="sc-EHOje">10,000 searches a month</span></div>
<div class="sc-htpNat eXzPqL"><span class="sc-bwzfXH">Grow</span><span class="sc-bxivhb">$</span><span class="sc-bxivhb">49</span><span class="sc-ifAKCX">/mo</span><span class="sc-EHOje">100,000 searches a month</span></div>
<div class="sc-htpNat eXzPqL"><span class="sc-bwzfXH">Premium</span><span class="sc-bxivhb">$</span><span class="sc-bxivhb">490</span><span class="sc-ifAKCX">/mo</span><span class="sc-EHOje">2,000,000 searches a month</span></div></div>`,
    ),
    {
      traps: ["division soup", "price split over elements", "no headings"],
      expected: says(free("Build"), tier("Grow", month("USD", 49)), tier("Premium", month("USD", 490))),
    },
  ),
  page(
    "html",
    "acme-photos",
    html(
      "Acme Photos plans",
      `<div class="wrap"><div class="col"><div class="plan-header">Basic</div><div class="cost"><span class="sym">$</span><span class="whole">9</span><sup class="cents">99</sup><span class="mo">/mo</span></div></div>
<div class="col"><div class="plan-header">Plus</div><div class="cost"><span class="sym">$</span><span class="whole">19</span><sup class="cents">99</sup><span class="mo">/mo</span></div></div>
<div class="col"><div class="plan-header">All photos</div><div class="cost"><span class="sym">$</span><span class="whole">54</span><sup class="cents">99</sup><span class="mo">/mo</span></div></div></div>`,
    ),
    {
      traps: ["cents in a superscript"],
      expected: says(
        tier("Basic", month("USD", 9.99)),
        tier("Plus", month("USD", 19.99)),
        tier("All photos", month("USD", 54.99)),
      ),
    },
  ),
  page(
    "html",
    "acme-vault",
    html(
      "Acme Vault: pricing",
      `<main><div class="cards"><div class="card"><div class="card-head"><div class="name">Individual</div></div><div class="price"><span class="old line-through">$4.99</span> <span class="new">$2.99</span> <span>/month</span></div><div class="note">Billed annually</div></div>
<div class="card"><div class="card-head"><div class="name">Families</div></div><div class="price"><span class="old line-through">$7.99</span> <span class="new">$4.99</span> <span>/month</span></div><div class="note">Billed annually</div></div></div></main>`,
    ),
    {
      traps: ["struck-through by class"],
      expected: says(
        tier("Individual", month("USD", 2.99, null, "annual")),
        tier("Families", month("USD", 4.99, null, "annual")),
      ),
    },
  ),
  page(
    "html",
    "acme-video",
    html(
      "Acme Video pricing",
      `<main><h1>Meetings that end on time</h1><div class="chakra-stack css-1x"><div class="chakra-card css-2y"><p class="chakra-text css-name">Basic</p><p class="chakra-text css-price">Free</p><p class="chakra-text css-sub">40 minutes a meeting</p></div>
<div class="chakra-card css-2y"><p class="chakra-text css-name">Pro</p><p class="chakra-text css-price"><del>$15.99</del> <ins>$13.33</ins></p><p class="chakra-text css-sub">/user/month, billed annually</p></div>
<div class="chakra-card css-2y"><p class="chakra-text css-name">Business</p><p class="chakra-text css-price"><del>$21.99</del> <ins>$18.32</ins></p><p class="chakra-text css-sub">/user/month, billed annually</p></div></div></main>`,
    ),
    {
      traps: ["struck-through <del>"],
      expected: says(
        free("Basic"),
        tier("Pro", month("USD", 13.33, "user", "annual")),
        tier("Business", month("USD", 18.32, "user", "annual")),
      ),
    },
  ),
  page(
    "html",
    "acme-seo",
    html(
      "Acme SEO | plans",
      `<main><div class="elementor-section"><div class="elementor-container">
${[
  ["Lite", "129", "108"],
  ["Standard", "249", "208"],
  ["Advanced", "449", "374"],
]
  .map(
    ([
      name,
      monthly,
    ]) => `<div class="elementor-column elementor-col-33"><div class="elementor-widget-price-table"><div class="elementor-price-table"><div class="elementor-price-table__header"><h3 class="elementor-price-table__heading">${name}</h3></div>
<div class="elementor-price-table__price"><span class="elementor-price-table__currency">$</span><span class="elementor-price-table__integer-part">${monthly}</span><span class="elementor-price-table__period elementor-typo-excluded">Monthly</span></div>
<ul class="elementor-price-table__features-list"><li>5 projects</li><li>6 months of history</li></ul><div class="elementor-price-table__footer"><a href="#">Buy now</a></div></div></div></div>`,
  )
  .join("\n")}
</div></div></main>`,
    ),
    {
      traps: ["period as an adverb"],
      expected: says(
        tier("Lite", either(month("USD", 129), month("USD", 129, null, "monthly"))),
        tier("Standard", either(month("USD", 249), month("USD", 249, null, "monthly"))),
        tier("Advanced", either(month("USD", 449), month("USD", 449, null, "monthly"))),
      ),
    },
  ),
  page(
    "html",
    "acme-fonts",
    html(
      "Acme Fonts licences",
      `<main><h1>Buy once, use for ever</h1><div class="tiers"><div class="t"><h3>Desktop</h3><p>$49 one-time</p></div><div class="t"><h3>Web</h3><p>$79 one-time</p></div><div class="t"><h3>Complete</h3><p>$199 one-time</p></div></div></main>`,
    ),
    {
      traps: ["paid once"],
      expected: says(
        tier("Desktop", once("USD", 49)),
        tier("Web", once("USD", 79)),
        tier("Complete", once("USD", 199)),
      ),
    },
  ),
  page(
    "html",
    "acme-queue",
    html(
      "Acme Queue pricing",
      `<main class="prose"><div class="grid"><div class="box"><div class="h">Free</div><div>$0</div><div>500K commands per month</div></div>
<div class="box"><div class="h">Pay as you go</div><div>$0.20 per 100K commands</div><div>Up to 100 GB</div></div>
<div class="box"><div class="h">Fixed</div><div>From $10 /month</div><div>250 MB to 500 GB</div></div></div></main>`,
    ),
    {
      traps: ["usage price", "from"],
      expected: says(
        free("Free"),
        tier(
          "Pay as you go",
          also(
            either(
              usage("USD", 0.2, "100K commands"),
              usage("USD", 0.2, "100,000 commands"),
              usage("USD", 0.2, "100,000 command"),
            ),
          ),
        ),
        from("Fixed", month("USD", 10)),
      ),
    },
  ),
  page(
    "html",
    "acme-backup",
    html(
      "Acme Backup: what it costs",
      `<main><div class="row"><div class="column"><div class="label">Personal</div><div class="value">$99/year</div><div class="hint">One computer, unlimited data</div></div>
<div class="column"><div class="label">Business</div><div class="value">$99/year per computer</div><div class="hint">Administration for groups</div></div>
<div class="column"><div class="label">Server</div><div class="value">$300/year per server</div><div class="hint">Linux and Windows</div></div></div></main>`,
    ),
    {
      traps: ["yearly prices"],
      expected: says(
        tier("Personal", year("USD", 99)),
        tier("Business", year("USD", 99, "computer")),
        tier("Server", year("USD", 300, "server")),
      ),
    },
  ),
];
