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
  once,
  page,
  sales,
  says,
  tier,
  usage,
  year,
} from "../fixture";

const plan = (name: string, ...lines: string[]) =>
  `<section class="plan"><h3>${name}</h3>${lines.map((line) => `<p>${line}</p>`).join("")}</section>`;

function small(id: string, title: string, plans: string[], traps: string[], expected: Expected, lang = "en"): Fixture {
  const rung = "nothing" in expected ? null : "html";
  return page(rung, id, html(`${title} pricing`, `<main><h1>Pricing</h1>${plans.join("\n")}</main>`, { lang }), {
    traps,
    expected,
  });
}

/** Signs and words close to a price that change its meaning. */
export const finePrint: Fixture[] = [
  small(
    "acme-footnotes",
    "Acme Footnotes",
    [
      plan("Solo", "$12<sup>1</sup> per month"),
      plan("Team", "$39<sup>2</sup> per month"),
      "<ol><li>Without taxes.</li><li>For up to 10 people.</li></ol>",
    ],
    ["footnotes in a superscript"],
    says(tier("Solo", month("USD", 12)), tier("Team", month("USD", 39))),
  ),
  small(
    "acme-asterisk",
    "Acme Asterisk",
    [plan("Solo", "$12* per month"), plan("Team", "$39* per month"), "<p>* Without taxes.</p>"],
    ["an asterisk"],
    says(tier("Solo", month("USD", 12)), tier("Team", month("USD", 39))),
  ),
  small(
    "acme-reais",
    "Acme Reais",
    [plan("Inicial", "R$ 49,90 por mês"), plan("Completo", "R$ 1.199,00 por mês")],
    ["R$", "Portuguese"],
    {
      ...says(tier("Inicial", month("BRL", 49.9)), tier("Completo", month("BRL", 1199))),
      orNothing: "few readers know the words",
    },
    "pt-BR",
  ),
  small(
    "acme-down-under",
    "Acme Down Under",
    [
      plan("Starter", "$29 per month"),
      plan("Standard", "$59 per month"),
      "<p class='legal'>All prices in AUD, including GST.</p>",
    ],
    ["currency in the small print"],
    {
      ...says(tier("Starter", month("AUD", 29)), tier("Standard", month("AUD", 59))),
      orNothing: "its dollars are told apart in the small print only",
    },
    "en-AU",
  ),
  small(
    "acme-maple",
    "Acme Maple",
    [plan("Basic", "$15 CAD per month"), plan("Better", "$35 CAD per month")],
    ["currency behind the amount"],
    says(tier("Basic", month("CAD", 15)), tier("Better", month("CAD", 35))),
    "en-CA",
  ),
  small(
    "acme-hong-kong",
    "Acme Harbour",
    [plan("Small", "HK$80 per month"), plan("Large", "HK$240 per month")],
    ["HK$"],
    { ...says(tier("Small", month("HKD", 80)), tier("Large", month("HKD", 240))), orNothing: "its currency is rare" },
  ),
  small(
    "acme-polska",
    "Acme Polska",
    [plan("Start", "49 zł / miesiąc"), plan("Firma", "129 zł / miesiąc")],
    ["zł", "Polish"],
    {
      ...says(tier("Start", month("PLN", 49)), tier("Firma", month("PLN", 129))),
      orNothing: "few readers know the words",
    },
    "pl",
  ),
  small("acme-weekly", "Acme Weekly", [plan("Casual", "$5 per week"), plan("Regular", "$15 per month")], ["per week"], {
    ...says(maybe(tier("Casual")), tier("Regular", month("USD", 15))),
    orNothing: "one of its terms cannot be held",
  }),
  small(
    "acme-quarterly",
    "Acme Quarterly",
    [plan("Solo", "$30 every 3 months"), plan("Team", "$90 per quarter")],
    ["per quarter"],
    nothing("a quarter is none of the terms that a reading can hold"),
  ),
  small(
    "acme-two-years",
    "Acme Two Years",
    [plan("Safe", "$60 for 2 years"), plan("Safer", "$80 for 3 years")],
    ["several years at once"],
    nothing("several years are none of the terms that a reading can hold"),
  ),
  small(
    "acme-lifetime",
    "Acme Lifetime",
    [plan("Monthly", "$9 per month"), plan("Yearly", "$90 per year"), plan("Lifetime", "$249 one-time payment")],
    ["tiers named by their terms"],
    {
      ...says(
        tier("Monthly", either(month("USD", 9), month("USD", 9, null, "monthly"))),
        tier("Yearly", year("USD", 90)),
        tier("Lifetime", once("USD", 249)),
      ),
    },
  ),
  small(
    "acme-approximately",
    "Acme Approximately",
    [plan("Usual", "~$20 per month"), plan("Busy", "about $80 per month")],
    ["an estimate"],
    nothing("it estimates"),
  ),
  small(
    "acme-ranges",
    "Acme Ranges",
    [plan("Basic", "$9 - $15 per user per month"), plan("Pro", "$19 to $29 per user per month")],
    ["a range"],
    {
      ...says(maybe(from("Basic", also(month("USD", 9, "user")))), maybe(from("Pro", also(month("USD", 19, "user"))))),
      orNothing: "they are ranges",
    },
  ),
  small(
    "acme-plus-sign",
    "Acme Upwards",
    [plan("Team", "$49 per month"), plan("Business", "$500+ per month")],
    ["a plus behind the amount"],
    {
      ...says(tier("Team", month("USD", 49)), maybe(from("Business", also(month("USD", 500))))),
      orNothing: "one of its prices is open upwards",
    },
  ),
  small(
    "acme-annual-monthly",
    "Acme Creative",
    [
      plan("One app", "US$22.99/mo", "Annual, billed monthly"),
      plan("All apps", "US$59.99/mo", "Annual, billed monthly"),
    ],
    ["bound for a year, paid each month"],
    {
      ...says(
        tier("One app", either(month("USD", 22.99, null, "monthly"), month("USD", 22.99))),
        tier("All apps", either(month("USD", 59.99, null, "monthly"), month("USD", 59.99))),
      ),
      orNothing: "its words can be taken either way",
    },
  ),
  small(
    "acme-first-months",
    "Acme Shopfront",
    [
      plan("Basic", "$1/month for the first 3 months", "then $29/month"),
      plan("Grow", "$1/month for the first 3 months", "then $79/month"),
    ],
    ["introductory price"],
    {
      ...says(maybe(tier("Basic", also(month("USD", 29)))), maybe(tier("Grow", also(month("USD", 79))))),
      orNothing: "what it costs depends on when one asks",
    },
  ),
  small(
    "acme-percent-off",
    "Acme Talks",
    [
      plan(
        "Pro",
        "<span class='original' style='text-decoration: line-through'>$8.75</span> $4.38 per user/month",
        "50% off for 3 months",
      ),
      plan(
        "Business",
        "<span class='original' style='text-decoration: line-through'>$15</span> $7.50 per user/month",
        "50% off for 3 months",
      ),
    ],
    ["struck-through by style", "discount for a while"],
    {
      ...says(
        maybe(tier("Pro", also(either(month("USD", 8.75, "user"), month("USD", 4.38, "user"))))),
        maybe(tier("Business", also(either(month("USD", 15, "user"), month("USD", 7.5, "user"))))),
      ),
      orNothing: "it is a discount for a while",
    },
  ),
  small(
    "acme-then",
    "Acme Free Seats",
    [plan("Team", "Free for up to 5 users, then $10 per user per month"), plan("Company", "$18 per user per month")],
    ["free up to a count"],
    {
      ...says(
        maybe(tier("Team", also(month("USD", 0)), also(month("USD", 10, "user")))),
        tier("Company", month("USD", 18, "user")),
      ),
      orNothing: "one of its prices depends on the count",
    },
  ),
  small(
    "acme-trial-card",
    "Acme Card",
    [plan("Trial", "$0 for 14 days"), plan("Pro", "$29 per month"), plan("Max", "$99 per month")],
    ["a trial among the tiers"],
    says(maybe(tier("Trial", also(month("USD", 0)))), tier("Pro", month("USD", 29)), tier("Max", month("USD", 99))),
  ),
  small(
    "acme-contact-besides",
    "Acme Besides",
    [
      plan("Team", "$20 per seat per month", "<a href='/sales'>Contact sales</a> for volume discounts"),
      plan("Business", "$40 per seat per month", "<a href='/sales'>Talk to us</a>", "Custom domains"),
      plan("Custom", "Everything, and more", "<a href='/sales'>Contact sales</a>"),
    ],
    ["contact sales beside a price", "custom among the features"],
    says(tier("Team", month("USD", 20, "seat")), tier("Business", month("USD", 40, "seat")), sales("Custom")),
  ),
  small(
    "acme-open-source",
    "Acme Open",
    [
      plan("Community", "Free and open source", "Host it yourself"),
      plan("Cloud", "$50 per month"),
      plan("Enterprise", "Request a quote"),
    ],
    ["open source"],
    says(free("Community"), tier("Cloud", month("USD", 50)), sales("Enterprise")),
  ),
  small(
    "acme-next-year",
    "Acme Next Year",
    [
      plan("Standard", "$10 per month until 31 December 2026", "$12 per month from 1 January 2027"),
      plan("Premium", "$20 per month until 31 December 2026", "$24 per month from 1 January 2027"),
    ],
    ["a price to come"],
    {
      ...says(maybe(tier("Standard", also(month("USD", 10)))), maybe(tier("Premium", also(month("USD", 20))))),
      orNothing: "it depends on the day",
    },
  ),
  small(
    "acme-options",
    "Acme Options",
    [
      "<section class='plan'><h3>Marketing</h3><p>$20 per month</p><select><option>1,000 contacts, $20 per month</option><option>5,000 contacts, $75 per month</option><option>25,000 contacts, $230 per month</option></select></section>",
      plan("Plain", "$5 per month"),
    ],
    ["prices in a list to choose from"],
    {
      ...says(maybe({ ...tier("Marketing", also(month("USD", 20))) }), tier("Plain", month("USD", 5))),
      orNothing: "its price depends on a choice",
    },
  ),
  small("acme-cents", "Acme Cents", [plan("Store", "99¢ per GB per month"), plan("Send", "5¢ per message")], ["¢"], {
    ...says(
      maybe(tier("Store", also(either(usage("USD", 0.99, "GB"), month("USD", 0.99, "GB"))))),
      maybe(tier("Send", also(usage("USD", 0.05, "message")))),
    ),
    orNothing: "cents are told by few",
  }),
  small(
    "acme-per-hour",
    "Acme Machines",
    [
      plan("Small machine", "$0.012 per hour"),
      plan("Large machine", "$0.192 per hour"),
      plan("Support", "$29 per month"),
    ],
    ["per hour"],
    {
      ...says(
        tier("Small machine", usage("USD", 0.012, "hour")),
        tier("Large machine", usage("USD", 0.192, "hour")),
        maybe(tier("Support", month("USD", 29))),
      ),
      orNothing: "these are meters, not tiers",
    },
  ),
  small(
    "acme-invisible",
    "Acme Invisible",
    [plan("One", "$\u200B1\u200B9 per month"), plan("Two", "$4\u00AD9 per month")],
    ["characters that cannot be seen"],
    says(tier("One", month("USD", 19)), tier("Two", month("USD", 49))),
  ),
  small("acme-wide", "Acme Wide", [plan("One", "＄19 per month"), plan("Two", "＄49 per month")], ["wide signs"], {
    ...says(tier("One", month("USD", 19)), tier("Two", month("USD", 49))),
    orNothing: "its signs are rare",
  }),
  small(
    "acme-save-button",
    "Acme Savings",
    [
      "<div><button>Yearly (save $48)</button></div>",
      plan("Solo", "$16 per month", "You save $48 a year"),
      plan("Duo", "$32 per month", "You save up to 20% ($96)"),
    ],
    ["save $48"],
    {
      ...says(
        tier("Solo", either(month("USD", 16), month("USD", 16, null, "annual"))),
        tier("Duo", either(month("USD", 32), month("USD", 32, null, "annual"))),
      ),
      orNothing: "whether it is the yearly view cannot be told",
    },
  ),
  small(
    "acme-minimum",
    "Acme Minimum",
    [
      plan("Team", "$30 per user per month", "Minimum $90 per month"),
      plan("Business", "$50 per user per month", "Minimum $500 per month"),
    ],
    ["minimum spend"],
    says(tier("Team", month("USD", 30, "user")), tier("Business", month("USD", 50, "user"))),
  ),
  small(
    "acme-setup",
    "Acme Setup",
    [
      plan("Regular", "$100 per month", "Setup fee: $500"),
      plan("Full", "$300 per month", "plus a one-time onboarding fee of $1,500"),
    ],
    ["setup fee"],
    says(tier("Regular", month("USD", 100)), tier("Full", month("USD", 300))),
  ),
  small(
    "acme-included-credit",
    "Acme Credit",
    [
      plan("Free", "$0 per month", "$5 of credit included"),
      plan("Pro", "$25 per month", "Includes $10 in compute credits"),
      plan("Team", "$599 per month", "Includes $10 in compute credits"),
    ],
    ["credit included"],
    says(free("Free"), tier("Pro", month("USD", 25)), tier("Team", month("USD", 599))),
  ),
  small(
    "acme-plus-usage",
    "Acme Platform",
    [plan("Hobby", "Free"), plan("Pro", "$20/mo + additional usage"), plan("Enterprise", "Custom")],
    ["plus usage"],
    {
      ...says(free("Hobby"), tier("Pro", month("USD", 20)), sales("Enterprise")),
      orNothing: "what comes on top is not told",
    },
  ),
  small(
    "acme-on-demand",
    "Acme Watch",
    [
      plan("Hosts", "Starting at $15 per host, per month", "Billed annually, or $18 on demand"),
      plan("Hosts and more", "Starting at $23 per host, per month", "Billed annually, or $27 on demand"),
    ],
    ["starting at", "on demand"],
    says(
      from(
        "Hosts",
        month("USD", 15, "host", "annual"),
        also(
          either(
            month("USD", 18, "host", "monthly"),
            month("USD", 18, "host"),
            month("USD", 18, null, "monthly"),
            month("USD", 18),
          ),
        ),
      ),
      from(
        "Hosts and more",
        month("USD", 23, "host", "annual"),
        also(
          either(
            month("USD", 27, "host", "monthly"),
            month("USD", 27, "host"),
            month("USD", 27, null, "monthly"),
            month("USD", 27),
          ),
        ),
      ),
    ),
  ),
  small(
    "acme-total",
    "Acme Totals",
    [
      plan("Standard", "$8.15 per user / month", "$815 / month for 100 users"),
      plan("Premium", "$16 per user / month", "$1,600 / month for 100 users"),
    ],
    ["a total for an example"],
    {
      ...says(tier("Standard", month("USD", 8.15, "user")), tier("Premium", month("USD", 16, "user"))),
      orNothing: "each tier shows two prices",
    },
  ),
];
