import { describe, expect, test } from "vitest";
import { extract } from "./extract";
import type { Extraction } from "./types";

interface Around {
  lang?: string;
  url?: string;
  head?: string;
}

const page = (body: string, { lang = "en", head = "" }: Around = {}) =>
  `<!doctype html><html lang="${lang}"><head><title>Acme</title>${head}</head><body>${body}</body></html>`;

const read = (body: string, around: Around = {}): Promise<Extraction> =>
  extract({
    url: around.url ?? "https://acme.example.com/pricing",
    contentType: "text/html; charset=utf-8",
    text: page(body, around),
  });

/** Returns one line per tier: "Pro: 10 USD month annual per user". */
function inShort({ reading }: Extraction): string[] {
  return (reading?.tiers ?? []).map(({ name, status, startingPrice, prices }) => {
    const told = prices.map(({ amount, currency, period, billing, unit }) =>
      [amount, currency, period, billing, unit && `per ${unit}`].filter((one) => one !== null).join(" "),
    );
    return `${name}: ${startingPrice ? "from " : ""}${told.length > 0 ? told.join(", ") : status}`;
  });
}

const tiers = async (body: string, around?: Around) => inShort(await read(body, around));
const why = async (body: string, around?: Around) =>
  (await read(body, around)).refusals.map((one) => `${one.what}: ${one.why}`);

/** Returns a typical card with a feature and a call to action. */
const card = (name: string, price: string, more = "") =>
  `<div class="card"><h3>${name}</h3>${price}<ul><li>Unlimited projects</li><li>$100 in credits</li></ul>${more}<a href="/go">Get started</a></div>`;
const TEAM = card("Team", "<p>$20/mo</p>");
const team = "Team: 20 USD month";

describe("cards", () => {
  test("each card's own heading and price make a tier, and nothing among its features does", async () => {
    const extraction = await read(
      `<h1>Pricing</h1><div>${card("Free", "<p>$0</p>")}${card("Pro", "<p>$10 <small>per user / month</small></p>")}${card("Enterprise", "<p>Custom</p>")}</div>`,
    );
    expect(inShort(extraction)).toEqual([
      "Free: 0 USD month",
      "Pro: 10 USD month per user",
      "Enterprise: contact_sales",
    ]);
    expect(extraction.reading?.complete).toBe(true);
    expect(extraction.refusals).toEqual([]);
  });

  test("rows of cards, a wrapped card and badges are one set of tiers", async () => {
    const rows = `<div class="r">${card("Free", "<p>$0</p>")}<div class="featured"><div class="badge">Most popular</div>${card("Pro", "<p>$10/mo</p>")}</div></div><div class="r">${TEAM}${card("Enterprise", "<p>Let’s talk</p>")}</div>`;
    expect(await tiers(rows)).toEqual(["Free: 0 USD month", "Pro: 10 USD month", team, "Enterprise: contact_sales"]);
  });

  test("a heading that every card has names it, not a badge, a slogan or the price", async () => {
    const slogans = `<div class="c"><h4>Loved by designers</h4><h3>Pro</h3><p>$12 per month</p></div><div class="c"><h4>Loved by teams</h4><h3>Team</h3><p>$20/mo</p></div>`;
    expect(await tiers(slogans)).toEqual(["Pro: 12 USD month", team]);
    const priceFirst = `<div class="plan"><h2>$10<small>/mo</small></h2><p class="name">Pro</p></div><div class="plan"><h2>$20<small>/mo</small></h2><p class="name">Team</p></div>`;
    expect(await tiers(priceFirst)).toEqual(["Pro: 10 USD month", team]);
    const badges = `<div class="c"><h3>Most popular</h3><h3>Pro</h3><p>$10/mo</p></div><div class="c"><h3>Best value</h3><h3>Team</h3><p>$20/mo</p></div>`;
    expect(await tiers(badges)).toEqual(["Pro: 10 USD month", team]);
    const inHeading = `<div class="p"><h3>Pro <span class="badge">Most popular</span></h3><p>$10/mo</p></div><div class="p"><h3>Team – $20/mo</h3><p>For teams</p></div>`;
    expect(await tiers(inHeading)).toEqual(["Pro: 10 USD month", team]);
  });

  test.each([
    [
      "headings that follow one another",
      "<h2>Pricing</h2><h3>Hobby</h3><p>Free forever</p><h3>Team</h3><p>$20 per month</p><p>For teams.</p><h2>Questions</h2><p>Mail us, $5 an answer</p>",
    ],
    ["a definition list", "<dl><dt>Hobby</dt><dd>Free</dd><dt>Team</dt><dd>$20 per month</dd></dl>"],
    [
      "names in bold",
      `<div class="row"><div><p><b>Hobby</b></p><p>Free</p></div><div><p><b>Team</b></p><p>$20/mo</p></div></div>`,
    ],
    [
      "links",
      `<a class="c" href="/a"><h3>Hobby</h3><p>Free</p></a><a class="c" href="/b"><h3>Team</h3><p>$20/mo</p></a>`,
    ],
    [
      "radio buttons",
      `<label><input type="radio"><span class="name">Hobby</span><span>$0/mo</span></label><label><input type="radio"><span class="name">Team</span><span>$20/mo</span></label>`,
    ],
    [
      "a table for layout",
      `<table role="presentation"><tr><td><h3>Hobby</h3><p>Free</p></td><td><h3>Team</h3><p>$20/mo</p></td></tr></table>`,
    ],
    [
      "markup that is never closed",
      "<div class=c><h3>Hobby<p>Free</div><div class=c><h3>Team<p>$20/mo<ul><li>a<li>b</div>",
    ],
    [
      "pieces with no words of markup",
      `<div><div class="x1"><span>Hobby</span><span>$</span><span>0</span><span>/mo</span></div><div class="x1"><span>Team</span><span>$</span><span>20</span><span>/mo</span></div></div>`,
    ],
  ])("tiers are read from %s", async (_, body) => {
    expect(await tiers(body)).toEqual(["Hobby: 0 USD month", team]);
  });

  test("a list of lines names its tiers itself", async () => {
    expect(
      await tiers(
        "<h1>Pricing</h1><ul><li>Pro – $10/month</li><li>Team – $20/month</li><li>Enterprise – contact us</li></ul>",
      ),
    ).toEqual(["Pro: 10 USD month", team, "Enterprise: contact_sales"]);
  });

  test("a page of one plan is read where a heading above the price names it", async () => {
    expect(await tiers(`<h1>Pricing</h1><section><h2>Acme Pro</h2><p>$12 per user per month</p></section>`)).toEqual([
      "Acme Pro: 12 USD month per user",
    ]);
    const elsewhere = `<h2>What you would pay elsewhere</h2><div>${card("Example", "<p>$49/mo</p>")}${card("Sample", "<p>$35/mo</p>")}</div>`;
    expect(
      await tiers(`<section><h2>Acme Pro</h2><p>$12 per month</p></section><section>${elsewhere}</section>`),
    ).toEqual(["Acme Pro: 12 USD month"]);
    expect(await tiers("<h1>Payroll</h1><p>$12 per user per month</p>")).toEqual([]);
  });

  test("without its price, for whatever reason, a tier is left alone and the reading is not complete", async () => {
    for (const [price, reason] of [
      [`<p>$<span id="p"></span>/mo</p>`, "has no amount"],
      ["<p>$10–$20/mo</p>", "range"],
      ["<p>$1 for the first month, then $29/month</p>", "for a time"],
      ["<p>$2.95/mo</p><p>Renews at $10.99/mo</p>", "for a time"],
      ["<p>$25/month, billed quarterly</p>", "neither a month nor a year"],
      ["<p>$10/mo</p><p>Limited time offer. Regular price $20/mo</p>", "for a time"],
      ["<p>$10/mo</p><p>Black Friday price</p>", "for a time"],
      ["<p>Up to $10/mo</p>", "no price"],
      ["<p>$5/week</p>", "neither a month nor a year"],
      ["<p><span>$20</span> <span>$10</span>/mo</p>", "no period"],
      ["<p><span>$12</span><span>99</span>/mo</p>", "not understood"],
      ["<p>$10/mo</p><p>$12/mo</p>", "contradict"],
      ["<p>Free</p><p>$12/mo</p>", "both"],
      ["<p>$10/mo</p><p>$300/year</p>", "do not fit"],
      [`<input type="range"><p>$10/mo</p>`, "control"],
      ["<p>€9/mo</p><p>$10/month billed annually</p>", "several currencies"],
    ] as const) {
      const extraction = await read(card("Pro", price) + TEAM);
      expect([price, inShort(extraction)]).toEqual([price, [team]]);
      expect(extraction.reading?.complete).toBe(false);
      expect(extraction.refusals.some((one) => one.what === "Pro" && one.why.includes(reason))).toBe(true);
    }
  });

  test("a sibling card without a price makes the reading incomplete", async () => {
    const extraction = await read(
      `<div>${card("Pro", "<p>$10/mo</p>")}${TEAM}<div class="card"><h3>Scale</h3><p>Soon</p><p>For many</p></div></div>`,
    );
    expect(inShort(extraction)).toEqual(["Pro: 10 USD month", team]);
    expect(extraction.reading?.complete).toBe(false);
  });

  test("one name with two prices is given neither", async () => {
    const two = `<section><h2>Chat</h2><div>${card("Basic", "<p>$9/mo</p>")}${card("Pro", "<p>$10/mo</p>")}</div></section><section><h2>Voice</h2><div>${card("Basic", "<p>$20/mo</p>")}${card("Pro", "<p>$30/mo</p>")}</div></section>`;
    expect(await tiers(two)).toEqual([]);
    expect(await why(two)).toHaveLength(2);
  });

  test("the same cards twice, for wide and for narrow screens, are one set", async () => {
    const once = card("Pro", "<p>$10/mo</p>") + TEAM;
    expect(await tiers(`<div class="wide">${once}</div><div class="narrow">${once}</div>`)).toEqual([
      "Pro: 10 USD month",
      team,
    ]);
  });
});

describe("what is shown", () => {
  const pro = (price: string, around?: Around) => tiers(card("Pro", price) + TEAM, around);

  test.each([
    ["<s>$20</s> $10/mo", "struck by its element"],
    ["<del>$20</del> $10/mo", "struck by its element"],
    [`<span class="line-through">$20</span> $10/mo`, "struck by its class"],
    [`<span style="text-decoration: line-through">$20</span> $10/mo`, "struck by its style"],
    [`<span class="was-price">$20</span> $10/mo`, "named as the old price"],
    [
      `<span class="sr-only">Original price</span><span>$20</span> <span class="sr-only">Current price</span><span>$10</span>/mo`,
      "called so for the ear",
    ],
    [`<span hidden>$5/mo</span> $10/mo`, "hidden by attribute"],
    [`<span style="display:none">$5/mo</span> $10/mo`, "hidden by style"],
    [`<span class="d-none">$5/mo</span> $10/mo`, "hidden by class"],
    ["<template>$5/mo</template><noscript>$5/mo</noscript> $10/mo", "in a template"],
    ["<!-- $5/mo --> $10/mo", "in a comment"],
  ])("%s: the other amount is %s", async (price) => {
    expect(await pro(`<p>${price}</p>`)).toEqual(["Pro: 10 USD month", team]);
  });

  test("the page's own style sheet strikes and hides", async () => {
    const head =
      "<style>.a1{color:red;text-decoration:line-through} .b1{display:none} @media print{.c1{display:none}}</style>";
    expect(
      await pro(`<p><span class="a1">$20</span> <span class="b1">$5</span> <span class="c1">$10</span>/mo</p>`, {
        head,
      }),
    ).toEqual(["Pro: 10 USD month", team]);
  });

  test.each([
    [`<sup>$</sup>12<sup>99</sup><sub>/mo</sub>`, 12.99],
    [`<span>$</span><span>12</span><span class="cents">99</span><span>/mo</span>`, 12.99],
    [`<span>$</span><span>12</span><span>.99</span><span>/mo</span>`, 12.99],
    [`<span class="sr-only">$12.99 per month</span><span aria-hidden="true"><b>$</b><b>12</b><i>99</i></span>`, 12.99],
    [`<span aria-label="$12.99 per month"><b>$</b><b>12</b><i>99</i></span>`, 12.99],
    [`$12<sup>1</sup>/mo`, 12],
    [`<span>$</span>\n<span>12</span>\n<span>/mo</span>`, 12],
    [`<b>$12</b><span>per month</span>`, 12],
  ])("a price in pieces, %s, is %d", async (price, amount) => {
    expect(await pro(`<p>${price}</p>`)).toEqual([`Pro: ${amount} USD month`, team]);
  });
});

describe("toggles between monthly and annual", () => {
  const both = ["Pro: 12 USD month monthly, 10 USD month annual", "Team: 24 USD month monthly, 20 USD month annual"];
  const pair = (of: (monthly: number, annual: number) => string) => card("Pro", of(12, 10)) + card("Team", of(24, 20));

  test.each<[string, (m: number, a: number) => string, Around?]>([
    ["attributes with texts", (m, a) => `<p><span data-monthly="$${m}" data-annual="$${a}">$${m}</span>/mo</p>`],
    [
      "attributes with numbers",
      (m, a) => `<p>$<span data-price-monthly="${m}" data-price-yearly="${a}">${m}</span>/mo</p>`,
    ],
    ["classes", (m, a) => `<p class="price monthly">$${m}/mo</p><p class="price yearly">$${a}/mo</p>`],
    ["hidden elements", (m, a) => `<p data-billing="monthly" hidden>$${m}/mo</p><p data-billing="annual">$${a}/mo</p>`],
    ["conditions", (m, a) => `<p><span x-show="!annual">$${m}</span><span x-show="annual">$${a}</span>/mo</p>`],
    [
      "comparisons",
      (m, a) =>
        `<p><span v-if="billing !== 'yearly'">$${m}</span><span v-if="billing === 'yearly'">$${a}</span>/mo</p>`,
    ],
    [
      "a style sheet",
      (m, a) => `<p class="monthly">$${m}/mo</p><p class="annual">$${a}/mo</p>`,
      { head: "<style>.annual{display:none}</style>" },
    ],
    ["a sentence", (m, a) => `<p>$${a}/mo billed annually</p><p>or $${m} billed monthly</p>`],
  ])("both values are read from %s", async (_, of, around) => {
    const found = await tiers(pair(of), around);
    expect(found.map((line) => line.split(/: |, /).sort())).toEqual(both.map((line) => line.split(/: |, /).sort()));
  });

  test("both values are read from panels, shown and not", async () => {
    const panel = (id: string, hidden: string, pro: string, other: string) =>
      `<div role="tabpanel" id="${id}" ${hidden}>${card("Pro", `<p>${pro}</p>`)}${card("Team", `<p>${other}</p>`)}</div>`;
    const body = `<div role="tablist"><button role="tab" aria-controls="m" aria-selected="true">Monthly</button><button role="tab" aria-controls="y" aria-selected="false">Yearly</button></div>${panel("m", "", "$12/month", "$24/month")}${panel("y", "hidden", "$120/year", "$240/year")}`;
    expect(await tiers(body)).toEqual([
      "Pro: 12 USD month monthly, 120 USD year annual",
      "Team: 24 USD month monthly, 240 USD year annual",
    ]);
  });

  test("an annual amount that exceeds the monthly one is a year's", async () => {
    const body =
      card("Pro", `<p>$<b data-monthly="12" data-annual="120">12</b>/mo</p>`) +
      card("Team", `<p>$<b data-monthly="24" data-annual="240">24</b>/mo</p>`);
    expect(await tiers(body)).toEqual([
      "Pro: 12 USD month monthly, 120 USD year annual",
      "Team: 24 USD month monthly, 240 USD year annual",
    ]);
  });

  const choice = (monthly: string, annual: string) =>
    `<div><button ${monthly}>Monthly</button><button ${annual}>Annually <span>Save 20%</span></button></div>`;
  const one = card("Pro", "<p>$10/mo</p>") + TEAM;
  test.each([
    [choice(`aria-pressed="false"`, `aria-pressed="true"`), " annual"],
    [choice(`class="active"`, ""), " monthly"],
    [choice("", ""), ""],
    [choice(`class="active"`, `class="active"`), ""],
    [`<div>Monthly <input type="checkbox" checked> Yearly</div>`, ""],
    [`<label><input type="checkbox" checked> Bill annually</label>`, " annual"],
    [`<button role="switch" aria-checked="false" aria-label="Annual billing"></button>`, " monthly"],
  ])("%s says how prices are billed:%s", async (toggle, billing) => {
    expect(await tiers(toggle + one)).toEqual([`Pro: 10 USD month${billing}`, `Team: 20 USD month${billing}`]);
  });

  test("what the page says once of all its plans holds for each that does not say otherwise", async () => {
    expect(await tiers(`<p>All plans billed annually.</p>${one}`)).toEqual([
      "Pro: 10 USD month annual",
      "Team: 20 USD month annual",
    ]);
    expect(await tiers(`<p>Plans billed annually save 20%.</p>${one}`)).toEqual(["Pro: 10 USD month", team]);
  });

  test("a total of twelve payments is no second price", async () => {
    for (const total of [
      "Billed annually ($120)",
      "Billed $120 yearly",
      "$120 billed annually",
      "billed as $120 per year",
    ])
      expect(await tiers(card("Pro", `<p>$10/mo</p><p>${total}</p>`) + TEAM)).toEqual([
        "Pro: 10 USD month annual",
        team,
      ]);
  });
});

describe("tables", () => {
  test("columns are tiers, and only rows of prices price them", async () => {
    const body =
      "<table><thead><tr><th></th><th>Free</th><th>Pro</th><th>Enterprise</th></tr></thead><tbody><tr><td>Price</td><td>$0</td><td>$12 / user / month</td><td>Contact us</td></tr><tr><td>Storage</td><td>1 GB</td><td>$5/GB</td><td>Unlimited</td></tr></tbody></table>";
    expect(await tiers(body)).toEqual(["Free: 0 USD month", "Pro: 12 USD month per user", "Enterprise: contact_sales"]);
  });

  test("rows are tiers, under what their columns say", async () => {
    const body =
      "<table><tr><th>Plan</th><th>Monthly</th><th>Annual</th></tr><tr><td>Basic</td><td>$12</td><td>$120</td></tr><tr><td>Plus</td><td>$24</td><td>$20</td></tr></table>";
    expect(await tiers(body)).toEqual([
      "Basic: 12 USD month monthly, 120 USD year annual",
      "Plus: 24 USD month monthly, 20 USD month annual",
    ]);
  });

  test("regions are columns of one price in several currencies", async () => {
    const body =
      "<table><tr><th>Plan</th><th>US</th><th>EU</th></tr><tr><td>Basic</td><td>$10/month</td><td>€9/month</td></tr><tr><td>Plus</td><td>$20/month</td><td>€18/month</td></tr></table>";
    expect(await tiers(body)).toEqual(["Basic: 10 USD month, 9 EUR month", "Plus: 20 USD month, 18 EUR month"]);
  });

  test("old and new prices side by side are left alone", async () => {
    const body =
      "<table><tr><th>Plan</th><th>Old price</th><th>New price</th></tr><tr><td>Solo</td><td>$10 per month</td><td>$12 per month</td></tr></table>";
    expect(await tiers(body)).toEqual([]);
  });

  test("steps of a scale and countries are no tiers", async () => {
    expect(
      await tiers(
        "<table><tr><th>Users</th><th>Price per user / month</th></tr><tr><td>1–10</td><td>$12</td></tr><tr><td>11–50</td><td>$10</td></tr></table>",
      ),
    ).toEqual([]);
    expect(
      await tiers(
        "<table><tr><th>Country</th><th>Price per month</th></tr><tr><td>Germany</td><td>€12</td></tr><tr><td>France</td><td>€10</td></tr></table>",
      ),
    ).toEqual([]);
  });

  test("a table that differs from the cards takes the price away", async () => {
    const table =
      "<table><tr><th></th><th>Pro</th><th>Team</th></tr><tr><td>Price</td><td>$15/mo</td><td>$20/mo</td></tr></table>";
    expect(await tiers(`<div>${card("Pro", "<p>$10/mo</p>")}${TEAM}</div>${table}`)).toEqual([team]);
  });
});

describe("what names no tiers", () => {
  const plans = `<h2>Plans</h2><div>${card("Pro", "<p>$10/mo</p>")}${TEAM}</div>`;
  const others = `<div>${card("Analytics", "<p>$5/mo</p>")}${card("Archive", "<p>$50/mo</p>")}</div>`;
  test.each([
    ["add-ons under their heading", `<h2>Add-ons</h2>${others}`],
    ["add-ons by class", `<section class="addons">${others}</section>`],
    ["questions", `<section><h2>Frequently asked questions</h2>${others}</section>`],
    ["customers' voices", `<section class="testimonials">${others}</section>`],
    ["navigation and footer", `<nav>${others}</nav><footer>${others}</footer>`],
    ["a comparison with others", `<h2>Acme vs Example</h2>${others}`],
    ["what one would save", `<h2>See what you could save</h2>${others}`],
    ["a hidden dialogue", `<div class="modal" hidden>${others}</div>`],
    ["details that fold", `<details><summary>More</summary>${others}</details>`],
    ["sentences", "<p>We raised $5 per month and $90,000 per year in salaries.</p>"],
  ])("%s", async (_, more) => {
    expect(await tiers(plans + more)).toEqual(["Pro: 10 USD month", team]);
  });

  test("what others sell is no tier", async () => {
    const market = `<h1>Pricing</h1><div><div class="card"><h3>Example Sync</h3><p>by Example Ltd</p><p>$9 per month</p></div><div class="card"><h3>Sample Charts</h3><p>by Sample GmbH</p><p>$19 per month</p></div></div>`;
    expect(await tiers(market)).toEqual([]);
  });
});

describe("money of the page", () => {
  const one = card("Pro", "<p>$10/mo</p>") + TEAM;
  test.each<[string, string, Around?]>([
    ["<p>All prices in CAD.</p>", "CAD"],
    ["<p>Prices are shown in Australian dollars.</p>", "AUD"],
    [`<select><option>USD</option><option selected>NZD</option></select>`, "NZD"],
    [`<script type="application/ld+json">{"offers":{"priceCurrency":"SGD"}}</script>`, "SGD"],
    ["", "USD"],
  ])("%j makes a dollar %s", async (more, currency) => {
    expect(await tiers(more + one)).toEqual([`Pro: 10 ${currency} month`, `Team: 20 ${currency} month`]);
  });

  test.each<[string, Around]>([
    ["", { lang: "en-AU" }],
    ["", { url: "https://acme.example.com.au/pricing" }],
    ["", { url: "https://acme.example.com/en-ca/pricing" }],
    ["<p>Elsewhere it is CA$12.</p>", {}],
  ])("%j in %j leaves a dollar unknown", async (more, around) => {
    expect(await tiers(more + one, around)).toEqual([]);
  });

  test("German, French and Japanese pages are read by their own rules", async () => {
    const two = (a: string, b: string) =>
      `<div class="k"><h3>Basis</h3><p>${a}</p></div><div class="k"><h3>Profi</h3><p>${b}</p></div>`;
    expect(await tiers(two("ab 9,90 € pro Nutzer und Monat", "1.290 € pro Jahr"), { lang: "de" })).toEqual([
      "Basis: from 9.9 EUR month per user",
      "Profi: 1290 EUR year annual",
    ]);
    expect(await tiers(two("12 € HT / mois", "1 290 € par an"), { lang: "fr" })).toEqual([
      "Basis: 12 EUR month",
      "Profi: 1290 EUR year annual",
    ]);
    expect(await tiers(two("¥1,200/月", "¥2,400/月"), { lang: "ja" })).toEqual([
      "Basis: 1200 JPY month",
      "Profi: 2400 JPY month",
    ]);
  });

  test("tiers in different currencies are not read", async () => {
    expect(await tiers(card("Pro", "<p>€10/mo</p>") + TEAM)).toEqual([]);
  });
});

describe("work", () => {
  const plans = card("Pro", "<p>$10/mo</p>") + TEAM;
  test.each([
    ["text without end", plans + "lorem ipsum $5 sit amet ".repeat(100_000)],
    ["many elements", `${plans}<div>${"<p><span>$5</span> <b>/mo</b></p>".repeat(10_000)}</div>`],
    [
      "many rules of style",
      `<style>${Array.from({ length: 5_000 }, (_, at) => `.c${at} .d${at}{display:none}`).join("")}</style>${plans}`,
    ],
    ["a long number", `${plans}<p>$${"1,".repeat(100_000)}</p>`],
  ])("%s does not keep the tiers from being read", async (_, body) => {
    expect(await tiers(body)).toEqual(["Pro: 10 USD month", team]);
  });

  test.each([
    ["elements in elements", "<div>".repeat(100_000) + plans],
    [
      "formatting that is never closed",
      Array.from({ length: 3_000 }, (_, at) => `<b id="${at}">`).join("") + "<p>x".repeat(3_000),
    ],
    ["attributes", `<div ${Array.from({ length: 20_000 }, (_, at) => `data-monthly${at}="1"`).join(" ")}></div>`],
  ])("%s without end are left alone", async (_, body) => {
    expect((await read(body)).reading).toBeNull();
  });
});
