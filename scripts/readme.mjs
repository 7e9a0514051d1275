// Updates the generated parts of README.md from a running service: node scripts/readme.mjs [http://localhost:3000]
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./lib/steps.mjs";

const service = process.argv[2] ?? "http://localhost:3000";
const SHOWN_AS = "http://localhost:3000";

/** `shown` selects the lines that matter from a response. */
const EXAMPLES = [
  {
    title: "Price of a product",
    path: "/api/v2/pricing/slack?depth=summary",
    shown: ({ answer, tiers, verification, links }) => ({
      answer,
      tiers: tiers
        .filter(({ id }) => id === "pro" || id === "enterprise-plus")
        .map(({ name, priceStatus, priceMonthly, priceAnnual, currency, priceUnit }) => ({
          name,
          priceStatus,
          priceMonthly,
          priceAnnual,
          currency,
          priceUnit,
        })),
      verification: { observedAt: verification.observedAt, confidence: verification.confidence },
      links: { page: links.page },
    }),
  },
  {
    title: "Cost for a team",
    path: "/api/v2/tco",
    body: { items: [{ slug: "slack", seats: 40 }] },
    shown: ({ answer, total, lines }) => ({
      answer,
      total,
      lines: lines.map(({ label, quantity, unit, unitPrice, amount, basis }) => ({
        label,
        quantity,
        unit,
        unitPrice,
        amount,
        basis,
      })),
    }),
  },
  {
    title: "Cost of an LLM workload",
    path: "/api/v2/usage/openai-api?model=gpt-5&inputTokens=10000000&outputTokens=2000000&depth=summary",
    shown: ({ estimate: { model, lines, total, unpriced } }) => ({ estimate: { model, lines, total, unpriced } }),
  },
];

/** Formats JSON with one line for each object that fits on it. */
function compactJson(value, indent = "") {
  const line = JSON.stringify(value, null, 1)?.replace(/\n\s*/g, " ");
  if (value === null || typeof value !== "object" || (indent !== "" && indent.length + line.length <= 150)) return line;
  const inner = `${indent}  `;
  const members = Array.isArray(value)
    ? value.map((item) => inner + compactJson(item, inner))
    : Object.entries(value).map(([name, member]) => `${inner}"${name}": ${compactJson(member, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${members.join(",\n")}\n${indent}${close}`;
}

async function example({ title, path, body, shown }) {
  const init = body && {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const response = await fetch(`${service}${path}`, init);
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  const text = compactJson(shown(await response.json())).replaceAll(service, SHOWN_AS);
  const data = body ? ` -H 'content-type: application/json' -d '${JSON.stringify(body)}'` : "";
  return `**${title}**\n\n\`\`\`sh\ncurl '${SHOWN_AS}${path}'${data}\n\`\`\`\n\n\`\`\`json\n${text}\n\`\`\``;
}

function replacePart(text, name, content) {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const start = text.indexOf(begin) + begin.length;
  return `${text.slice(0, start)}\n${content}\n${text.slice(text.indexOf(end))}`;
}

const get = async (path) => (await fetch(`${service}${path}`)).json();
const examples = [];
for (const entry of EXAMPLES) examples.push(await example(entry));

const { parts } = await get("/api/health");
const { categories } = await get("/api/v2/categories");
const { total } = await get("/api/v2/discover?limit=1");
const { totals } = JSON.parse(readFileSync(join(ROOT, "db", "catalog", "report.json"), "utf8"));
const count = (number) => number.toLocaleString("en");
const counts = `${count(total)} products and product families in ${categories.length} categories: ${count(totals.observations)} dated observations from ${totals.sources} sources (edition \`${parts.catalogue.hash}\`).`;

const path = join(ROOT, "README.md");
const readme = replacePart(readFileSync(path, "utf8"), "examples", examples.join("\n\n"));
writeFileSync(path, replacePart(readme, "counts", counts));
