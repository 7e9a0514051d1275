import {
  also,
  type Expected,
  either,
  type Fixture,
  free,
  from,
  html,
  maybe,
  month,
  nothing,
  page,
  sales,
  says,
  tier,
  year,
} from "../fixture";

function look(id: string, title: string, main: string, traps: string[], expected: Expected): Fixture {
  const rung = "nothing" in expected ? null : "html";
  return page(rung, id, html(`${title} pricing`, `<main>${main}</main>`), { traps, expected });
}

const card = (name: string, ...lines: string[]) =>
  `<div class="card"><h3>${name}</h3>${lines.map((line) => `<p>${line}</p>`).join("")}</div>`;
const cards = (...all: string[]) => `<div class="cards">${all.join("")}</div>`;

/** Cards and lists that only look like tiers, and tiers in words that are easily mistaken. */
export const lookalikes: Fixture[] = [
  look(
    "acme-jobs",
    "Acme Careers",
    `<h1>Open positions</h1>${cards(card("Support engineer", "$5,000 per month"), card("Designer", "$6,500 per month"))}<a href="/apply">Apply now</a>`,
    ["salaries"],
    nothing("these are salaries"),
  ),
  look(
    "acme-market",
    "Acme Market",
    `<h1>Apps for Acme</h1>${cards(card("Example Sync", "by Example Ltd", "$9 per month"), card("Sample Charts", "by Sample GmbH", "$19 per month"), card("Instance Backup", "by Instance Inc.", "$4 per month"))}`,
    ["apps of others"],
    nothing("they are sold by others"),
  ),
  look(
    "acme-mockup",
    "Acme Mockup",
    `<section class="hero"><h1>Subscriptions made simple</h1><div class="mock" aria-hidden="true"><div class="row"><b>Example Ltd</b><span>Gold plan</span><span>$490 / month</span><i>Active</i></div><div class="row"><b>Sample GmbH</b><span>Silver plan</span><span>$190 / month</span><i>Active</i></div></div></section>${cards(card("Launch", "$49 per month"), card("Grow", "$149 per month"))}`,
    ["a picture of the product in HTML"],
    says(tier("Launch", month("USD", 49)), tier("Grow", month("USD", 149))),
  ),
  look(
    "acme-plans-from",
    "Acme Plans From",
    `<h1>Plans from $9 per month</h1>${cards(card("Solo", "$9 per month"), card("Team", "$29 per month"))}`,
    ["from in the headline"],
    says(tier("Solo", month("USD", 9)), tier("Team", month("USD", 29))),
  ),
  look(
    "acme-above",
    "Acme Above",
    `<h1>Pricing</h1>${cards('<div class="card"><h3>Team</h3><span class="pre">Starting at</span><div class="amount">$29</div><span class="post">per month</span></div>', '<div class="card"><h3>Company</h3><span class="pre">From</span><div class="amount">$290</div><span class="post">per month</span></div>')}`,
    ["from above the price"],
    says(from("Team", month("USD", 29)), from("Company", month("USD", 290))),
  ),
  look(
    "acme-as-low-as",
    "Acme As Low",
    `<h1>Pricing</h1>${cards(card("Team", "As low as $5 per user per month"), card("Company", "Only $12 per user per month"))}`,
    ["as low as"],
    {
      ...says(maybe(from("Team", also(month("USD", 5, "user")))), tier("Company", month("USD", 12, "user"))),
      orNothing: "one of its prices is the lowest of several",
    },
  ),
  look(
    "acme-up-to",
    "Acme Up To",
    `<h1>Pricing</h1>${cards(card("Team", "Up to $50 per month"), card("Company", "$120 per month"))}`,
    ["up to"],
    {
      ...says(maybe(tier("Team")), tier("Company", month("USD", 120))),
      orNothing: "one of its prices is the highest of several",
    },
  ),
  look(
    "acme-then-twenty",
    "Acme Then",
    `<h1>Pricing</h1>${cards(card("Pro", "Free for 30 days, then $20/month"), card("Max", "$0 for 3 months, then $60/month"))}`,
    ["free for a while"],
    {
      ...says(maybe(tier("Pro", also(month("USD", 20)))), maybe(tier("Max", also(month("USD", 60))))),
      orNothing: "two prices stand in a line",
    },
  ),
  look(
    "acme-same-names",
    "Acme Same Names",
    `<h1>Pricing</h1><section><h2>For individuals</h2>${cards(card("Basic", "$5 per month"), card("Pro", "$12 per month"))}</section><section><h2>For teams</h2>${cards(card("Basic", "$15 per month"), card("Pro", "$32 per month"))}</section>`,
    ["two tiers of one name"],
    {
      ...says(maybe(tier("Basic for individuals", month("USD", 5))), maybe(tier("Basic for teams", month("USD", 15)))),
      orNothing: "its names do not tell its tiers apart",
    },
  ),
  look(
    "acme-promo-contradiction",
    "Acme Banner",
    `<div class="banner"><h3>Pro</h3><p>Today only: $6 per month</p></div><h1>Pricing</h1>${cards(card("Basic", "$5 per month"), card("Pro", "$12 per month"))}`,
    ["an offer of the day"],
    {
      ...says(tier("Basic", month("USD", 5)), maybe(tier("Pro", month("USD", 12)))),
      orNothing: "it contradicts itself",
    },
  ),
  look(
    "acme-slashes",
    "Acme Slashes",
    `<h1>Pricing</h1>${cards(card("One", "$8/user/mo"), card("Two", "$16/mo/user"), card("Three", "24 USD / user / month"))}`,
    ["slashes"],
    says(
      tier("One", month("USD", 8, "user")),
      tier("Two", month("USD", 16, "user")),
      tier("Three", month("USD", 24, "user")),
    ),
  ),
  look(
    "acme-free-words",
    "Acme Free Words",
    `<h1>Pricing</h1>${cards(card("Starter", "Free forever"), card("Personal", "$0", "No credit card needed"), card("Team", "€9 per member per month"))}`,
    ["free in words"],
    says(free("Starter", "EUR"), free("Personal"), tier("Team", month("EUR", 9, "member"))),
  ),
  look(
    "acme-billed-note",
    "Acme Note",
    `<h1>Pricing</h1>${cards(card("Team", "$12", "per user/month, billed annually", "$15 billed monthly"), card("Org", "$22", "per user/month, billed annually", "$27 billed monthly"))}`,
    ["terms in another line", "second price without a period"],
    says(
      tier(
        "Team",
        month("USD", 12, "user", "annual"),
        also(either(month("USD", 15, "user", "monthly"), month("USD", 15, null, "monthly"))),
      ),
      tier(
        "Org",
        month("USD", 22, "user", "annual"),
        also(either(month("USD", 27, "user", "monthly"), month("USD", 27, null, "monthly"))),
      ),
    ),
  ),
  look(
    "acme-yearly-view",
    "Acme Yearly View",
    `<h1>Pricing</h1><div class="toggle"><button aria-pressed="false">Monthly</button><button aria-pressed="true">Yearly</button></div>${cards(card("Solo", "$10 / month"), card("Team", "$30 / month"))}`,
    ["toggle of which one side is in the page"],
    {
      ...says(
        tier("Solo", either(month("USD", 10), month("USD", 10, null, "annual"))),
        tier("Team", either(month("USD", 30), month("USD", 30, null, "annual"))),
      ),
    },
  ),
  look(
    "acme-hardware",
    "Acme Readers",
    `<h1>Pricing</h1><section><h2>Software</h2>${cards(card("Free", "$0 per month"), card("Plus", "$60 per month"))}</section><section><h2>Hardware</h2>${cards(card("Card reader", "$59"), card("Terminal", "$299 or $27 per month for 12 months"))}</section>`,
    ["hardware"],
    {
      ...says(free("Free"), tier("Plus", month("USD", 60))),
      orNothing: "devices stand beside its tiers",
    },
  ),
  look(
    "acme-courses",
    "Acme Academy",
    `<h1>Pricing</h1>${cards(card("Individual", "$39 per month"), card("Business", "$59 per seat per month"))}<section><h2>Upcoming workshops</h2>${cards(card("Getting started", "$199", "3 May"), card("Going further", "$399", "17 May"))}</section>`,
    ["workshops"],
    says(tier("Individual", month("USD", 39)), tier("Business", month("USD", 59, "seat"))),
  ),
  look(
    "acme-donate",
    "Acme Foundation",
    `<h1>Support us</h1>${cards(card("Friend", "$5 per month"), card("Patron", "$25 per month"))}<p>Acme is free. Donations keep it so.</p>`,
    ["donations"],
    {
      ...says(maybe(tier("Friend", also(month("USD", 5)))), maybe(tier("Patron", also(month("USD", 25))))),
      orNothing: "these are gifts",
    },
  ),
  look(
    "acme-diy",
    "Acme Instead",
    `<h1>Pricing</h1>${cards(card("Acme", "$99 per month"))}<section><h2>The cost of doing it yourself</h2>${cards(card("Servers", "$300 per month"), card("An engineer", "$9,000 per month"))}</section>`,
    ["the cost of something else"],
    {
      ...says(tier("Acme", month("USD", 99))),
      orNothing: "other costs stand beside its price",
    },
  ),
  look(
    "acme-support-plans",
    "Acme Support",
    `<h1>Pricing</h1>${cards(card("Cloud", "$80 per month"), card("Cluster", "$800 per month"))}<section id="support"><h2>Support plans</h2>${cards(card("Silver support", "$100 per month"), card("Gold support", "$500 per month"))}</section>`,
    ["support plans"],
    {
      ...says(
        tier("Cloud", month("USD", 80)),
        tier("Cluster", month("USD", 800)),
        maybe(tier("Silver support", month("USD", 100))),
        maybe(tier("Gold support", month("USD", 500))),
      ),
    },
  ),
  look(
    "acme-enterprise-from",
    "Acme Large",
    `<h1>Pricing</h1>${cards(card("Team", "$500 per month"), card("Enterprise", "Starting at $30,000 per year", "Custom contracts"), card("Government", "Contact sales"))}`,
    ["starting at", "custom among the features"],
    says(tier("Team", month("USD", 500)), from("Enterprise", year("USD", 30000)), sales("Government")),
  ),
  look(
    "acme-invoice-sample",
    "Acme Sample",
    `<h1>Pricing</h1>${cards(card("Pay", "$20 per month"))}<figure><figcaption>A sample invoice</figcaption><table><tr><th>Item</th><th>Price</th></tr><tr><td>Consulting</td><td>$1,200 per month</td></tr><tr><td>Hosting</td><td>$80 per month</td></tr></table></figure>`,
    ["a sample invoice"],
    { ...says(tier("Pay", month("USD", 20))), orNothing: "a sample stands beside its price" },
  ),
  look(
    "acme-ranking",
    "The best tools of 2026",
    `<h1>The 3 best note apps of 2026</h1><article><h2>1. Example Notes</h2><p>Good for teams.</p><p>Price: $10 per month</p></article><article><h2>2. Sample Docs</h2><p>Good for one.</p><p>Price: $5 per month</p></article><article><h2>3. Instance Wiki</h2><p>Price: free</p></article>`,
    ["a ranking of others"],
    nothing("it ranks what others sell"),
  ),
  look(
    "acme-partners",
    "Acme Partners",
    `<h1>Earn with Acme</h1>${cards(card("Affiliate", "Earn $50 per month for each customer"), card("Agency", "Earn $200 per month for each customer"))}`,
    ["commissions"],
    nothing("these are commissions"),
  ),
  look(
    "acme-grants",
    "Acme Grants",
    `<h1>Grants for open source</h1>${cards(card("Maintainer", "We pay $500 per month"), card("Project", "We pay $2,000 per month"))}`,
    ["grants"],
    nothing("these are gifts to others"),
  ),
  look(
    "acme-case",
    "Acme Cases",
    `<h1>Case studies</h1>${cards(card("Example Ltd", "Cut its bill from $4,000 per month to $900 per month"), card("Sample GmbH", "Saves $700 per month"))}`,
    ["case studies"],
    nothing("these are others’ bills"),
  ),
  look(
    "acme-spend-limits",
    "Acme Limits Table",
    `<h1>Pricing</h1>${cards(card("Build", "Pay as you go", "Spending limit: $100 per month"), card("Scale", "$400 per month", "Spending limit: $5,000 per month"))}`,
    ["spending limits"],
    { ...says(maybe(tier("Build")), tier("Scale", month("USD", 400))), orNothing: "limits stand beside its prices" },
  ),
  look(
    "acme-revenue-bands",
    "Acme Bands",
    `<h1>Pricing</h1>${cards(card("Small", "For revenue below $10,000 per month", "$29 per month"), card("Large", "For revenue of $10,000 per month and more", "$129 per month"))}`,
    ["amounts that a customer earns"],
    {
      ...says(tier("Small", month("USD", 29)), tier("Large", month("USD", 129))),
      orNothing: "two amounts by the month stand in each card",
    },
  ),
  look(
    "acme-example-bill",
    "Acme Example Bill",
    `<h1>Pricing</h1>${cards(card("Team", "$12 per user per month"))}<section><h2>Example</h2>${cards(card("A team of 10", "$120 per month"), card("A team of 50", "$600 per month"))}</section>`,
    ["a total for an example"],
    {
      ...says(tier("Team", month("USD", 12, "user"))),
      orNothing: "examples stand beside its price",
    },
  ),
  look(
    "acme-value",
    "Acme Value",
    `<h1>Pricing</h1>${cards(card("Pro", "$30 per month", "A $90 per month value"), card("Max", "$60 per month", "Worth $200 per month"))}`,
    ["what it is said to be worth"],
    {
      ...says(tier("Pro", month("USD", 30)), tier("Max", month("USD", 60))),
      orNothing: "two amounts stand in each card",
    },
  ),
  look(
    "acme-compare-old",
    "Acme Price Change",
    `<h1>Our prices change on 1 March 2027</h1><table><thead><tr><th>Plan</th><th>Old price</th><th>New price</th></tr></thead><tbody><tr><td>Solo</td><td>$10 per month</td><td>$12 per month</td></tr><tr><td>Team</td><td>$30 per month</td><td>$36 per month</td></tr></tbody></table>`,
    ["a price to come"],
    {
      ...says(maybe(tier("Solo", also(month("USD", 10)))), maybe(tier("Team", also(month("USD", 30))))),
      orNothing: "it depends on the day",
    },
  ),
  look(
    "acme-budget",
    "Acme Budget",
    `<h1>What is your budget?</h1><form><label><input type="radio" name="b"> Small <span>$1,000 per month</span></label><label><input type="radio" name="b"> Medium <span>$5,000 per month</span></label><label><input type="radio" name="b"> Large <span>$20,000 per month</span></label><button>Request a proposal</button></form>`,
    ["a form that asks for a budget"],
    nothing("it asks what someone would spend"),
  ),
];
