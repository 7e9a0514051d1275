import type { Db } from "@/db/client";
import { AppError } from "./errors";

/** Seconds after which a client may try again. */
export const RETRY_SECONDS = 5;

/** Work on a database. One that cannot be reached, or gave a statement up, is an AppError `unavailable`. */
export function reaching(connect: () => Promise<Db>) {
  return async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const db = await connect().catch((cause: unknown) => {
      throw unreachable(cause);
    });
    return work(db).catch((cause: unknown) => {
      if (codesOf(cause).includes(GIVEN_UP)) throw unavailable("The database did not answer in time.", cause);
      throw isConnectionFault(cause) ? unreachable(cause) : cause;
    });
  };
}

function unreachable(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return unavailable("The database cannot be reached.", cause);
}

function unavailable(message: string, cause: unknown): AppError {
  return new AppError("unavailable", message, { retryAfter: RETRY_SECONDS, cause });
}

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
// node-postgres gives these two no code.
const POOL_FAULTS = /^(?:Connection terminated|timeout exceeded when trying to connect)/;

// SQLSTATE of a statement that took longer than it may.
const GIVEN_UP = "57014";

/** Of an error and of those that caused it. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = "code" in error && typeof error.code === "string" ? [error.code] : [];
  return [...own, ...codesOf(error.cause)];
}

function isConnectionFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (SYSTEM_FAULTS.has(code) || SQL_FAULTS.test(code) || POOL_FAULTS.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some(isConnectionFault)) return true;
  return isConnectionFault(error.cause);
}
