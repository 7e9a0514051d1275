import { randomBytes } from "node:crypto";
import { type Db, getDb } from "@/db/client";
import { insertReport } from "@/db/queries/reports";
import type { RatePolicy } from "@/lib/access/rate-limit";
import { AppError } from "@/lib/errors";
import { logger } from "@/lib/logger";
import { take } from "@/lib/operations/admit";
import { publicError, type Runtime } from "@/lib/operations/run";
import { sign } from "@/lib/site-secret";
import { parseReport, type Typed } from "./report";

export const REPORTS: RatePolicy = { name: "reports", quota: 5, windowSeconds: 3600 };

export interface Sender {
  requestId: string;
  /** The client that the report is charged to: see clientBucket(). Only a keyed digest of it is stored. */
  bucket: string;
  /** A field that people do not see and bots fill in. */
  trap: string;
}

export type Received = { ok: true; product: string; name: string } | { ok: false; error: AppError };

export interface ReportDesk {
  runtime: Pick<Runtime, "catalog" | "limiter" | "now">;
  connect?: () => Promise<Db>;
  /** Returns the keyed digest of a client's bucket. */
  digest?: (bucket: string) => string;
}

/** Checks, charges and stores a report. Never throws. A bot gets a thank-you, and its report is dropped. */
export async function receiveReport(typed: Typed, sender: Sender, desk: ReportDesk): Promise<Received> {
  const { runtime, connect = getDb, digest = (bucket) => sign("report", bucket).slice(0, 32) } = desk;
  try {
    const now = runtime.now();
    const parsed = parseReport(typed);
    if (!parsed.ok) {
      throw new AppError("invalid_request", "Some fields are not filled in correctly.", {
        errors: parsed.errors,
      });
    }
    const { report } = parsed;
    const lookup = await runtime.catalog.record(report.product, { asOf: now.toISOString().slice(0, 10), now });
    if (lookup.status !== "found") {
      const message = "This product is not in the catalogue.";
      throw new AppError("invalid_request", message, { errors: [{ path: "product", message }] });
    }
    const { slug: product, name, links } = lookup.record;
    if (sender.trap !== "") return { ok: true, product, name };
    await charge(runtime, sender);
    const id = `rep_${randomBytes(9).toString("base64url")}`;
    const page = new URL(links.page).pathname;
    const db = await connect();
    await insertReport(db, { id, createdAt: now, ...report, product, page, clientHash: digest(sender.bucket) });
    logger.info("error report received", { requestId: sender.requestId, report: id, product, field: report.field });
    return { ok: true, product, name };
  } catch (error) {
    return { ok: false, error: publicError(error, { requestId: sender.requestId, operation: "report" }) };
  }
}

/** Charges the rate limit. Reports pass if the limiter's store is down. */
async function charge({ limiter }: Pick<Runtime, "limiter">, sender: Sender): Promise<void> {
  const { state } = await take(limiter, REPORTS, sender, 1);
  if (state?.allowed !== false) return;
  const minutes = Math.ceil(state.resetSeconds / 60);
  const wait = minutes === 1 ? "1 minute" : `${minutes} minutes`;
  throw new AppError(
    "rate_limited",
    `Rate limit exceeded: ${REPORTS.quota} reports per hour from one IP address. Send this one in ${wait}.`,
    { retryAfter: state.resetSeconds },
  );
}
