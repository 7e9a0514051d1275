import { randomUUID } from "node:crypto";
import { type Db, openDatabase } from "@/db/client";
import { appendRun } from "@/db/load/append";
import { catalogDir, prepare } from "@/db/load/boot";
import { pricedProducts } from "@/db/queries/page-schedule";
import { beginRun, endRun } from "@/db/queries/runs";
import { processWide } from "@/lib/access/process-wide";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { today } from "@/lib/operations/views";
import { databaseDesk, type RunLedger } from "./desk";
import { pageReaderOf } from "./reader";
import { standingsOf } from "./standings";
import { type VerificationDesk, type VerifyOptions, verify } from "./verify";

const ledger: RunLedger = { begin: beginRun, append: appendRun, end: endRun };

/** Returns the desk of a server process. Its robots.txt cache and host pauses persist between runs. */
export function serverDesk(db: Db): VerificationDesk {
  return databaseDesk({ db, ledger, standings: standingsOf, read: processWide("page-reader", () => pageReaderOf()) });
}

/**
 * Returns the desk of a command, with its own connection.
 * @throws AppError if a product is unknown or has no page
 */
export async function openDesk({ products }: { products?: readonly string[] | undefined }) {
  const { databaseUrl, dataDir } = env();
  const connection = await openDatabase(databaseUrl, dataDir);
  try {
    await prepare(connection, catalogDir(), (line) => console.info(line));
    const { db } = connection;
    const known = new Set((await pricedProducts(db, today(new Date()))).map(({ product }) => product));
    const missing = (products ?? []).filter((slug) => !known.has(slug));
    if (missing.length > 0)
      throw new AppError("product_not_found", `No product with a pricing page matches: ${missing.join(", ")}.`);
    return {
      desk: databaseDesk({ db, ledger, standings: standingsOf, read: pageReaderOf() }),
      close: () => connection.close(),
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

export function runVerification(desk: VerificationDesk, options: Omit<VerifyOptions, "runId">) {
  return verify(desk, { ...options, runId: `verify_${randomUUID()}` });
}
