import { EventEmitter } from "node:events";
import { stat } from "node:fs";
import { expect, test, vi } from "vitest";
import { countedInMemory } from "./counted-in-memory.mjs";
import { countedTogether, countForAll } from "./counted-together.mjs";
import { rateLimitSuite } from "./rate-limit.suite";

const policy = { name: "together", quota: 3, windowSeconds: 60 };

const ANSWER = { allowed: true, remaining: 1, resetSeconds: 2 };

/** Connects a worker and the process above it by a channel whose messages are JSON. */
function workerOf(count: ReturnType<typeof countForAll>) {
  const channel = Object.assign(new EventEmitter(), { send: vi.fn() });
  const copy = (message: unknown) => JSON.parse(JSON.stringify(message));
  const worker = { send: (message: unknown) => setImmediate(() => channel.emit("message", copy(message))) };
  channel.send.mockImplementation((message: unknown) => setImmediate(() => count(worker, copy(message))));
  return channel;
}

const count = countForAll();
const [one, other] = [countedTogether(workerOf(count)), countedTogether(workerOf(count))];
let asked = 0;

rateLimitSuite("two workers", () => (asked++ % 2 ? one : other));

test("what is asked in one turn of the loop goes in one message, and each gets its own answer", async () => {
  const channel = workerOf(countForAll());
  const { take } = countedTogether(channel);
  const states = await Promise.all([take(policy, "a", 1), take(policy, "b", 2), take(policy, "a", 1)]);
  expect(states.map(({ remaining }) => remaining)).toEqual([2, 1, 1]);
  expect(channel.send).toHaveBeenCalledTimes(1);
});

test("where the process above does not answer, or is gone, a worker counts for itself and says so once", async () => {
  const warn = vi.fn();
  for (const send of [() => {}, undefined]) {
    warn.mockClear();
    const { take } = countedTogether(Object.assign(new EventEmitter(), { send }), { timeoutMs: 20, warn });
    const allowed = [];
    for (let i = 0; i < 4; i++) allowed.push((await take(policy, "a", 1)).allowed);
    expect(allowed).toEqual([true, true, true, false]);
    expect(warn).toHaveBeenCalledTimes(1);
  }
});

test("an answer that arrived while this worker did nothing else is not late", async () => {
  const warn = vi.fn();
  const channel = Object.assign(new EventEmitter(), { send: vi.fn() });
  // Like a pipe: messages that arrived during the pause are read after the timers.
  channel.send.mockImplementation(({ takes }) => {
    const until = performance.now() + 40;
    stat(".", () => channel.emit("message", { taken: takes, states: [ANSWER] }));
    while (performance.now() < until);
  });
  expect(await countedTogether(channel, { timeoutMs: 1, warn }).take(policy, "a", 1)).toBe(ANSWER);
  expect(warn).not.toHaveBeenCalled();
});

test("other messages are nobody's answer and nobody's question", async () => {
  const send = vi.fn();
  const worker = { send };
  countForAll(countedInMemory())(worker, { warm: true } as never);
  expect(send).not.toHaveBeenCalled();
});
