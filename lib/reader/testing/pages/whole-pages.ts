import {
  also,
  either,
  type Fixture,
  free,
  from,
  html,
  jsonLd,
  maybe,
  month,
  page,
  sales,
  says,
  tier,
  usage,
  year,
} from "../fixture";

const header = (name: string) => `<a class="skip" href="#main">Skip to content</a>
<div class="cookie" role="dialog" aria-label="Cookies"><p>We use cookies. Win $100 by accepting them.</p><button>Accept</button></div>
<header><div class="promo-bar"><a href="/launch">New: agents from $0.10 a run →</a></div><nav aria-label="Main"><ul><li><a href="/">${name}</a></li><li><a href="/product">Product</a><ul><li><a href="/ai">AI</a></li></ul></li><li><a href="/pricing" aria-current="page">Pricing</a></li><li><a href="/login">Log in</a></li><li><a href="/signup">Start for free</a></li></ul></nav></header>`;

const footer = (
  name: string,
) => `<section class="cta"><h2>Ready?</h2><p>Start for free. No card needed.</p><a href="/signup">Start now</a></section>
<footer><div class="cols"><div><h4>Product</h4><ul><li><a href="/a">Features</a></li><li><a href="/pricing">Pricing</a></li></ul></div><div><h4>Company</h4><ul><li><a href="/b">About</a></li></ul></div></div><form><label>Newsletter <input type="email"></label></form><p>© 2019–2026 ${name}, Inc. 1 Example Street</p></footer>`;

const logos = `<section class="logos"><p>Trusted by 14,000 teams in 90 countries</p><ul><li>Example</li><li>Sample</li></ul></section>`;

const faq = `<section class="faq"><h2>Frequently asked questions</h2><dl><dt>Can I change my plan?</dt><dd>Whenever you like. If you move from $10 to $20, you pay the difference.</dd><dt>Do you refund?</dt><dd>Within 30 days, up to $500.</dd></dl></section>`;

function whole(id: string, name: string, main: string, rest: Parameters<typeof page>[3], head = ""): Fixture {
  return page(
    "html",
    id,
    html(`Pricing | ${name}`, `${header(name)}<main id="main">${main}</main>${footer(name)}`, { head }),
    rest,
  );
}

/** Complete pages as vendors make them: navigation, banners, logos, comparisons, FAQ, everything twice. */
export const wholePages: Fixture[] = [
  whole(
    "acme-workspace",
    "Acme Workspace",
    `<section class="hero"><h1>One workspace. Zero busywork.</h1></section>${logos}
<section aria-label="Plans"><div class="switcher"><span>Pay monthly</span><button role="switch" aria-checked="true">Pay yearly</button><span>Save up to 20%</span></div>
<div class="plans">
<div class="plan"><h2>Free</h2><div class="price"><span>$0</span><span>per member / month</span></div><p>For individuals</p><a href="/signup">Sign up</a></div>
<div class="plan"><h2>Plus</h2><div class="price"><span>$10</span><span>per member / month</span></div><p>billed annually</p><a href="/signup">Get started</a></div>
<div class="plan"><h2>Business</h2><div class="tag">Recommended</div><div class="price"><span>$20</span><span>per member / month</span></div><p>billed annually</p><a href="/signup">Get started</a></div>
<div class="plan"><h2>Enterprise</h2><div class="price"><span>Custom pricing</span></div><p>For control</p><a href="/sales">Contact sales</a></div>
</div></section>
<section><h2>Plans and features</h2><table><thead><tr><th></th><th>Free</th><th>Plus</th><th>Business</th><th>Enterprise</th></tr></thead><tbody>
<tr><th>Blocks</th><td>1,000</td><td>Unlimited</td><td>Unlimited</td><td>Unlimited</td></tr><tr><th>File uploads</th><td>5 MB</td><td>Unlimited</td><td>Unlimited</td><td>Unlimited</td></tr><tr><th>History</th><td>7 days</td><td>30 days</td><td>90 days</td><td>Unlimited</td></tr></tbody></table></section>${faq}`,
    {
      traps: ["a whole page", "FAQ with prices"],
      expected: says(
        free("Free"),
        tier("Plus", month("USD", 10, "member", "annual")),
        tier("Business", month("USD", 20, "member", "annual")),
        sales("Enterprise"),
      ),
    },
  ),
  whole(
    "acme-twice-over",
    "Acme Twice Over",
    `<section class="hidden md:grid">${["Lite|$15", "Core|$35", "Peak|$95"]
      .map((one) => one.split("|"))
      .map(([name, price]) => `<div class="cell"><h3>${name}</h3><p>${price}/month</p><a>Choose ${name}</a></div>`)
      .join("")}</section>
<section class="md:hidden">${["Lite|$15", "Core|$35", "Peak|$95"]
      .map((one) => one.split("|"))
      .map(
        ([name, price]) =>
          `<details open><summary>${name} <span>${price}/month</span></summary><p>All of ${name}</p></details>`,
      )
      .join("")}</section>`,
    {
      traps: ["once for wide screens and once for narrow ones"],
      expected: says(tier("Lite", month("USD", 15)), tier("Core", month("USD", 35)), tier("Peak", month("USD", 95))),
    },
  ),
  whole(
    "acme-sticky",
    "Acme Sticky",
    `<section class="cards"><article><h3>Growth</h3><div>$49<span>/mo</span></div><p>Up to 5 seats</p></article><article><h3>Scale</h3><div>$149<span>/mo</span></div><p>Up to 25 seats</p></article></section>
<section class="compare"><table><thead class="sticky"><tr><th>Compare</th><th><div>Growth</div><div>$49/mo</div><a>Start</a></th><th><div>Scale</div><div>$149/mo</div><a>Start</a></th></tr></thead><tbody><tr><td>Seats</td><td>5</td><td>25</td></tr><tr><td>Extra seat</td><td>$9/mo</td><td>$7/mo</td></tr></tbody></table></section>`,
    {
      traps: ["prices again in a sticky head", "add-on prices in a comparison"],
      expected: says(tier("Growth", month("USD", 49)), tier("Scale", month("USD", 149))),
    },
  ),
  whole(
    "acme-seats",
    "Acme Seats",
    `<h1>Seats for everyone</h1><div class="plan"><h2>Professional</h2><ul><li>Full seat: $16/month</li><li>Dev seat: $12/month</li><li>Collab seat: $3/month</li></ul></div><div class="plan"><h2>Organization</h2><ul><li>Full seat: $55/month</li><li>Dev seat: $25/month</li><li>Collab seat: $5/month</li></ul></div>`,
    {
      traps: ["kinds of seats"],
      expected: {
        ...says(
          maybe({
            ...tier("Professional"),
            prices: [16, 12, 3].flatMap((amount) => [
              also(
                either(
                  month("USD", amount),
                  ...["full seat", "dev seat", "collab seat", "seat"].map((unit) => month("USD", amount, unit)),
                ),
              ),
            ]),
          }),
          maybe({
            ...tier("Organization"),
            prices: [55, 25, 5].flatMap((amount) => [
              also(
                either(
                  month("USD", amount),
                  ...["full seat", "dev seat", "collab seat", "seat"].map((unit) => month("USD", amount, unit)),
                ),
              ),
            ]),
          }),
        ),
        orNothing: "each tier has several prices",
      },
    },
  ),
  whole(
    "acme-suite",
    "Acme Suite Tabs",
    `<h1>Plans</h1><div role="tablist"><button role="tab" aria-selected="true" aria-controls="site">Site plans</button><button role="tab" aria-selected="false" aria-controls="work">Workspace plans</button></div>
<div role="tabpanel" id="site"><div class="plan"><h3>Basic</h3><p>$14/mo</p><p>billed yearly</p></div><div class="plan"><h3>CMS</h3><p>$23/mo</p><p>billed yearly</p></div></div>
<div role="tabpanel" id="work" hidden><div class="plan"><h3>Core</h3><p>$19/mo per seat</p><p>billed yearly</p></div><div class="plan"><h3>Growth</h3><p>$49/mo per seat</p><p>billed yearly</p></div></div>`,
    {
      traps: ["two products in tabs"],
      expected: {
        ...says(
          maybe(tier("Basic", month("USD", 14, null, "annual"))),
          maybe(tier("CMS", month("USD", 23, null, "annual"))),
          maybe(tier("Core", month("USD", 19, "seat", "annual"))),
          maybe(tier("Growth", month("USD", 49, "seat", "annual"))),
        ),
        orNothing: "two products stand on it",
      },
    },
  ),
  whole(
    "acme-tokens",
    "Acme Tokens",
    `<h1>Model prices</h1><table><thead><tr><th>Model</th><th>Input</th><th>Cached input</th><th>Output</th></tr></thead><tbody><tr><td>acme-large</td><td>$2.50 / 1M tokens</td><td>$1.25 / 1M tokens</td><td>$10.00 / 1M tokens</td></tr><tr><td>acme-small</td><td>$0.15 / 1M tokens</td><td>$0.075 / 1M tokens</td><td>$0.60 / 1M tokens</td></tr></tbody></table>`,
    {
      traps: ["usage prices only", "input and output"],
      expected: {
        tiers: ["acme-large|2.5|1.25|10", "acme-small|0.15|0.075|0.6"].map((one) => {
          const [name = "", ...amounts] = one.split("|");
          return maybe(
            tier(
              name,
              ...amounts.map((amount) =>
                also(
                  either(
                    ...[
                      "1M tokens",
                      "1M token",
                      "1,000,000 tokens",
                      "million tokens",
                      "input token",
                      "output token",
                    ].map((unit) => usage("USD", Number(amount), unit)),
                  ),
                ),
              ),
            ),
          );
        }),
        orNothing: "these are meters, not tiers",
      },
    },
  ),
  whole(
    "acme-instances",
    "Acme Instances",
    `<h1>On demand</h1><table><thead><tr><th>Instance</th><th>vCPU</th><th>Memory</th><th>Hourly rate</th></tr></thead><tbody><tr><td>a1.small</td><td>1</td><td>2 GiB</td><td>$0.0104</td></tr><tr><td>a1.large</td><td>2</td><td>8 GiB</td><td>$0.0416</td></tr></tbody></table>`,
    {
      traps: ["hourly rates"],
      expected: {
        ...says(
          maybe(tier("a1.small", also(usage("USD", 0.0104, "hour")))),
          maybe(tier("a1.large", also(usage("USD", 0.0416, "hour")))),
        ),
        orNothing: "these are meters, not tiers",
      },
    },
  ),
  whole(
    "acme-labels",
    "Acme Labels",
    `<h1>Choose</h1><div class="pc"><h3>Small</h3><div role="img" aria-label="12 dollars and 50 cents per month"><span aria-hidden="true">$12<span>.50</span></span><span aria-hidden="true">/mo</span></div></div><div class="pc"><h3>Tall</h3><div role="img" aria-label="37 dollars and 50 cents per month"><span aria-hidden="true">$37<span>.50</span></span><span aria-hidden="true">/mo</span></div></div>`,
    {
      traps: ["text for screen readers", "price split over elements"],
      expected: says(tier("Small", month("USD", 12.5)), tier("Tall", month("USD", 37.5))),
    },
  ),
  whole(
    "acme-definitions",
    "Acme Dashboards",
    `<h1>Dashboards for all</h1>${logos}<ul class="tiers">
<li><div class="n">Viewer</div><div class="d">Look, don’t touch</div><div class="p">Free</div></li>
<li><div class="n">Creator</div><div class="d">Make your own</div><div class="p"><b>$42</b> per user/month <i>billed annually</i></div></li>
<li><div class="n">Admin</div><div class="d">Rule them all</div><div class="p"><b>$75</b> per user/month <i>billed annually</i></div></li></ul>${faq}`,
    {
      traps: ["a whole page", "no headings"],
      expected: says(
        free("Viewer"),
        tier("Creator", month("USD", 42, "user", "annual")),
        tier("Admin", month("USD", 75, "user", "annual")),
      ),
    },
  ),
  whole(
    "acme-carousel",
    "Acme Carousel",
    `<div class="swiper"><div class="swiper-wrapper">${["Seed|25", "Sprout|65", "Tree|165", "Forest|465"]
      .map((one) => one.split("|"))
      .map(
        ([name, amount], index) =>
          `<div class="swiper-slide" role="group" aria-label="${index + 1} / 4" ${index > 2 ? 'aria-hidden="true"' : ""}><h3>${name}</h3><p><span>€${amount}</span> <span>per month, plus VAT</span></p></div>`,
      )
      .join("")}</div></div>`,
    {
      traps: ["a carousel", "VAT"],
      expected: says(
        tier("Seed", month("EUR", 25)),
        tier("Sprout", month("EUR", 65)),
        tier("Tree", month("EUR", 165)),
        maybe(tier("Forest", month("EUR", 465))),
      ),
    },
  ),
  whole(
    "acme-columns",
    "Acme Columns",
    `<h1>Compare</h1><div class="grid-table" role="table"><div role="row"><div role="columnheader"></div><div role="columnheader">Basic</div><div role="columnheader">Pro</div></div><div role="row"><div role="rowheader">Price</div><div role="cell">$10/month</div><div role="cell">$25/month</div></div><div role="row"><div role="rowheader">Projects</div><div role="cell">3</div><div role="cell">30</div></div></div>`,
    {
      traps: ["a table of divisions"],
      expected: says(tier("Basic", month("USD", 10)), tier("Pro", month("USD", 25))),
    },
  ),
  whole(
    "acme-regions",
    "Acme Regions",
    `<h1>Prices by region</h1><table><thead><tr><th>Plan</th><th>US</th><th>EU</th><th>UK</th></tr></thead><tbody><tr><td>Starter</td><td>$10/month</td><td>€9/month</td><td>£8/month</td></tr><tr><td>Business</td><td>$30/month</td><td>€27/month</td><td>£24/month</td></tr></tbody></table>`,
    {
      traps: ["three currencies in a table"],
      expected: says(
        tier("Starter", month("USD", 10), month("EUR", 9), month("GBP", 8)),
        tier("Business", month("USD", 30), month("EUR", 27), month("GBP", 24)),
      ),
    },
  ),
  whole(
    "acme-alternatives",
    "Acme Alternatives",
    `<h1>One price</h1><section class="plan"><h2>Acme Pro</h2><p>$30 per month</p></section><section><h2>What you would pay elsewhere</h2><div class="others"><div class="o"><h3>Example Mail</h3><p>$49 per month</p></div><div class="o"><h3>Sample Forms</h3><p>$35 per month</p></div><div class="o"><h3>Instance Chat</h3><p>$15 per month</p></div></div></section>`,
    {
      traps: ["competitors’ prices"],
      expected: says(tier("Acme Pro", month("USD", 30))),
    },
  ),
  whole(
    "acme-stories",
    "Acme Stories",
    `<h1>Plans</h1><div class="plan"><h3>Studio</h3><p>$24 per month</p></div><div class="plan"><h3>Agency</h3><p>$79 per month</p></div><section class="cards"><h2>Stories</h2><article><h3>How Example saved $2,000 per month</h3><p>Jo tells.</p></article><article><h3>From $0 to $1M per year</h3><p>Max tells.</p></article></section>`,
    {
      traps: ["amounts in headlines"],
      expected: says(tier("Studio", month("USD", 24)), tier("Agency", month("USD", 79))),
    },
  ),
  whole(
    "acme-addon-cards",
    "Acme Addons",
    `<h1>Pricing</h1><section><h2>Plans</h2><div class="grid"><div class="card"><h3>Starter</h3><p>$20 per month</p></div><div class="card"><h3>Pro</h3><p>$60 per month</p></div></div></section><section><h2>Add-ons</h2><div class="grid"><div class="card"><h3>Extra brand</h3><p>$15 per month</p></div><div class="card"><h3>White label</h3><p>$45 per month</p></div></div></section><section><h2>Services</h2><div class="grid"><div class="card"><h3>Training</h3><p>$900 one-time</p></div></div></section>`,
    {
      traps: ["add-ons that look like tiers"],
      expected: says(tier("Starter", month("USD", 20)), tier("Pro", month("USD", 60))),
    },
  ),
  whole(
    "acme-old-data",
    "Acme Old Data",
    `<h1>Pricing</h1><article><h3>Crew</h3><p>$18 per user per month</p></article><article><h3>Fleet</h3><p>$28 per user per month</p></article>`,
    {
      traps: ["JSON-LD that has run out"],
      expected: says(tier("Crew", month("USD", 18, "user")), tier("Fleet", month("USD", 28, "user"))),
    },
    jsonLd({
      "@context": "https://schema.org",
      "@type": "Product",
      name: "Acme Old Data",
      offers: [{ "@type": "Offer", name: "Crew", price: 12, priceCurrency: "USD", priceValidUntil: "2021-12-31" }],
    }),
  ),
  whole(
    "acme-legacy",
    "Acme Legacy",
    `<h1>Pricing</h1><section class="plans"><article><h3>Now</h3><p>$40 per month</p></article><article><h3>Next</h3><p>$90 per month</p></article></section><section><h2>Legacy plans</h2><p>No longer sold.</p><article><h3>Then</h3><p>$10 per month</p></article></section>`,
    {
      traps: ["legacy plans"],
      expected: says(
        tier("Now", month("USD", 40)),
        tier("Next", month("USD", 90)),
        maybe(tier("Then", month("USD", 10))),
      ),
    },
  ),
  whole(
    "acme-students",
    "Acme Students",
    `<h1>Pricing</h1><section class="plans"><article><h3>Individual</h3><p>$10.99 per month</p></article><article><h3>Duo</h3><p>$14.99 per month</p></article><article><h3>Student</h3><p>$5.49 per month</p></article></section>`,
    {
      expected: says(
        tier("Individual", month("USD", 10.99)),
        tier("Duo", month("USD", 14.99)),
        tier("Student", month("USD", 5.49)),
      ),
    },
  ),
  whole(
    "acme-yearly-only",
    "Acme Yearly",
    `<h1>Pricing</h1><div class="plan"><h3>Pro</h3><p>US$120/yr</p><p>for one person</p></div><div class="plan"><h3>Teams</h3><p>US$100/yr per person</p><p>3 people minimum</p></div>`,
    {
      traps: ["yearly prices", "US$"],
      expected: says(tier("Pro", year("USD", 120)), tier("Teams", year("USD", 100, "person"))),
    },
  ),
  whole(
    "acme-mixed-start",
    "Acme Stages",
    `<h1>Pricing</h1><div class="plan"><h3>Starter</h3><div>Starts at <b>$20</b>/mo per seat</div></div><div class="plan"><h3>Professional</h3><div>Starts at <b>$890</b>/mo</div><div>Includes 3 seats. Additional seats start at $50/mo.</div></div><div class="plan"><h3>Enterprise</h3><div>Starts at <b>$3,600</b>/mo</div><div>Includes 5 seats. Additional seats start at $75/mo.</div></div>`,
    {
      traps: ["starting at", "further seats"],
      expected: says(
        from("Starter", month("USD", 20, "seat")),
        from("Professional", month("USD", 890)),
        from("Enterprise", month("USD", 3600)),
      ),
    },
  ),
];
