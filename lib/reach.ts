import type { Db } from "@/db/client";
import { AppError } from "./errors";

/** Seconds after which a client may try again. */
export const RETRY_SECONDS = 5;

/** Work on a database. One that cannot be reached or written, or gave a statement up, is an AppError `unavailable`. */
export function reaching(connect: () => Promise<Db>) {
  return async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
    const db = await connect().catch((cause: unknown) => {
      throw cause instanceof AppError ? cause : (databaseFault(cause) ?? unreachable(cause));
    });
    return work(db).catch((cause: unknown) => {
      throw databaseFault(cause) ?? cause;
    });
  };
}

/** What may be shown of an error where the fault is the database's and may pass; null for any other. */
export function databaseFault(cause: unknown): AppError | null {
  if (cause instanceof AppError) return null;
  const codes = codesOf(cause);
  if (codes.includes(FULL) || causedBy(cause, ({ name }) => name === "NoRoomError")) {
    return unavailable("The database has no room left to write.", cause, RETRY_FULL_SECONDS);
  }
  if (codes.includes(GIVEN_UP)) return unavailable("The database did not answer in time.", cause);
  return isConnectionFault(cause) ? unreachable(cause) : null;
}

function unreachable(cause: unknown): AppError {
  return unavailable("The database cannot be reached.", cause);
}

function unavailable(message: string, cause: unknown, retryAfter = RETRY_SECONDS): AppError {
  return new AppError("unavailable", message, { retryAfter, cause });
}

// SQLSTATE: the disk is full.
const FULL = "53100";
/** A person has to make room. */
const RETRY_FULL_SECONDS = 60;

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
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client (?:has encountered a connection error|was closed) and is not queryable)/;

// SQLSTATE of a statement that took longer than it may.
const GIVEN_UP = "57014";

/** Of an error and of those that caused it. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = "code" in error && typeof error.code === "string" ? [error.code] : [];
  return [...own, ...codesOf(error.cause)];
}

// Bundles have copies of a class: its name tells.
function causedBy(error: unknown, is: (error: Error) => boolean): boolean {
  return error instanceof Error && (is(error) || causedBy(error.cause, is));
}

function isConnectionFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (SYSTEM_FAULTS.has(code) || SQL_FAULTS.test(code) || POOL_FAULTS.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some(isConnectionFault)) return true;
  return isConnectionFault(error.cause);
}
