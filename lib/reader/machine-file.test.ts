import { describe, expect, test } from "vitest";
import { machineFile } from "./machine-file";
import { cardsOf, pageOf, readBy, said } from "./testing/structured";

const PRICING =
  "# Acme pricing\n\n## Pro\n\n$12 per user / month, billed annually\n\n- SSO\n\n## Enterprise\n\nContact sales\n";
const READ = ["Pro 12 USD month annual user", "Enterprise contact_sales"];

/** Imitates a site of text files. `asked` lists the fetched ones. */
function siteOf(files: Record<string, [contentType: string, text: string]>) {
  const asked: string[] = [];
  const fetchMore = async (url: string) => {
    asked.push(url);
    const file = files[new URL(url).pathname];
    return file ? { contentType: file[0], text: file[1] } : null;
  };
  return { asked, fetchMore };
}
const SHELL = '<div id="root"></div>';

describe("a file for machines", () => {
  test("that the page announces is read", async () => {
    const site = siteOf({ "/pricing.md": ["text/markdown", PRICING] });
    const head = `<link rel="alternate" type="text/markdown" href="/pricing.md">`;
    const extraction = await readBy(machineFile, pageOf({ head, body: SHELL }), { fetchMore: site.fetchMore });
    expect(said(extraction)).toEqual(READ);
    expect(extraction.reading?.extractor).toBe("machine-file");
    expect(site.asked).toEqual(["https://acme.example.com/pricing.md"]);
  });

  test("that llms.txt links to is read, and so is what llms.txt says of prices itself", async () => {
    const linked = siteOf({
      "/llms.txt": ["text/plain", "# Acme\n\n- [Docs](/docs.md)\n- [Pricing](/prices/list.md): what it costs\n"],
      "/prices/list.md": ["text/markdown", PRICING],
    });
    expect(said(await readBy(machineFile, pageOf({ body: SHELL }), { fetchMore: linked.fetchMore }))).toEqual(READ);
    expect(linked.asked).toEqual(["https://acme.example.com/llms.txt", "https://acme.example.com/prices/list.md"]);
    const own = siteOf({
      "/llms.txt": [
        "text/plain",
        "# Acme\n\nWe saved Example Ltd $900 per month.\n\n## Pricing\n\n- Pro: $12 per month\n- Team: $24 per month\n\n## Jobs\n\n- Intern: $900 per month\n",
      ],
    });
    expect(said(await readBy(machineFile, pageOf({ body: SHELL }), { fetchMore: own.fetchMore }))).toEqual([
      "Pro 12 USD month",
      "Team 24 USD month",
    ]);
  });

  test("JSON is read as a page's own data are", async () => {
    const plans = {
      currency: "EUR",
      plans: [
        { name: "Pro", price: 12, interval: "month" },
        { name: "Team", price: 24, interval: "month" },
      ],
    };
    const expected = ["Pro 12 EUR month", "Team 24 EUR month"];
    const site = siteOf({ "/pricing.json": ["application/json", JSON.stringify(plans)] });
    const head = `<link rel="alternate" type="application/json" href="/pricing.json">`;
    expect(said(await readBy(machineFile, pageOf({ head, body: SHELL }), { fetchMore: site.fetchMore }))).toEqual(
      expected,
    );
    expect(said(await readBy(machineFile, JSON.stringify(plans), { contentType: "application/json" }))).toEqual(
      expected,
    );
    expect((await readBy(machineFile, "{ not json", { contentType: "application/json" })).refusals).toHaveLength(1);
  });

  test("a page that is Markdown is read, its front matter left aside, its tables as tables", async () => {
    const table =
      "---\ntitle: from $3 per month\n---\n\n| Plan | Price |\n| --- | --- |\n| Pro | **$12** per month |\n| Team | ~~$30~~ $24 per month |\n| Enterprise | Contact us |\n";
    expect(said(await readBy(machineFile, table, { contentType: "text/markdown; charset=utf-8" }))).toEqual([
      "Pro 12 USD month",
      "Team 24 USD month",
      "Enterprise contact_sales",
    ]);
  });

  test("at most three files are asked for, each once, and none of another site", async () => {
    const site = siteOf({});
    const links = [
      "https://other.example/pricing.md",
      "//cdn.example/pricing.json",
      "/pricing.md",
      "/pricing.md#pro",
      "/a/pricing.txt",
      "/b/plans.json",
      "/c/pricing.md",
    ];
    const body = links.map((href) => `<a href="${href}">Pricing</a>`).join("");
    const extraction = await readBy(machineFile, pageOf({ body }), { fetchMore: site.fetchMore });
    expect(extraction.reading).toBeNull();
    expect(site.asked).toEqual(
      ["/pricing.md", "/a/pricing.txt", "/b/plans.json"].map((path) => `https://acme.example.com${path}`),
    );
  });

  test("a page that shows its prices and announces no file asks for none", async () => {
    const site = siteOf({ "/pricing.md": ["text/markdown", PRICING] });
    await readBy(machineFile, pageOf({ body: cardsOf(["Pro", "$15 per month"], ["Team", "$20 per month"]) }), {
      fetchMore: site.fetchMore,
    });
    expect(site.asked).toEqual([]);
  });

  test("a site that answers every address with its front page has no file", async () => {
    const front = pageOf({ body: cardsOf(["Pro", "$15 per month"], ["Team", "$20 per month"]) });
    const site = siteOf({ "/llms.txt": ["text/html", front], "/pricing.md": ["text/plain", front] });
    const extraction = await readBy(machineFile, pageOf({ body: SHELL }), { fetchMore: site.fetchMore });
    expect(said(extraction)).toEqual([]);
  });

  test("a failed fetch is no error", async () => {
    const extraction = await readBy(machineFile, pageOf({ body: SHELL }), {
      fetchMore: () => Promise.reject(new Error("no")),
    });
    expect(extraction).toEqual({ reading: null, refusals: [] });
  });

  test("Markdown made to exhaust a parser is refused", async () => {
    const lists = Array.from({ length: 400 }, (_, at) => `${" ".repeat(at)}- a`).join("\n");
    for (const text of ["> ".repeat(4_900), "_a_".repeat(30_000), `# Plans\n\n${lists}`]) {
      const extraction = await readBy(machineFile, text, { contentType: "text/markdown" });
      expect(extraction.reading).toBeNull();
      const site = siteOf({ "/llms.txt": ["text/plain", text] });
      expect((await readBy(machineFile, pageOf({ body: SHELL }), { fetchMore: site.fetchMore })).reading).toBeNull();
    }
  }, 20_000);
});
