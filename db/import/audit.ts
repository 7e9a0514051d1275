import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { type Drawn, drawAudit, factInShort } from "@/lib/catalog/audit";
import { toNdjson } from "@/lib/catalog/ndjson";
import { readCatalog } from "./catalog-files";
import { readSources } from "./report";

/** Sources obtained since this day belong to the current edition. */
const EDITION = "2026-11-22";

const cell = (text: string): string => text.replaceAll("|", "\\|").replace(/\s+/g, " ");

/** Returns a table to enter verdicts in. */
export function auditTable(drawn: readonly Drawn[]): string {
  const rows = drawn.map(({ id, observation: { product, source, observedAt, fact, evidence } }, index) => {
    const cells = [
      `${index + 1}`,
      product,
      `\`${source}\``,
      observedAt,
      factInShort(fact),
      evidence.url,
      `\`${id}\``,
      "",
    ];
    return `| ${cells.map(cell).join(" | ")} |`;
  });
  const head = "| # | Product | Source | Seen | Fact | Evidence | Observation | Verdict |";
  return [head, "|---|---|---|---|---|---|---|---|", ...rows, ""].join("\n");
}

function auditLines(drawn: readonly Drawn[]): string {
  return toNdjson(
    drawn.map(({ id, observation: { product, source, observedAt, fact, evidence } }) => {
      return { id, product, source, observedAt, fact: factInShort(fact), evidence: evidence.url, via: evidence.via };
    }),
  );
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: "string" },
      size: { type: "string", default: "300" },
      "new-since": { type: "string", default: EDITION },
      format: { type: "string", default: "md" },
    },
  });
  const seed = Number(values.seed);
  const size = Number(values.size);
  if (!values.seed || !Number.isInteger(seed) || !Number.isInteger(size) || size < 1)
    throw new Error("Missing or invalid options: --seed N --size N [--new-since YYYY-MM-DD] [--format md|ndjson]");
  const dir = resolve(dirname(fileURLToPath(import.meta.url)), "../catalog");
  const { observations } = await readCatalog(dir);
  const drawn = drawAudit(Object.values(observations).flat(), await readSources(dir), {
    seed,
    size,
    newSince: values["new-since"],
  });
  process.stdout.write(values.format === "ndjson" ? auditLines(drawn) : auditTable(drawn));
}

if (process.argv[1] && import.meta.url === pathToFileURL(resolve(process.argv[1])).href) await main();
