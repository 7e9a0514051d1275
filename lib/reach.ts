import type { Db } from "@/db/client";
import { codesOf, hasMadeWay, isConnectionFault, isHung } from "@/db/faults";
import { AppError } from "./errors";

/** Seconds after which a client may try again. */
export const RETRY_SECONDS = 5;

/**
 * Returns a function that runs work on a database. If the database cannot be reached or written, or cancels a
 * statement, it throws AppError `unavailable`.
 */
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

/** Returns the error to show if the database has a fault that may pass; null for any other fault. */
export function databaseFault(cause: unknown): AppError | null {
  if (cause instanceof AppError) return null;
  const codes = codesOf(cause);
  if (codes.includes(FULL) || causedBy(cause, ({ name }) => name === "NoRoomError")) {
    return unavailable("The database is out of disk space.", cause, RETRY_FULL_SECONDS);
  }
  if (codes.includes(GIVEN_UP) || isHung(cause)) return unavailable("The database did not respond in time.", cause);
  if (hasMadeWay(cause)) return unavailable("Too many requests changed the same data at once.", cause);
  return isConnectionFault(cause) ? unreachable(cause) : null;
}

function unreachable(cause: unknown): AppError {
  return unavailable("The database cannot be reached.", cause);
}

function unavailable(message: string, cause: unknown, retryAfter = RETRY_SECONDS): AppError {
  return new AppError("unavailable", `${message} Try again in ${retryAfter} seconds.`, { retryAfter, cause });
}

// SQLSTATE: the disk is full.
const FULL = "53100";
/** A person has to free disk space. */
const RETRY_FULL_SECONDS = 60;

// SQLSTATE: the statement took longer than allowed.
const GIVEN_UP = "57014";

// Bundles contain copies of a class, so classes are compared by name.
function causedBy(error: unknown, is: (error: Error) => boolean): boolean {
  return error instanceof Error && (is(error) || causedBy(error.cause, is));
}
