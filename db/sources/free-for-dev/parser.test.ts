import { expect, test } from "vitest";
import { nameInSuite, nameOnSite } from "../shared/suites";
import { entryOf, fromReadme } from "./parser";

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
  expect(rejects.map(({ reason }) => reason)).toEqual(["free for the first months only", "free for students only"]);
});

test("what the list makes a condition of the free use is noted", () => {
  expect(
    entryOf({
      ...item,
      text: "- IP Geolocation API, Free for non-commercial use, limited to 45 req/minute for the free plan.",
    }),
  ).toMatchObject({ evidence: { note: "For non-commercial use." } });
  expect(entryOf({ ...item, text: "- Catch performance regressions. Free forever for Open Source projects." })).toMatch(
    /only$/,
  );
  expect(entryOf({ ...item, text: "- Group audio/video calls.10,000 free minutes/month for the first year." })).toBe(
    "free for the first months only",
  );
});

test("an entry listed twice names the other line from which allowances came", () => {
  const { readings } = fromReadme(`## Messaging
 * [pusher.com](https://pusher.com/) - Free for up to 100 simultaneous connections and 200,000 messages/day
 * [pusher.com](https://pusher.com/beams) - Free, unlimited push notifications for 2000 monthly active users.
`);
  expect(readings).toHaveLength(1);
  expect(readings[0]?.fact).toMatchObject({ limits: { length: 4 } });
  expect(readings[0]?.evidence).toMatchObject({
    url: expect.stringMatching(/#L3$/),
    note: expect.stringMatching(/^Joined with the entry of .*#L2\.$/),
  });
});
