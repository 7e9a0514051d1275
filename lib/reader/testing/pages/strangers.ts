import {
  also,
  type Expected,
  either,
  type Fixture,
  free,
  from,
  html,
  jsonLd,
  maybe,
  month,
  nothing,
  once,
  page,
  sales,
  says,
  script,
  tier,
  usage,
  year,
} from "../fixture";

type Rung = Fixture["rung"];

function look(
  id: string,
  main: string,
  traps: string[],
  expected: Expected,
  { rung, ...frame }: { rung?: Rung; lang?: string; head?: string } = {},
): Fixture {
  const where = rung ?? ("nothing" in expected || expected.orNothing !== undefined ? null : "html");
  return page(where, id, html("Acme", `<main>${main}</main>`, frame), { traps, expected });
}

const flight = (value: unknown) =>
  `<script>self.__next_f=self.__next_f||[];self.__next_f.push([1,${JSON.stringify(`5:${JSON.stringify(["$", "$L9", null, value])}\n`)}])</script>`;

/** Designs by many authors, and pages that only look like price lists. */
export const strangers: Fixture[] = [
  look(
    "acme-grid-divs",
    `<h1>Choose your plan</h1><div class="g-row g-top"><div class="g-cell"></div><div class="g-cell">Crew</div><div class="g-cell">Fleet</div><div class="g-cell">Armada</div></div><div class="g-row"><div class="g-cell">Price</div><div class="g-cell">$14 / user / mo</div><div class="g-cell">$27 / user / mo</div><div class="g-cell">Contact sales</div></div><div class="g-row"><div class="g-cell">Storage</div><div class="g-cell">10 GB</div><div class="g-cell">1 TB</div><div class="g-cell">Unlimited</div></div>`,
    ["a table of plain divs"],
    {
      ...says(tier("Crew", month("USD", 14, "user")), tier("Fleet", month("USD", 27, "user")), maybe(sales("Armada"))),
      orNothing: "its columns stand in no markup",
    },
  ),
  look(
    "acme-button-price",
    `<h1>Pricing</h1><div class="tile"><h2>Kite</h2><p>For one person.</p><ul><li>3 boards</li></ul><a class="btn" href="/buy/kite">Buy for $7/month</a></div><div class="tile"><h2>Glider</h2><p>For a team.</p><ul><li>30 boards</li></ul><a class="btn" href="/buy/glider">Buy for $21/month</a></div>`,
    ["the price in a button"],
    says(tier("Kite", month("USD", 7)), tier("Glider", month("USD", 21))),
  ),
  look(
    "acme-one-h1",
    `<h1>Acme Everything</h1><p class="big">$49<small>/month</small></p><p>One plan. Every feature. Unlimited users.</p><ul><li>Unlimited projects</li><li>Phone support</li></ul><a href="/signup">Start now</a>`,
    ["the only plan named by the page's title"],
    { ...says(tier("Acme Everything", month("USD", 49))), orNothing: "its one price stands under the page's title" },
  ),
  look(
    "acme-seat-slider",
    `<h1>Pricing</h1><label>How many seats? <input type="range" min="1" max="100" value="10"></label><output>10 seats</output><div class="plan"><h3>Growth</h3><div class="total"><span>$120</span><span>/month</span></div><p>for 10 seats</p></div><div class="plan"><h3>Scale</h3><div class="total"><span>$240</span><span>/month</span></div><p>for 10 seats</p></div>`,
    ["the sum for a number of seats"],
    {
      ...says(maybe(tier("Growth", also(month("USD", 120)))), maybe(tier("Scale", also(month("USD", 240))))),
      orNothing: "its sums hold for ten seats",
    },
  ),
  look(
    "acme-toggle-script",
    `<h1>Pricing</h1><label class="switch"><input type="checkbox" id="yearly"> Annual billing <em>save 20%</em></label><article class="tier"><h3>Oak</h3><div class="cost">$<span class="val" data-monthly="10" data-yearly="8">10</span><span class="per">/mo</span></div></article><article class="tier"><h3>Elm</h3><div class="cost">$<span class="val" data-monthly="30" data-yearly="24">30</span><span class="per">/mo</span></div></article><script>document.getElementById("yearly").onchange=function(){}</script>`,
    ["yearly price by script"],
    says(
      tier("Oak", either(month("USD", 10, null, "monthly"), month("USD", 10)), also(month("USD", 8, null, "annual"))),
      tier("Elm", either(month("USD", 30, null, "monthly"), month("USD", 30)), also(month("USD", 24, null, "annual"))),
    ),
  ),
  look(
    "acme-toggle-checked",
    `<h1>Pricing</h1><label class="switch"><input type="checkbox" id="yearly" checked> Pay yearly</label><article class="tier"><h3>Oak</h3><div class="cost">$8<span class="per">/mo</span></div></article><article class="tier"><h3>Elm</h3><div class="cost">$24<span class="per">/mo</span></div></article>`,
    ["the yearly side of a switch"],
    {
      ...says(
        tier("Oak", either(month("USD", 8, null, "annual"), month("USD", 8))),
        tier("Elm", either(month("USD", 24, null, "annual"), month("USD", 24))),
      ),
      orNothing: "a switch says how it is billed",
    },
  ),
  look(
    "acme-aggregate",
    `<h1>Acme Desk</h1><p>Plans for every team.</p>`,
    ["AggregateOffer without offers"],
    nothing("it states the lowest and the highest price only"),
    {
      head: jsonLd({
        "@context": "https://schema.org",
        "@type": "SoftwareApplication",
        name: "Acme Desk",
        offers: {
          "@type": "AggregateOffer",
          lowPrice: "9",
          highPrice: "99",
          priceCurrency: "USD",
          offerCount: 3,
        },
      }),
    },
  ),
  look(
    "acme-rsc",
    `<h1>Pricing</h1><div id="plans"></div>${flight({
      plans: [
        { id: "p1", name: "Reef", price: 15, currency: "USD", interval: "month" },
        { id: "p2", name: "Lagoon", price: 45, currency: "USD", interval: "month" },
      ],
    })}`,
    ["state in React's stream"],
    says(tier("Reef", month("USD", 15)), tier("Lagoon", month("USD", 45))),
    { rung: "page-state" },
  ),
  look(
    "acme-rsc-cents",
    `<h1>Pricing</h1><div id="plans"></div>${flight({
      plans: [
        { id: "p1", name: "Reef", price: 1500, currency: "USD", interval: "month" },
        { id: "p2", name: "Lagoon", price: 4500, currency: "USD", interval: "month" },
      ],
    })}`,
    ["whether cents cannot be told"],
    {
      ...says(maybe(tier("Reef")), maybe(tier("Lagoon"))),
      orNothing: "nothing tells dollars from cents",
    },
  ),
  look(
    "acme-german-numbers",
    `<h1>Prices</h1><div class="p"><h3>Klein</h3><p>1.299 € / Jahr</p></div><div class="p"><h3>Groß</h3><p>2.499,50 € / Jahr</p></div>`,
    ["numbers of another language than the page says"],
    says(tier("Klein", year("EUR", 1299)), tier("Groß", year("EUR", 2499.5))),
    { lang: "en" },
  ),
  look(
    "acme-lone-thousand",
    `<h1>Prices</h1><div class="p"><h3>Small</h3><p>€1.299 per year</p></div><div class="p"><h3>Large</h3><p>€2.499 per year</p></div>`,
    ["a point that may be either mark"],
    {
      ...says(maybe(tier("Small", also(year("EUR", 1299)))), maybe(tier("Large", also(year("EUR", 2499))))),
      orNothing: "it may be a little more than one euro",
    },
    { lang: "en" },
  ),
  look(
    "acme-pay-bands",
    `<h1>Join us</h1><div class="role"><h3>Account executive</h3><p>Remote, full-time</p><p>$8,000 / month</p><a href="/jobs/1">See role</a></div><div class="role"><h3>Staff engineer</h3><p>Remote, full-time</p><p>$14,000 / month</p><a href="/jobs/2">See role</a></div>`,
    ["salaries"],
    nothing("these are salaries"),
  ),
  look(
    "acme-giving",
    `<h1>Give to Acme</h1><div class="amount-card"><h3>Supporter</h3><p>$10 / month</p><button>Donate</button></div><div class="amount-card"><h3>Champion</h3><p>$50 / month</p><button>Donate</button></div><p>Acme is a registered charity.</p>`,
    ["donations"],
    {
      ...says(maybe(tier("Supporter", also(month("USD", 10)))), maybe(tier("Champion", also(month("USD", 50))))),
      orNothing: "these are gifts",
    },
  ),
  look(
    "acme-voices",
    `<h1>What they say</h1><blockquote><h3>Dana Doe</h3><p>“We saved $1,200 per month with Acme.”</p></blockquote><blockquote><h3>Sam Sample</h3><p>“I used to pay $300 per month elsewhere.”</p></blockquote>`,
    ["testimonials"],
    nothing("customers speak of their own money"),
  ),
  look(
    "acme-voices-beside",
    `<h1>Pricing</h1><div class="plan"><h3>Home</h3><p>$6 / month</p></div><div class="plan"><h3>Office</h3><p>$16 / month</p></div><div class="quotes"><div class="quote"><h3>Dana Doe</h3><p>$400 / month saved since we moved.</p></div><div class="quote"><h3>Sam Sample</h3><p>Was paying $90 / month before.</p></div></div>`,
    ["testimonials"],
    says(tier("Home", month("USD", 6)), tier("Office", month("USD", 16))),
  ),
  look(
    "acme-course-list",
    `<h1>Courses</h1><div class="course"><h3>Intro to boards</h3><p>6 weeks</p><p>$299</p><a href="/c/1">Enrol</a></div><div class="course"><h3>Boards in depth</h3><p>10 weeks</p><p>$499</p><a href="/c/2">Enrol</a></div>`,
    ["a catalogue of courses"],
    {
      ...says(
        maybe(tier("Intro to boards", also(once("USD", 299)))),
        maybe(tier("Boards in depth", also(once("USD", 499)))),
      ),
      orNothing: "these are courses",
    },
  ),
  look(
    "acme-rivals-post",
    `<article><h1>How much does Example CRM cost?</h1><p>By Dana Doe, 3 May</p><p>We looked at what Example CRM charges.</p><h2>Example CRM Essentials</h2><p>$25 per user per month</p><h2>Example CRM Advanced</h2><p>$75 per user per month</p><h2>Try Acme instead</h2><p>Acme is simpler.</p></article>`,
    ["an article on another's prices"],
    nothing("it tells what another charges"),
  ),
  look(
    "acme-side-by-side",
    `<h1>Acme vs. Example</h1><table><thead><tr><th></th><th>Acme</th><th>Example</th></tr></thead><tbody><tr><td>Price</td><td>$10 / user / month</td><td>$25 / user / month</td></tr><tr><td>Boards</td><td>Yes</td><td>No</td></tr></tbody></table>`,
    ["another's price beside one's own"],
    {
      ...says(maybe(tier("Acme", also(month("USD", 10, "user"))))),
      orNothing: "it stands beside another's",
    },
  ),
  look(
    "acme-hotel",
    `<h1>Rooms</h1><div class="room"><h3>Standard</h3><p>from $120 per night</p></div><div class="room"><h3>Deluxe</h3><p>from $180 per night</p></div><div class="room"><h3>Suite</h3><p>$2,400 per month for long stays</p></div>`,
    ["rooms"],
    { ...says(maybe(tier("Suite", also(month("USD", 2400))))), orNothing: "these are rooms" },
  ),
  look(
    "acme-insurance",
    `<h1>Cover</h1><div class="cover"><h3>Bronze</h3><p>$40 / month</p><p>Deductible $5,000 per year</p><p>Out-of-pocket limit $8,000 per year</p></div><div class="cover"><h3>Silver</h3><p>$70 / month</p><p>Deductible $2,000 per year</p><p>Out-of-pocket limit $5,000 per year</p></div>`,
    ["deductibles and limits"],
    {
      ...says(tier("Bronze", month("USD", 40)), tier("Silver", month("USD", 70))),
      orNothing: "several amounts by the year stand in each card",
    },
  ),
  look(
    "acme-ticker",
    `<div class="ticker"><div><b>BTC</b><span>$61,204.10</span><i>+1.2%</i></div><div><b>ETH</b><span>$3,310.55</span><i>-0.4%</i></div><div><b>SOL</b><span>$148.02</span><i>+3.1%</i></div></div><h1>Markets</h1>`,
    ["a ticker"],
    nothing("these are courses of exchange"),
  ),
  look(
    "acme-ticker-beside",
    `<div class="ticker"><div><b>BTC</b><span>$61,204.10</span><i>+1.2%</i></div><div><b>ETH</b><span>$3,310.55</span><i>-0.4%</i></div></div><h1>Pricing</h1><div class="pl"><h3>Trader</h3><p>$19 / month</p></div><div class="pl"><h3>Desk</h3><p>$99 / month</p></div>`,
    ["a ticker"],
    says(tier("Trader", month("USD", 19)), tier("Desk", month("USD", 99))),
  ),
  look(
    "acme-rent",
    `<h1>Offices to let</h1><div class="ad"><h3>Harbour Street 4</h3><p>120 m²</p><p>€1,800 per month</p></div><div class="ad"><h3>Mill Lane 9</h3><p>80 m²</p><p>€1,100 per month</p></div>`,
    ["rents"],
    nothing("these are rents"),
  ),
  look(
    "acme-lease",
    `<h1>Cars</h1><div class="car"><h3>Acme One</h3><p>$299/month for 36 months</p><p>$2,999 due at signing</p></div><div class="car"><h3>Acme Two</h3><p>$399/month for 36 months</p><p>$3,999 due at signing</p></div>`,
    ["a lease"],
    {
      ...says(maybe(tier("Acme One", also(month("USD", 299)))), maybe(tier("Acme Two", also(month("USD", 399))))),
      orNothing: "these are cars",
    },
  ),
  look(
    "acme-least-seats",
    `<h1>Pricing</h1><div class="pl"><h3>Squad</h3><p>$8 per seat per month</p><p>Minimum 5 seats ($40 per month)</p></div><div class="pl"><h3>Division</h3><p>$15 per seat per month</p><p>Minimum 20 seats ($300 per month)</p></div>`,
    ["a least sum"],
    {
      ...says(tier("Squad", month("USD", 8, "seat")), tier("Division", month("USD", 15, "seat"))),
      orNothing: "two sums stand in each card",
    },
  ),
  look(
    "acme-extra-seat",
    `<h1>Pricing</h1><div class="pl"><h3>Studio</h3><p>$50 / month</p><p>5 seats included</p><p>Extra seat: $8 / month</p></div><div class="pl"><h3>Agency</h3><p>$150 / month</p><p>20 seats included</p><p>Extra seat: $6 / month</p></div>`,
    ["extra seats"],
    says(tier("Studio", month("USD", 50)), tier("Agency", month("USD", 150))),
  ),
  look(
    "acme-now-and-then",
    `<h1>Pricing</h1><div class="pl"><h3>Plus</h3><p>Was $20 / month</p><p>Now $12 / month</p></div><div class="pl"><h3>Ultra</h3><p>Was $60 / month</p><p>Now $36 / month</p></div>`,
    ["a former price in words"],
    {
      ...says(tier("Plus", month("USD", 12)), tier("Ultra", month("USD", 36))),
      orNothing: "two prices stand in each card",
    },
  ),
  look(
    "acme-first-year",
    `<h1>Pricing</h1><div class="pl"><h3>Plus</h3><p>$5 / month for your first year</p><p>Renews at $15 / month</p></div><div class="pl"><h3>Ultra</h3><p>$10 / month for your first year</p><p>Renews at $30 / month</p></div>`,
    ["a price for the first year"],
    {
      ...says(maybe(tier("Plus", also(month("USD", 15)))), maybe(tier("Ultra", also(month("USD", 30))))),
      orNothing: "its first price does not last",
    },
  ),
  look(
    "acme-day-price",
    `<h1>Pricing</h1><div class="pl"><h3>Basic</h3><p>Just $0.33 a day</p><p>$10 billed monthly</p></div><div class="pl"><h3>Full</h3><p>Just $0.99 a day</p><p>$30 billed monthly</p></div>`,
    ["a price by the day"],
    {
      ...says(
        maybe(tier("Basic", also(either(month("USD", 10, null, "monthly"), month("USD", 10))))),
        maybe(tier("Full", also(either(month("USD", 30, null, "monthly"), month("USD", 30))))),
      ),
      orNothing: "it is also stated by the day",
    },
  ),
  look(
    "acme-dl",
    `<h1>Pricing</h1><dl><dt>Hobby</dt><dd>Free</dd><dt>Maker</dt><dd>$9/month</dd><dt>Factory</dt><dd>$79/month</dd></dl>`,
    ["a list of terms"],
    { ...says(free("Hobby"), tier("Maker", month("USD", 9)), tier("Factory", month("USD", 79))) },
  ),
  look(
    "acme-details",
    `<h1>Pricing</h1><details open><summary>Solo — $12/month</summary><p>One person.</p></details><details><summary>Band — $36/month</summary><p>Up to five.</p></details>`,
    ["name and price in a line"],
    { ...says(tier("Solo", month("USD", 12)), tier("Band", month("USD", 36))), orNothing: "they stand in a line" },
  ),
  look(
    "acme-sold-out",
    `<h1>Pricing</h1><div class="pl"><h3>Founders</h3><p>$5 / month</p><p>Sold out</p></div><div class="pl"><h3>Regular</h3><p>$15 / month</p></div>`,
    ["a plan that is no longer sold"],
    {
      ...says(maybe(tier("Founders", also(month("USD", 5)))), tier("Regular", month("USD", 15))),
      orNothing: "one of its plans is sold out",
    },
  ),
  look(
    "acme-per-thousand",
    `<h1>Pricing</h1><div class="pl"><h3>Send</h3><p>$1.50 per 1,000 emails</p></div><div class="pl"><h3>Send Pro</h3><p>$90 per month</p><p>100,000 emails, then $0.90 per 1,000</p></div>`,
    ["prices for a thousand"],
    {
      ...says(maybe(tier("Send", also(usage("USD", 1.5, "1,000 emails")))), tier("Send Pro", month("USD", 90))),
      orNothing: "one of its prices is by use",
    },
  ),
  look(
    "acme-nonprofit-price",
    `<h1>Pricing</h1><div class="pl"><h3>Team</h3><p>$20 / user / month</p><p>$10 / user / month for nonprofits</p></div><div class="pl"><h3>Company</h3><p>$40 / user / month</p><p>$20 / user / month for nonprofits</p></div>`,
    ["a price for some"],
    {
      ...says(tier("Team", month("USD", 20, "user")), tier("Company", month("USD", 40, "user"))),
      orNothing: "two prices stand in each card",
    },
  ),
  look(
    "acme-au-state",
    `<h1>Pricing</h1><div class="pl"><h3>Coast</h3><p>$19 / month</p></div><div class="pl"><h3>Reef</h3><p>$49 / month</p></div>${script(
      {
        props: {
          pageProps: {
            plans: [
              { name: "Coast", price: 19, currency: "AUD", interval: "month" },
              { name: "Reef", price: 49, currency: "AUD", interval: "month" },
            ],
          },
        },
      },
      'id="__NEXT_DATA__" type="application/json"',
    )}`,
    ["a bare dollar that is not the American one"],
    says(tier("Coast", month("AUD", 19)), tier("Reef", month("AUD", 49))),
    { rung: "page-state" },
  ),
  look(
    "acme-au-part-state",
    `<h1>Pricing</h1><div class="pl"><h3>Coast</h3><p>$19 / month</p></div><div class="pl"><h3>Reef</h3><p>$49 / month</p></div><div class="pl"><h3>Ocean</h3><p>$149 / month</p></div>${script(
      {
        props: {
          pageProps: {
            plans: [
              { name: "Coast", price: 19, currency: "AUD", interval: "month" },
              { name: "Reef", price: 49, currency: "AUD", interval: "month" },
            ],
          },
        },
      },
      'id="__NEXT_DATA__" type="application/json"',
    )}`,
    ["a bare dollar that is not the American one"],
    says(tier("Coast", month("AUD", 19)), tier("Reef", month("AUD", 49)), tier("Ocean", month("AUD", 149))),
  ),
  look(
    "acme-phones",
    `<h1>Shop</h1><div class="item"><h3>Acme Phone 9</h3><p>$799</p><p>or $33.29/mo. for 24 mo.</p></div><div class="item"><h3>Acme Phone 9 Max</h3><p>$1,099</p><p>or $45.79/mo. for 24 mo.</p></div>`,
    ["instalments"],
    {
      ...says(
        maybe(tier("Acme Phone 9", also(once("USD", 799)))),
        maybe(tier("Acme Phone 9 Max", also(once("USD", 1099)))),
      ),
      orNothing: "these are goods",
    },
  ),
  look(
    "acme-agency-packages",
    `<h1>Retainers</h1><div class="pl"><h3>Light</h3><p>Starting at $2,500/month</p></div><div class="pl"><h3>Heavy</h3><p>Starting at $7,500/month</p></div>`,
    ["starting at"],
    says(from("Light", month("USD", 2500)), from("Heavy", month("USD", 7500))),
  ),
  look(
    "acme-return",
    `<h1>What you save</h1><div class="c"><h3>Before Acme</h3><p>$4,100 / month</p></div><div class="c"><h3>With Acme</h3><p>$1,300 / month</p></div>`,
    ["savings as cards"],
    nothing("it reckons what someone would save"),
  ),
  look(
    "acme-funding",
    `<h1>Raised by our customers</h1><div class="c"><h3>Example Ltd</h3><p>$40,000 per month in revenue</p></div><div class="c"><h3>Sample GmbH</h3><p>$25,000 per month in revenue</p></div>`,
    ["revenues"],
    nothing("these are revenues of others"),
  ),
];
