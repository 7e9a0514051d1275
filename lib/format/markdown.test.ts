import { describe, expect, test } from "vitest";
import { acme } from "./acme.fixture";
import { productMarkdown } from "./markdown";
import { infected } from "./testing/infected";
import { priceOfTier } from "./tier-price";

const RAW_HTML = /<[a-z!/?]/i;

const [tier] = acme.tiers ?? [];
if (!tier) throw new Error("the fixture has tiers");

const member = {
  slug: "acme-calls",
  name: "Acme Calls",
  startingPrice: 5,
  highestPrice: 5,
  currency: "USD",
  priceUnit: "user/month",
  priceStatus: "published" as const,
  pricingModel: "per_seat" as const,
  links: { page: "https://prices.example/software/team-chat/acme-calls" },
};

describe("the twin of a page without a price", () => {
  const { tiers: _tiers, usage: _usage, ...bare } = acme;
  const alternative = {
    slug: "other",
    name: "Other chat",
    answer: "Other costs $5 per user per month.",
    reason: "often compared; also priced per user per month, $2 less",
    links: { page: "https://prices.example/software/chat/other" },
  };

  test("says what to do, with the vendor's priced products and the alternatives in their order", () => {
    const sibling = {
      name: "Acme Mail",
      answer: "Acme Mail costs $3 per month.",
      links: { ...acme.links, page: "https://x.example/mail" },
    };
    const text = productMarkdown({ ...bare, alternatives: [alternative] }, { lacking: { siblings: [sibling] } });
    const [, help = ""] = text.split("## Price unknown\n");
    expect(help).toContain(`${acme.links.home}/report/form?product=${acme.slug}&field=price`);
    expect(help).toContain("- [Acme Mail](https://x.example/mail): Acme Mail costs $3 per month.");
    expect(text).toContain(
      "| [Other chat](https://prices.example/software/chat/other) | Other costs $5 per user per month. | Often compared; also priced per user per month, $2 less |",
    );
  });

  test("says nothing of it where a price is known", () => {
    expect(productMarkdown(acme)).not.toContain("Price unknown");
  });
});

describe("productMarkdown", () => {
  const text = productMarkdown(acme);

  test("answers first and ends with the address to cite", () => {
    expect(text.split("\n")[0]).toBe("# Acme Chat pricing");
    expect(text.split("\n")[2]).toBe(
      "**Acme Chat: $2,175 a year for 25 people · Pro, billed yearly · checked 21 Aug 2026 (yesterday).**",
    );
    expect(text.split("\n")[4]).toBe(
      `${acme.answer} Confidence score: 0.62. From a dated public capture. Not yet verified by us.`,
    );
    expect(text.split("\n## ").at(-1)).toContain(acme.links.page);
  });

  test("shows every tier and every piece of evidence", () => {
    for (const { name } of acme.tiers ?? []) expect(text).toContain(name);
    for (const { url } of acme.evidence) expect(text).toContain(url);
  });

  test("has no section for a group without data and no undefined in it", () => {
    const bare = productMarkdown({ ...acme, tiers: undefined, hiddenCosts: undefined, priceHistory: undefined });
    expect(bare).not.toMatch(/## (Tiers|Extra costs|Price history)/);
    expect(text + bare).not.toMatch(/undefined|NaN|null|\[object/);
  });

  test("a source's text cannot break a table or bring markup", () => {
    const odd = { ...tier, name: "Pro | <script>\n[x](javascript:1)" };
    const shown = productMarkdown({ ...acme, tiers: [odd] });
    expect(shown).not.toContain("<script");
    expect(shown).toContain("Pro \\| &lt;script> \\[x\\](javascript:1)");
  });

  test("wherever it stands", () => {
    const hostile = "<script>x</script> <img src=x onerror=1> &lt;b&gt; [x](javascript:alert(1)) `|`\n\n# y";
    const shown = productMarkdown(infected({ ...acme, members: [member] }, hostile));
    expect(shown.split("javascript:").length).toBeGreaterThan(20);
    expect(shown).not.toMatch(RAW_HTML);
    expect(shown).not.toContain("&lt;b&gt;");
    expect(shown).not.toMatch(/^# y/m);
    const followed = [...shown.matchAll(/(?<!\\)\]\(([^)]*)\)/g)].map(([, address = ""]) => new URL(address).protocol);
    expect(new Set(followed)).toEqual(new Set(["https:"]));
  });
});

describe("priceOfTier", () => {
  test.each([
    ["month", "$20 per month, billing not stated"],
    ["user/month", "$20 per user per month, billing not stated"],
    ["GB", "$20 per month, billing not stated, per GB"],
  ])("a price per %s names the month once", (priceUnit, expected) => {
    const listPrice = { amount: 20, currency: "USD", period: "month" as const, billing: "unstated" as const };
    const priced = {
      isFree: false,
      priceStatus: "published" as const,
      priceMonthly: null,
      priceAnnual: null,
      listPrice,
    };
    expect(priceOfTier({ ...tier, ...priced, priceUnit, minimumSeats: null })).toBe(expected);
  });

  test.each([
    [{ ...tier, isFree: true }, "free"],
    [{ ...tier, isFree: false, priceStatus: "contact_sales" as const }, "on request"],
    [
      {
        ...tier,
        isFree: false,
        priceStatus: "published" as const,
        priceMonthly: 8.75,
        priceAnnual: 7.25,
        priceUnit: "user/month",
      },
      "$8.75 per user per month billed monthly, or $7.25 billed yearly",
    ],
    [
      {
        ...tier,
        isFree: false,
        priceStatus: "published" as const,
        priceMonthly: null,
        priceAnnual: null,
        listPrice: null,
      },
      "not yet checked",
    ],
  ])("%#: an unknown price is words, never 0", (given, expected) => {
    expect(priceOfTier({ ...given, minimumSeats: null })).toBe(expected);
  });
});
