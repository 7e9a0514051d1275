// Writes the measured parts of README.md from a running service: node scripts/readme.mjs [http://localhost:3000]
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./lib/steps.mjs";

const service = process.argv[2] ?? "http://localhost:3000";
const EXAMPLES = [
  ["A price, in short", "/api/v2/pricing/slack?depth=summary"],
  ["What it cost then", "/api/v2/pricing/notion?depth=summary&fields=tiers&asOf=2022-12-31"],
  ["A misspelt name", "/api/v2/pricing/datdog"],
];

async function answer([title, path]) {
  const response = await fetch(`${service}${path}`);
  const body = JSON.stringify(await response.json(), null, 2).replaceAll(service, "http://localhost:3000");
  return `**${title}**\n\n\`\`\`sh\ncurl '${"http://localhost:3000"}${path}'\n\`\`\`\n\n\`\`\`json\n${body}\n\`\`\``;
}

function fill(text, name, content) {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const start = text.indexOf(begin) + begin.length;
  return `${text.slice(0, start)}\n${content}\n${text.slice(text.indexOf(end))}`;
}

const { parts } = await (await fetch(`${service}/api/health`)).json();
const { categories } = await (await fetch(`${service}/api/v2/categories`)).json();
const answers = [];
for (const example of EXAMPLES) answers.push(await answer(example));
const readme = join(ROOT, "README.md");
const counted = `${parts.catalogue.products.toLocaleString("en")} products in ${categories.length} categories (edition \`${parts.catalogue.hash}\`).`;
writeFileSync(readme, fill(fill(readFileSync(readme, "utf8"), "answers", answers.join("\n\n")), "counts", counted));
