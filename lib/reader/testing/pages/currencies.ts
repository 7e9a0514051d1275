import { also, type Fixture, free, html, month, page, sales, says, tier, year } from "../fixture";

const card = (name: string, price: string, rest = "") =>
  `<article class="plan"><h3>${name}</h3><p class="price">${price}</p>${rest}</article>`;

/** Other currencies, and numbers in the notation of other languages. */
export const currencies: Fixture[] = [
  page(
    "html",
    "acme-rechnung",
    html(
      "Acme Rechnung – Preise",
      `<main><h1>Preise</h1>${card("Basis", "8,90 € / Monat")}${card("Profi", "17,90 € / Monat")}${card("Firma", "1.234,56 € / Monat")}<p>Alle Preise zzgl. MwSt.</p></main>`,
      { lang: "de" },
    ),
    {
      traps: ["trailing €", "decimal comma", "German"],
      expected: says(
        tier("Basis", month("EUR", 8.9)),
        tier("Profi", month("EUR", 17.9)),
        tier("Firma", month("EUR", 1234.56)),
      ),
    },
  ),
  page(
    "html",
    "acme-facture",
    html(
      "Acme Facture – Tarifs",
      `<main><h1>Tarifs</h1>${card("Solo", "15 € par mois")}${card("Équipe", "49,50 € par mois")}${card("Groupe", "1 234,56 € par mois")}</main>`,
      { lang: "fr" },
    ),
    {
      traps: ["space in a number", "decimal comma", "French"],
      expected: says(
        tier("Solo", month("EUR", 15)),
        tier("Équipe", month("EUR", 49.5)),
        tier("Groupe", month("EUR", 1234.56)),
      ),
    },
  ),
  page(
    "html",
    "acme-stock",
    html(
      "Acme Stock pricing",
      `<main><h1>Pricing</h1>${card("Shop", "£12 per month")}${card("Chain", "£48 per month")}${card("Warehouse", "£1,099 per month")}</main>`,
      { lang: "en-GB" },
    ),
    {
      traps: ["£"],
      expected: says(
        tier("Shop", month("GBP", 12)),
        tier("Chain", month("GBP", 48)),
        tier("Warehouse", month("GBP", 1099)),
      ),
    },
  ),
  page(
    "html",
    "acme-khata",
    html(
      "Acme Khata pricing",
      `<main><h1>Pricing for India</h1>${card("Silver", "₹749 /month")}${card("Gold", "₹1,499 /month")}${card("Platinum", "₹1,20,000 /year")}</main>`,
      { lang: "en-IN" },
    ),
    {
      traps: ["₹", "Indian grouping"],
      expected: says(
        tier("Silver", month("INR", 749)),
        tier("Gold", month("INR", 1499)),
        tier("Platinum", year("INR", 120000)),
      ),
    },
  ),
  page(
    "html",
    "acme-kaban",
    html(
      "Acme かばん 料金",
      `<main><h1>料金</h1>${card("スタンダード", "¥1,200 / month")}${card("ビジネス", "¥2,400 / month")}</main>`,
      { lang: "ja" },
    ),
    {
      traps: ["¥", "Japanese"],
      expected: says(tier("スタンダード", month("JPY", 1200)), tier("ビジネス", month("JPY", 2400))),
    },
  ),
  page(
    "html",
    "acme-tresor",
    html(
      "Acme Tresor Preise",
      `<main><h1>Speicher in der Schweiz</h1>${card("Privat", "CHF 9.90 pro Monat")}${card("Familie", "CHF 14.90 pro Monat")}${card("Firma", "CHF 1’250.00 pro Monat")}</main>`,
      { lang: "de-CH" },
    ),
    {
      traps: ["CHF", "apostrophe in a number"],
      expected: says(
        tier("Privat", month("CHF", 9.9)),
        tier("Familie", month("CHF", 14.9)),
        tier("Firma", month("CHF", 1250)),
      ),
    },
  ),
  page(
    "html",
    "acme-pay",
    html(
      "Acme Pay pricing",
      `<main><h1>Pricing in Australia</h1>${card("Starter", "A$10 per month")}${card("Plus", "A$45 per month")}</main>`,
      { lang: "en-AU" },
    ),
    {
      traps: ["A$"],
      expected: says(tier("Starter", month("AUD", 10)), tier("Plus", month("AUD", 45))),
    },
  ),
  page(
    "html",
    "acme-tax",
    html(
      "Acme Tax pricing",
      `<main><h1>Pricing in Canada</h1>${card("Free file", "C$0")}${card("Assist", "C$39.99 per year")}${card("Expert", "C$89.99 per year")}</main>`,
      { lang: "en-CA" },
    ),
    {
      traps: ["C$"],
      expected: says(free("Free file", "CAD"), tier("Assist", year("CAD", 39.99)), tier("Expert", year("CAD", 89.99))),
    },
  ),
  page(
    "html",
    "acme-global",
    html(
      "Acme Global pricing",
      `<main><h1>Pricing</h1>${card("Local", "US$9 per user per month")}${card("Regional", "US$19 per user per month")}${card("Worldwide", "Get a quote")}</main>`,
    ),
    {
      traps: ["US$", "get a quote"],
      expected: says(
        tier("Local", month("USD", 9, "user")),
        tier("Regional", month("USD", 19, "user")),
        sales("Worldwide"),
      ),
    },
  ),
  page(
    "html",
    "acme-fleet",
    html(
      "Acme Fleet pricing",
      `<main><h1>Pricing</h1>${card("Track", "USD 15 / EUR 14 / GBP 12 per vehicle per month")}${card("Route", "USD 25 / EUR 23 / GBP 20 per vehicle per month")}</main>`,
    ),
    {
      traps: ["three currencies in a line"],
      expected: says(
        tier("Track", month("USD", 15, "vehicle"), month("EUR", 14, "vehicle"), month("GBP", 12, "vehicle")),
        tier("Route", month("USD", 25, "vehicle"), month("EUR", 23, "vehicle"), month("GBP", 20, "vehicle")),
      ),
    },
  ),
  page(
    "html",
    "acme-cloud",
    html(
      "Acme Cloud pricing",
      `<main><h1>Servers</h1><div class="currency-switch"><button>USD</button><button>EUR</button></div>
<section class="plan"><h3>CX1</h3><p data-currency="USD">$4.15 monthly</p><p data-currency="EUR" hidden>€3.79 monthly</p></section>
<section class="plan"><h3>CX2</h3><p data-currency="USD">$7.05 monthly</p><p data-currency="EUR" hidden>€6.49 monthly</p></section></main>`,
    ),
    {
      traps: ["switch of currencies", "period as an adverb"],
      expected: says(
        {
          ...tier("CX1"),
          prices: [
            { anyOf: [...month("USD", 4.15).anyOf, ...month("USD", 4.15, null, "monthly").anyOf] },
            also({ anyOf: [...month("EUR", 3.79).anyOf, ...month("EUR", 3.79, null, "monthly").anyOf] }),
          ],
        },
        {
          ...tier("CX2"),
          prices: [
            { anyOf: [...month("USD", 7.05).anyOf, ...month("USD", 7.05, null, "monthly").anyOf] },
            also({ anyOf: [...month("EUR", 6.49).anyOf, ...month("EUR", 6.49, null, "monthly").anyOf] }),
          ],
        },
      ),
    },
  ),
  page(
    "html",
    "acme-kanban",
    html(
      "Acme Kanban prijzen",
      `<main><h1>Prijzen</h1>${card("Klein", "€ 4,- per gebruiker per maand")}${card("Groot", "€ 7,50 per gebruiker per maand")}</main>`,
      { lang: "nl" },
    ),
    {
      traps: ["Dutch", "a dash for the cents"],
      expected: {
        ...says(
          tier("Klein", { anyOf: ["gebruiker", "user", null].flatMap((unit) => month("EUR", 4, unit).anyOf) }),
          tier("Groot", { anyOf: ["gebruiker", "user", null].flatMap((unit) => month("EUR", 7.5, unit).anyOf) }),
        ),
        orNothing: "its language is one that few readers know",
      },
    },
  ),
];
