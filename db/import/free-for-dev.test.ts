import { expect, test } from "vitest";
import { entryOf, fromReadme, nameInSuite, nameOnSite } from "./free-for-dev";
import { fromRow } from "./free-for-life";

const item = {
  section: "Email",
  name: "Acme Mail",
  url: "https://www.acme.com/mail",
  text: "- Free for 500 emails/month.",
  parent: null,
  line: 12,
};

test("an entry is a free tier with its allowances, found at its line", () => {
  const reading = entryOf(item);
  expect(reading).toMatchObject({
    subject: { name: "Acme Mail", domain: "acme.com", categoryLabel: "Email" },
    trust: "B",
    observedAt: "2026-08-22",
    fact: { kind: "free_tier", available: true, limits: [{ name: "emails", value: 500, unit: "per month" }] },
  });
  expect(reading).toHaveProperty("evidence.url", expect.stringMatching(/README\.md\?plain=1#L12$/));
});

test("what is free for open source or for students only is no free tier", () => {
  expect(entryOf({ ...item, text: "- Comments on commits, free for Open Source" })).toMatch(/only$/);
});

test("parts of a suite bear the name of the suite", () => {
  expect(nameInSuite({ name: "Lambda", parent: "Amazon Web Services" })).toEqual({
    name: "AWS Lambda",
    vendor: "Amazon Web Services",
  });
  expect(nameInSuite({ name: "Sprints", parent: "Zoho" }).name).toBe("Zoho Sprints");
  expect(nameInSuite({ name: "Catalyst by Zoho", parent: "Zoho" }).name).toBe("Catalyst by Zoho");
  expect(nameOnSite("Docs", "zoho.com").name).toBe("Zoho Docs");
  expect(nameOnSite("Docs", "example.com")).toEqual({ name: "Docs" });
});

test("sections that hold no software are left out", () => {
  expect(fromReadme("## Font\n * [Letters](https://letters.dev) - Free fonts\n").readings).toEqual([]);
});

test("what is free for twelve months or for students is no free tier", () => {
  const { readings, rejects } = fromReadme(
    `## Major Cloud Providers
 * [Service Bus](https://bus.example) - 750 hours and 13 million operations (12mo)
 * [Clair](https://clair.example) - Clinical reference. Students have free access to the suite.
`,
  );
  expect(readings).toEqual([]);
  expect(rejects.map(({ reason }) => reason)).toEqual(["free for twelve months only", "free for students only"]);
});

test("descriptions mixed with those of other entries give no allowances", () => {
  const row = { category: "PaaS", name: "Pod", url: "https://pod.example", description: "Free for 2 projects." };
  expect(fromRow(row)).toMatchObject({ fact: { available: true, limits: [] } });
});

test("free-for-life leaves courses out and reads the rest", () => {
  expect(fromRow({ category: "Courses", name: "Learn", url: "https://learn.dev", description: "Free" })).toMatch(
    /no priced software/,
  );
  expect(
    fromRow({
      category: "Email",
      name: "Form.io",
      url: "https://form.io",
      description: "50 submissions per month for free.",
    }),
  ).toMatchObject({
    observedAt: "2026-04-15",
    fact: { limits: [{ name: "submissions", value: 50, unit: "per month" }] },
  });
});
