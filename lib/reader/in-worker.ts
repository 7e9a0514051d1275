import { type ResourceLimits, Worker } from "node:worker_threads";
import type { ModelConfig } from "./model-client";
import { type FetchedFile, type FetchedPage, type ModelReader, unreadable } from "./rung";
import type { Extraction } from "./types";

export interface Task {
  page: FetchedPage;
  now: Date | undefined;
  /** The functions that the main thread executes. */
  calls: Record<"fetchMore" | "model", boolean>;
}

/** "loaded": the code is ready and the reading begins. */
export type Message = "loaded" | { call: keyof Task["calls"]; argument: unknown } | { extraction: Extraction };

export interface Answer {
  value?: unknown;
  isFailed?: true;
}

export interface ReadOptions {
  /** When the page was fetched. */
  now?: Date;
  /** Fetches one more file of the same site. Null if it may not be read or does not exist. */
  fetchMore?: (url: string) => Promise<FetchedFile | null>;
  /** A language model for pages that nothing else reads: its endpoint, or a function that asks it. */
  model?: ModelConfig | ModelReader;
}

interface Limits {
  timeMs?: number;
  memoryMb?: number;
}

/** CPU time limit. Fetches and the model do not count. */
const TIME_LIMIT_MS = 10_000;
const MEMORY_LIMIT_MB = 256;
/** Time limit for loading the worker's code. */
const LOAD_LIMIT_MS = 60_000;

/** In a build, Turbopack bundles the worker, so the options must be a literal. Otherwise tsx compiles it. */
function startWorker(workerData: Task, resourceLimits: ResourceLimits): Worker {
  if (process.env.NEXT_RUNTIME)
    return new Worker(new URL("./worker.ts", import.meta.url), { workerData, resourceLimits });
  const url = JSON.stringify(new URL("./worker.ts", import.meta.url));
  const script = `import("tsx/esm/api").then(({ register }) => (register(), import(${url})))`;
  return new Worker(script, { workerData, resourceLimits, eval: true, execArgv: [] });
}

const clients = new WeakMap<ModelConfig, Promise<ModelReader>>();

/** Loads the client of the model's endpoint only when a page first needs one. */
function clientOf(config: ModelConfig): ModelReader {
  return async (question) => {
    let client = clients.get(config);
    if (!client) {
      client = import("./model-client").then(({ modelReader }) => modelReader(config));
      clients.set(config, client);
    }
    return (await client)(question);
  };
}

let lastTurn: Promise<void> = Promise.resolve();

/** Waits until no other worker uses the CPU. The returned function ends the turn. */
async function takeTurn(): Promise<() => void> {
  const previous = lastTurn;
  let end = () => {};
  lastTurn = new Promise((resolve) => {
    end = resolve;
  });
  await previous;
  return end;
}

/**
 * Decodes a page and runs `extract` in a worker thread, so that no page can block the process or exhaust its memory.
 * One worker runs at a time. While it waits for a fetch or the model, another page gets its turn.
 */
export async function readPricingPage(
  page: FetchedPage,
  options: ReadOptions = {},
  limits: Limits = {},
): Promise<Extraction> {
  let endTurn = await takeTurn();
  let isDone = false;
  const betweenTurns = async <Value>(value: Promise<Value>): Promise<Value> => {
    endTurn();
    await value;
    endTurn = await takeTurn();
    // The worker may have ended meanwhile.
    if (isDone) endTurn();
    return value;
  };
  try {
    return await runWorker(page, options, limits, betweenTurns);
  } finally {
    isDone = true;
    endTurn();
  }
}

function runWorker(
  page: FetchedPage,
  { fetchMore, model, now }: ReadOptions,
  { timeMs = TIME_LIMIT_MS, memoryMb = MEMORY_LIMIT_MB }: Limits,
  betweenTurns: <Value>(value: Promise<Value>) => Promise<Value>,
): Promise<Extraction> {
  const reader = typeof model === "object" ? clientOf(model) : model;
  const calls: Record<string, ((argument: never) => Promise<unknown>) | undefined> = { fetchMore, model: reader };
  const task: Task = { page, now, calls: { fetchMore: Boolean(fetchMore), model: Boolean(model) } };
  const worker = startWorker(task, { maxOldGenerationSizeMb: memoryMb });
  let timer: NodeJS.Timeout | undefined;
  return new Promise<Extraction>((resolve, reject) => {
    const startTimer = () => {
      timer = setTimeout(() => resolve(unreadable(`reading it takes more than ${timeMs / 1_000} s`)), timeMs);
    };
    timer = setTimeout(() => reject(new Error("The page reader did not load.")), LOAD_LIMIT_MS);
    worker.on("message", async (message: Message) => {
      clearTimeout(timer);
      if (message === "loaded") return startTimer();
      if ("extraction" in message) return resolve(message.extraction);
      const { call, argument } = message;
      const answer = await betweenTurns(
        Promise.resolve(calls[call]?.(argument as never)).then(
          (value): Answer => ({ value }),
          (): Answer => ({ isFailed: true }),
        ),
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
