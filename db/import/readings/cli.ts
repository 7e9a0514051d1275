import { readFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { catalogDay } from "@/lib/catalog/report";
import { Category } from "@/lib/schemas/catalog";
import { RESOLVE_TABLES } from "../../sources/tables";
import { readCatalog, writeCatalog } from "../catalog-files";
import { readSources, writeReport } from "../report";
import { importReadings, type ReadingReport } from "./import";

/** Longer lists are cut unless `--all` is given. */
const SHOWN = 60;

/** Prints what the files would change, and writes it with `--write`. */
async function main(): Promise<void> {
  const { values, positionals: files } = parseArgs({
    allowPositionals: true,
    options: { write: { type: "boolean" }, all: { type: "boolean" } },
  });
  if (files.length === 0) throw new Error("Name at least one file of readings: see db/import/readings/README.md.");
  const catalogDir = resolve(import.meta.dirname, "../../catalog");
  const texts = await Promise.all(
    files.map(async (file) => ({ file: basename(file), text: await readFile(resolve(file), "utf8") })),
  );
  const sources = await readSources(catalogDir);
  const categories = Category.array().parse(JSON.parse(await readFile(join(catalogDir, "categories.json"), "utf8")));
  const before = await readCatalog(catalogDir);
  const report = importReadings(texts, before, {
    tables: RESOLVE_TABLES,
    categories,
    sources,
    asOf: catalogDay(sources),
  });
  print(report, values.all ? Number.POSITIVE_INFINITY : SHOWN);
  if (!values.write) {
    console.log("Nothing was written. Add --write to write it to db/catalog.");
    return;
  }
  const observations = Object.fromEntries(
    Object.entries(report.catalog.observations).filter(([source, rows]) => rows !== before.observations[source]),
  );
  await writeCatalog(catalogDir, { ...report.catalog, observations });
  await writeReport(catalogDir, (line) => console.log(line));
}

function print({ effects, rejected, newProducts, near }: ReadingReport, limit: number): void {
  const list = (title: string, lines: readonly string[]): void => {
    if (lines.length === 0) return;
    console.log(`\n${title}: ${lines.length}`);
    for (const line of lines.slice(0, limit)) console.log(`  ${line}`);
    if (lines.length > limit) console.log(`  … and ${lines.length - limit} more`);
  };
  for (const effect of ["new", "newer", "disputed", "older", "equal", "fact", "known"] as const) {
    const own = effects.filter((one) => one.effect === effect);
    list(
      effect,
      own.map(({ where, product, fact }) => `${where}: ${product} (${fact})`),
    );
  }
  list(
    "rejected",
    rejected.map(({ where, reason }) => `${where}: ${reason}`),
  );
  list("new products", newProducts);
  list(
    "new products on the site of another one, to be checked",
    near.map(({ slug, beside }) => `${slug}: ${beside.slice(0, 5).join(", ")}${beside.length > 5 ? " …" : ""}`),
  );
}

await main();
