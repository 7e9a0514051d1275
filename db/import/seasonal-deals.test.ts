import { expect, test } from "vitest";
import { fromDeals, percentsOff, planIn, scopeOf, studentOffer } from "./seasonal-deals";

test.each<[string, number[]]>([
  ["**50% OFF** with code **BF50**", [50]],
  ["Up to 50 percent off all templates and 95 percent off All Access Pass", [50, 95]],
  ["66% OFF (30% of proceeds go to charity)", [66]],
  ["$5.99 -> $0.99 Lifetime", []],
  ["One more story for free", []],
  ["100% free", []],
  ["20-40% off", [20, 40]],
])("percentages off in %j", (text, expected) => {
  expect(percentsOff(text)).toEqual(expected);
});

const deal = (year: string, text: string, name = "Acme") => ({
  year,
  snapshot: `${year}-11-30`,
  commit: "abc",
  name,
  url: "https://acme.dev/?ref=bf",
  deal: text,
});

test("the offers of all years are one discount, without codes, for known products only", () => {
  const { readings } = fromDeals([
    deal("2024", "30% off with code **BF24**"),
    deal("2023", "50% OFF"),
    deal("2022", "a gift"),
  ]);
  expect(readings).toMatchObject([
    {
      subject: { name: "Acme", domain: "acme.dev", onlyIfKnown: true },
      trust: "C",
      observedAt: "2024-11-30",
      fact: { discount: "seasonal", percentLow: 30, percentHigh: 50, condition: "Black Friday offers in 2023, 2024" },
    },
  ]);
  expect(JSON.stringify(readings)).not.toContain("BF24");
});

test.each<[string, string | null]>([
  ["75% OFF Pro, applied automatically on checkout", "on Pro"],
  ["**30% OFF** the first year with code **BF2025**", "for the first year"],
  ["**20% OFF** first payment, code **X**", "for the first payment"],
  ["**25% off** for 3 months with the code **CC**", "for 3 months"],
  ["50% OFF first year of yearly plan", "with annual billing for the first year"],
  ["50% OFF monthly and yearly plans", null],
  ["**50% OFF** - new accounts", "for new customers"],
  ["Up to 40% OFF on team licenses for 5 developers", "at most on team licences for 5 developers"],
  ["Up to 50 percent off sitewide and 95% OFF on Big Bundle", "at most, the highest share on a bundle only"],
  [
    "Up to 50 percent off all templates and 95 percent off All Access Pass",
    "at most, the highest share on an all access pass only",
  ],
  ["68% OFF + 3 months free", "plus 3 months free"],
  ["25% OFF forever with code **X**", "recurring"],
  ["30% OFF with code **BLACK22**", null],
])("what %j holds for", (text, expected) => {
  expect(scopeOf(text)).toBe(expected);
});

test("what an offer held for is told with its years, and with the years in question where they differ", () => {
  const condition = (...deals: Parameters<typeof fromDeals>[0]) =>
    fromDeals(deals).readings.map(({ fact }) => fact.kind === "discount" && fact.condition)[0];
  expect(condition(deal("2023", "30% off first year"), deal("2024", "30% OFF the first year"))).toBe(
    "Black Friday offers in 2023, 2024, for the first year",
  );
  expect(condition(deal("2022", "30% OFF for the first year"), deal("2025", "20% OFF"))).toBe(
    "Black Friday offers in 2022, 2025; in 2022 for the first year",
  );
});

test("an app of a shop is no product of the same name", () => {
  const { readings, rejects } = fromDeals([{ ...deal("2024", "40% off"), url: "https://apps.apple.com/app/id1" }]);
  expect([readings.length, rejects[0]?.reason]).toEqual([0, expect.stringMatching(/shop/)]);
});

test.each([
  ["devices.Free Automate Mobile Plan for 1 user for 1 year.", "BrowserStack", "Automate Mobile plan"],
  ["2-Year License for a Datadog Pro account", "Datadog", "Pro account"],
  ["Free access to Appwrite Pro (worth $15/month)", "Appwrite", "Pro"],
  ["Enjoy a free annual CMS site plan.", "Webflow", "CMS plan"],
  ["Free personal plan subscription", "GitHub Codespaces", "Personal plan"],
  ["Get Sketch for free as a student", "Sketch", null],
])("the plan of a student offer: %j", (text, product, expected) => {
  expect(planIn(text, product)).toBe(expected);
});

test("courses and books are no products", () => {
  expect(fromDeals([deal("2024", "50% off", "Testing Course")]).readings).toEqual([]);
});

const item = {
  section: "SaaS",
  name: "Acme - Boards",
  url: "https://acme.dev/students",
  text: "[FREE] - Pro plan free for one year.",
  parent: null,
  line: 7,
};

test("only where the text asks for a proof are students called verified", () => {
  const offer = studentOffer({ ...item, text: "[FREE] - Pro plan free when verified as a student." });
  expect(offer).toMatchObject({ fact: { condition: "For verified students, Pro plan" } });
});

test("a free plan for students is a discount of 100 percent", () => {
  expect(studentOffer(item)).toMatchObject({
    subject: { name: "Acme", onlyIfKnown: true },
    fact: {
      discount: "education",
      percentLow: 100,
      percentHigh: 100,
      condition: "Listed among student offers, Pro plan, for one year",
    },
  });
  expect(studentOffer({ ...item, text: "[DISCOUNT] - Students get a 20% discount" })).toMatchObject({
    fact: { percentLow: 20 },
  });
});

test.each<[string, string, string]>([
  [
    "[FREE] - Free unlimited public and private repositories for academic users and teams.",
    "Bitbucket",
    "For academic users and teams, unlimited public and private repositories",
  ],
  [
    "[DISCOUNT] - Prototyping tool. 50% off when you get an educational license.",
    "Framer",
    "With an educational licence",
  ],
  ["[FREE] - messy model handovers free to use for Academic and research.", "Neptune", "For academic use and research"],
  ["[FREE] - Get Sketch for free as a student or educator.", "Sketch", "For students and educators"],
  [
    "[FREE] - Free Doppler Team subscription while the user is an active student.",
    "Doppler",
    "While a student, Team subscription",
  ],
  [
    "[FREE] - Students are eligible for a free Education account using school email.",
    "Lucidchart",
    "For students, with a school e-mail address, Education account",
  ],
  [
    "[FREE] - Free digital whiteboard for online education. The offer is valid for two years.",
    "Miro",
    "For online education, for two years",
  ],
  [
    "[FREE] - Free Premium account for 6 months.",
    "PushBots",
    "Listed among student offers, Premium account, for 6 months",
  ],
  [
    "[FREE] - devices.Free Automate Mobile Plan for 1 parallel and 1 user for 1 year.",
    "BrowserStack",
    "Listed among student offers, Automate Mobile plan, 1 parallel and 1 user, for one year",
  ],
  [
    "[FREE] - 2-Year License for a Datadog Pro account, good for monitoring 10 servers. Part of the Github Student Developer Pack",
    "Datadog",
    "Through the GitHub Student Developer Pack, Pro account, 10 servers, for two years",
  ],
  [
    "[FREE] - Open-source error tracking. Also included via Github Student Developer Pack.",
    "Sentry",
    "Listed among student offers, also through the GitHub Student Developer Pack",
  ],
  [
    "[DISCOUNT] - Students get 50% permanent discount on Taskade Pro subscriptions.",
    "Taskade",
    "For students, Pro subscription, permanently",
  ],
])("whom an offer is for, and how much, are the text's own: %s", (text, name, condition) => {
  expect(studentOffer({ ...item, text, name, url: "https://acme.dev/offer" })).toMatchObject({ fact: { condition } });
});

test("a tagline or another ending of the address is no other product", () => {
  const { readings } = fromDeals([
    deal("2023", "50% OFF", "Acme: SEO checker"),
    { ...deal("2022", "75% OFF", "Acme - Personal Finance Dashboard"), url: "https://acme.io" },
    deal("2024", "33% OFF"),
    { ...deal("2024", "10% OFF"), url: "https://plugins.acme.dev" },
  ]);
  expect(readings).toMatchObject([
    {
      subject: { name: "Acme", domain: "acme.dev" },
      evidence: { note: "The offers of earlier years stand in the list's versions of 2022-11-30, 2023-11-30." },
      fact: { percentLow: 33, percentHigh: 75, condition: "Black Friday offers in 2022, 2023, 2024" },
    },
    { fact: { percentLow: 10 } },
  ]);
});

test("credits and unstated discounts give nothing", () => {
  expect(studentOffer({ ...item, text: "[CREDIT] - $200 in hosting credit" })).toMatch(/credits/);
  expect(studentOffer({ ...item, text: "[DISCOUNT] - Cheaper for students" })).toMatch(/without one percentage/);
});
