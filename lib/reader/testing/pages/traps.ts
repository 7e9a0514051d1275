import { type Fixture, free, html, month, nothing, page, sales, says, tier } from "../fixture";

/** Pages with numbers that are not their own prices. */
export const traps: Fixture[] = [
  page(
    "html",
    "acme-billing",
    html(
      "Acme Billing",
      `<main><section class="hero"><h1>Billing for the web</h1><p>$2 billion processed for 12,000 companies</p></section>
<section class="stats"><div><h3>$2B+</h3><p>processed each year</p></div><div><h3>99.99%</h3><p>uptime</p></div><div><h3>150</h3><p>countries</p></div></section>
<section class="plans"><article><h3>Start</h3><p>$0 per month</p></article><article><h3>Perform</h3><p>$599 per month</p></article></section></main>`,
    ),
    { traps: ["statistics"], expected: says(free("Start"), tier("Perform", month("USD", 599))) },
  ),
  page(
    "html",
    "acme-spend",
    html(
      "Acme Spend",
      `<main><div class="plans"><div class="plan"><h3>Core</h3><p>Free</p></div><div class="plan"><h3>Plus</h3><p>$12 per user per month</p></div></div>
<section class="testimonials"><blockquote><p>“We save $500 a month, and 40 hours.”</p><cite>Jo Doe, Example Ltd</cite></blockquote><blockquote><p>“It paid for itself: $18,000 in a year.”</p><cite>Max Sample</cite></blockquote></section></main>`,
    ),
    { traps: ["testimonials"], expected: says(free("Core"), tier("Plus", month("USD", 12, "user"))) },
  ),
  page(
    "html",
    "acme-tests",
    html(
      "Acme Tests",
      `<main><section><div class="plan"><h3>Team</h3><p>$50 per month</p></div><div class="plan"><h3>Scale</h3><p>$200 per month</p></div></section>
<section class="faq"><h2>Questions</h2><details><summary>What does an extra user cost?</summary><p>Each further user is $10 per month.</p></details><details><summary>Is there a setup fee?</summary><p>A workshop is $1,500, once.</p></details><h3>Do you offer refunds?</h3><p>Yes, of up to $200 within 30 days.</p></section></main>`,
    ),
    { traps: ["FAQ with prices"], expected: says(tier("Team", month("USD", 50)), tier("Scale", month("USD", 200))) },
  ),
  page(
    "html",
    "acme-versus",
    html(
      "Acme Automate",
      `<main><div class="plan"><h3>Core</h3><p>$10.59 per month</p></div><div class="plan"><h3>Teams</h3><p>$34.12 per month</p></div>
<section class="comparison"><h2>How we compare</h2><table><thead><tr><th></th><th>Acme Automate</th><th>Example Flow</th><th>Sample Pipe</th></tr></thead><tbody><tr><th>Price for 10,000 runs</th><td>$10.59</td><td>$73.50 per month</td><td>$99 per month</td></tr></tbody></table></section></main>`,
    ),
    {
      traps: ["competitors’ prices"],
      expected: says(tier("Core", month("USD", 10.59)), tier("Teams", month("USD", 34.12))),
    },
  ),
  page(
    "html",
    "acme-hidden",
    html(
      "Acme Lists",
      `<main><template id="plan-template"><div class="plan"><h3>Plan name</h3><p>$00 per month</p></div></template>
<div class="plan"><h3>Hobby</h3><p>$9 per month</p></div><div class="plan"><h3>Serious</h3><p>$29 per month</p></div>
<div class="modal" hidden><h3>Downgrade</h3><p>Stay for $4 per month!</p></div>
<noscript><img src="/pixel.gif" alt="$1"></noscript><!-- <div class="plan"><h3>Legacy</h3><p>$3 per month</p></div> --></main>`,
    ),
    {
      traps: ["hidden template", "comment", "hidden dialogue"],
      expected: says(tier("Hobby", month("USD", 9)), tier("Serious", month("USD", 29))),
    },
  ),
  page(
    "html",
    "acme-promo",
    html(
      "Acme Promo",
      `<main><div class="announcement"><strong>Webinar:</strong> tickets $49</div><div class="plan"><h3>Basic</h3><p><s>$20</s> $16 /month</p></div><div class="plan"><h3>Pro</h3><p><s>$60</s> $48 /month</p></div><div class="giftcard"><h3>Gift cards</h3><p>Give $100 of Acme to a friend</p></div></main>`,
    ),
    {
      traps: ["struck-through <s>", "gift cards", "announcement"],
      expected: says(tier("Basic", month("USD", 16)), tier("Pro", month("USD", 48))),
    },
  ),
  page(
    "html",
    "acme-slider",
    html(
      "Acme Contacts",
      `<main><h1>Pricing</h1><label>Contacts <input type="range" min="500" max="100000" value="500"></label><div class="plan"><h3>Free</h3><p>$0 /month</p></div><div class="plan"><h3>Essentials</h3><p>$13 /month</p><p>for 500 contacts</p></div><div class="plan"><h3>Standard</h3><p>$20 /month</p><p>for 500 contacts</p></div></main>`,
    ),
    {
      traps: ["slider"],
      expected: {
        ...says(free("Free"), tier("Essentials", month("USD", 13)), tier("Standard", month("USD", 20))),
        orNothing: "its prices move with a slider",
      },
    },
  ),
  page(
    "html",
    "acme-nav",
    html(
      "Acme Space",
      `<header><nav><ul><li><a href="/shop">T-shirts from $25</a></li><li><a href="/pricing">Pricing</a></li></ul></nav></header><main><section class="plan"><h3>Standard</h3><p>$12 per user/month</p></section><section class="plan"><h3>Premium</h3><p>$24 per user/month</p></section></main><footer><p>Refer a friend and get $50</p><p>Acme Space raised $40 million in 2025.</p></footer>`,
    ),
    {
      traps: ["prices in navigation and footer"],
      expected: says(tier("Standard", month("USD", 12, "user")), tier("Premium", month("USD", 24, "user"))),
    },
  ),
  page(
    "html",
    "acme-related",
    html(
      "Acme Security",
      `<main><div class="plan"><h2>Essential</h2><p>$3 per user per month</p><ul><li>A $1,000,000 guarantee</li><li>Alerts above $100</li></ul></div><div class="plan"><h2>Complete</h2><p>$7 per user per month</p><ul><li>A $5,000,000 guarantee</li><li>Save $48 a year</li></ul></div></main>`,
    ),
    {
      traps: ["amounts among the features", "save $48"],
      expected: says(tier("Essential", month("USD", 3, "user")), tier("Complete", month("USD", 7, "user"))),
    },
  ),
  page(
    null,
    "acme-broken",
    `<html><head><title>Acme Broken pricing<body><div class=plan><h3>Bronze<p>$5 per month<ul><li>1 thing<li>2 things</ul></div><div class=plan><h3>Silver</h3><p>$15 per month<ul><li>3 things</div><div class="plan"><h3>Gold</h3><p>$45 per month</p></b></i></div>`,
    {
      traps: ["malformed HTML"],
      expected: nothing("its title never ends, so all of it is title"),
    },
  ),
  page(
    "html",
    "acme-unclosed",
    `<!doctype html><title>Acme Unclosed</title><main><div class=plan><h3>Bronze</h3><p>$5 per month<ul><li>1 thing<li>2 things</ul></div><div class=plan><h3>Silver</h3><p>$15 per month<ul><li>3 things</ul></div><div class="plan"><h3>Gold</h3><p>$45 per month</b></i></div>`,
    {
      traps: ["malformed HTML"],
      expected: says(tier("Bronze", month("USD", 5)), tier("Silver", month("USD", 15)), tier("Gold", month("USD", 45))),
    },
  ),
  page(
    "html",
    "acme-entities",
    html(
      "Acme Entities &amp; Sons",
      `<main><article><h3>Small &amp; Medium</h3><p>&#36;19&nbsp;/&nbsp;month</p></article><article><h3>Large</h3><p>&dollar;49&nbsp;/&nbsp;month</p></article><article><h3>Huge</h3><p>Please&nbsp;contact&nbsp;sales</p></article></main>`,
    ),
    {
      traps: ["entities"],
      expected: says(tier("Small & Medium", month("USD", 19)), tier("Large", month("USD", 49)), sales("Huge")),
    },
  ),
];
