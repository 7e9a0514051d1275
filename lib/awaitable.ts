import { setImmediate as turnOfTheLoop } from "node:timers/promises";

/**
 * A value that is available already, or a promise of it. On a path that every request takes, only promises are awaited:
 * an await of an available value creates two promises, and Next's AsyncLocalStorage inspects each of them.
 */
export type Awaitable<T> = T | Promise<T>;

/** Continues at once with an available value: a response from memory does not wait for a turn of the event loop. */
export function after<T, U>(value: Awaitable<T>, go: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(go) : go(value);
}

/** How long work that waits for nothing outside of the process may run before other work has its turn. */
const TURN_MS = 10;

let turnBegan: number | null = null;

/** Returns when this turn of the loop began, measured at the first call. */
function turn(): number {
  if (turnBegan === null) {
    turnBegan = performance.now();
    setImmediate(() => {
      turnBegan = null;
    });
  }
  return turnBegan;
}

/**
 * Called before each step of a long piece of work. If this turn of the loop has lasted too long, no matter which work
 * began it, returns a promise to wait for, so that other requests are served meanwhile.
 */
export function turnTaken(turnMs = TURN_MS): Promise<void> | null {
  return performance.now() - turn() < turnMs ? null : turnOfTheLoop().then(() => void turn());
}

/** Runs long work, which yields after each of its steps, in one piece. */
export function atOnce<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs such work with turns for other work in between: see turnTaken(). */
export async function inTurns<T>(steps: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const turn = turnTaken();
    if (turn) await turn;
  }
}

/** Rejects if the value does not arrive within the timeout. `who` is the name in the error. */
export async function inTime<T>(value: Awaitable<T>, timeoutMs: number, who: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${who} did not answer within ${timeoutMs} ms`)), timeoutMs);
  });
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
}
