import type { BulkRow } from "./bulk";
import type { Waits } from "./latency";
import type { Rate } from "./load";

export interface Row extends Rate, Waits {
  name: string;
  reference: "bare" | "next";
  /** The reference's result in the same run. */
  beside: Rate;
  /** CPU time of a bare Node.js server that only serializes and sends the same responses; NaN if not measured. */
  toldMicros: number;
  residentMb: number;
}

export interface Run {
  shipped: Row[];
  synthetic: Row[];
  bulk: BulkRow[];
}

/** Returns the middle number, or the mean of the two middle ones; NaN for an empty list. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.filter((number) => !Number.isNaN(number)).sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Returns the request rate relative to the reference. */
export const rateRatio = ({ perSecond, beside }: Pick<Row, "perSecond" | "beside">) => perSecond / beside.perSecond;
/** Returns the same ratio for CPU time per response, which does not depend on the load generator. */
export const cpuRatio = ({ cpuMicros, beside }: Pick<Row, "cpuMicros" | "beside">) => beside.cpuMicros / cpuMicros;

/** Returns the lower ratio, so that a slow load generator never improves the result. */
export function ratio(row: Row): number {
  const [rate, cpu] = [rateRatio(row), cpuRatio(row)];
  return Number.isNaN(cpu) ? rate : Math.min(rate, cpu);
}

interface Bar {
  what: string;
  must: number;
  aim: number;
  of(run: Run): number;
  /** True if lower is better. */
  isTime?: true;
  unit: string;
}

const named = (rows: readonly Row[], name: string) => rows.find((row) => row.name === name);
const ratioOf = (name: string) => (run: Run) => {
  const row = named(run.shipped, name);
  return row ? ratio(row) : Number.NaN;
};
const shippedRow = (name: string, of: (row: Row) => number) => (run: Run) => {
  const row = named(run.shipped, name);
  return row ? of(row) : Number.NaN;
};
const FRESH = ", not asked before";

/**
 * Returns how much slower 100,000 products are than the shipped ones: the median over all requests of the ratio of
 * rates.
 */
function slowdown({ shipped, synthetic }: Run): number {
  return median(
    synthetic.flatMap((row) => {
      const same = named(shipped, row.name);
      return same ? [same.perSecond / row.perSecond] : [];
    }),
  );
}

export const BARS: readonly Bar[] = [
  { what: "one record, hot, of bare Node's rate", must: 0.5, aim: 0.8, of: ratioOf("one record"), unit: "×" },
  { what: "304, of bare Node's rate", must: 0.6, aim: 0.9, of: ratioOf("one record, 304"), unit: "×" },
  {
    what: "MCP tools/call of a hot record, of bare Node's rate",
    must: 0.12,
    aim: 0.25,
    of: ratioOf("MCP tools/call of a record"),
    unit: "×",
  },
  {
    what: "product page, kept, of bare Node sending the same bytes",
    must: 0.4,
    aim: 0.7,
    of: ratioOf("product page"),
    unit: "×",
  },
  {
    what: "discover, text never asked before, p50 at a steady rate",
    must: 5,
    aim: 2,
    of: shippedRow(`discover${FRESH}`, ({ p50 }) => p50),
    isTime: true,
    unit: " ms",
  },
  {
    what: "discover, text never asked before, p99 at a steady rate",
    must: 20,
    aim: 8,
    of: shippedRow(`discover${FRESH}`, ({ p99 }) => p99),
    isTime: true,
    unit: " ms",
  },
  {
    what: "discover, text never asked before, on one core",
    must: 1_500,
    aim: 4_000,
    of: shippedRow(`discover${FRESH}`, (row) => onOneCore(row)),
    unit: "/s",
  },
  ...["compare", "TCO", "usage"].map((name) => ({
    what: `${name}, never asked before, of the empty Next handler`,
    must: 1.5,
    aim: 4,
    of: ratioOf(name + FRESH),
    unit: "×",
  })),
  { what: "the same on 100,000 products: the time", must: 2, aim: 1, of: slowdown, isTime: true, unit: "×" },
  {
    what: "bulk from a warm cache, JSON as it is",
    must: 150,
    aim: 400,
    of: ({ bulk }) =>
      bulk.find(({ format, encoding }) => format === "json" && encoding === "identity")?.mbPerSecond ?? Number.NaN,
    unit: " MB/s",
  },
];

/** Returns the rate per core. If the measured rate is lower, returns that, since a server may use several cores. */
export function onOneCore({ perSecond, cpuMicros }: Rate): number {
  return Number.isNaN(cpuMicros) ? perSecond : Math.min(perSecond, 1e6 / cpuMicros);
}

const figure = (value: number) => {
  if (Number.isNaN(value)) return "–";
  if (value >= 100) return Math.round(value).toLocaleString("en-US");
  return value.toFixed(value >= 10 ? 1 : 2);
};

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, at) => Math.max(3, ...all.map((row) => (row[at] ?? "").length)));
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(" | ")} |`;
  const rule = `| ${widths.map((width, at) => (at === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
  return [lineOf(head), rule, ...rows.map(lineOf)].join("\n");
}

/** Returns the medians over the runs, in the order of the first run. */
function over<T>(runs: readonly (readonly T[])[], keyOf: (row: T) => string) {
  return (runs[0] ?? []).map((first) => {
    const same = runs.flatMap((rows) => rows.filter((row) => keyOf(row) === keyOf(first)));
    return { first, of: (value: (row: T) => number) => figure(median(same.map(value))) };
  });
}

function rowsTable(runs: readonly (readonly Row[])[]): string {
  const head = [
    "question",
    "beside",
    "ratio",
    "by rate",
    "by CPU",
    "/s",
    "CPU µs",
    "telling µs",
    "p50 ms",
    "p99 ms",
    "p99.9 ms",
    "RSS MB",
  ];
  return table(
    head,
    over(runs, ({ name }) => name).map(({ first, of }) => [
      first.name,
      first.reference === "bare" ? "bare Node" : "empty Next",
      of(ratio),
      of(rateRatio),
      of(cpuRatio),
      of(({ perSecond }) => perSecond),
      of(({ cpuMicros }) => cpuMicros),
      of(({ toldMicros }) => toldMicros),
      of(({ p50 }) => p50),
      of(({ p99 }) => p99),
      of(({ p999 }) => p999),
      of(({ residentMb }) => residentMb),
    ]),
  );
}

function bulkTable(runs: readonly (readonly BulkRow[])[]): string {
  return table(
    ["form", "encoding", "MB/s", "first byte ms", "MB", "memory grew by MB", "CPU ms/MB"],
    over(runs, ({ format, encoding }) => `${format} ${encoding}`).map(({ first, of }) => [
      first.format,
      first.encoding,
      of(({ mbPerSecond }) => mbPerSecond),
      of(({ firstByteMs }) => firstByteMs),
      of(({ megabytes }) => megabytes),
      of(({ grownMb }) => grownMb),
      of(({ cpuMicrosPerMb }) => cpuMicrosPerMb / 1_000),
    ]),
  );
}

function barsTable(runs: readonly Run[]): string {
  const rows = BARS.flatMap(({ what, must, aim, of, isTime, unit }) => {
    const value = median(runs.map(of));
    if (Number.isNaN(value)) return [];
    const met = (bar: number) => (isTime ? value <= bar : value >= bar);
    const verdict = met(aim) ? "aim" : met(must) ? "must" : "missed";
    return [[what, figure(value) + unit, figure(must) + unit, figure(aim) + unit, verdict]];
  });
  return table(["", "measured", "must", "aim", "met"], rows);
}

/** Returns the tables of several runs as Markdown. */
export function report(runs: readonly Run[]): { bars: string; shipped: string; synthetic: string; bulk: string } {
  return {
    bars: barsTable(runs),
    shipped: rowsTable(runs.map(({ shipped }) => shipped)),
    synthetic: rowsTable(runs.map(({ synthetic }) => synthetic)),
    bulk: bulkTable(runs.map(({ bulk }) => bulk)),
  };
}
