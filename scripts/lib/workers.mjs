import cluster from "node:cluster";
import { availableParallelism, totalmem } from "node:os";
import { countForAll } from "../../lib/access/counted-together.mjs";
import { keptUp } from "./kept-up.mjs";
import { readEnvironment } from "./sandbox.mjs";
import { tellReady, tellWarm } from "./serving.mjs";
import { StepError } from "./steps.mjs";

const MOST = 64;
/** Memory of one worker that has used the whole catalogue. */
const BYTES_EACH = 1024 ** 3;

/** Returns the resources of the machine that this process may use. */
function machine() {
  return { cores: availableParallelism(), bytes: Math.min(process.constrainedMemory?.() || Infinity, totalmem()) };
}

/**
 * Returns the number of workers: WEB_CONCURRENCY, or one per core with sufficient memory. With the embedded database
 * the number is always 1, because only one process can open it.
 * @param {Record<string, string | undefined>} environment
 * @param {{ cores: number, bytes: number }} [has]
 * @param {(line: string) => void} [say]
 */
export function processesFor(environment = readEnvironment(false), has = machine(), say = console.log) {
  const asked = environment.WEB_CONCURRENCY?.trim() ?? "";
  if (asked !== "" && !(/^\d{1,2}$/.test(asked) && Number(asked) >= 1 && Number(asked) <= MOST)) {
    throw new StepError(`WEB_CONCURRENCY must be a number of workers from 1 to ${MOST}. See .env.example.`);
  }
  if (!environment.DATABASE_URL?.trim()) {
    if (Number(asked) > 1) say("The embedded database allows one process only. Set DATABASE_URL to run more workers.");
    return 1;
  }
  if (asked !== "") return Number(asked);
  return Math.min(MOST, Math.max(1, Math.min(has.cores, Math.floor(has.bytes / BYTES_EACH))));
}

/**
 * Runs the workers and counts requests for all of them. The first worker loads the catalogue and runs the jobs. The
 * others start when it is ready. If the first worker ends before that, everything ends. Later, every worker that ends
 * is restarted, with no limit.
 * @param {number} processes
 * @param {string} hostname
 * @param {number} port
 */
export function superviseWorkers(processes, hostname, port) {
  let warm = false;
  let left = 0;
  /** @type {ReturnType<typeof keptUp>[]} */
  const workers = [];
  const count = countForAll();

  /** @param {number} number */
  const keep = (number) => {
    const numbered = { WEB_CONCURRENCY: String(processes), WORKER_NUMBER: String(number) };
    left += 1;
    workers.push(
      keptUp(
        () => cluster.fork(numbered).process,
        (code) => {
          left -= 1;
          if (left === 0 || !warm) process.exit(code);
        },
        { mayEnd: () => !warm, what: `Worker ${number}` },
      ),
    );
  };

  cluster.on("message", (worker, message) => {
    count(worker, message);
    if (!message.warm || warm) return;
    warm = true;
    tellWarm();
    for (let number = 2; number <= processes; number++) keep(number);
    console.log(`Running ${processes} workers`);
  });
  cluster.once("listening", () => tellReady(hostname, port));
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, () => {
      for (const worker of workers) worker.stop(signal);
    });
  }
  keep(1);
}
