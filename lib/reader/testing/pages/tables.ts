import { type Fixture, free, html, month, page, sales, says, tier, year } from "../fixture";

/** Tables: tiers as columns, tiers as rows, comparisons of features. */
export const tables: Fixture[] = [
  page(
    "html",
    "acme-vpn",
    html(
      "Acme VPN",
      `<main><h1>Compare plans</h1><table><thead><tr><th></th><th scope="col">Personal</th><th scope="col">Premium</th><th scope="col">Enterprise</th></tr></thead>
<tbody><tr><th scope="row">Price</th><td>Free</td><td>$6 per user/month</td><td>Custom</td></tr>
<tr><th scope="row">Users</th><td>3</td><td>Unlimited</td><td>Unlimited</td></tr>
<tr><th scope="row">Devices</th><td>100</td><td>100 + 10 per user</td><td>Custom</td></tr>
<tr><th scope="row">SSO</th><td>—</td><td>✓</td><td>✓</td></tr></tbody></table></main>`,
    ),
    { expected: says(free("Personal"), tier("Premium", month("USD", 6, "user")), sales("Enterprise")) },
  ),
  page(
    "html",
    "acme-translate",
    html(
      "Acme Translate",
      `<main><h1>Plans</h1><table class="rows"><thead><tr><th>Plan</th><th>Price</th><th>Keys</th></tr></thead><tbody>
<tr><td>Starter</td><td>$120/month</td><td>5,000</td></tr><tr><td>Essential</td><td>$230/month</td><td>10,000</td></tr><tr><td>Pro</td><td>$825/month</td><td>30,000</td></tr></tbody></table></main>`,
    ),
    {
      traps: ["tiers as rows"],
      expected: says(
        tier("Starter", month("USD", 120)),
        tier("Essential", month("USD", 230)),
        tier("Pro", month("USD", 825)),
      ),
    },
  ),
  page(
    "html",
    "acme-status",
    html(
      "Acme Status",
      `<main><table><thead><tr><td></td><th>Hobby</th><th>Startup</th><th>Business</th></tr></thead><tbody>
<tr><th>Monthly</th><td>$29/month</td><td>$99/month</td><td>$399/month</td></tr>
<tr><th>Annually</th><td>$290/year</td><td>$990/year</td><td>$3,990/year</td></tr>
<tr><th>Subscribers</th><td>250</td><td>1,000</td><td>5,000</td></tr></tbody></table></main>`,
    ),
    {
      traps: ["two terms in a table"],
      expected: says(
        tier("Hobby", month("USD", 29, null, "monthly"), year("USD", 290, null, "annual")),
        tier("Startup", month("USD", 99, null, "monthly"), year("USD", 990, null, "annual")),
        tier("Business", month("USD", 399, null, "monthly"), year("USD", 3990, null, "annual")),
      ),
    },
  ),
  page(
    "html",
    "acme-mdm",
    html(
      "Acme MDM",
      `<main><h1>Devices under control</h1><section><article><h3>Now</h3><p>$2 per device/month</p></article><article><h3>Pro</h3><p>$4 per device/month</p></article><article><h3>Fuse</h3><p>$7 per device/month</p></article></section>
<h2>Compare features</h2><table><tr><th>Feature</th><th>Now</th><th>Pro</th><th>Fuse</th></tr><tr><td>Apple</td><td>yes</td><td>yes</td><td>yes</td></tr><tr><td>Onboarding</td><td>—</td><td>$500</td><td>included</td></tr><tr><td>Extra log storage</td><td>$5 per GB</td><td>$4 per GB</td><td>$3 per GB</td></tr></table></main>`,
    ),
    {
      traps: ["add-on prices in a comparison"],
      expected: says(
        tier("Now", month("USD", 2, "device")),
        tier("Pro", month("USD", 4, "device")),
        tier("Fuse", month("USD", 7, "device")),
      ),
    },
  ),
  page(
    "html",
    "acme-docs",
    html(
      "Acme Docs",
      `<main><table class="pricing-table"><caption>Prices in US dollars, per editor and month, billed annually</caption><tr><th>Basic</th><th>Plus</th><th>Max</th></tr><tr><td>$10</td><td>$20</td><td>$32</td></tr><tr><td>1 space</td><td>10 spaces</td><td>100 spaces</td></tr></table></main>`,
    ),
    {
      traps: ["terms in the caption"],
      expected: {
        ...says(
          tier("Basic", month("USD", 10, "editor", "annual")),
          tier("Plus", month("USD", 20, "editor", "annual")),
          tier("Max", month("USD", 32, "editor", "annual")),
        ),
        orNothing: "its terms stand apart from its prices",
      },
    },
  ),
  page(
    "html",
    "acme-erp",
    html(
      "Acme ERP",
      `<main><div class="layout-table"><table role="presentation"><tr><td><h3>Small</h3><p>€25.00 / user / month</p></td><td><h3>Medium</h3><p>€37.50 / user / month</p></td><td><h3>Large</h3><p>€61.00 / user / month</p></td></tr></table></div></main>`,
    ),
    {
      traps: ["table for layout"],
      expected: says(
        tier("Small", month("EUR", 25, "user")),
        tier("Medium", month("EUR", 37.5, "user")),
        tier("Large", month("EUR", 61, "user")),
      ),
    },
  ),
  page(
    "html",
    "acme-proxy",
    html(
      "Acme Proxy",
      `<main><table><thead><tr><th colspan="2">Plan</th><th>Per month</th></tr></thead><tbody><tr><td colspan="2">Micro</td><td>$5</td></tr><tr><td colspan="2">Mini</td><td>$12</td></tr><tr><td colspan="2">Mega</td><td>$80</td></tr></tbody></table></main>`,
    ),
    {
      traps: ["period in the column's head", "colspan"],
      expected: says(tier("Micro", month("USD", 5)), tier("Mini", month("USD", 12)), tier("Mega", month("USD", 80))),
    },
  ),
];
