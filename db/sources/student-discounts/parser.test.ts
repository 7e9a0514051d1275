import { expect, test } from "vitest";
import { fromStudentList, planIn, studentOffer } from "./parser";

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
  expect(offer).toMatchObject({ fact: { condition: "For verified students", plan: "Pro plan" } });
});

test("a free plan for students is a discount of 100 percent", () => {
  expect(studentOffer(item)).toMatchObject({
    subject: { name: "Acme", onlyIfKnown: true },
    fact: {
      discount: "education",
      percentLow: 100,
      percentHigh: 100,
      condition: "Listed among student offers, for one year",
      plan: "Pro plan",
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
  ["[FREE] - Free Doppler Team subscription while the user is an active student.", "Doppler", "While a student"],
  [
    "[FREE] - Students are eligible for a free Education account using school email.",
    "Lucidchart",
    "For students, with a school e-mail address",
  ],
  [
    "[FREE] - Free digital whiteboard for online education. The offer is valid for two years.",
    "Miro",
    "For online education, for two years",
  ],
  ["[FREE] - Free Premium account for 6 months.", "PushBots", "Listed among student offers, for 6 months"],
  [
    "[FREE] - devices.Free Automate Mobile Plan for 1 parallel and 1 user for 1 year.",
    "BrowserStack",
    "Listed among student offers, 1 parallel and 1 user, for one year",
  ],
  [
    "[FREE] - 2-Year License for a Datadog Pro account, good for monitoring 10 servers. Part of the Github Student Developer Pack",
    "Datadog",
    "Through the GitHub Student Developer Pack, 10 servers, for two years",
  ],
  [
    "[FREE] - Open-source error tracking. Also included via Github Student Developer Pack.",
    "Sentry",
    "Listed among student offers, also through the GitHub Student Developer Pack",
  ],
  [
    "[DISCOUNT] - Students get 50% permanent discount on Taskade Pro subscriptions.",
    "Taskade",
    "For students, permanently",
  ],
])("whom an offer is for, and how much, are the text's own: %s", (text, name, condition) => {
  expect(studentOffer({ ...item, text, name, url: "https://acme.dev/offer" })).toMatchObject({ fact: { condition } });
});

test("a name or site of the list that differs from the product's is replaced", () => {
  const named = (name: string, url = "https://acme.dev/students") => studentOffer({ ...item, name, url });
  expect(named("Unity3D")).toMatchObject({ subject: { name: "Unity", domain: "acme.dev" } });
  expect(named("1Password")).toMatchObject({ subject: { domain: "1password.com" } });
  expect(named("Visual Studio Community 2022")).toMatch(/no offer for students/);
});

test("the products of a pack have its offer", () => {
  const list = `## IDEs\n\n* [JetBrains IDE pack](https://www.jetbrains.com/education/) [FREE] - Free IDEs, including:\n  * PyCharm - Python IDE\n  * Acme Editor\n`;
  const { readings, rejects } = fromStudentList(list);
  expect(readings.map(({ subject }) => subject.name)).toEqual(["JetBrains", "PyCharm"]);
  expect(readings[1]?.evidence.url).toMatch(/#L4$/);
  expect(rejects).toHaveLength(1);
});

test("credits and unstated discounts give nothing", () => {
  expect(studentOffer({ ...item, text: "[CREDIT] - $200 in hosting credit" })).toMatch(/credits/);
  expect(studentOffer({ ...item, text: "[DISCOUNT] - Cheaper for students" })).toMatch(/without one percentage/);
});
