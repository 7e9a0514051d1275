import { setImmediate as turnOfTheLoop } from "node:timers/promises";

/**
 * What is there already, or comes. On a path that every question takes, only what comes is awaited: an await of what is
 * there makes two promises, and Next's AsyncLocalStorage has each of them looked at.
 */
export type Awaitable<T> = T | Promise<T>;

/** Goes on at once with what is there already: an answer from memory waits for no turn of the loop. */
export function after<T, U>(value: Awaitable<T>, go: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(go) : go(value);
}

/** Of work that waits for nothing outside of the process, so long before others have their turn. */
const TURN_MS = 10;

let turnBegan: number | null = null;

/** When this turn of the loop began, for whoever asked first. */
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
 * Asked before each step of a long piece of work: what to wait for where the turn, whoever began it, has gone on for so
 * long, so that others are served meanwhile.
 */
export function turnTaken(turnMs = TURN_MS): Promise<void> | null {
  return performance.now() - turn() < turnMs ? null : turnOfTheLoop().then(() => void turn());
}

/** Long work, which yields after each of its steps, as one piece. */
export function atOnce<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same, with turns for others in between: see turnTaken(). */
export async function inTurns<T>(steps: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const turn = turnTaken();
    if (turn) await turn;
  }
}

/** Rejects where it does not come within so long; `who` should have told it. */
export async function inTime<T>(value: Awaitable<T>, timeoutMs: number, who: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${who} did not answer within ${timeoutMs} ms`)), timeoutMs);
  });
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
}
