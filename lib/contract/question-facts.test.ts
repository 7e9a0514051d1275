import { beforeAll, describe, expect, test } from "vitest";
import { call } from "@/lib/http/testing";
import type { Runtime } from "@/lib/operations/run";
import type { DiscoverAnswer } from "@/lib/schemas/discover";
import { shippedService } from "./shipped-service";

let runtime: Runtime;
beforeAll(async () => {
  ({ runtime } = await shippedService());
});

async function ask(q: string): Promise<DiscoverAnswer> {
  const response = await call(`/api/v2/discover?${new URLSearchParams({ q, limit: "5" })}`, {}, runtime);
  expect(response.status, q).toBe(200);
  return (await response.json()) as DiscoverAnswer;
}

describe("a price or limit that the question names", () => {
  test.each([
    ["github actions macos minute price", "github-actions", /macOS.*: \$0\.062 per minute/],
    ["lambda labs a100 price per hour", "lambda", /A100 SXM 40 GB: \$1\.99 per GPU hour/],
    ["zoom webinars price", "zoom", /Zoom webinars, \$79 per month/],
    ["digitalocean h100 per hour", "digitalocean", /H100: \$3\.39 per hour/],
    ["how many ai credits does github copilot include", "github-copilot", /Business, Credits: 1,900/],
    ["datadog 20 hosts apm", "datadog", /^Datadog APM: \$31 per host/],
    ["gemini 3.6 flash price per million tokens", "gemini-api", /From 1 Jan 2027: \$1\.50 in, \$7\.50 out/],
    [
      "was kostet eine sms nach deutschland mit twilio",
      "twilio-sms",
      /^Germany: no rate is known\. Known rates: US SMS/,
    ],
  ])("%s", async (q, first, answer) => {
    const { readAs, results } = await ask(q);
    expect(results[0]?.slug).toBe(first);
    expect(readAs?.answer).toMatch(answer);
  });

  test.each([
    ["What fee does Stripe take on an $80 online card payment?", /A payment of \$80 costs \$2\.62: 2\.9% \+ \$0\.30/],
    ["paypal fee on a $120 domestic online payment", /^A payment of \$120 costs \$4\.68: 3\.49% \+ \$0\.49/],
    ["Salesforce Enterprise for 60 users", /^Salesforce Sales Cloud: \$126,000 a year for 60 people · Enterprise/],
    ["jira standard vs premium for 120 users", /^Jira: .* · Standard, .* Jira: .* · Premium, /],
    [
      "Has Zoom raised its prices in the last month?",
      /^No change of a list price of Zoom is known since \d+ (?:Oct|Nov) 2026/,
    ],
    ["zendesk suite professional 15 agents 2000 ai resolutions", /^Zendesk: .*15 agents and 2,000 resolutions/],
  ])("%s", async (q, answer) => {
    expect((await ask(q)).readAs?.answer).toMatch(answer);
  });

  test("is not guessed from a word before another noun", async () => {
    const { readAs } = await ask("digitalocean managed postgres price per month");
    expect(readAs?.unread).toEqual(["managed postgres"]);
    expect(readAs?.answer).toMatch(/^Not taken into account: “managed postgres”\. DigitalOcean costs/);
  });
});

describe("a list for a use", () => {
  test.each([
    ["cheapest object storage for 10 TB", "backblaze-b2", /^Cost for 10 TB a month: Backblaze B2 \$69\.50 \(Storage\)/],
    ["günstigster Objektspeicher für 5 TB", "backblaze-b2", /^Cost for 5 TB a month: Backblaze B2 \$34\.75/],
    ["cheapest email api for 100000 emails", "amazon-ses", /^Cost for 100,000 emails a month: Amazon SES \$10 /],
    [
      "cheapest video meeting tool for 20 people",
      "fellow",
      /^Cost for 20 people a month, in the cheapest billing: Fellow \$140/,
    ],
    ["cheapest A100 per hour", "openrelay", /^Cheapest A100 per hour: .*; Lambda .*\$1\.99 per GPU hour/],
  ])("%s begins with the lowest cost", async (q, first, answer) => {
    const { readAs, results } = await ask(q);
    expect(results[0]?.slug).toBe(first);
    expect(readAs?.answer).toMatch(answer);
    expect(readAs?.unread).toEqual([]);
  });

  test("leaves out plans that the team cannot buy", async () => {
    const { readAs } = await ask("cheapest video meeting tool for 20 people");
    expect(readAs?.answer).not.toContain("AVATOUR");
  });

  test("does not take the memory of a machine for stored data", async () => {
    const { readAs } = await ask("cheapest vps with 4 GB ram in euro");
    expect(readAs?.unread).toEqual(["4 GB ram"]);
  });

  test("names a use that too few products price", async () => {
    const { readAs } = await ask("cheapest object storage for 1 TB with 1 TB egress per month");
    expect(readAs?.answer).toMatch(
      /^Not taken into account: “1 TB egress”\. Cost for 1 TB a month: Backblaze B2 \$6\.95/,
    );
  });
});

describe("a comparison", () => {
  test("answers for the named plans", async () => {
    const { readAs } = await ask("notion business vs confluence premium for 20");
    expect(readAs?.compare?.names).toEqual(["Notion Business", "Confluence Premium"]);
    expect(readAs?.answer).toMatch(/Notion: \$[\d,]+ a year for 20 members · Business.* Confluence: .* · Premium/);
  });

  test("adds plans beside each other", async () => {
    const { readAs } = await ask("GitHub Team plus Copilot Business for 30 developers");
    expect(readAs?.compare?.names).toEqual(["GitHub Team", "GitHub Copilot Business"]);
    expect(readAs?.answer).toMatch(/^GitHub: \$1,440 a year.* GitHub Copilot: \$6,840 a year/);
  });

  test("answers a topic for each product", async () => {
    const { readAs } = await ask("nonprofit discount canva slack asana");
    expect(readAs?.unread).toEqual([]);
    expect(readAs?.answer).toMatch(/Canva.*Slack.*Asana/);
  });

  test("counts the same use for each product of a list", async () => {
    const { readAs, results } = await ask("2 million emails a month: Amazon SES, SendGrid, Postmark");
    expect(results.map(({ slug }) => slug)).toEqual(["amazon-ses", "sendgrid", "postmark"]);
    expect(readAs?.answer).toMatch(
      /^Amazon SES: \$2,400 a year.* Twilio SendGrid: the cost for this quantity is not known\..* Postmark: \$/,
    );
  });
});
