import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isCustomText, isFreeText, type MoneyContext, readPrices, statedPrice } from "./price-text";

/** Returns every price that a text states without doubt, in short form. */
function stated(text: string, context: MoneyContext = {}): string[] {
  return readPrices(text, context).flatMap((mention) => {
    const price = statedPrice(mention);
    if (!price) return [];
    const { amount, currency, period, billing, unit } = price;
    const words = [amount, currency, period, billing, unit && `per ${unit}`, mention.from && "from"];
    return [words.filter(Boolean).join(" ")];
  });
}

const rolesOf = (text: string, context: MoneyContext = {}) =>
  readPrices(text, context).map(({ role, amount }) => `${role} ${amount}`);

/** Money formats by locale, according to the platform's own rules. */
const WAYS = [
  ["en-US", "USD"],
  ["en-GB", "GBP"],
  ["en-IN", "INR"],
  ["de-DE", "EUR"],
  ["de-CH", "CHF"],
  ["fr-FR", "EUR"],
  ["es-ES", "EUR"],
  ["it-IT", "EUR"],
  ["nl-NL", "EUR"],
  ["pt-BR", "BRL"],
  ["sv-SE", "SEK"],
  ["nb-NO", "NOK"],
  ["da-DK", "DKK"],
  ["pl-PL", "PLN"],
  ["cs-CZ", "CZK"],
  ["ja-JP", "JPY"],
  ["ko-KR", "KRW"],
  ["en-US", "EUR"],
  ["de-DE", "USD"],
] as const;

describe("amounts", () => {
  test("what a locale writes is read back, for every amount, with the period behind it", () => {
    fc.assert(
      fc.property(fc.constantFrom(...WAYS), fc.integer({ min: 1, max: 99_999_999 }), ([locale, currency], cents) => {
        const isWhole = currency === "JPY" || currency === "KRW";
        const amount = isWhole ? cents : cents / 100;
        const text = new Intl.NumberFormat(locale, { style: "currency", currency }).format(amount);
        expect(stated(`${text} / month`, { locale })).toEqual([`${amount} ${currency} month`]);
      }),
      { numRuns: 600 },
    );
  });

  test("a text without a mark of money states no price, whatever numbers are in it", () => {
    const word = fc.constantFrom(
      "users",
      "per",
      "month",
      "5",
      "1,000",
      "10.50",
      "Free",
      "plan",
      "/mo",
      "billed",
      "annually",
      "%",
      "GB",
      "from",
      "2026",
      "TRY",
      "ALL",
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        expect(readPrices(words.join(" ")).filter((mention) => mention.kind === "price")).toEqual([]);
      }),
    );
  });

  test("no text breaks the reader, and no mention leaves the text", () => {
    const piece = fc.constantFrom(
      "$",
      "€",
      "12",
      "1.234,50",
      " ",
      "\n",
      "/mo",
      "per user",
      "(",
      ")",
      "–",
      "-",
      "from",
      "save",
      "USD",
      "kr",
      "%",
      "k",
      "+",
      "billed annually",
      "99",
      "⁹",
      ".",
      ",",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const text = pieces.join("");
        for (const { start, end, text: shown } of readPrices(text)) {
          expect(start).toBeLessThanOrEqual(end);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(shown.length).toBeLessThanOrEqual(160);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test.each<[string, string, MoneyContext?]>([
    ["$1,234.56/yr", "1234.56 USD year annual"],
    ["1.234,56 € pro Jahr", "1234.56 EUR year annual", { locale: "de" }],
    ["1.200 €/Monat", "1200 EUR month", { locale: "de" }],
    ["1 234,50 € par mois", "1234.5 EUR month", { locale: "fr" }],
    ["1\u202f234\u00a0€ par mois", "1234 EUR month", { locale: "fr" }],
    ["CHF 1'234.50 / Monat", "1234.5 CHF month", { locale: "de-CH" }],
    ["CHF 12.– pro Monat", "12 CHF month", { locale: "de-CH" }],
    ["12,- € / Monat", "12 EUR month", { locale: "de" }],
    ["₹1,49,900/year", "149900 INR year annual", { locale: "en-IN" }],
    ["¥1,200/月", "1200 JPY month", { locale: "ja" }],
    ["月額1,200円", "1200 JPY month", { locale: "ja" }],
    ["¥99/月", "99 CNY month", { locale: "zh-CN" }],
    ["R$ 49,90/mês", "49.9 BRL month", { locale: "pt-BR" }],
    ["99 kr/mån", "99 SEK month", { locale: "sv" }],
    ["49 zł / miesiąc", "49 PLN month", { locale: "pl" }],
    ["$9⁹⁹/mo", "9.99 USD month"],
    ["12€99 / mois", "12.99 EUR month", { locale: "fr" }],
    ["$ 29\n/mo", "29 USD month"],
    ["$\n29\n/mo", "29 USD month"],
    ["$2k/mo", "2000 USD month"],
  ])("%j is %s", (text, expected, context = {}) => {
    expect(stated(text, context)).toEqual([expected]);
  });

  test.each<[string, MoneyContext?]>([
    ["€1.234/month", { locale: "en" }],
    ["1,234 €/Monat", { locale: "de" }],
    ["$10 100 / month"],
    ["$1.2.3 / month"],
    ["$5M / month"],
    ["$29\n99\n/mo"],
    ["2 € 12 / month"],
  ])("%j can be read in two ways, and is not read", (text, context = {}) => {
    expect(stated(text, context)).toEqual([]);
  });
});

describe("currencies", () => {
  test.each<[string, string, MoneyContext?]>([
    ["$12/mo", "USD"],
    ["US$12/mo", "USD", { locale: "en-AU" }],
    ["CA$12/mo", "CAD"],
    ["A$12/mo", "AUD"],
    ["NZ$12/mo", "NZD"],
    ["$12 CAD/mo", "CAD"],
    ["AUD $12/mo", "AUD"],
    ["12 $ CA/mois", "CAD", { locale: "fr-CA" }],
    ["$12/mo", "CAD", { defaultCurrency: "CAD" }],
    ["EUR 12/mo", "EUR"],
    ["12 CHF/mo", "CHF"],
    ["99 kr/mnd", "NOK", { locale: "nb" }],
  ])("%j is %s", (text, currency, context = {}) => {
    expect(readPrices(text, context).map((mention) => mention.currency)).toEqual([currency]);
  });

  test.each<[string, MoneyContext]>([
    ["$12/mo", { locale: "en-AU" }],
    ["$12/mo", { locale: "es-MX" }],
    ["$12/mo", { defaultCurrency: null }],
    ["¥1200/mo", { locale: "en" }],
    ["99 kr/mo", { locale: "en" }],
    ["Rs 99/mo", { locale: "en" }],
    ["$12 EUR/mo", {}],
    ["H$12/mo", {}],
  ])("which money %j is in %j cannot be told", (text, context) => {
    expect(readPrices(text, context).map((mention) => mention.currency)).toEqual([null]);
    expect(stated(text, context)).toEqual([]);
  });
});

describe("what is said around an amount", () => {
  test.each<[string, string[], MoneyContext?]>([
    ["$10 per user/month, billed annually", ["10 USD month annual per user"]],
    ["$10\nper user / month\nbilled annually", ["10 USD month annual per user"]],
    [
      "$12 per user/month billed annually · $15 billed monthly",
      ["12 USD month annual per user", "15 USD month monthly per user"],
    ],
    [
      "$12 per user/month billed annually or $15 month-to-month",
      ["12 USD month annual per user", "15 USD month monthly per user"],
    ],
    ["$10 a month per editor", ["10 USD month per editor"]],
    ["$10/mo/user", ["10 USD month per user"]],
    ["£1,200.00 p.a.", ["1200 GBP year annual"]],
    ["£10 pm", ["10 GBP month"]],
    ["$100/year", ["100 USD year annual"]],
    ["$99 one-time", ["99 USD once"]],
    ["$299 lifetime", ["299 USD once"]],
    ["$0.10 per GB", ["0.1 USD usage per GB"]],
    ["$1 per 1,000 emails", ["1 USD usage per 1,000 emails"]],
    ["$0.20 per 100K commands", ["0.2 USD usage per 100K commands"]],
    ["$5 per GB/month", ["5 USD month per GB"]],
    ["From $9/mo", ["9 USD month from"]],
    ["Starting at\n$9\n/month", ["9 USD month from"]],
    ["$500+/mo", ["500 USD month from"]],
    ["$12 + VAT per month", ["12 USD month"]],
    ["$10/month (min 3 users)", ["10 USD month"]],
    ["$10/month for up to 5 users", ["10 USD month"]],
    ["$10/month after 14-day free trial", ["10 USD month"]],
    ["free for 14 days, then $10/month", ["10 USD month"]],
    ["$10/month, billed annually at $120", ["10 USD month annual"]],
    ["USD 15 / EUR 14 per user per month", ["15 USD month per user", "14 EUR month per user"]],
    ["ab 9 € pro Nutzer und Monat", ["9 EUR month per user from"], { locale: "de" }],
    ["12 € / Monat bei jährlicher Abrechnung", ["12 EUR month annual"], { locale: "de" }],
    ["à partir de 9 € par utilisateur et par mois", ["9 EUR month per user from"], { locale: "fr" }],
    ["9 €/mois facturé annuellement", ["9 EUR month annual"], { locale: "fr" }],
    ["desde 9 € por usuario al mes", ["9 EUR month per user from"], { locale: "es" }],
    ["€ 12,50 per gebruiker per maand", ["12.5 EUR month per user"], { locale: "nl" }],
  ])("%j", (text, expected, context = {}) => {
    expect(stated(text, context)).toEqual(expected);
  });

  test.each([
    ["Save $20", "saving 20"],
    ["$10 off", "saving 10"],
    ["-$10", "saving 10"],
    ["You save up to 20% ($96)", "saving 96"],
    ["Up to $500 in credits", "limit 500"],
    ["$50 in credits", "credit 50"],
    ["Was $20", "was 20"],
    ["$10 for your first month", "intro 10"],
    ["$1 for 3 months", "intro 1"],
    ["$10/month for the first 3 months", "intro 10"],
    ["$10/month\nfor first 3 months", "intro 10"],
    ["$5 per additional user / month", "extra 5"],
    ["Setup fee: $99", "extra 99"],
    ["about $10/month", "approximate 10"],
    ["Hosting: $10/mo", "labelled 10"],
    ["Teams like yours pay us $10/mo", "unexplained 10"],
    ["$10/mo flavoured", "unexplained 10"],
  ])("%j is no list price", (text, role) => {
    expect(rolesOf(text)).toEqual([role]);
    expect(stated(text)).toEqual([]);
  });

  test("both ends of a range are left alone", () => {
    for (const text of ["$10–$20 / month", "$10 - $20/mo", "$10 to $20 / month", "$10-20/month", "10–20 € / month"])
      expect(stated(text)).toEqual([]);
  });

  test.each([
    "$5/week",
    "$30 per quarter",
    "$120 every 6 months",
    "$12/mo billed quarterly",
    "$9/mo billed every two years",
  ])("%j has a term that no price of ours can state", (text) => {
    expect(stated(text)).toEqual([]);
  });

  test("a bare amount has no period, and is no price", () => {
    for (const text of ["$120 billed annually", "$12", "$12 per user"]) expect(stated(text)).toEqual([]);
  });
});

describe("words instead of an amount", () => {
  test("free is free only where nothing limits it", () => {
    for (const text of ["Free", "Free forever", "Kostenlos", "Gratuit", "Gratis"]) expect(isFreeText(text)).toBe(true);
    for (const text of ["Free trial", "14-day free", "Start for free", "Free shipping", "Free for 14 days"])
      expect(isFreeText(text)).toBe(false);
  });

  test("a price on request is told by the whole line", () => {
    for (const text of [
      "Custom",
      "Contact sales",
      "Let’s talk",
      "Please\u00a0contact\u00a0sales",
      "Auf Anfrage",
      "Sur devis",
    ])
      expect(isCustomText(text)).toBe(true);
    for (const text of ["Custom domains", "Contact sales for volume discounts", "Talk to your customers"])
      expect(isCustomText(text)).toBe(false);
  });
});
