import * as z from "zod";
import { inTime } from "@/lib/awaitable";
import { AppError } from "@/lib/errors";
import type { CatalogState, LastRun } from "./catalog";
import { defineOperation } from "./define";
import { RETRY_SECONDS, SHORT_HASH, WITHIN_MS, whyNoDatabase } from "./health";

const DAY_MS = 86_400_000;

const Run = z.object({
  startedAt: z.iso.datetime(),
  endedAt: z.iso
    .datetime()
    .nullable()
    .describe("`null` if the run is in progress, or its process ended before the run did."),
  outcome: z.string().nullable(),
});

export const getReadiness = defineOperation({
  name: "get_readiness",
  summary: "Check whether this process can take requests",
  description:
    "Returns 200 if the process can serve requests: the database responds and the catalogue is loaded. Otherwise returns 503 with each failing part. Also returns 503 once the process is told to stop, so that a load balancer sends no more requests. If the rate limiter's store is unavailable, the response reports it but stays 200, because reads pass without the limiter in every process.",
  tag: "Service",
  http: { method: "GET", path: "/api/ready", cache: "no-store" },
  access: "unmetered",
  errors: [],
  input: z.strictObject({}),
  output: z.object({
    status: z.literal("ready"),
    parts: z.object({
      database: z.literal("ok"),
      limiter: z
        .enum(["ok", "away"])
        .describe("`away`: the limiter's store does not respond, and requests pass uncounted."),
      catalogue: z.object({
        hash: z.string().describe("First characters of the catalogue's content hash."),
        products: z.number().int(),
        loadedAt: z.iso.datetime(),
        changedAt: z.iso.datetime().describe("When the catalogue was loaded or last changed by a run."),
        ageDays: z.number().int().describe("Whole days since `changedAt`."),
      }),
      runs: z
        .object({ collect: Run.nullable(), verify: Run.nullable() })
        .describe("Last runs that read public lists and vendors' pages. `null` if there was none."),
    }),
  }),
  async handler({ catalog, now, isCounted, stage = "serving" }) {
    if (stage !== "serving") throw notReady([{ path: "parts.process", message: `is ${stage}` }], { expected: true });
    const [pinged, found, ran] = await Promise.allSettled([
      inTime(catalog.ping(), WITHIN_MS, "the database"),
      inTime(catalog.state(), WITHIN_MS, "the database"),
      inTime(catalog.lastRuns(), WITHIN_MS, "the database"),
    ]);
    const state = found.status === "fulfilled" ? found.value : null;
    const failing = [
      ...(pinged.status === "rejected" ? [{ path: "parts.database", message: whyNoDatabase(pinged.reason) }] : []),
      ...(isLoaded(state) ? [] : [{ path: "parts.catalogue", message: whyNot(found) }]),
    ];
    if (!isLoaded(state) || failing.length > 0)
      throw notReady(failing, { cause: [pinged, found].find(({ status }) => status === "rejected") });
    const runs = ran.status === "fulfilled" ? ran.value : { collect: null, verify: null };
    return {
      status: "ready" as const,
      parts: {
        database: "ok" as const,
        limiter: isCounted === false ? ("away" as const) : ("ok" as const),
        catalogue: {
          hash: state.contentHash.slice(0, SHORT_HASH),
          products: state.counts.products,
          loadedAt: state.loadedAt.toISOString(),
          changedAt: state.changedAt.toISOString(),
          ageDays: Math.max(0, Math.floor((now.getTime() - state.changedAt.getTime()) / DAY_MS)),
        },
        runs: { collect: toldRun(runs.collect), verify: toldRun(runs.verify) },
      },
    };
  },
  examples: [],
});

function isLoaded(state: CatalogState | null): state is CatalogState {
  return state !== null && state.counts.products > 0;
}

function whyNot({ status }: PromiseSettledResult<unknown>): string {
  return status === "rejected" ? "cannot be read" : "is not loaded";
}

function toldRun(run: LastRun | null) {
  if (run === null) return null;
  const { startedAt, endedAt, outcome } = run;
  return { startedAt: startedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null, outcome };
}

function notReady(
  errors: { path: string; message: string }[],
  why: { cause?: unknown } | { expected: true },
): AppError {
  const words = errors.map(({ path, message }) => `${path.replace("parts.", "the ")} ${message}`).join(", ");
  return new AppError("unavailable", `Not ready: ${words}.`, { errors, retryAfter: RETRY_SECONDS, ...why });
}
