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

function late(
  id: string,
  title: string,
  body: string,
  traps: string[],
  expected: Expected,
  options: Parameters<typeof html>[2] = {},
): Fixture {
  const rung = "nothing" in expected ? null : "html";
  return page(rung, id, html(title, body, options), { traps, expected });
}

/** A mixture in other authors' styles. */
export const mixture: Fixture[] = [
  late(
    "acme-kiosk",
    "Plans & Pricing — Acme Kiosk",
    `<div class="o-wrapper"><h2 class="h1">Grow at your pace</h2><div class="pricing-tables"><div class="pricing-table"><div class="pricing-table__top"><h4>Kick-off</h4><p>The basics</p></div><div class="pricing-table__mid"><p class="u-price"><span class="u-cur">€</span>0</p><p class="u-sub">/ month, for ever</p></div></div><div class="pricing-table is-best"><div class="ribbon">Best value</div><div class="pricing-table__top"><h4>First half</h4><p>For clubs</p></div><div class="pricing-table__mid"><p class="u-price"><span class="u-cur">€</span>19</p><p class="u-sub">/ month, paid yearly</p></div></div><div class="pricing-table"><div class="pricing-table__top"><h4>Extra time</h4><p>For leagues</p></div><div class="pricing-table__mid"><p class="u-price"><span class="u-cur">€</span>59</p><p class="u-sub">/ month, paid yearly</p></div></div></div></div>`,
    ["price split over elements", "badge in a card"],
    says(
      free("Kick-off", "EUR"),
      tier("First half", month("EUR", 19, null, "annual")),
      tier("Extra time", month("EUR", 59, null, "annual")),
    ),
  ),
  late(
    "acme-garage",
    "Pricing",
    `<nav>Home / Pricing</nav><table class="plans" border="0"><tbody><tr><td class="head"><strong>Bicycle</strong><br><em>$4 monthly</em></td><td class="head"><strong>Car</strong><br><em>$14 monthly</em></td><td class="head"><strong>Lorry</strong><br><em>$44 monthly</em></td></tr><tr><td>1 place</td><td>5 places</td><td>50 places</td></tr></tbody></table>`,
    ["table for layout", "period as an adverb"],
    says(
      ...(
        [
          ["Bicycle", 4],
          ["Car", 14],
          ["Lorry", 44],
        ] as const
      ).map(([name, amount]) => tier(name, either(month("USD", amount), month("USD", amount, null, "monthly")))),
    ),
  ),
  late(
    "acme-gallery",
    "Membership | Acme Gallery",
    `<main><h1>Memberships</h1><div class="memberships"><a class="membership" href="/join/basic"><h2>Basic</h2><p>£3.50 a month</p><p>or £35 a year</p></a><a class="membership" href="/join/patron"><h2>Patron</h2><p>£12 a month</p><p>or £120 a year</p></a></div></main>`,
    ["cards that are links", "two terms in a card"],
    says(tier("Basic", month("GBP", 3.5), year("GBP", 35)), tier("Patron", month("GBP", 12), year("GBP", 120))),
  ),
  late(
    "acme-ocean",
    "Acme Ocean pricing",
    `<main><h1>Droplets</h1><div class="rate-card"><table><thead><tr><th>Memory</th><th>Transfer</th><th>$/HR</th><th>$/MO</th></tr></thead><tbody><tr><td>512 MiB</td><td>500 GiB</td><td>$0.00595</td><td>$4.00</td></tr><tr><td>1 GiB</td><td>1,000 GiB</td><td>$0.00893</td><td>$6.00</td></tr></tbody></table></div></main>`,
    ["units in the heads of columns"],
    {
      ...says(
        maybe(tier("512 MiB", also(month("USD", 4)), also(usage("USD", 0.00595, "hour")))),
        maybe(tier("1 GiB", also(month("USD", 6)), also(usage("USD", 0.00893, "hour")))),
      ),
      orNothing: "its sizes have no names",
    },
  ),
  late(
    "acme-bank",
    "Pricing · Acme Bank",
    `<main><section><h2>Business accounts</h2><div class="tiles"><div class="tile"><h3>Free</h3><p>€0/month</p><ul><li>Transfers: €0.20 each</li><li>Card: €2/month</li></ul></div><div class="tile"><h3>Grow</h3><p>€25/month</p><ul><li>100 transfers</li><li>Card: free</li></ul></div><div class="tile"><h3>Scale</h3><p>€100/month</p><ul><li>1,000 transfers</li><li>Cash withdrawal €2</li></ul></div></div></section></main>`,
    ["amounts among the features"],
    says(free("Free", "EUR"), tier("Grow", month("EUR", 25)), tier("Scale", month("EUR", 100))),
  ),
  late(
    "acme-broadcast",
    "Acme Broadcast – price list",
    `<main><h1>Price list 2026</h1><dl><div><dt>Listener</dt><dd>free</dd></div><div><dt>Speaker</dt><dd>USD 9.00 per month</dd></div><div><dt>Station</dt><dd>USD 99.00 per month</dd></div></dl><p>Last changed on 2 January 2026.</p></main>`,
    ["definition list", "currency by its code"],
    says(free("Listener"), tier("Speaker", month("USD", 9)), tier("Station", month("USD", 99))),
  ),
  late(
    "acme-observatory",
    "Acme Observatory",
    `<main><h1>Telescopes by the night</h1><div class="c"><h3>Amateur</h3><p>$25 per night</p></div><div class="c"><h3>Club</h3><p>$45 per night</p></div></main>`,
    ["per night"],
    {
      ...says(
        maybe(tier("Amateur", also(usage("USD", 25, "night")))),
        maybe(tier("Club", also(usage("USD", 45, "night")))),
      ),
      orNothing: "a night is none of the terms that a reading can hold",
    },
  ),
  late(
    "acme-notary",
    "Acme Notary",
    `<main><h1>Plans</h1><section class="plan" data-plan="p1"><h3>Personal</h3><div class="cost" data-cost='{"m":15,"y":10}'><span>$10</span>/mo</div><small>when billed yearly</small></section><section class="plan" data-plan="p2"><h3>Standard</h3><div class="cost" data-cost='{"m":45,"y":25}'><span>$25</span>/user/mo</div><small>when billed yearly</small></section><section class="plan" data-plan="p3"><h3>Advanced</h3><div class="cost">Contact sales</div></section></main>`,
    ["other price in an attribute"],
    says(
      tier("Personal", month("USD", 10, null, "annual"), also(month("USD", 15, null, "monthly"))),
      tier("Standard", month("USD", 25, "user", "annual"), also(month("USD", 45, "user", "monthly"))),
      sales("Advanced"),
    ),
  ),
  late(
    "acme-atelier",
    "Tarifs – Acme Atelier",
    `<main><h1>Nos offres</h1><div class="offre"><h3>Découverte</h3><p>Gratuit</p></div><div class="offre"><h3>Essentiel</h3><p>19 € HT / mois</p><p>par utilisateur</p></div><div class="offre"><h3>Sur mesure</h3><p>Sur devis</p></div></main>`,
    ["French", "free in words"],
    {
      ...says(
        free("Découverte", "EUR"),
        tier("Essentiel", { anyOf: ["utilisateur", "user"].flatMap((unit) => month("EUR", 19, unit).anyOf) }),
        sales("Sur mesure"),
      ),
      orNothing: "few readers know the words",
    },
    { lang: "fr" },
  ),
  late(
    "acme-planer",
    "Preise – Acme Planer",
    `<main><h1>Preise</h1><div class="tarif"><h3>Kostenlos</h3><p>0 €</p></div><div class="tarif"><h3>Team</h3><p>ab 7,50 € pro Nutzer und Monat</p><p>bei jährlicher Zahlung</p></div><div class="tarif"><h3>Konzern</h3><p>Auf Anfrage</p></div></main>`,
    ["German", "from"],
    {
      ...says(
        free("Kostenlos", "EUR"),
        {
          ...from("Team"),
          prices: [{ anyOf: ["Nutzer", "user"].flatMap((unit) => month("EUR", 7.5, unit, "annual").anyOf) }],
        },
        sales("Konzern"),
      ),
      orNothing: "few readers know the words",
    },
    { lang: "de" },
  ),
  late(
    "acme-calculator",
    "Acme Calculator",
    `<main><h1>Estimate your bill</h1><label>Requests <input type="range"></label><output>$0.00</output><p>per month</p><div class="plan"><h3>Estimated total</h3><p>$125 per month</p></div></main>`,
    ["a calculator"],
    nothing("it estimates"),
  ),
  late(
    "acme-review-page",
    "What customers pay for Acme",
    `<main><h1>What customers pay</h1><div class="q"><h3>Jo, Example Ltd</h3><p>“We pay $300 per month and love it.”</p></div><div class="q"><h3>Max, Sample GmbH</h3><p>“$1,200 per month for 80 people.”</p></div></main>`,
    ["testimonials"],
    nothing("others tell what they pay"),
  ),
  late(
    "acme-one-plan-toggle",
    "Acme One",
    `<main><h1>One plan</h1><div id="m"><p><b>$19</b> per month</p></div><div id="y"><p><b>$190</b> per year <span>Save $38</span></p></div><ul><li>Everything</li></ul></main>`,
    ["a single tier without a name", "save $48"],
    {
      ...says(
        maybe(
          tier("One plan", also(month("USD", 19)), also(month("USD", 19, null, "monthly")), also(year("USD", 190))),
        ),
      ),
      orNothing: "its tier has no name",
    },
  ),
  late(
    "acme-lifetime-deal",
    "Acme Deal",
    `<main><h1>Pricing</h1><div class="col"><h3>Subscription</h3><p>$8/month</p></div><div class="col"><h3>Pay once</h3><p>$199</p><p>One payment, yours for ever</p></div></main>`,
    ["paid once beside a subscription"],
    says(tier("Subscription", month("USD", 8)), maybe(tier("Pay once", also(once("USD", 199))))),
  ),
  late(
    "acme-seat-ladder",
    "Acme Ladder",
    `<main><h1>Pricing per user</h1><table><thead><tr><th>Users</th><th>Price per user per month</th></tr></thead><tbody><tr><td>1–10</td><td>$10</td></tr><tr><td>11–100</td><td>$8</td></tr><tr><td>101+</td><td>$6</td></tr></tbody></table></main>`,
    ["prices by quantity"],
    {
      ...says(
        maybe(tier("1–10", also(month("USD", 10, "user")))),
        maybe(tier("11–100", also(month("USD", 8, "user")))),
        maybe(tier("101+", also(month("USD", 6, "user")))),
      ),
      orNothing: "these are steps of one price",
    },
  ),
  late(
    "acme-mixed-periods",
    "Acme Mixed",
    `<main><h1>Pricing</h1><div class="grid"><div><h3>Pilot</h3><p>$500 one-time</p></div><div><h3>Program</h3><p>$2,000 / month</p></div><div><h3>Partner</h3><p>$30,000 / year</p></div></div></main>`,
    ["three terms on a page"],
    says(tier("Pilot", once("USD", 500)), tier("Program", month("USD", 2000)), tier("Partner", year("USD", 30000))),
  ),
  late(
    "acme-sandwich",
    "Acme Sandwich",
    `<main><div class="grid"><div class="p"><p>Hobby</p><p>$0</p><p>per month</p><button>Start</button></div><div class="p"><p>Pro</p><p><s>$25</s></p><p>$20</p><p>per seat per month</p><button>Start</button></div><div class="p"><p>Enterprise</p><p>Let’s talk</p><button>Talk</button></div></div></main>`,
    ["no headings", "struck-through <s>"],
    says(free("Hobby"), tier("Pro", month("USD", 20, "seat")), sales("Enterprise")),
  ),
  late(
    "acme-dark",
    "Acme Dark",
    `<main><h1>Pricing</h1><div class="light"><div class="k"><h3>Day</h3><p>$7 per month</p></div></div><div class="dark" style="display: none !important"><div class="k"><h3>Night</h3><p>$3 per month</p></div></div></main>`,
    ["hidden dialogue"],
    says(tier("Day", month("USD", 7))),
  ),
  late(
    "acme-limits",
    "Acme Limits",
    `<main><h1>Pricing</h1><div class="x"><h3>Indie</h3><p>$19/mo</p><p>for companies that earn less than $100k a year</p></div><div class="x"><h3>Startup</h3><p>$99/mo</p><p>for companies that have raised less than $5M</p></div></main>`,
    ["amounts among the features"],
    says(tier("Indie", month("USD", 19)), tier("Startup", month("USD", 99))),
  ),
  late(
    "acme-conversion",
    "Acme Conversion",
    `<main><h1>Pricing</h1><div class="x"><h3>Solo</h3><p>€20 per month</p><p>(about $22)</p></div><div class="x"><h3>Team</h3><p>€60 per month</p><p>(about $66)</p></div></main>`,
    ["an estimate in another currency"],
    {
      ...says(tier("Solo", month("EUR", 20)), tier("Team", month("EUR", 60))),
      orNothing: "two currencies stand there",
    },
  ),
];
