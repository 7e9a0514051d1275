import "../scripts/lib/load-env.mjs";
import { writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuilt } from "../scripts/lib/build.mjs";
import { fail, ROOT } from "../scripts/lib/steps.mjs";
import { residentMb } from "../scripts/lib/usage.mjs";
import { bulk } from "./bulk";
import { type Loaded, SYNTHETIC_COUNT, shipped, synthetic } from "./catalogues";
import { steadily } from "./latency";
import { type Ask, atFullSpeed, clock, once } from "./load";
import { type Question, questions } from "./questions";
import { type Row, type Run, ratio, report } from "./report";
import { type Bare, type Bytes, bareServer, EMPTY_PATH, emptyNext, ourServer, type Server, settled } from "./servers";

const USAGE = `Measures the built site beside a bare Node server that sends the same bytes, and beside an empty handler of Next's.

  npm run bench [-- part …] [--runs=1] [--large=runs] [--seconds=2] [--products=100000] [--write] [--profile]

  part …      only what has one of these in its name: "discover", "100,000", "bulk", …
  --runs      so many runs, of which the medians are told
  --large     so many of them measure the synthetic catalogue too; all, unless it is given
  --seconds   how long each server is asked at full speed
  --products  of the synthetic catalogue; 0 leaves it out
  --write     writes bench/RESULTS.md, after each run anew
  --profile   writes the server's CPU profile to .test/profile when it ends`;

/** Number of different responses that the bare Node.js server sends in turn. */
const SAMPLES = 20;
/** Requests that differ each time run code that V8 is still optimizing. The references also need warm-up at first. */
const WARM_SECONDS = 4;
const STEADY = { perSecond: 100, seconds: 5 };
/** The name of the bulk measurement, which runs on the synthetic catalogue only. */
const BULK = "bulk";

interface Beside {
  bare: Bare;
  next: Server;
}

const askOf = ({ ask }: Question): Ask => (typeof ask === "function" ? ask() : ask);

async function measured(question: Question, ours: Server, { bare, next }: Beside, seconds: number): Promise<Row> {
  const { name, reference, ask, status, otherwise, before = [] } = question;
  for (const asked of before) await once(ours.url, asked);
  // The code that a route loads at its first request is not part of the measurement.
  const answers: Bytes[] = [];
  while (answers.length < SAMPLES) answers.push(await once(ours.url, askOf(question)));
  const bytes = answers.find((answer) => answer.status === status) ?? (await once(ours.url, askOf(question)));
  const expected = otherwise > 0 && bytes.status !== status ? { ...bytes, status } : bytes;
  if (expected.status !== status) throw new Error(`${name}: ${bytes.status} ${bytes.body.toString().slice(0, 200)}`);
  await bare.send(bytes);
  const empty = (asked: Ask): Ask => ({ ...asked, path: EMPTY_PATH });
  const load = reference === "bare" ? ask : typeof ask === "function" ? () => empty(ask()) : empty(ask);
  const other = reference === "bare" ? bare : next;
  const usual = reference === "bare" ? bytes.status : 200;
  const beside = await atFullSpeed(other, load, { status: usual, seconds });
  const rate = await atFullSpeed(ours, ask, {
    status,
    seconds,
    ...(typeof ask === "function" && { warm: WARM_SECONDS }),
  });
  const toldMicros = reference === "next" ? await tellingAlone(answers, ask, { bare, status, seconds }) : Number.NaN;
  const allowed = (otherwise / 100) * rate.perSecond * seconds;
  if (otherwise < 100 && rate.others > allowed)
    throw new Error(`${name}: ${rate.others} answers of another status than ${status}`);
  const waits = await steadily(
    {
      ...STEADY,
      ask: async () => {
        const { status: given } = await once(ours.url, askOf(question));
        return given === status || (otherwise > 0 && given < 500 && given !== 429);
      },
    },
    clock,
  );
  if (waits.failed > 0) throw new Error(`${name}: ${waits.failed} failed at a steady rate`);
  const row = { name, reference, ...rate, ...waits, beside, toldMicros, residentMb: residentMb(ours.pid) };
  console.info(
    `  ${name.padEnd(44)} ${ratio(row).toFixed(3)} of ${reference === "bare" ? "bare Node " : "empty Next"}  ${rate.perSecond.toFixed(0).padStart(6)}/s (${beside.perSecond.toFixed(0)})  ${rate.cpuMicros.toFixed(0)} µs (${beside.cpuMicros.toFixed(0)})  p50 ${waits.p50.toFixed(2)}  p99 ${waits.p99.toFixed(2)}  p99.9 ${waits.p999.toFixed(2)} ms`,
  );
  return row;
}

/**
 * Returns the CPU microseconds of a bare Node.js server that only serializes and sends one of these responses; NaN if
 * it cannot be measured.
 */
async function tellingAlone(
  answers: readonly Bytes[],
  ask: Question["ask"],
  { bare, status, seconds }: { bare: Bare; status: number; seconds: number },
): Promise<number> {
  const told = answers.filter((answer) => answer.status === status && answer.headers["content-encoding"] === "br");
  if (told.length === 0) return Number.NaN;
  await bare.tell(told);
  return (await atFullSpeed(bare, ask, { status, seconds })).cpuMicros;
}

async function measuredAll(
  catalogue: Loaded,
  beside: Beside,
  { parts, seconds, run, profile }: { parts: readonly string[]; seconds: number; run: number; profile: boolean },
) {
  const isAsked = (name: string) => parts.length === 0 || parts.some((part) => name.includes(part));
  const flags = profile
    ? ["--cpu-prof", "--cpu-prof-interval", "200", "--cpu-prof-dir", join(ROOT, ".test", "profile")]
    : [];
  const ours = await ourServer(catalogue.env, flags);
  try {
    console.info(`  at rest after ${await settled(ours, profile ? "profiled" : "alone")} s`);
    const record = await once(ours.url, { method: "GET", path: `/api/v2/pricing/${catalogue.hot.slug}`, headers: {} });
    const { links } = JSON.parse(record.body.toString()) as { links: { page: string } };
    const hot = {
      ...catalogue.hot,
      page: new URL(links.page).pathname,
      etag: String(record.headers.etag),
    };
    const rows: Row[] = [];
    for (const question of questions(catalogue.population, hot, Date.now() + run)) {
      if (isAsked(question.name)) rows.push(await measured(question, ours, beside, seconds));
    }
    const category = catalogue.largestCategory;
    const streams = isAsked(BULK) ? await bulk(ours, { category, key: catalogue.key }, seconds) : [];
    for (const { format, encoding, mbPerSecond, grownMb } of streams) {
      console.info(
        `  bulk ${format} ${encoding}: ${mbPerSecond.toFixed(0)} MB/s, memory ${grownMb.toFixed(0)} MB more`,
      );
    }
    return { rows, streams };
  } finally {
    await ours.stop();
  }
}

function machine(): string {
  const [{ model } = { model: "unknown" }, ...others] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${model.trim()}, ${others.length + 1} cores, ${memory} GB, ${process.platform} ${process.arch}, Node.js ${process.versions.node}`;
}

function written(runs: readonly Run[], products: number): string {
  const tables = report(runs);
  const far = runs.filter(({ synthetic }) => synthetic.length > 0).length;
  return `# Measured

Written by \`npm run bench -- --runs=${runs.length}${far < runs.length ? ` --large=${far}` : ""} --write\` on ${new Date().toISOString().slice(0, 10)}: medians of ${runs.length} run${runs.length === 1 ? "" : "s"}, ratios within one run.

Machine: ${machine()}. The servers and what loads them share its cores.

${tables.bars}

- Beside each figure stands a reference in a process of its own, loaded by the same loader in the same run: a bare Node
  server that sends the same bytes and headers, or the empty handler of a Next application.
- \`by rate\`: answers a second at full speed, 16 connections, one request at a time on each. \`by CPU\`: what one answer
  takes of the server's processor time. \`ratio\`: the lower of the two, so that a loader that cannot load the reference
  more is not counted in our favour.
- Waits are those of readers that come at a steady ${STEADY.perSecond} a second, counted from when each was due: who comes while the
  server stands still is counted too.
- \`telling µs\`: what a bare Node server takes of its processor to write the same answers as JSON, to tag, compress and
  send them. No engine, however fast, would answer for less.
- What was not asked before differs with each request, over products of the whole catalogue. Comparisons, costs and bills
  are of the 200 best known, which have been asked about before, unless it says otherwise; what they are asked has not.

## The shipped catalogue

${tables.shipped}

## Bulk: its largest category, one reader after another

${tables.bulk}
${products > 0 ? `\n## ${products.toLocaleString("en-US")} invented products${far < runs.length ? `, medians of ${far} run${far === 1 ? "" : "s"}` : ""}\n\n${tables.synthetic}\n` : ""}`;
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: "string", default: "1" },
      seconds: { type: "string", default: "2" },
      large: { type: "string" },
      products: { type: "string", default: String(SYNTHETIC_COUNT) },
      write: { type: "boolean", default: false },
      profile: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return console.info(USAGE);
  const products = Number(values.products);
  const seconds = Number(values.seconds);
  const large = products.toLocaleString("en-US");
  console.info(machine());
  await ensureBuilt({ anyEnvironment: true });
  const isLargeOnly = positionals.includes(large) || positionals.includes(String(products));
  const parts = positionals.filter((part) => part !== large && part !== String(products));
  const [small, vast] = [await shipped(), products > 0 ? await synthetic(products) : null];
  const bare = await bareServer();
  const next = await emptyNext();
  for (const method of ["GET", "POST"] as const) {
    const ask = { method, path: EMPTY_PATH, headers: {}, ...(method === "POST" && { body: "{}" }) };
    await atFullSpeed(next, ask, { status: 200, seconds: WARM_SECONDS });
  }
  const runs: Run[] = [];
  for (let run = 1; run <= Number(values.runs); run += 1) {
    const options = { parts, seconds, run, profile: values.profile };
    console.info(`Run ${run} of ${values.runs}: the shipped catalogue`);
    const own = isLargeOnly ? { rows: [], streams: [] } : await measuredAll(small, { bare, next }, options);
    const far = run <= Number(values.large ?? values.runs) ? vast : null;
    if (far) console.info(`Run ${run} of ${values.runs}: ${large} products`);
    const other = far ? await measuredAll(far, { bare, next }, { ...options, parts: withoutBulk(parts) }) : null;
    runs.push({ shipped: own.rows, bulk: own.streams, synthetic: other?.rows ?? [] });
    if (values.write) writeFileSync(join(ROOT, "bench", "RESULTS.md"), written(runs, products));
  }
  await Promise.all([bare.stop(), next.stop()]);
  console.info(`\n${written(runs, products)}`);
}

/** The parts that are measured on the shipped catalogue only. */
const withoutBulk = (parts: readonly string[]) =>
  parts.length === 0 ? ["one", "discover", "compare", "TCO", "usage", "history", "MCP", "page"] : parts;

// Child processes end with this process.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
await main().catch(fail);
process.exit();
