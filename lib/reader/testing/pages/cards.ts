import { also, either, type Fixture, free, from, html, month, page, sales, says, tier, year } from "../fixture";

/** Cards in semantic markup. */
export const cards: Fixture[] = [
  page(
    "html",
    "acme-boards",
    html(
      "Pricing - Acme Boards",
      `<header><nav><a href="/">Acme Boards</a> <a href="/pricing">Pricing</a></nav></header>
<main><h1>Plans for every team</h1>
<section class="plans">
  <article class="plan"><h3>Free</h3><p class="price">$0</p><p>For up to 3 boards</p><ul><li>3 boards</li><li>10 MB per file</li></ul><a href="/signup">Start</a></article>
  <article class="plan"><h3>Standard</h3><p class="price">$5 <small>per user / month</small></p><ul><li>Unlimited boards</li><li>250 MB per file</li></ul><a href="/signup">Try it</a></article>
  <article class="plan"><h3>Premium</h3><p class="price">$10 <small>per user / month</small></p><ul><li>Timeline</li><li>Unlimited storage</li></ul><a href="/signup">Try it</a></article>
  <article class="plan"><h3>Enterprise</h3><p class="price">Contact sales</p><ul><li>SSO</li></ul><a href="/contact">Contact sales</a></article>
</section></main><footer>© 2026 Acme Boards Inc.</footer>`,
    ),
    {
      expected: says(
        free("Free"),
        tier("Standard", month("USD", 5, "user")),
        tier("Premium", month("USD", 10, "user")),
        sales("Enterprise"),
      ),
    },
  ),
  page(
    "html",
    "acme-mailer",
    html(
      "Acme Mailer plans and pricing",
      `<main id="content"><h1>Simple pricing</h1><p>No credit card needed.</p>
<ul class="pricing-list" role="list">
<li><h2>Hobby</h2><p><strong>$0</strong> / month</p><p>100 emails a day</p></li>
<li><h2>Launch</h2><p><strong>$19</strong> / month</p><p>50,000 emails a month</p></li>
<li><span class="badge">Most popular</span><h2>Growth</h2><p><strong>$89</strong> / month</p><p>100,000 emails a month</p></li>
<li><h2>Scale</h2><p><strong>$1,150</strong> / month</p><p>1,500,000 emails a month</p></li>
</ul></main>`,
    ),
    {
      traps: ["badge in a card", "thousands separator"],
      expected: says(
        free("Hobby"),
        tier("Launch", month("USD", 19)),
        tier("Growth", month("USD", 89)),
        tier("Scale", month("USD", 1150)),
      ),
    },
  ),
  page(
    "html",
    "acme-ledger",
    html(
      "Acme Ledger | Pricing",
      `<main><h1>Bookkeeping that adds up</h1>
<section aria-labelledby="s"><h2 id="s">Starter</h2><p>Everything to begin.</p><div>€9.50<span>/month</span></div><p>excl. VAT</p><ul><li>1 company</li><li>20 invoices</li></ul></section>
<section aria-labelledby="b"><h2 id="b">Business</h2><p>For growing firms.</p><div>€24.50<span>/month</span></div><p>excl. VAT</p><ul><li>3 companies</li><li>Unlimited invoices</li></ul></section>
<section aria-labelledby="a"><h2 id="a">Accountant</h2><p>For those with clients.</p><div>€79.00<span>/month</span></div><p>excl. VAT</p><ul><li>25 companies</li></ul></section>
<section><h2>Questions?</h2><p>Write to us, we answer within 24 hours.</p></section></main>`,
    ),
    {
      traps: ["VAT"],
      expected: says(
        tier("Starter", month("EUR", 9.5)),
        tier("Business", month("EUR", 24.5)),
        tier("Accountant", month("EUR", 79)),
      ),
    },
  ),
  page(
    "html",
    "acme-desk",
    html(
      "Acme Desk pricing",
      `<main><div class="hero"><h1>Support people will thank you for</h1></div>
<div class="grid">
<section class="card"><header><h3>Team</h3><p>Basic ticketing</p></header><div class="card-price"><span class="currency">$</span><span class="amount">19</span><span class="per">per agent/month</span></div><footer>billed annually</footer></section>
<section class="card"><header><h3>Growth</h3><p>Automation</p></header><div class="card-price"><span class="currency">$</span><span class="amount">55</span><span class="per">per agent/month</span></div><footer>billed annually</footer></section>
<section class="card featured"><header><h3>Professional</h3><p>Voice and chat</p></header><div class="card-price"><span class="currency">$</span><span class="amount">115</span><span class="per">per agent/month</span></div><footer>billed annually</footer></section>
</div></main>`,
    ),
    {
      traps: ["price split over elements"],
      expected: says(
        tier("Team", month("USD", 19, "agent", "annual")),
        tier("Growth", month("USD", 55, "agent", "annual")),
        tier("Professional", month("USD", 115, "agent", "annual")),
      ),
    },
  ),
  page(
    "html",
    "acme-forms",
    html(
      "Pricing • Acme Forms",
      `<main><h1>Ask better questions</h1>
<article><h3>Basic</h3><p class="price"><sup>$</sup>25<sub>/month</sub></p><p>or $240 a year</p><ul><li>100 responses a month</li><li>1 user</li></ul></article>
<article><h3>Plus</h3><p class="price"><sup>$</sup>50<sub>/month</sub></p><p>or $480 a year</p><ul><li>1,000 responses a month</li><li>3 users</li></ul></article>
<article><h3>Business</h3><p class="price"><sup>$</sup>83<sub>/month</sub></p><p>or $796 a year</p><ul><li>10,000 responses a month</li><li>5 users</li></ul></article></main>`,
    ),
    {
      traps: ["price split over elements", "two terms in a card"],
      expected: says(
        tier("Basic", month("USD", 25), year("USD", 240)),
        tier("Plus", month("USD", 50), year("USD", 480)),
        tier("Business", month("USD", 83), year("USD", 796)),
      ),
    },
  ),
  page(
    "html",
    "acme-crm",
    html(
      "Acme CRM: editions and prices",
      `<main><h1>Editions</h1>
<div role="list">
<div role="listitem"><h3>Essentials</h3><p><b>$14</b> /seat/month</p><p>$14 per seat a month when billed annually, $24 billed monthly</p></div>
<div role="listitem"><h3>Advanced</h3><p><b>$29</b> /seat/month</p><p>$29 per seat a month when billed annually, $44 billed monthly</p></div>
<div role="listitem"><h3>Power</h3><p><b>$64</b> /seat/month</p><p>$64 per seat a month when billed annually, $79 billed monthly</p></div>
</div></main>`,
    ),
    {
      traps: ["two billings in a sentence"],
      expected: says(
        tier("Essentials", month("USD", 14, "seat", "annual"), month("USD", 24, "seat", "monthly")),
        tier("Advanced", month("USD", 29, "seat", "annual"), month("USD", 44, "seat", "monthly")),
        tier("Power", month("USD", 64, "seat", "annual"), month("USD", 79, "seat", "monthly")),
      ),
    },
  ),
  page(
    "html",
    "acme-wiki",
    html(
      "Acme Wiki pricing",
      `<main><h1>Write it down</h1><section>
<div class="tier"><h4>Community</h4><div>Free forever</div><p>Up to 10 members</p></div>
<div class="tier"><h4>Team</h4><div>$8 per member per month</div><p>Billed annually. $10 if you pay month to month.</p></div>
<div class="tier"><h4>Company</h4><div>$15 per member per month</div><p>Billed annually. $18 if you pay month to month.</p></div>
<div class="tier"><h4>Enterprise</h4><div>Let’s talk</div><p>For 500 members and more</p></div>
</section></main>`,
    ),
    {
      traps: ["two billings in a sentence", "let’s talk"],
      expected: says(
        free("Community"),
        tier(
          "Team",
          month("USD", 8, "member", "annual"),
          also(either(month("USD", 10, "member", "monthly"), month("USD", 10, null, "monthly"))),
        ),
        tier(
          "Company",
          month("USD", 15, "member", "annual"),
          also(either(month("USD", 18, "member", "monthly"), month("USD", 18, null, "monthly"))),
        ),
        sales("Enterprise"),
      ),
    },
  ),
  page(
    "html",
    "acme-monitor",
    html(
      "Acme Monitor - Plans",
      `<main><h1>Know before your users do</h1>
<dl class="plans">
<dt>Solo</dt><dd>$7/month</dd><dd>10 monitors, checks each 5 minutes</dd>
<dt>Team</dt><dd>$29/month</dd><dd>100 monitors, checks each minute</dd>
<dt>Agency</dt><dd>$99/month</dd><dd>500 monitors, checks each 30 seconds</dd>
</dl></main>`,
    ),
    {
      traps: ["definition list"],
      expected: says(tier("Solo", month("USD", 7)), tier("Team", month("USD", 29)), tier("Agency", month("USD", 99))),
    },
  ),
  page(
    "html",
    "acme-sites",
    html(
      "Website builder pricing | Acme Sites",
      `<main><h1>Choose a plan</h1><ol class="plan-cards">
<li class="plan-card"><h3 class="plan-card__name">Personal</h3><p class="plan-card__price">$16<span aria-hidden="true">/mo</span><span class="visually-hidden"> per month</span></p><p class="plan-card__term">per site, billed annually</p></li>
<li class="plan-card"><h3 class="plan-card__name">Business</h3><p class="plan-card__price">$23<span aria-hidden="true">/mo</span><span class="visually-hidden"> per month</span></p><p class="plan-card__term">per site, billed annually</p></li>
<li class="plan-card"><h3 class="plan-card__name">Commerce</h3><p class="plan-card__price">$39<span aria-hidden="true">/mo</span><span class="visually-hidden"> per month</span></p><p class="plan-card__term">per site, billed annually</p></li>
</ol></main>`,
    ),
    {
      traps: ["per site", "text for screen readers"],
      expected: says(
        tier("Personal", month("USD", 16, "site", "annual")),
        tier("Business", month("USD", 23, "site", "annual")),
        tier("Commerce", month("USD", 39, "site", "annual")),
      ),
    },
  ),
  page(
    "html",
    "acme-sketch",
    html(
      "Acme Sketch pricing",
      `<main><h1>Draw together</h1>
<section class="pricing"><article><h3>Starter</h3><p>Free</p></article>
<article><h3>Professional</h3><p>$15 per editor/month</p><p>Viewers are free</p></article>
<article><h3>Organization</h3><p>$45 per editor/month</p><p>Annual billing only</p></article>
<article><h3>Enterprise</h3><p>$75 per editor/month</p><p>Annual billing only</p></article></section></main>`,
    ),
    {
      traps: ["per editor", "free beside a price"],
      expected: says(
        free("Starter"),
        tier("Professional", month("USD", 15, "editor")),
        tier("Organization", month("USD", 45, "editor", "annual")),
        tier("Enterprise", month("USD", 75, "editor", "annual")),
      ),
    },
  ),
  page(
    "html",
    "acme-payroll",
    html(
      "What Acme Payroll costs",
      `<main><h1>Payroll without late nights</h1>
<article class="card"><h2>Core</h2><p>From <strong>$40</strong>/month</p><ul><li>Tax filing</li></ul></article>
<article class="card"><h2>Complete</h2><p>From <strong>$80</strong>/month</p><ul><li>Time tracking</li></ul></article>
<article class="card"><h2>Concierge</h2><p>Custom pricing</p><ul><li>A person who knows you</li></ul></article></main>`,
    ),
    {
      traps: ["from", "custom"],
      expected: says(from("Core", month("USD", 40)), from("Complete", month("USD", 80)), sales("Concierge")),
    },
  ),
];
