import { Decimal } from "decimal.js";
import type { RatesFact } from "@/lib/schemas/observation";
import type { Day } from "@/lib/schemas/primitives";
import { ListChangedError, type ListStream } from "../collector";
import { type Ladder, regionalMeter } from "../shared/cloud-rates";
import { cellsOf, csvLines } from "../shared/csv";
import type { Meter } from "../shared/meters";
import type { AdapterResult, Reading, Reject } from "../shared/reading";
import { type RateSlug, rateSubject } from "../shared/usage-providers-more";

const REGIONS = new Set([
  "us-east-1",
  "us-west-2",
  "eu-west-1",
  "eu-central-1",
  "ap-northeast-1",
  "ap-southeast-2",
  "ap-southeast-1",
]);
const LEAD = "us-east-1";
const MILLION = 1_000_000;

/** The required values of a row's columns: the full text, or a pattern. */
type Where = Readonly<Record<string, string | RegExp>>;

type MeterRow = {
  slug: RateSlug;
  /** Kind of service, if there are several. */
  variant?: string;
  name: string;
  unit: string;
  per: number;
  where: Where;
  /** The list's name for the unit of the price. */
  counted: RegExp;
};

const REQUESTS = { name: "requests", unit: "request", per: MILLION, counted: /request|call/i } as const;
const COMPUTE = { unit: "GB-second", per: 1, counted: /second/i } as const;
const S3 = { slug: "amazon-s3", variant: "standard" } as const;

/** By offer code. Contains only meters whose columns leave no doubt about the unit. */
export const OFFERS: Readonly<Record<string, readonly MeterRow[]>> = {
  AWSLambda: [
    ...[
      { variant: "x86", end: "" },
      { variant: "arm", end: "-ARM" },
    ].flatMap(({ variant, end }): MeterRow[] => {
      const own = { slug: "aws-lambda", variant } as const;
      const group = (name: string): Where => ({ "Product Family": "Serverless", Group: `AWS-Lambda-${name}${end}` });
      return [
        { ...own, ...REQUESTS, where: group("Requests") },
        { ...own, ...COMPUTE, name: "computeGbSeconds", where: group("Duration") },
        { ...own, ...COMPUTE, name: "provisionedConcurrencyGbSeconds", where: group("Provisioned-Concurrency") },
        { ...own, ...COMPUTE, name: "provisionedComputeGbSeconds", where: group("Duration-Provisioned") },
      ];
    }),
  ],
  AWSQueueService: [
    {
      slug: "amazon-sqs",
      variant: "standard",
      ...REQUESTS,
      where: { "Product Family": "API Request", "Queue Type": "Standard" },
    },
    {
      slug: "amazon-sqs",
      variant: "fifo",
      ...REQUESTS,
      where: { "Product Family": "API Request", "Queue Type": /^FIFO/ },
    },
  ],
  AmazonApiGateway: [
    {
      slug: "amazon-api-gateway",
      variant: "rest",
      ...REQUESTS,
      where: { "Product Family": "API Calls", usageType: /(?:^|-)ApiGatewayRequest$/ },
    },
    {
      slug: "amazon-api-gateway",
      variant: "http",
      ...REQUESTS,
      where: { "Product Family": "API Calls", usageType: /(?:^|-)ApiGatewayHttpRequest$/ },
    },
  ],
  AWSSecretsManager: [
    {
      slug: "aws-secrets-manager",
      name: "secretMonths",
      unit: "secret-month",
      per: 1,
      counted: /secret/i,
      where: { "Product Family": "Secret" },
    },
    { slug: "aws-secrets-manager", ...REQUESTS, per: 10_000, where: { "Product Family": "API Request" } },
  ],
  AmazonS3: [
    {
      ...S3,
      name: "storageGbMonths",
      unit: "GB-month",
      per: 1,
      counted: /^GB-Mo/i,
      where: { "Product Family": "Storage", usageType: /(?:^|[A-Z0-9]-)TimedStorage-ByteHrs$/ },
    },
    { ...S3, ...REQUESTS, name: "writeRequests", per: 1000, where: { Group: "S3-API-Tier1" } },
    { ...S3, ...REQUESTS, name: "readRequests", per: 1000, where: { Group: "S3-API-Tier2" } },
  ],
};

const ROOT = "https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws";
export const offerUrl = (offer: string): string => `${ROOT}/${offer}/current/index.csv`;

/** Columns of every offer. */
const COLUMNS = [
  "TermType",
  "StartingRange",
  "EndingRange",
  "Unit",
  "PricePerUnit",
  "Currency",
  "Product Family",
  "usageType",
  "Region Code",
] as const;

type Step = { from: number; upTo: number | null; price: Decimal };
/** Steps of one meter in one region. Null if the list gives two prices for the same use. */
type Regions = Map<string, Step[] | null>;

const isHead = (cells: readonly string[]): boolean => cells.includes("SKU") && cells.includes("PricePerUnit");

/** Reads one offer's table and stores the prices that the meters need. */
async function readOffer(
  { url, chunks }: ListStream,
  meters: readonly MeterRow[],
  rejects: Reject[],
): Promise<Map<MeterRow, Regions>> {
  const found = new Map<MeterRow, Regions>(meters.map((row) => [row, new Map()]));
  const needed = [...new Set([...COLUMNS, ...meters.flatMap(({ where }) => Object.keys(where))])];
  let at: Record<string, number> | null = null;
  for await (const line of csvLines(chunks)) {
    if (at === null) {
      const cells = cellsOf(line);
      if (cells[0] === "FormatVersion" && cells[1] !== "v1.0")
        throw new ListChangedError(`${url} is of version ${cells[1]}, not v1.0.`);
      if (!isHead(cells)) continue;
      const missing = needed.filter((column) => !cells.includes(column));
      if (missing.length > 0) throw new ListChangedError(`${url} has no column ${missing.join(", ")}.`);
      at = Object.fromEntries(needed.map((column) => [column, cells.indexOf(column)]));
      continue;
    }
    if (!line.includes("OnDemand")) continue;
    const cells = cellsOf(line);
    const places = at;
    const cell = (column: string): string => cells[places[column] ?? -1] ?? "";
    const region = cell("Region Code");
    if (cell("TermType") !== "OnDemand" || cell("Currency") !== "USD" || !REGIONS.has(region)) continue;
    const row = meters.find(({ where }) =>
      Object.entries(where).every(([column, wanted]) =>
        typeof wanted === "string" ? cell(column) === wanted : wanted.test(cell(column)),
      ),
    );
    if (!row) continue;
    const name = `${row.slug} ${row.variant ?? ""} ${row.name} ${region}`;
    if (!row.counted.test(cell("Unit"))) {
      rejects.push({ row: name, reason: `priced by another unit: ${cell("Unit")}` });
      continue;
    }
    const step = stepOf(cell);
    if (!step) throw new ListChangedError(`${url} has a price or a range in another form: ${line.slice(0, 200)}`);
    const regions: Regions = found.get(row) ?? new Map();
    const steps = regions.get(region);
    if (steps === null) continue;
    const same = steps?.find(({ from }) => from === step.from);
    if (same && !same.price.eq(step.price)) regions.set(region, null);
    else if (!same) regions.set(region, [...(steps ?? []), step]);
  }
  if (at === null) throw new ListChangedError(`${url} has no table of prices.`);
  return found;
}

function stepOf(cell: (column: string) => string): Step | null {
  const [from, end, price] = [cell("StartingRange"), cell("EndingRange"), cell("PricePerUnit")];
  const isNumber = (text: string) => /^\d+(?:\.\d+)?$/.test(text);
  if (!isNumber(from) || !(isNumber(end) || end === "Inf") || !isNumber(price)) return null;
  return { from: Number(from), upTo: end === "Inf" ? null : Number(end), price: new Decimal(price) };
}

/**
 * Returns the steps in order, or why they are not a price list. They must begin at 0, be contiguous and have no end.
 */
function ladderOf(steps: readonly Step[] | null): Step[] | string {
  if (steps === null) return "two prices for the same use";
  const sorted = [...steps].sort((a, b) => a.from - b.from);
  if (sorted.every(({ price }) => price.isZero())) return "every price is 0: unknown, not free";
  const follows = sorted.every(({ from }, index) => from === (index === 0 ? 0 : sorted[index - 1]?.upTo));
  return follows && sorted.at(-1)?.upTo === null ? sorted : "tiers that do not follow on from each other";
}

/** Reads the tables of offers one after the other. Only the wanted prices are in memory. */
export async function awsList(files: AsyncIterable<ListStream>, day: Day): Promise<AdapterResult> {
  const rejects: Reject[] = [];
  const models = new Map<string, { row: MeterRow; url: string; meters: Meter[] }>();
  for await (const file of files) {
    const [, meters] = Object.entries(OFFERS).find(([offer]) => offerUrl(offer) === file.url) ?? [];
    if (!meters) throw new ListChangedError(`${file.url} is no offer that is known.`);
    for (const [row, regions] of await readOffer(file, meters, rejects)) {
      const ladders = [...regions].flatMap(([region, steps]): Ladder[] => {
        const ladder = ladderOf(steps);
        if (typeof ladder !== "string")
          return [{ region, steps: ladder.map(({ from, price }) => ({ from, price: price.times(row.per) })) }];
        rejects.push({ row: `${row.slug} ${row.variant ?? ""} ${row.name} ${region}`, reason: ladder });
        return [];
      });
      const meter = regionalMeter(row, ladders, LEAD);
      if (!meter) {
        rejects.push({ row: `${row.slug} ${row.variant ?? ""} ${row.name}`, reason: "no price in any region" });
        continue;
      }
      const id = `${row.slug} ${row.variant ?? ""}`;
      const before = models.get(id) ?? { row, url: file.url, meters: [] };
      models.set(id, { ...before, meters: [...before.meters, meter] });
    }
  }
  const readings = [...models.values()].map(
    ({ row, url, meters }): Reading<RatesFact> => ({
      subject: rateSubject(row.slug),
      trust: "A",
      observedAt: day,
      evidence: { url },
      fact: { kind: "rates", model: row.variant ?? "standard", currency: "USD", meters },
    }),
  );
  return { readings, rejects };
}
