import { countedInMemory } from "./counted-in-memory.mjs";

/** Far longer than the process above takes. A request does not wait for a process that hangs. */
const TIMEOUT_MS = 3_000;

/**
 * @typedef {import("./counted-in-memory.mjs").RatePolicy} RatePolicy
 * @typedef {import("./counted-in-memory.mjs").RateState} RateState
 * @typedef {[policy: RatePolicy, bucket: string, cost: number]} Asked
 * @typedef {{ send?: Send, on: (event: "message", listener: (message: any) => void) => unknown }} Channel
 * @typedef {(message: unknown, told: () => void) => unknown} Send
 * @typedef {{ asked: Asked, resolve: (state: RateState) => void }} Waiting
 */

/** Called if a message could not be sent; without a callback Node would throw. Waiting requests have a timer. */
const heeded = () => {};

/** Runs in the process above all workers and responds to their messages from one count. */
export function countForAll(count = countedInMemory()) {
  /**
   * @param {{ send: Send }} worker
   * @param {{ takes?: number, asked: Asked[] }} message
   */
  return (worker, { takes, asked }) => {
    if (takes !== undefined) worker.send({ taken: takes, states: asked.map((one) => count(...one)) }, heeded);
  };
}

/**
 * Runs in a worker and counts in the process above, so that all workers share one quota. Requests of one turn of the
 * event loop go into one message. If no response comes in time, this worker counts on its own.
 * @param {Channel} channel
 */
export function countedTogether(channel, { timeoutMs = TIMEOUT_MS, warn = console.warn } = {}) {
  const alone = countedInMemory();
  /** @type {Map<number, { waiting: Waiting[], timer: NodeJS.Timeout }>} */
  const sent = new Map();
  /** @type {Waiting[]} */
  let gathered = [];
  let messages = 0;
  let warned = false;

  /** @param {Waiting[]} waiting */
  const countAlone = (waiting) => {
    if (!warned) warn("The process that counts requests does not respond. This worker now counts on its own.");
    warned = true;
    for (const { asked, resolve } of waiting) resolve(alone(...asked));
  };

  const flush = () => {
    const waiting = gathered;
    gathered = [];
    const takes = ++messages;
    // After a pause of this process its timers run before it reads responses that have already arrived. `setImmediate`
    // lets it read those first.
    const timer = setTimeout(() => setImmediate(() => sent.delete(takes) && countAlone(waiting)), timeoutMs);
    sent.set(takes, { waiting, timer });
    channel.send?.({ takes, asked: waiting.map(({ asked }) => asked) }, heeded);
  };

  channel.on("message", ({ taken, states }) => {
    const answered = sent.get(taken);
    if (!answered) return;
    sent.delete(taken);
    clearTimeout(answered.timer);
    warned = false;
    answered.waiting.forEach(({ resolve }, i) => {
      resolve(states[i]);
    });
  });

  return {
    /**
     * @param {RatePolicy} policy
     * @param {string} bucket
     * @param {number} cost
     * @returns {Promise<RateState>}
     */
    take: (policy, bucket, cost) =>
      new Promise((resolve) => {
        if (gathered.length === 0) setImmediate(flush);
        gathered.push({ asked: [policy, bucket, cost], resolve });
      }),
  };
}
