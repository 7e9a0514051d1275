import { setTimeout as sleep } from "node:timers/promises";

const SYSTEM_FAULTS = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
]);
// SQLSTATE: connection exceptions, too many connections, a database that accepts no connections, shutdown and startup.
const SQL_FAULTS = /^(?:08\w{3}|53300|55000|57P0[1-5])$/;
// node-postgres gives these errors no code.
const POOL_FAULTS =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client (?:has encountered a connection error|was closed) and is not queryable)/;
// Those of the above after which no statement can have been sent.
const NEVER_ASKED = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "53300",
  "57P03",
]);
// SQLSTATE: serialization failure; deadlock.
const MADE_WAY = new Set(["40001", "40P01"]);

const READS = /^\s*(?:select|with)\b/i;
export const WRITES = /^\s*(?:with\b[\s\S]*\b)?(?:insert|update|delete|merge|truncate|create|alter|drop)\b/i;

/** Returns the codes of an error and its causes. */
export function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = "code" in error && typeof error.code === "string" ? [error.code] : [];
  return [...own, ...codesOf(error.cause)];
}

export function isConnectionFault(error: unknown): boolean {
  // Neon's driver passes on its WebSocket's event.
  if (!(error instanceof Error)) return Object(error).type === "error";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (SYSTEM_FAULTS.has(code) || SQL_FAULTS.test(code) || POOL_FAULTS.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some(isConnectionFault)) return true;
  return isConnectionFault(error.cause);
}

/** Returns whether the database did not respond to a statement in time: see QUERY_MS in pools.ts. */
export function isHung(error: unknown): boolean {
  return error instanceof Error && (error.message === "Query read timeout" || isHung(error.cause));
}

/** Returns whether the database rolled it back completely in favour of another transaction. */
export function hasMadeWay(error: unknown): boolean {
  return codesOf(error).some((code) => MADE_WAY.has(code));
}

/**
 * Returns whether a single statement may be retried: it was certainly not executed, or executing it twice is harmless.
 */
export function mayBeAskedAgain(text: string, error: unknown): boolean {
  if (hasMadeWay(error) || codesOf(error).some((code) => NEVER_ASKED.has(code))) return true;
  return READS.test(text) && !WRITES.test(text) && isConnectionFault(error);
}

/** Each varies randomly, so that two colliding callers do not collide again. */
const PAUSES_MS = [20, 80, 320];
/** No retry starts later: an exhausted pool or a silent host has already taken its time. */
const NO_LATER_THAN_MS = 2_000;

/** Retries work while `may` allows its error, after short pauses and only for a short time. */
export async function again<T>(work: () => Promise<T>, may: (error: unknown) => boolean): Promise<T> {
  const began = performance.now();
  for (let tried = 0; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      const pause = PAUSES_MS[tried];
      if (pause === undefined || performance.now() - began > NO_LATER_THAN_MS || !may(error)) throw error;
      await sleep(pause * (0.5 + Math.random()));
    }
  }
}
