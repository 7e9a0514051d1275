import { describe, expect, test } from "vitest";
import { climb, contextOf, extract, type Rungs } from "./extract";
import { readHtml } from "./html";
import type { Page, Rung } from "./rung";
import type { Extraction, PageReading, ReadTier } from "./types";

const page: Page = {
  url: "https://acme.example.com/pricing",
  contentType: "text/html",
  text: `<html lang="en"><body><div class="c"><h3>Pro</h3><p>$10 per user/month</p></div><div class="c"><h3>Team</h3><p>$20/mo</p></div></body></html>`,
};
const unread: Page = { ...page, text: `<html lang="en"><body><div id="root"></div></body></html>` };
const partly: Page = { ...page, text: page.text.replace("$20/mo", "$20–$30/mo") };

const tier = (name: string, amount: number, more: Partial<ReadTier["prices"][number]> = {}): ReadTier => ({
  name,
  status: "published",
  prices: [{ amount, currency: "USD", period: "month", billing: null, unit: null, text: `$${amount}`, ...more }],
});
const says =
  (extractor: PageReading["extractor"], tiers: ReadTier[], complete = true): Rung =>
  () => ({ reading: { extractor, tiers, complete }, refusals: [] });

const climbed = (at: Page, structured: Rung[], model: Rungs["model"] = null): Promise<Extraction> =>
  climb(at, contextOf(at, { model: async () => null }), { structured, html: readHtml, model });
const inShort = ({ reading }: Extraction) =>
  reading &&
  `${reading.extractor}${reading.complete ? "" : " in part"}: ${reading.tiers.map(({ name, prices }) => `${name} ${prices.map(({ amount, unit }) => `${amount}${unit ? ` per ${unit}` : ""}`).join(" and ")}`).join(", ")}`;

describe("the ladder", () => {
  test("data that agree with what is shown win, in the fuller words", async () => {
    expect(inShort(await climbed(page, [says("json-ld", [tier("Pro", 10), tier("Team", 20)])]))).toBe(
      "json-ld: Pro 10 per user, Team 20",
    );
  });

  test("where data and page contradict each other, what is shown wins and the rest is refused", async () => {
    const extraction = await climbed(page, [says("json-ld", [tier("Pro", 8), tier("Team", 20)])]);
    expect(inShort(extraction)).toBe("html: Pro 10 per user, Team 20");
    expect(extraction.refusals.map((one) => `${one.extractor} ${one.what}`)).toEqual(["json-ld Pro"]);
    const euros = await climbed(page, [says("json-ld", [tier("Pro", 10, { currency: "EUR" }), tier("Team", 20)])]);
    expect(inShort(euros)).toBe("html: Pro 10 per user, Team 20");
    const seats = await climbed(page, [says("json-ld", [tier("Pro", 10, { unit: "site" }), tier("Team", 20)])]);
    expect(inShort(seats)).toBe("html: Pro 10 per user, Team 20");
  });

  test("data that name fewer or other tiers than are shown are not taken for the whole", async () => {
    expect(inShort(await climbed(page, [says("json-ld", [tier("Pro", 10)])]))).toBe("html: Pro 10 per user, Team 20");
    expect(inShort(await climbed(page, [says("json-ld", [tier("Pro", 10), tier("Team", 20), tier("Old", 5)])]))).toBe(
      "html: Pro 10 per user, Team 20",
    );
  });

  test("data without a tier that a partial view shows are partial too", async () => {
    const extraction = await climbed(partly, [says("json-ld", [tier("Team", 20)])]);
    expect(extraction.reading?.complete).toBe(false);
  });

  test("the first complete reading wins where nothing is shown", async () => {
    const rungs = [says("json-ld", [tier("Pro", 9)], false), says("page-state", [tier("Pro", 9), tier("Team", 18)])];
    expect(inShort(await climbed(unread, rungs))).toBe("page-state: Pro 9, Team 18");
  });

  test("a partial reading is used only where nothing complete is found, and says so", async () => {
    expect(inShort(await climbed(unread, [says("json-ld", [tier("Pro", 9)], false)]))).toBe("json-ld in part: Pro 9");
    expect(inShort(await climbed(partly, []))).toBe("html in part: Pro 10 per user");
    expect(inShort(await climbed(partly, [], says("model", [tier("Pro", 10), tier("Team", 20)])))).toBe(
      "model: Pro 10 per user, Team 20",
    );
  });

  test("a bare dollar is what the data say it is, where amounts agree", async () => {
    const aud = (extractor: PageReading["extractor"], amount = 10) =>
      says(extractor, [tier("Pro", amount, { currency: "AUD" })]);
    const currencies = async (at: Page, rungs: Rung[]) => {
      const { reading } = await climbed(at, rungs);
      return reading?.tiers.flatMap(({ prices }) => prices.map(({ currency }) => currency)) ?? null;
    };
    const marked = (mark: string) => ({ ...page, text: page.text.replaceAll("$", mark) });
    const stated = { ...page, text: page.text.replace("</body>", "<p>All prices in US dollars.</p></body>") };
    expect(await currencies(page, [])).toEqual(["USD", "USD"]);
    expect(await currencies(page, [aud("page-state")])).toEqual(["AUD", "AUD"]);
    expect(await currencies(page, [aud("page-state", 12)])).toEqual(["USD", "USD"]);
    expect(await currencies(stated, [aud("page-state")])).toEqual(["USD", "USD"]);
    expect(await currencies(marked("US$"), [aud("page-state")])).toEqual(["USD", "USD"]);
    expect(await currencies(marked("€"), [aud("page-state")])).toEqual(["EUR", "EUR"]);
    const cad = says("json-ld", [tier("Pro", 10, { currency: "CAD" })]);
    expect(await currencies(page, [cad, aud("page-state")])).toBeNull();
    expect(await currencies(page, [says("json-ld", [tier("Pro", 10)]), aud("page-state")])).toBeNull();
  });

  test("files are asked for only where the page itself gives nothing complete", async () => {
    let asked = 0;
    const machineFile: Rung = () => {
      asked += 1;
      return { reading: { extractor: "machine-file", tiers: [tier("Pro", 9)], complete: true }, refusals: [] };
    };
    const climbedTo = (at: Page, structured: Rung[] = []) =>
      climb(at, contextOf(at), { structured, html: readHtml, machineFile, model: null });
    await climbedTo(page);
    await climbedTo(unread, [says("page-state", [tier("Pro", 9)])]);
    expect(asked).toBe(0);
    expect(inShort(await climbedTo(unread))).toBe("machine-file: Pro 9");
    expect(asked).toBe(1);
  });

  test("a model is asked only where the rest gave nothing complete, and may not contradict the page", async () => {
    let asked = 0;
    const model: Rung = () => {
      asked += 1;
      return {
        reading: { extractor: "model", tiers: [tier("Pro", 11), tier("Team", 20)], complete: true },
        refusals: [],
      };
    };
    await climbed(page, [], model);
    expect(asked).toBe(0);
    expect(inShort(await climbed(partly, [], model))).toBe("html in part: Pro 10 per user");
    expect(asked).toBe(1);
  });

  test("a rung that fails is one that read nothing", async () => {
    const extraction = await climbed(page, [
      () => {
        throw new Error("no");
      },
    ]);
    expect(inShort(extraction)).toBe("html: Pro 10 per user, Team 20");
  });

  test("a file that is no HTML has its text and no document", () => {
    const context = contextOf({ ...page, contentType: "text/markdown", text: "# Pricing\n<b>" });
    expect(context.document).toBeNull();
    expect(context.visibleText).toBe("# Pricing\n<b>");
    expect(contextOf(page).visibleText.split("\n")).toEqual(["Pro", "$10 per user/month", "Team", "$20/mo"]);
  });

  test("reads by all its rungs, for the day on which the page was fetched", async () => {
    const data = (fields: object) =>
      `<script type="application/ld+json">${JSON.stringify({ "@type": "SoftwareApplication", name: "Acme", offers: [{ "@type": "Offer", name: "Pro", price: 9, priceCurrency: "USD", ...fields }] })}</script>`;
    const by = async (text: string, options: Parameters<typeof extract>[1] = {}) =>
      (await extract({ ...unread, text }, options)).reading?.extractor ?? null;
    const dated = unread.text.replace("<body>", `<body>${data({ priceValidUntil: "2026-06-30", unitText: "month" })}`);
    expect(await by(dated, { now: new Date("2026-06-01T00:00:00Z") })).toBe("json-ld");
    expect(await by(dated, { now: new Date("2026-07-02T00:00:00Z") })).toBeNull();
    const files = async (url: string) =>
      url.endsWith("/pricing.md") ? { contentType: "text/markdown", text: "## Pro\n\n$9 per month\n" } : null;
    expect(await by(unread.text, { fetchMore: files })).toBe("machine-file");
    const told = `<html lang="en"><body><main><section><h3>Pro</h3><p>$12 per user / month</p></section><section><h3>Team</h3><p>$20–$30 / month</p></section></main></body></html>`;
    let asked = 0;
    const model = async () => {
      asked += 1;
      return { plans: [] };
    };
    expect(await by(told, { model })).toBe("html");
    expect(asked).toBe(1);
  });
});
