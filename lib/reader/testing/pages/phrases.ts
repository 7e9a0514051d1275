import {
  also,
  either,
  type Fixture,
  free,
  from,
  html,
  maybe,
  month,
  once,
  page,
  sales,
  says,
  tier,
  usage,
  year,
} from "../fixture";

const card = (name: string, ...lines: string[]) =>
  `<div class="plan-box"><h3>${name}</h3>${lines.map((line) => `<p>${line}</p>`).join("")}</div>`;

/** Vendors' phrases around a price. */
export const phrases: Fixture[] = [
  page(
    "html",
    "acme-agents",
    html(
      "Acme Agents",
      `<main><h1>Pricing</h1>${card("Launch", "Starting at $99/month")}${card("Grow", "Starting at $499/month")}${card("Custom", "Talk to us")}</main>`,
    ),
    {
      traps: ["starting at"],
      expected: says(from("Launch", month("USD", 99)), from("Grow", month("USD", 499)), sales("Custom")),
    },
  ),
  page(
    "html",
    "acme-trial",
    html(
      "Acme Trial Balance",
      `<main><h1>Try it free for 30 days</h1>${card("Simple", "$17 per month", "30-day free trial")}${card("Essentials", "$32 per month", "30-day free trial")}${card("Plus", "$47 per month", "Free trial, no card needed")}</main>`,
    ),
    {
      traps: ["free trial"],
      expected: says(
        tier("Simple", month("USD", 17)),
        tier("Essentials", month("USD", 32)),
        tier("Plus", month("USD", 47)),
      ),
    },
  ),
  page(
    "html",
    "acme-phone",
    html(
      "Acme Phone",
      `<main><h1>Calls</h1>${card("Standard", "$20/user/month", "Minimum of 3 users")}${card("Premium", "$35/user/month", "Minimum of 3 users")}
<h2>Add-ons</h2><div class="addons"><div class="addon"><h4>Extra number</h4><p>$5/number/month</p></div><div class="addon"><h4>Call recording</h4><p>$8/user/month</p></div></div></main>`,
    ),
    {
      traps: ["add-ons", "minimum seats"],
      expected: says(tier("Standard", month("USD", 20, "user")), tier("Premium", month("USD", 35, "user"))),
    },
  ),
  page(
    "html",
    "acme-sms",
    html(
      "Acme SMS",
      `<main><h1>Pay for what you send</h1>${card("Free", "$0", "100 messages a month")}${card("Standard", "$15 per month", "Then $0.0079 per message")}${card("Volume", "$150 per month", "Then $0.0049 per message")}</main>`,
    ),
    {
      traps: ["usage price beside a fee"],
      expected: says(
        free("Free"),
        tier("Standard", month("USD", 15), also(usage("USD", 0.0079, "message"))),
        tier("Volume", month("USD", 150), also(usage("USD", 0.0049, "message"))),
      ),
    },
  ),
  page(
    "html",
    "acme-edge",
    html(
      "Acme Edge",
      `<main><h1>Usage</h1>${card("Functions", "$0.40 per 1,000 requests")}${card("Bandwidth", "$0.08 per GB")}${card("Storage", "$0.02 per GB")}</main>`,
    ),
    {
      traps: ["usage prices only"],
      expected: {
        ...says(
          tier(
            "Functions",
            either(
              usage("USD", 0.4, "1,000 requests"),
              usage("USD", 0.4, "1000 requests"),
              usage("USD", 0.4, "1,000 request"),
            ),
          ),
          tier("Bandwidth", usage("USD", 0.08, "GB")),
          tier("Storage", usage("USD", 0.02, "GB")),
        ),
        orNothing: "these are meters, not tiers",
      },
    },
  ),
  page(
    "html",
    "acme-flat",
    html(
      "Acme Flat",
      `<main><h1>One price</h1><section class="only-plan"><h2>Everything</h2><p class="big">$99/month</p><p>Flat, however many you are.</p><ul><li>Unlimited users</li></ul></section></main>`,
    ),
    {
      traps: ["a single tier"],
      expected: says(tier("Everything", month("USD", 99))),
    },
  ),
  page(
    "html",
    "acme-license",
    html(
      "Acme Editor licence",
      `<main><h1>Buy Acme Editor</h1>${card("Personal licence", "$99", "One-time payment, 3 years of updates")}${card("Business licence", "$65 per seat per year", "Billed annually")}</main>`,
    ),
    {
      traps: ["paid once beside a subscription"],
      expected: says(
        tier("Personal licence", once("USD", 99)),
        tier("Business licence", year("USD", 65, "seat", "annual")),
      ),
    },
  ),
  page(
    "html",
    "acme-twice",
    html(
      "Acme Suite",
      `<main><h1>Pricing</h1><section id="chat"><h2>Acme Talk</h2><div class="plan"><h3>Talk Basic</h3><p>$4 per user/month</p></div><div class="plan"><h3>Talk Pro</h3><p>$9 per user/month</p></div></section><section id="tickets"><h2>Acme Tickets</h2><div class="plan"><h3>Tickets Basic</h3><p>$14 per agent/month</p></div><div class="plan"><h3>Tickets Pro</h3><p>$39 per agent/month</p></div></section></main>`,
    ),
    {
      traps: ["two products"],
      expected: {
        ...says(
          tier("Talk Basic", month("USD", 4, "user")),
          tier("Talk Pro", month("USD", 9, "user")),
          tier("Tickets Basic", month("USD", 14, "agent")),
          tier("Tickets Pro", month("USD", 39, "agent")),
        ),
        orNothing: "two products stand on it",
      },
    },
  ),
  page(
    "html",
    "acme-coupon",
    html(
      "Acme Deals",
      `<main><div class="banner">Black Friday: use code ACME50 and pay $12.50 for the first 3 months</div>${card("Starter", "$25 per month")}${card("Pro", "$75 per month")}</main>`,
    ),
    {
      traps: ["coupon"],
      expected: says(tier("Starter", month("USD", 25)), tier("Pro", month("USD", 75))),
    },
  ),
  page(
    "html",
    "acme-intro",
    html(
      "Acme Domains",
      `<main><h1>Hosting</h1>${card("Start", "<s>$11.99</s> $2.99/month", "Renews at $11.99/month after 12 months")}${card("Grow", "<s>$18.99</s> $4.99/month", "Renews at $18.99/month after 12 months")}</main>`,
    ),
    {
      traps: ["introductory price", "struck-through <s>"],
      expected: {
        ...says(
          tier("Start", also(month("USD", 11.99)), also(month("USD", 2.99))),
          tier("Grow", also(month("USD", 18.99)), also(month("USD", 4.99))),
        ),
        orNothing: "what it costs depends on when one asks",
      },
    },
  ),
  page(
    "html",
    "acme-nonprofit",
    html(
      "Acme Give",
      `<main><h1>Pricing</h1>${card("Basic", "$45 per month")}${card("Standard", "$99 per month")}<aside><h3>Nonprofits</h3><p>Registered charities save 50%.</p></aside></main>`,
    ),
    {
      traps: ["discount for some"],
      expected: says(tier("Basic", month("USD", 45)), tier("Standard", month("USD", 99))),
    },
  ),
  page(
    null,
    "acme-base-plus",
    html(
      "Acme Payments",
      `<main><h1>Fees</h1>${card("Online", "2.9% + 30¢ per transaction")}${card("In person", "2.7% + 5¢ per transaction")}</main>`,
    ),
    {
      traps: ["percentages"],
      expected: { nothing: "a share of each payment is no price that a reading can hold" },
    },
  ),
  page(
    "html",
    "acme-people",
    html(
      "Acme Salary",
      `<main><h1>Payroll</h1>${card("Simple", "$49/month", "plus $6/person/month")}${card("Plus", "$80/month", "plus $12/person/month")}</main>`,
    ),
    {
      traps: ["fee and seats together"],
      expected: {
        ...says(
          tier("Simple", month("USD", 49), also(month("USD", 6, "person"))),
          tier("Plus", month("USD", 80), also(month("USD", 12, "person"))),
        ),
        orNothing: "its price is a sum of two",
      },
    },
  ),
  page(
    "html",
    "acme-enterprise",
    html(
      "Acme Enterprise Search",
      `<main><h1>Built for the largest</h1><section class="plan"><h2>Enterprise</h2><p>Custom pricing</p><p>Contact our sales team for a quote.</p></section></main>`,
    ),
    {
      traps: ["enterprise only"],
      expected: { ...says(sales("Enterprise")), orNothing: "it states no price" },
    },
  ),
  page(
    "html",
    "acme-range",
    html(
      "Acme Range",
      `<main><h1>Pricing</h1>${card("Small", "$19/month", "up to 1,000 contacts")}${card("Medium", "$19–$149/month", "depends on contacts")}</main>`,
    ),
    {
      traps: ["a range"],
      expected: {
        ...says(tier("Small", month("USD", 19)), maybe(from("Medium", also(month("USD", 19))))),
        orNothing: "one of its prices is a range",
      },
    },
  ),
];
