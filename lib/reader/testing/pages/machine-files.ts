import { also, type Fixture, free, html, month, page, sales, says, tier, usage } from "../fixture";

const text = (contentType: string, body: string) => ({ contentType, body });

/** Prices in a file that the vendor offers to machines. */
export const machineFiles: Fixture[] = [
  page(
    "machine-file",
    "acme-issues",
    html("Acme Issues pricing", `<div id="root"></div>`, {
      head: `<link rel="alternate" type="text/markdown" href="/pricing.md">`,
    }),
    {
      traps: ["drawn by script"],
      files: {
        "/pricing.md": text(
          "text/markdown; charset=utf-8",
          `# Acme Issues pricing\n\n## Free\n\n$0\n\n- 250 issues\n\n## Basic\n\n$10 per user/month, billed yearly\n\n- Unlimited issues\n\n## Business\n\n$16 per user/month, billed yearly\n\n- Insights\n\n## Enterprise\n\nContact sales\n`,
        ),
      },
      expected: says(
        free("Free"),
        tier("Basic", month("USD", 10, "user", "annual")),
        tier("Business", month("USD", 16, "user", "annual")),
        sales("Enterprise"),
      ),
    },
  ),
  page(
    "machine-file",
    "acme-storage",
    html("Acme Storage", `<div id="app">Please enable JavaScript.</div><a href="/pricing.md">Pricing for agents</a>`),
    {
      traps: ["table in Markdown"],
      files: {
        "/pricing.md": text(
          "text/markdown",
          `# Pricing\n\n| Plan | Price | Storage |\n| --- | --- | --- |\n| Plus | $11.99 per month | 2 TB |\n| Professional | $19.99 per month | 3 TB |\n| Standard | $18 per user per month | 5 TB |\n`,
        ),
      },
      expected: says(
        tier("Plus", month("USD", 11.99)),
        tier("Professional", month("USD", 19.99)),
        tier("Standard", month("USD", 18, "user")),
      ),
    },
  ),
  page("machine-file", "acme-vectors", html("Acme Vectors", `<div id="root"></div>`), {
    traps: ["llms.txt"],
    files: {
      "/llms.txt": text(
        "text/plain; charset=utf-8",
        `# Acme Vectors\n\n> A database of vectors.\n\n## Pricing\n\n- Starter: $0 per month\n- Standard: $50 per month\n- Dedicated: $500 per month\n\n## Docs\n\n- [Quickstart](http://acme-vectors.test/docs/quickstart.md): first steps in 5 minutes\n`,
      ),
    },
    expected: says(free("Starter"), tier("Standard", month("USD", 50)), tier("Dedicated", month("USD", 500))),
  }),
  page(
    "machine-file",
    "acme-models",
    html("Acme Models", `<div id="root"></div>`, {
      head: `<link rel="alternate" type="application/json" href="/pricing.json">`,
    }),
    {
      traps: ["JSON file"],
      files: {
        "/pricing.json": text(
          "application/json",
          JSON.stringify({
            currency: "USD",
            plans: [
              { name: "Individual", price: 20, interval: "month" },
              { name: "Team", price: 30, interval: "month", unit: "user" },
            ],
          }),
        ),
      },
      expected: says(tier("Individual", month("USD", 20)), tier("Team", month("USD", 30, "user"))),
    },
  ),
  {
    id: "acme-functions",
    path: "/pricing.md",
    rung: "machine-file",
    traps: ["the page is Markdown"],
    page: text(
      "text/markdown; charset=utf-8",
      `# Acme Functions\n\n### Hobby\n**Free**\n\n### Pro\n**$25** / month\n\n### Team\n**$599** / month\n\n### Enterprise\n**Custom**\n`,
    ),
    expected: says(free("Hobby"), tier("Pro", month("USD", 25)), tier("Team", month("USD", 599)), sales("Enterprise")),
  },
  {
    id: "acme-speech",
    path: "/plans.json",
    rung: "machine-file",
    traps: ["the page is JSON"],
    page: text(
      "application/json",
      JSON.stringify({
        product: "Acme Speech",
        updated: "2026-10-01",
        plans: [
          { name: "Free", price: { amount: 0, currency: "USD", period: "month" } },
          { name: "Creator", price: { amount: 22, currency: "USD", period: "month" } },
          { name: "Publisher", price: { amount: 99, currency: "USD", period: "month" } },
        ],
      }),
    ),
    expected: says(free("Free"), tier("Creator", month("USD", 22)), tier("Publisher", month("USD", 99))),
  },
  page(
    "machine-file",
    "acme-logs",
    html("Acme Logs", `<div id="root"></div>`, {
      head: `<link rel="alternate" type="text/markdown" href="http://acme-logs.test/pricing.md">`,
    }),
    {
      traps: ["usage price"],
      files: {
        "/pricing.md": text(
          "text/markdown",
          `# Acme Logs\n\n## Starter\n\n$29 per month\n\nIncludes 100 GB. Beyond that $0.50 per GB.\n\n## Business\n\n$290 per month\n\nIncludes 1 TB. Beyond that $0.40 per GB.\n`,
        ),
      },
      expected: says(
        tier("Starter", month("USD", 29), also(usage("USD", 0.5, "GB"))),
        tier("Business", month("USD", 290), also(usage("USD", 0.4, "GB"))),
      ),
    },
  ),
];
