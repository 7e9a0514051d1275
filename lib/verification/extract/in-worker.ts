import { type ResourceLimits, Worker } from "node:worker_threads";
import type { Extraction } from "@/lib/schemas/check";
import type { ExtractOptions } from "./extract";
import { type Page, unreadable } from "./rung";

export interface Task {
  page: Page;
  now: Date | undefined;
  /** The functions that the main thread answers. */
  calls: Record<"fetchMore" | "model", boolean>;
}

/** "loaded": the code is ready and the reading begins. */
export type Message = "loaded" | { call: keyof Task["calls"]; argument: unknown } | { extraction: Extraction };

export interface Answer {
  value?: unknown;
  isFailed?: true;
}

interface Limits {
  timeMs?: number;
  memoryMb?: number;
}

/** Of computing; the time of fetches and of the model is not counted. */
const TIME_LIMIT_MS = 10_000;
const MEMORY_LIMIT_MB = 256;

/** In a build, Turbopack bundles the worker: the options must be a literal. Elsewhere tsx compiles it. */
function startWorker(workerData: Task, resourceLimits: ResourceLimits): Worker {
  if (process.env.NEXT_RUNTIME)
    return new Worker(new URL("./worker.ts", import.meta.url), { workerData, resourceLimits });
  const url = JSON.stringify(new URL("./worker.ts", import.meta.url));
  const script = `import("tsx/esm/api").then(({ register }) => (register(), import(${url})))`;
  return new Worker(script, { workerData, resourceLimits, eval: true, execArgv: [] });
}

let queue: Promise<unknown> = Promise.resolve();

/** Runs `extract` in a worker thread, so that no page can block the process or exhaust its memory. One page at a time. */
export function extractInWorker(page: Page, options: ExtractOptions = {}, limits: Limits = {}): Promise<Extraction> {
  const result = queue.then(() => runWorker(page, options, limits));
  queue = result.catch(() => {});
  return result;
}

function runWorker(
  page: Page,
  { fetchMore, model, now }: ExtractOptions,
  { timeMs = TIME_LIMIT_MS, memoryMb = MEMORY_LIMIT_MB }: Limits,
): Promise<Extraction> {
  const calls: Record<string, ((argument: never) => Promise<unknown>) | undefined> = { fetchMore, model };
  const task: Task = { page, now, calls: { fetchMore: Boolean(fetchMore), model: Boolean(model) } };
  const worker = startWorker(task, { maxOldGenerationSizeMb: memoryMb });
  let timer: NodeJS.Timeout | undefined;
  return new Promise<Extraction>((resolve, reject) => {
    const startTimer = () => {
      timer = setTimeout(() => resolve(unreadable(`reading it takes more than ${timeMs / 1_000} s`)), timeMs);
    };
    worker.on("message", async (message: Message) => {
      if (message === "loaded") return startTimer();
      clearTimeout(timer);
      if ("extraction" in message) return resolve(message.extraction);
      const { call, argument } = message;
      const answer: Answer = await Promise.resolve(calls[call]?.(argument as never)).then(
        (value) => ({ value }),
        () => ({ isFailed: true }),
      );
      startTimer();
      worker.postMessage(answer);
    });
    worker.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ERR_WORKER_OUT_OF_MEMORY") resolve(unreadable(`reading it takes more than ${memoryMb} MB`));
      else reject(error);
    });
    worker.on("exit", (code) => reject(new Error(`The page reader exited with code ${code}.`)));
  }).finally(() => {
    clearTimeout(timer);
    return worker.terminate();
  });
}
