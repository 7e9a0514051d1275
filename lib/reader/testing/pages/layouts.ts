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
  usage,
  year,
} from "../fixture";

function layout(id: string, title: string, main: string, traps: string[], expected: Expected, lang = "en"): Fixture {
  const rung = "nothing" in expected ? null : "html";
  return page(rung, id, html(`${title} pricing`, `<main>${main}</main>`, { lang }), { traps, expected });
}

const box = (...lines: string[]) => `<div class="box">${lines.join("")}</div>`;

/** Different positions of a tier's parts. */
export const layouts: Fixture[] = [
  layout(
    "acme-fragments",
    "Acme Fragments",
    `<h1>Pricing</h1>${["Solo|12", "Team|30"]
      .map((one) => one.split("|"))
      .map(([name, amount]) => box(`<h3>${name}<!-- --> </h3>`, `<p>$<!-- -->${amount}<!-- -->/<!-- -->mo</p>`))
      .join("")}`,
    ["comments within a price"],
    says(tier("Solo", month("USD", 12)), tier("Team", month("USD", 30))),
  ),
  layout(
    "acme-breaks",
    "Acme Breaks",
    `<h1>Pricing</h1><div class="row"><p>Pro<br>$12<br>per month</p><p>Max<br>$48<br>per month</p></div>`,
    ["line breaks only"],
    says(tier("Pro", month("USD", 12)), tier("Max", month("USD", 48))),
  ),
  layout(
    "acme-bullets",
    "Acme Bullets",
    `<h1>Pricing</h1><ul><li>Basic – $5/month</li><li>Pro – $15/month</li><li>Enterprise – contact us</li></ul>`,
    ["name and price in a line"],
    says(tier("Basic", month("USD", 5)), tier("Pro", month("USD", 15)), sales("Enterprise")),
  ),
  layout(
    "acme-radio",
    "Acme Radio",
    `<h1>Choose a plan</h1><fieldset><legend>Plan</legend><label><input type="radio" name="p" value="1"> <b>Reader</b> <span>€6 per month</span></label><label><input type="radio" name="p" value="2"> <b>Writer</b> <span>€11 per month</span></label></fieldset>`,
    ["radio buttons"],
    says(tier("Reader", month("EUR", 6)), tier("Writer", month("EUR", 11))),
  ),
  layout(
    "acme-price-first",
    "Acme Upside",
    `<h1>Pricing</h1><div class="g">${box("<h2>$9<small>/month</small></h2>", "<h3>Mini</h3>", "<p>One mailbox</p>")}${box("<h2>$29<small>/month</small></h2>", "<h3>Midi</h3>", "<p>Five mailboxes</p>")}${box("<h2>$69<small>/month</small></h2>", "<h3>Maxi</h3>", "<p>Twenty mailboxes</p>")}</div>`,
    ["the price before the name"],
    says(tier("Mini", month("USD", 9)), tier("Midi", month("USD", 29)), tier("Maxi", month("USD", 69))),
  ),
  layout(
    "acme-eyebrow",
    "Acme Eyebrow",
    `<h1>Pricing</h1><div class="g">${box('<p class="eyebrow">For freelancers</p>', "<h3>Solo</h3>", "<p>$18/month</p>")}${box('<p class="eyebrow">For agencies</p>', "<h3>Studio</h3>", "<p>$58/month</p>")}</div>`,
    ["a line above the name"],
    says(tier("Solo", month("USD", 18)), tier("Studio", month("USD", 58))),
  ),
  layout(
    "acme-pictures",
    "Acme Pictures",
    `<h1>Pricing</h1><div class="g">${box('<img src="/silver.svg" alt="Silver">', "<p>$19/month</p>")}${box('<img src="/gold.svg" alt="Gold">', "<p>$39/month</p>")}</div>`,
    ["names in pictures"],
    { ...says(tier("Silver", month("USD", 19)), tier("Gold", month("USD", 39))), orNothing: "its names are pictures" },
  ),
  layout(
    "acme-intro-terms",
    "Acme Intro",
    `<h1>Pricing</h1><p class="terms">All prices in USD, per user and month, billed annually.</p><div class="g">${box("<h3>Base</h3>", "<p>$5</p>")}${box("<h3>More</h3>", "<p>$10</p>")}</div>`,
    ["terms in the introduction"],
    {
      ...says(tier("Base", month("USD", 5, "user", "annual")), tier("More", month("USD", 10, "user", "annual"))),
      orNothing: "its terms stand apart from its prices",
    },
  ),
  layout(
    "acme-both-terms",
    "Acme Both",
    `<h1>Pricing</h1><div class="g">${box("<h3>Home</h3>", "<p>Monthly: $8</p>", "<p>Yearly: $80</p>")}${box("<h3>Office</h3>", "<p>Monthly: $18</p>", "<p>Yearly: $180</p>")}</div>`,
    ["terms before the prices"],
    {
      ...says(
        tier("Home", either(month("USD", 8, null, "monthly"), month("USD", 8)), year("USD", 80)),
        tier("Office", either(month("USD", 18, null, "monthly"), month("USD", 18)), year("USD", 180)),
      ),
    },
  ),
  layout(
    "acme-brackets",
    "Acme Brackets",
    `<h1>Pricing</h1><div class="g">${box("<h3>Lite</h3>", "<p>$29/mo ($348/yr)</p>")}${box("<h3>Full</h3>", "<p>$79/mo ($948/yr)</p>")}</div>`,
    ["two terms in a line"],
    says(
      tier("Lite", either(month("USD", 29), month("USD", 29, null, "annual")), also(year("USD", 348))),
      tier("Full", either(month("USD", 79), month("USD", 79, null, "annual")), also(year("USD", 948))),
    ),
  ),
  layout(
    "acme-vat-both",
    "Acme Tax Both",
    `<h1>Pricing</h1><div class="g">${box("<h3>One</h3>", "<p>€10.00 per month excl. VAT</p>", "<p>€11.90 per month incl. VAT</p>")}${box("<h3>Two</h3>", "<p>€20.00 per month excl. VAT</p>", "<p>€23.80 per month incl. VAT</p>")}</div>`,
    ["VAT", "with and without taxes"],
    {
      ...says(tier("One", month("EUR", 10)), tier("Two", month("EUR", 20))),
      orNothing: "each tier shows two prices",
    },
  ),
  layout(
    "acme-was-now",
    "Acme Was",
    `<h1>Pricing</h1><div class="g">${box("<h3>One</h3>", "<p>Was $20/month, now $15/month</p>")}${box("<h3>Two</h3>", "<p>Was $40/month, now $30/month</p>")}</div>`,
    ["an old price in words"],
    { ...says(tier("One", month("USD", 15)), tier("Two", month("USD", 30))), orNothing: "two prices stand in a line" },
  ),
  layout(
    "acme-packs",
    "Acme Packs",
    `<h1>Pricing</h1><div class="g">${box("<h3>Contacts</h3>", "<p>$10 per 100 contacts per month</p>")}${box("<h3>People</h3>", "<p>$15 per 10 users per month</p>")}</div>`,
    ["a price for several units"],
    {
      ...says(
        maybe(tier("Contacts", also(either(month("USD", 10, "100 contacts"), usage("USD", 10, "100 contacts"))))),
        maybe(tier("People", also(either(month("USD", 15, "10 users"), usage("USD", 15, "10 users"))))),
      ),
      orNothing: "its units are packs",
    },
  ),
  layout(
    "acme-bundle",
    "Acme Bundle",
    `<h1>Pricing</h1><div class="g">${box("<h3>Small team</h3>", "<p>$50/month for 5 users</p>")}${box("<h3>Large team</h3>", "<p>$180/month for 20 users</p>")}</div>`,
    ["a price for several users"],
    says(tier("Small team", month("USD", 50)), tier("Large team", month("USD", 180))),
  ),
  layout(
    "acme-thousand",
    "Acme Thousands",
    `<h1>Pricing</h1><div class="g">${box("<h3>Team</h3>", "<p>$5k per year</p>")}${box("<h3>Company</h3>", "<p>$25k per year</p>")}</div>`,
    ["k for thousands"],
    { ...says(tier("Team", year("USD", 5000)), tier("Company", year("USD", 25000))), orNothing: "k may be rounded" },
  ),
  layout(
    "acme-tausend",
    "Acme Tausend",
    `<h1>Preise</h1><div class="g">${box("<h3>Klein</h3>", "<p>99 € pro Monat</p>")}${box("<h3>Groß</h3>", "<p>1.500 € pro Monat</p>")}</div>`,
    ["German", "a number that may be thousands"],
    says(tier("Klein", month("EUR", 99)), maybe(tier("Groß", month("EUR", 1500)))),
    "de",
  ),
  layout(
    "acme-trailing-dollar",
    "Acme Trailing",
    `<h1>Pricing</h1><div class="g">${box("<h3>One</h3>", "<p>12$ / month</p>")}${box("<h3>Two</h3>", "<p>24$ / month</p>")}</div>`,
    ["trailing $"],
    says(tier("One", month("USD", 12)), tier("Two", month("USD", 24))),
  ),
  layout(
    "acme-one-decimal",
    "Acme Decimal",
    `<h1>Pricing</h1><div class="g">${box("<h3>One</h3>", "<p>$12.5 per month</p>")}${box("<h3>Two</h3>", "<p>$.99 per month</p>")}</div>`,
    ["one decimal", "no digit before the point"],
    {
      ...says(tier("One", month("USD", 12.5)), maybe(tier("Two", month("USD", 0.99)))),
      orNothing: "its numbers are odd",
    },
  ),
  layout(
    "acme-odometer",
    "Acme Odometer",
    `<h1>Pricing</h1><div class="g">${box("<h3>One</h3>", `<p>$<span class="digit">0 1 2 3 4 5 6 7 8 9</span><span class="digit">0 1 2 3 4 5 6 7 8 9</span> per month</p>`)}${box("<h3>Two</h3>", `<p>$<span class="digit">0<br>1<br>2<br>3<br>4<br>5<br>6<br>7<br>8<br>9</span> per month</p>`)}</div>`,
    ["digits that roll"],
    nothing("every digit stands there, and a script rolls to the right one"),
  ),
  layout(
    "acme-element",
    "Acme Element",
    `<h1>Pricing</h1><acme-price amount="12" currency="USD" interval="month"></acme-price><acme-price amount="24" currency="USD" interval="month"></acme-price>`,
    ["an element of its own"],
    nothing("only a script knows what its elements show"),
  ),
  layout(
    "acme-roi",
    "Acme Return",
    `<h1>What would you save?</h1><form><label>Agents <input type="number" value="10"></label></form><div class="g">${box("<h3>Today</h3>", "<p>$12,000 per month</p>")}${box("<h3>With Acme</h3>", "<p>$3,000 per month</p>")}${box("<h3>You save</h3>", "<p>$9,000 per month</p>")}</div>`,
    ["a calculator of savings"],
    nothing("it reckons what someone would save"),
  ),
  layout(
    "acme-sentence",
    "Acme Sentence",
    `<h1>Simple</h1><p>Acme Sentence costs $5 per month, and that is all there is to it.</p>`,
    ["a price in a sentence"],
    { ...says(maybe(tier("Acme Sentence", also(month("USD", 5))))), orNothing: "no tier is named" },
  ),
  layout(
    "acme-subcolumns",
    "Acme Subcolumns",
    `<h1>Pricing</h1><table><thead><tr><th rowspan="2">Plan</th><th colspan="2">Price per user</th></tr><tr><th>Monthly</th><th>Annually</th></tr></thead><tbody><tr><td>Core</td><td>$12 / month</td><td>$120 / year</td></tr><tr><td>Plus</td><td>$20 / month</td><td>$200 / year</td></tr></tbody></table>`,
    ["two heads of a table", "two terms in a table"],
    {
      ...says(
        tier("Core", either(month("USD", 12, "user", "monthly")), year("USD", 120, "user")),
        tier("Plus", either(month("USD", 20, "user", "monthly")), year("USD", 200, "user")),
      ),
      orNothing: "its heads are nested",
    },
  ),
  layout(
    "acme-row-heads",
    "Acme Row Heads",
    `<h1>Pricing</h1><table><thead><tr><th></th><th>Team</th><th>Company</th><th>Group</th></tr></thead><tbody><tr><th>Users</th><td>10</td><td>100</td><td>1,000</td></tr><tr><th>Price per user/month</th><td>$6</td><td>$5</td><td>Ask us</td></tr></tbody></table>`,
    ["terms in a row's head"],
    {
      ...says(tier("Team", month("USD", 6, "user")), tier("Company", month("USD", 5, "user")), sales("Group")),
      orNothing: "its terms stand apart from its prices",
    },
  ),
  layout(
    "acme-two-tables",
    "Acme Two Tables",
    `<h1>Pricing</h1><h2>Monthly billing</h2><table><tr><th>Plan</th><th>Price</th></tr><tr><td>Core</td><td>$12 per month</td></tr><tr><td>Plus</td><td>$24 per month</td></tr></table><h2>Annual billing</h2><table><tr><th>Plan</th><th>Price</th></tr><tr><td>Core</td><td>$10 per month</td></tr><tr><td>Plus</td><td>$20 per month</td></tr></table>`,
    ["a table for each billing"],
    {
      ...says(
        tier("Core", month("USD", 12, null, "monthly"), month("USD", 10, null, "annual")),
        tier("Plus", month("USD", 24, null, "monthly"), month("USD", 20, null, "annual")),
      ),
      orNothing: "each tier stands twice",
    },
  ),
  layout(
    "acme-dashes",
    "Acme Dashes",
    `<h1>Pricing</h1><table><thead><tr><th></th><th>Open</th><th>Paid</th><th>Big</th></tr></thead><tbody><tr><th>Monthly price</th><td>$0</td><td>$15/month</td><td>—</td></tr></tbody></table>`,
    ["a dash for a price"],
    says(free("Open"), tier("Paid", month("USD", 15)), maybe({ name: "Big", status: "not_published", prices: [] })),
  ),
  layout(
    "acme-from-year",
    "Acme From",
    `<h1>Pricing</h1><div class="g">${box("<h3>Growth</h3>", "<p>From $3,000/year</p>")}${box("<h3>Enterprise</h3>", "<p>From $15,000/year</p>", "<a>Talk to sales</a>")}</div>`,
    ["from", "contact sales beside a price"],
    says(from("Growth", year("USD", 3000)), from("Enterprise", year("USD", 15000))),
  ),
  layout(
    "acme-no-fee",
    "Acme Nothing Down",
    `<h1>Pricing</h1><div class="g">${box("<h3>Pay as you go</h3>", "<p>No monthly fee</p>", "<p>$0.05 per minute</p>")}${box("<h3>Bundle</h3>", "<p>$40 per month</p>", "<p>1,000 minutes included</p>")}</div>`,
    ["usage price", "no fee"],
    says(
      maybe(tier("Pay as you go", also(usage("USD", 0.05, "minute")), also(month("USD", 0)))),
      tier("Bundle", month("USD", 40)),
    ),
  ),
  layout(
    "acme-per-unit-month",
    "Acme Units",
    `<h1>Pricing</h1><div class="g">${box("<h3>Storage</h3>", "<p>$0.02 per GB per month</p>")}${box("<h3>Seats</h3>", "<p>$7 per seat per month</p>")}</div>`,
    ["a meter by the month"],
    {
      ...says(
        maybe(tier("Storage", also(either(month("USD", 0.02, "GB"), usage("USD", 0.02, "GB"))))),
        tier("Seats", month("USD", 7, "seat")),
      ),
      orNothing: "one of these is a meter",
    },
  ),
  layout(
    "acme-scripted-cards",
    "Acme Inline",
    `<h1>Pricing</h1><div class="g">${box("<style>.p{color:red}</style><h3>Air</h3>", `<p class="p">$11 per month</p><script>track("Air", "$99 per month")</script>`)}${box("<h3>Water</h3>", `<p class="p">$22 per month</p><script>track("Water", "$199 per month")</script>`)}</div>`,
    ["scripts within the cards"],
    says(tier("Air", month("USD", 11)), tier("Water", month("USD", 22))),
  ),
  layout(
    "acme-most-pay",
    "Acme Typical",
    `<h1>Pricing</h1><p>Most teams pay $84 per month.</p><div class="g">${box("<h3>Team</h3>", "<p>$12 per user per month</p>", "<p>A team of 7 pays $84 per month</p>")}${box("<h3>Company</h3>", "<p>$19 per user per month</p>")}</div>`,
    ["a total for an example"],
    {
      ...says(tier("Team", month("USD", 12, "user")), tier("Company", month("USD", 19, "user"))),
      orNothing: "a sum stands beside a price",
    },
  ),
];
