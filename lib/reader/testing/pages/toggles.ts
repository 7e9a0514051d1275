import { also, either, type Fixture, free, html, month, page, sales, says, tier, year } from "../fixture";

/** Monthly and annual prices behind one toggle, with both or only one of them in the markup. */
export const toggles: Fixture[] = [
  page(
    "html",
    "acme-social",
    html(
      "Acme Social pricing",
      `<main><h1>Post less, say more</h1><div class="toggle" role="group"><button data-billing="monthly" aria-pressed="false">Monthly</button><button data-billing="annual" aria-pressed="true">Annually <em>save 20%</em></button></div>
<section class="plans">
<article><h3>Essentials</h3><p class="price" data-billing="monthly" hidden>$6<span>/month</span></p><p class="price" data-billing="annual">$5<span>/month</span></p><p>per channel</p></article>
<article><h3>Team</h3><p class="price" data-billing="monthly" hidden>$12<span>/month</span></p><p class="price" data-billing="annual">$10<span>/month</span></p><p>per channel</p></article>
</section></main>`,
    ),
    {
      traps: ["toggle by data attribute", "save 20 %"],
      expected: says(
        tier("Essentials", month("USD", 6, "channel", "monthly"), month("USD", 5, "channel", "annual")),
        tier("Team", month("USD", 12, "channel", "monthly"), month("USD", 10, "channel", "annual")),
      ),
    },
  ),
  page(
    "html",
    "acme-design",
    html(
      "Acme Design pricing",
      `<main><div class="switch"><span>Billed monthly</span><input type="checkbox" checked><span>Billed yearly</span></div>
<div class="cards"><div class="card"><h3>Pro</h3><div class="price price--monthly hidden">$19<small>/user/mo</small></div><div class="price price--yearly">$15<small>/user/mo</small></div></div>
<div class="card"><h3>Business</h3><div class="price price--monthly hidden">$39<small>/user/mo</small></div><div class="price price--yearly">$31<small>/user/mo</small></div></div></div></main>`,
    ),
    {
      traps: ["toggle by class"],
      expected: says(
        tier("Pro", month("USD", 19, "user", "monthly"), month("USD", 15, "user", "annual")),
        tier("Business", month("USD", 39, "user", "monthly"), month("USD", 31, "user", "annual")),
      ),
    },
  ),
  page(
    "html",
    "acme-site-audit",
    html(
      "Acme Site Audit",
      `<main><h1>Pricing</h1><div role="tablist"><button role="tab" aria-controls="m" aria-selected="true">Monthly</button><button role="tab" aria-controls="y" aria-selected="false">Yearly</button></div>
<div role="tabpanel" id="m"><div class="plan"><h3>Solo</h3><p>$49/month</p></div><div class="plan"><h3>Agency</h3><p>$149/month</p></div></div>
<div role="tabpanel" id="y" hidden><div class="plan"><h3>Solo</h3><p>$490/year</p></div><div class="plan"><h3>Agency</h3><p>$1,490/year</p></div></div></main>`,
    ),
    {
      traps: ["toggle by tabs", "each tier stands twice"],
      expected: says(
        tier("Solo", month("USD", 49, null, "monthly"), year("USD", 490, null, "annual")),
        tier("Agency", month("USD", 149, null, "monthly"), year("USD", 1490, null, "annual")),
      ),
    },
  ),
  page(
    "html",
    "acme-podcast",
    html(
      "Acme Podcast",
      `<main><h1>Plans</h1><div class="period-switch">Pay monthly / <b>Pay yearly and get 2 months free</b></div>
<div class="plan"><h2>Audio</h2><div><span class="amount" data-monthly="$19" data-yearly="$16">$16</span> /month</div><div>billed annually at $190</div></div>
<div class="plan"><h2>Video</h2><div><span class="amount" data-monthly="$49" data-yearly="$41">$41</span> /month</div><div>billed annually at $490</div></div></main>`,
    ),
    {
      traps: ["other price in an attribute", "2 months free"],
      expected: says(
        tier(
          "Audio",
          month("USD", 16, null, "annual"),
          also(month("USD", 19, null, "monthly")),
          also(year("USD", 190, null, "annual")),
        ),
        tier(
          "Video",
          month("USD", 41, null, "annual"),
          also(month("USD", 49, null, "monthly")),
          also(year("USD", 490, null, "annual")),
        ),
      ),
    },
  ),
  page(
    "html",
    "acme-email",
    html(
      "Acme Email",
      `<main><h1>Mail for your domain</h1>
<article><h3>Standard</h3><p>$3 <small>per mailbox/month</small></p><p>Billed annually ($36 per mailbox)</p></article>
<article><h3>Plus</h3><p>$5 <small>per mailbox/month</small></p><p>Billed annually ($60 per mailbox)</p></article>
<article><h3>Archive</h3><p>$9 <small>per mailbox/month</small></p><p>Billed annually ($108 per mailbox)</p></article></main>`,
    ),
    {
      traps: ["yearly total in brackets"],
      expected: says(
        tier("Standard", month("USD", 3, "mailbox", "annual"), also(either(year("USD", 36, "mailbox", "annual")))),
        tier("Plus", month("USD", 5, "mailbox", "annual"), also(year("USD", 60, "mailbox", "annual"))),
        tier("Archive", month("USD", 9, "mailbox", "annual"), also(year("USD", 108, "mailbox", "annual"))),
      ),
    },
  ),
  page(
    "html",
    "acme-roadmap",
    html(
      "Acme Roadmap",
      `<main><div class="plans"><section class="plan"><h3>Essentials</h3><p><strong>$25</strong> per maker/month billed yearly</p><p>or $30 billed monthly</p></section>
<section class="plan"><h3>Pro</h3><p><strong>$59</strong> per maker/month billed yearly</p><p>or $75 billed monthly</p></section>
<section class="plan"><h3>Enterprise</h3><p>Contact us for pricing</p></section></div></main>`,
    ),
    {
      traps: ["second price without a period"],
      expected: says(
        tier(
          "Essentials",
          month("USD", 25, "maker", "annual"),
          also(either(month("USD", 30, "maker", "monthly"), month("USD", 30, null, "monthly"))),
        ),
        tier(
          "Pro",
          month("USD", 59, "maker", "annual"),
          also(either(month("USD", 75, "maker", "monthly"), month("USD", 75, null, "monthly"))),
        ),
        sales("Enterprise"),
      ),
    },
  ),
  page(
    "html",
    "acme-hr",
    html(
      "Acme HR",
      `<main><h1>People first</h1><p>Prices shown with yearly billing.</p><div id="pricing" data-view="annual"><div class="monthly" style="display:none"><div class="p"><h3>Core</h3><b>$8</b>/employee/month</div><div class="p"><h3>Pro</h3><b>$12</b>/employee/month</div></div>
<div class="annual"><div class="p"><h3>Core</h3><b>$6</b>/employee/month</div><div class="p"><h3>Pro</h3><b>$10</b>/employee/month</div></div></div></main>`,
    ),
    {
      traps: ["toggle by style", "each tier stands twice"],
      expected: says(
        tier("Core", also(month("USD", 8, "employee", "monthly")), month("USD", 6, "employee", "annual")),
        tier("Pro", also(month("USD", 12, "employee", "monthly")), month("USD", 10, "employee", "annual")),
      ),
    },
  ),
  page(
    "html",
    "acme-errors",
    html(
      "Acme Errors",
      `<main><div class="toggle"><label><input type="radio" name="cycle" value="month" checked> Monthly</label><label><input type="radio" name="cycle" value="year"> Annual</label></div>
<div class="grid"><div class="tile"><h2>Developer</h2><p>$0</p></div><div class="tile"><h2>Team</h2><p>$29 /mo</p></div><div class="tile"><h2>Business</h2><p>$89 /mo</p></div></div><script src="/pricing.js"></script></main>`,
    ),
    {
      traps: ["toggle of which one side is in the page"],
      expected: says(
        free("Developer"),
        tier("Team", either(month("USD", 29, null, "monthly"), month("USD", 29))),
        tier("Business", either(month("USD", 89, null, "monthly"), month("USD", 89))),
      ),
    },
  ),
];
