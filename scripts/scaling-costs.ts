// Writes the table of costs in docs/scaling.md from the shipped catalogue: npx tsx scripts/scaling-costs.ts
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Decimal } from "decimal.js";
import { catalogDir } from "@/db/load/boot";
import { readCatalog } from "@/db/load/files";
import { displayMoney } from "@/lib/catalog/display";
import { decimal } from "@/lib/catalog/money";
import { reduce } from "@/lib/catalog/reduce";
import { catalogDay } from "@/lib/catalog/report";
import { formatDay } from "@/lib/format/dates";
import type { Observation } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import type { ReducedRecord } from "@/lib/schemas/record";
import { totalCost } from "@/lib/tco/engine";

const DOC = "docs/scaling.md";
const [BEGIN, END] = ["<!-- costs:begin -->", "<!-- costs:end -->"];

const MONTHS = 12;
const DAYS_A_MONTH = 30;
const HOURS_A_MONTH = 730;
const BYTES_AN_ANSWER = 3_000;
const NOT_KEPT_AT_THE_EDGE = 0.1;
const GB_SECONDS_OF_ONE = 0.05;

/** Monthly compute units of the database, by requests per day. */
const VOLUMES = [
  { heading: "10 million requests a day", aDay: 10_000_000, computeUnits: 1 },
  { heading: "1 billion requests a day", aDay: 1_000_000_000, computeUnits: 4 },
] as const;
type Volume = (typeof VOLUMES)[number];

/** Returns the monthly usage beyond the plan's included amount. */
function used({ aDay, computeUnits }: Volume) {
  const requests = aDay * DAYS_A_MONTH;
  const worked = requests * NOT_KEPT_AT_THE_EDGE;
  return {
    millions: Math.max(0, requests / 1e6 - 10),
    gigabytes: Math.max(0, (requests * BYTES_AN_ANSWER) / 1e9 - 1_000),
    gigabyteSeconds: worked * GB_SECONDS_OF_ONE,
    computeHours: computeUnits * HOURS_A_MONTH,
    // Each request that reaches a function counts once.
    commands: worked / 100_000,
  };
}
type Used = ReturnType<typeof used>;

interface Row {
  label: string;
  product: string;
  /** The tier of the plan's own price, or the option of an extra price. */
  tier: string;
  option?: string;
  unit: string;
  quantity: (used: Used) => number;
}

const ROWS: Row[] = [
  { label: "Vercel Pro, one seat", product: "vercel", tier: "pro", unit: "seat/month", quantity: () => 1 },
  {
    label: "edge requests above 10 million",
    product: "vercel",
    tier: "pro",
    option: "edge-requests-beyond-10m-pro",
    unit: "million requests",
    quantity: ({ millions }) => millions,
  },
  {
    label: "data transfer above 1 TB",
    product: "vercel",
    tier: "pro",
    option: "data-transfer-beyond-1-tb-pro",
    unit: "GB",
    quantity: ({ gigabytes }) => gigabytes,
  },
  {
    label: "function duration",
    product: "vercel",
    tier: "pro",
    option: "extra-use-function-duration",
    unit: "GB-second",
    quantity: ({ gigabyteSeconds }) => gigabyteSeconds,
  },
  {
    label: "Neon Launch, 1 or 4 CU all month",
    product: "neon",
    tier: "launch",
    unit: "CU-hour",
    quantity: ({ computeHours }) => computeHours,
  },
  {
    label: "Upstash Redis, pay as you go, one command per request",
    product: "upstash-redis",
    tier: "pay-as-you-go",
    unit: "100K commands",
    quantity: ({ commands }) => commands,
  },
];

interface Price {
  unitPrice: number;
  unit: string;
  currency: string;
  readAt: Day;
  /** Returns the monthly cost. */
  costs: (quantity: number) => Decimal;
}

const WORDS: Record<string, string> = {
  "seat/month": "per seat",
  "million requests": "per million",
  "100K commands": "per 100K commands",
};

/** Returns null if the catalogue has no such price. */
function priceOf({ product, tier: id, option, unit }: Row, record: ReducedRecord): Price | null {
  const readAt = (evidence: readonly string[]) =>
    record.evidence
      .filter((one) => evidence.includes(one.id))
      .map(({ capturedAt }) => capturedAt)
      .sort()
      .at(-1) ?? "";
  const tier = record.tiers?.find((one) => one.id === id);
  if (!tier?.listPrice) return null;
  const { amount: unitPrice, currency, period } = tier.listPrice;
  if (currency === null) return null;
  if (period === "usage") {
    if (tier.priceUnit !== unit) throw new Error(`${product} ${id} is sold per ${tier.priceUnit}, not per ${unit}`);
    return { unitPrice, unit, currency, readAt: readAt(tier.evidence), costs: (n) => decimal(unitPrice).mul(n) };
  }
  // Uses the engine of POST /api/v2/tco for one year.
  const year = (quantity: number) =>
    totalCost(record, {
      seats: 1,
      tier: id,
      ...(option && { quantities: { [unit]: quantity * MONTHS } }),
      termYears: 1,
      includeHiddenCosts: true,
    });
  const lineIn = ({ lines, optionalLines }: ReturnType<typeof year>) =>
    option ? optionalLines.find((line) => line.option === option) : lines.find(({ kind }) => kind === "licence");
  const one = year(1);
  const line = lineIn(one);
  if (!line?.unit || line.unitPrice === null || one.currency === null) return null;
  if (line.unit !== unit) throw new Error(`${product} ${option ?? id} is sold per ${line.unit}, not per ${unit}`);
  return {
    unitPrice: line.unitPrice,
    unit,
    currency: one.currency,
    readAt: readAt(line.evidence),
    costs(quantity) {
      const amount = quantity === 0 ? 0 : lineIn(year(quantity))?.amount;
      if (amount === undefined || amount === null) throw new Error(`${product} ${option ?? id} has no amount`);
      return decimal(amount).div(MONTHS);
    },
  };
}

const whole = (amount: Decimal) => `$${amount.toDecimalPlaces(0).toNumber().toLocaleString("en")}`;

/** Returns the section of the document, from the catalogue on the day of its newest source. */
export function costsSection(files: ReturnType<typeof readCatalog>): string {
  const asOf = catalogDay(files.sources);
  const sources = new Map(files.sources.map((source) => [source.slug, source]));
  const recordOf = (product: string): ReducedRecord => {
    const own = files.observations.filter((observation: Observation) => observation.product === product);
    const record = reduce(own, { asOf, sources });
    if (!record) throw new Error(`no record of ${product}`);
    return record;
  };
  const sums = VOLUMES.map(() => decimal(0));
  const rows = ROWS.map((row) => {
    const price = priceOf(row, recordOf(row.product));
    if (!price) return [row.label, "**unknown**: not yet checked", ...VOLUMES.map(() => "–")];
    if (price.currency !== "USD") throw new Error(`${row.product} is sold in ${price.currency}`);
    const costs = VOLUMES.map((volume) => price.costs(row.quantity(used(volume))));
    for (const [at, cost] of costs.entries()) sums[at] = (sums[at] ?? decimal(0)).add(cost);
    const read = `${displayMoney(price.unitPrice, "USD")} ${WORDS[price.unit] ?? `per ${price.unit}`} (${formatDay(price.readAt)})`;
    return [row.label, read, ...costs.map(whole)];
  });
  const products = [...new Set(ROWS.map(({ product }) => `/${product}`))];
  return [
    `Prices from this catalogue (\`GET /api/v2/pricing${products.join("`, `")}\`) as of ${formatDay(asOf)}. The date after a price is the day on which it was checked.`,
    "",
    `| per month | list price | ${VOLUMES.map(({ heading }) => heading).join(" | ")} |`,
    "| --- | --- | ---: | ---: |",
    ...rows.map((cells) => `| ${cells.join(" | ")} |`),
    `| **total** | | ${sums.map((sum) => `**${whole(sum)}**`).join(" | ")} |`,
  ].join("\n");
}

export function sectionIn(doc: string): string {
  return doc.slice(doc.indexOf(BEGIN) + BEGIN.length, doc.indexOf(END)).trim();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const doc = readFileSync(DOC, "utf8");
  const section = costsSection(readCatalog(catalogDir()));
  writeFileSync(DOC, `${doc.slice(0, doc.indexOf(BEGIN) + BEGIN.length)}\n${section}\n${doc.slice(doc.indexOf(END))}`);
}
