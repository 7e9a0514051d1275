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
// SQLSTATE: connection exceptions, too many connections, a database closed to connections, shutdown and start-up.
const SQL_FAULTS = /^(?:08\w{3}|53300|55000|57P0[1-5])$/;
// node-postgres gives these no code.
const POOL_FAULTS =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client (?:has encountered a connection error|was closed) and is not queryable)/;
// Of the above those after which nothing can have been asked.
const NEVER_ASKED = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "53300",
  "57P03",
]);
// SQLSTATE: two transactions cannot both be as if alone; each waits for the other.
const MADE_WAY = new Set(["40001", "40P01"]);

const READS = /^\s*(?:select|with)\b/i;
export const WRITES = /^\s*(?:with\b[\s\S]*\b)?(?:insert|update|delete|merge|truncate|create|alter|drop)\b/i;

/** Of an error and of those that caused it. */
export function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = "code" in error && typeof error.code === "string" ? [error.code] : [];
  return [...own, ...codesOf(error.cause)];
}

export function isConnectionFault(error: unknown): boolean {
  // Neon's driver passes on what its WebSocket says.
  if (!(error instanceof Error)) return Object(error).type === "error";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (SYSTEM_FAULTS.has(code) || SQL_FAULTS.test(code) || POOL_FAULTS.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some(isConnectionFault)) return true;
  return isConnectionFault(error.cause);
}

/** The database did not answer a statement in time: see QUERY_MS in pools.ts. */
export function isHung(error: unknown): boolean {
  return error instanceof Error && (error.message === "Query read timeout" || isHung(error.cause));
}

/** The database undid it whole, for the sake of another that was under way. */
export function hasMadeWay(error: unknown): boolean {
  return codesOf(error).some((code) => MADE_WAY.has(code));
}

/** Whether a statement by itself was certainly not carried out, or may be twice. */
export function mayBeAskedAgain(text: string, error: unknown): boolean {
  if (hasMadeWay(error) || codesOf(error).some((code) => NEVER_ASKED.has(code))) return true;
  return READS.test(text) && !WRITES.test(text) && isConnectionFault(error);
}

/** Each a little more or less, so that two who met do not meet again. */
const PAUSES_MS = [20, 80, 320];
/** A pool that had none to lend, or a host that is silent, has cost its time already. */
const NO_LATER_THAN_MS = 2_000;

/** Does it again while it fails in a way that `may` be tried again: soon, and not for long. */
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
