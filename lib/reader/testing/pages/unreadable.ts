import { type Fixture, html, nothing, page } from "../fixture";

/** Pages from which no price can be read with certainty. */
export const unreadable: Fixture[] = [
  page(
    null,
    "acme-images",
    html(
      "Acme Images pricing",
      `<main><h1>Pricing</h1><img src="/plans.png" alt="Our plans" width="1200"><a href="/signup">Sign up</a></main>`,
    ),
    {
      traps: ["prices in a picture"],
      expected: nothing("its prices are in a picture"),
    },
  ),
  page(
    null,
    "acme-script",
    html(
      "Acme Script",
      `<div id="root"></div><script type="module" src="/assets/index-4f2a.js"></script><noscript>Enable JavaScript to run this app.</noscript>`,
    ),
    {
      traps: ["drawn by script"],
      expected: nothing("a script draws it from what is not in the page"),
    },
  ),
  page(
    null,
    "acme-quote",
    html(
      "Acme Quote",
      `<main><h1>Pricing that fits</h1><p>Tell us about your company and we will come back to you within a day.</p><form><input name="email"><button>Get a quote</button></form></main>`,
    ),
    {
      traps: ["no price"],
      expected: nothing("it states no price"),
    },
  ),
  page(
    null,
    "acme-gone",
    html(
      "Acme Gone",
      `<main><h1>We have moved</h1><p>Acme Gone is now part of Example. Accounts closed in 2025.</p></main>`,
    ),
    {
      traps: ["no price"],
      expected: nothing("it is no longer a pricing page"),
    },
  ),
  page(
    null,
    "acme-article",
    html(
      "How we price",
      `<main><article><h1>How we changed our prices</h1><p>In 2024 our Pro plan was $20 per month. We then tried $25 per month, and lost few. Most of our rivals ask for $30 per month or more.</p><p>What we learned from $1 million of sales.</p></article></main>`,
    ),
    {
      traps: ["an essay on prices"],
      expected: nothing("it tells of prices, and offers none"),
    },
  ),
  page(
    null,
    "acme-login",
    html(
      "Sign in - Acme Login",
      `<main><h1>Sign in</h1><form action="/session" method="post"><input type="email"><input type="password"><button>Continue</button></form></main>`,
    ),
    {
      traps: ["no price"],
      expected: nothing("it asks for a password"),
    },
  ),
  page(
    null,
    "acme-challenge",
    html(
      "Just a moment...",
      `<div class="main-wrapper"><h1>Checking your browser</h1><p>This takes up to 5 seconds.</p></div><script>setTimeout(function(){location.reload()},5000)</script>`,
    ),
    {
      traps: ["a gate for browsers"],
      expected: nothing("it is a gate, not the page"),
    },
  ),
  page(
    null,
    "acme-placeholders",
    html(
      "Acme Placeholders",
      `<main><div class="plan"><h3>{{ plan.name }}</h3><p>{{ plan.price | currency }} / month</p></div><div class="plan"><h3>{{ plan.name }}</h3><p>$-- / month</p></div></main>`,
    ),
    {
      traps: ["a template that nothing filled"],
      expected: nothing("a script fills it in"),
    },
  ),
  page(
    null,
    "acme-no-currency",
    html(
      "Acme Numbers",
      `<main><div class="plan"><h3>One</h3><p>10 per month</p></div><div class="plan"><h3>Two</h3><p>20 per month</p></div></main>`,
    ),
    {
      traps: ["no currency"],
      expected: nothing("it names no currency"),
    },
  ),
  page(
    null,
    "acme-dots",
    html(
      "Acme Dots",
      `<main><div class="plan"><h3>Small</h3><p>$1.500 per month</p></div><div class="plan"><h3>Large</h3><p>$12.000 per month</p></div></main>`,
    ),
    {
      traps: ["a number that may be thousands"],
      expected: { nothing: "whether $1.500 is 1.5 or 1500 cannot be told" },
    },
  ),
];
