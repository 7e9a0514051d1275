import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type AuditFigures, AuditFile, auditFigures } from "@/lib/catalog/audit";
import {
  type CatalogTexts,
  type CoverageReport,
  catalogDay,
  catalogReport,
  contentHash,
  reportMatches,
  type WellKnownFigures,
} from "@/lib/catalog/report";
import { Category, Source, WellKnownName } from "@/lib/schemas/catalog";
import { readCatalog } from "./catalog-files";

const REPORT_FILE = "report.json";
const PROGRESS_EVERY = 1_000;

async function readTexts(dir: string): Promise<CatalogTexts> {
  const read = (name: string): Promise<string> => readFile(join(dir, name), "utf8");
  const files = (await readdir(join(dir, "observations"))).filter((name) => name.endsWith(".ndjson"));
  const observations = await Promise.all(
    files.map(async (name) => [name.slice(0, -".ndjson".length), await read(join("observations", name))] as const),
  );
  return {
    products: await read("products.ndjson"),
    categories: await read("categories.json"),
    sources: await read("sources.json"),
    rejects: await read("rejects.json"),
    wellKnown: await read("well-known.json"),
    observations: Object.fromEntries(observations),
  };
}

export async function readSources(dir: string): Promise<Source[]> {
  return Source.array().parse(JSON.parse(await readFile(join(dir, "sources.json"), "utf8")));
}

async function readAudit(dir: string): Promise<AuditFile> {
  return AuditFile.parse(JSON.parse(await readFile(join(dir, "audit.json"), "utf8")));
}

/** Returns the problems of the shipped report. Empty if it was made from the files in the same folder. */
export async function reportProblems(dir: string): Promise<string[]> {
  const text = await readFile(join(dir, REPORT_FILE), "utf8").catch(() => "{}");
  const report = JSON.parse(text) as Partial<CoverageReport>;
  const matches = reportMatches({ contentHash: report.contentHash ?? "" }, await readTexts(dir));
  return matches ? [] : [`${REPORT_FILE} was made from other files: run npm run catalog:report`];
}

/** Counts the files in `dir` and writes the report there. */
export async function writeReport(dir: string, log: (line: string) => void): Promise<CoverageReport> {
  const texts = await readTexts(dir);
  const sources = await readSources(dir);
  const categories = Category.array().parse(JSON.parse(texts.categories));
  const wellKnown = WellKnownName.array().parse(JSON.parse(texts.wellKnown ?? "[]"));
  const files = { ...(await readCatalog(dir)), sources, categories, wellKnown };
  const report = catalogReport(files, catalogDay(sources), {
    contentHash: contentHash(texts),
    onProgress: (done, total) => {
      if (done % PROGRESS_EVERY === 0 || done === total) log(`${number(done)} of ${number(total)} products read`);
    },
  });
  await writeFile(join(dir, REPORT_FILE), `${JSON.stringify(report, null, 1)}\n`);
  return report;
}

function wellKnownText({ names, known, answered, priced, current, confirmed }: WellKnownFigures): string {
  return [
    `${number(known)} of ${number(names)} mean a product`,
    `${number(answered)} are answered`,
    `${number(priced)} with a price`,
    `${number(current)} with a current price`,
    `${number(confirmed)} confirmed by several sources`,
  ].join(", ");
}

const number = (value: number): string => value.toLocaleString("en-US");

export function print(report: CoverageReport, audit: AuditFigures): void {
  const { totals } = report;
  console.log(`\nThe catalogue on ${report.asOf}\n`);
  console.table(
    report.sources.map(({ slug, observations, products, oldest, newest, rejects, blocked, flagged }) => ({
      source: slug,
      observations,
      products,
      oldest,
      newest,
      rejects,
      blocked,
      flagged,
    })),
  );
  console.log("Rejected rows, by reason");
  for (const { slug, topRejects } of report.sources) {
    if (topRejects.length === 0) continue;
    console.log(`  ${slug}: ${topRejects.map(({ reason, count }) => `${reason} (${number(count)})`).join("; ")}`);
  }
  console.log("\nRecord groups");
  console.table(report.groups);
  const lines: [string, string][] = [
    ["products", `${number(totals.products)}, and ${number(totals.families)} families`],
    ["observations", `${number(totals.observations)} from ${totals.sources} sources`],
    ["rejected rows", `${number(totals.rejects)}, ${totals.blocked} of them by a sanity rule`],
    ["observations flagged by a sanity rule", number(totals.flagged)],
    ["priced", `${number(totals.priced)}, ${number(totals.pricedTrusted)} of them with trust A or B`],
    ["with a domain", `${number(totals.withDomain)} (${totals.domainPercent} %)`],
    [
      "with prices from two or more days",
      `${totals.productsWithHistory} products, ${number(totals.modelsWithHistory)} models`,
    ],
    ["well-known names", wellKnownText(report.wellKnown)],
    ["of them the most asked for", wellKnownText(report.wellKnown.head)],
    ["disputed", `${number(totals.disputedProducts)} products, ${number(totals.disputedFigures)} figures`],
    ["old: past the date of their next check", `${number(totals.stale)} (${totals.stalePercent} %)`],
  ];
  const width = Math.max(...lines.map(([label]) => label.length));
  for (const [label, value] of lines) console.log(`${label.padEnd(width)}  ${value}`);
  if (report.flags.length > 0) console.log("\nFlagged");
  for (const { product, source, observedAt, rule, action, detail } of report.flags) {
    console.log(`  ${action} ${rule}: ${product}, ${source}, ${observedAt}: ${detail}`);
  }
  if (audit.error) {
    const { percent, low, high } = audit.error;
    const drawn = `${audit.wrong} of ${audit.drawn} observations wrong, audit of ${audit.date}`;
    console.log(`\naudit error ${percent} % (95 % interval ${low}–${high} %): ${drawn}; target: under 1 %`);
  }
  console.log("");
  for (const { met, label, wanted, value } of report.targets) {
    console.log(`${met ? "✓" : "✗"} ${number(value)} ${label} (target: ${wanted})`);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(resolve(process.argv[1])).href) {
  const dir = resolve(dirname(fileURLToPath(import.meta.url)), "../catalog");
  const report = await writeReport(dir, (line) => console.log(line));
  print(report, auditFigures(await readAudit(dir)));
  if (report.targets.some(({ met }) => !met)) process.exitCode = 1;
}
