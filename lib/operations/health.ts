import * as z from "zod";
import { NoRoomError } from "@/db/embedded";
import { inTime } from "@/lib/awaitable";
import { AppError } from "@/lib/errors";
import { defineOperation } from "./define";

export const SHORT_HASH = 12;
export const RETRY_SECONDS = 5;
/** Monitors have short timeouts, and count a timeout as a failure. */
export const WITHIN_MS = 2_000;

export const getHealth = defineOperation({
  name: "get_health",
  summary: "Check the health of the service",
  description: "Returns 200 if the database responds and the catalogue is loaded, otherwise 503 with the failing part.",
  tag: "Service",
  http: { method: "GET", path: "/api/health", cache: "no-store" },
  access: "unmetered",
  errors: [],
  input: z.strictObject({}),
  output: z.object({
    status: z.literal("ok"),
    parts: z.object({
      database: z.literal("ok"),
      catalogue: z.object({
        hash: z.string().describe("First characters of the catalogue's content hash."),
        products: z.number().int().describe("Products and families loaded, including withdrawn ones."),
        loadedAt: z.iso.datetime(),
      }),
    }),
  }),
  async handler({ catalog }) {
    const [pinged, read] = await Promise.allSettled([
      inTime(catalog.ping(), WITHIN_MS, "the database"),
      inTime(catalog.state(), WITHIN_MS, "the database"),
    ]);
    if (pinged.status === "rejected") throw failing("database", whyNoDatabase(pinged.reason), pinged.reason);
    if (read.status === "rejected") throw failing("catalogue", "cannot be read", read.reason);
    const state = read.value;
    if (!state || state.counts.products === 0) throw failing("catalogue", "is not loaded");
    return {
      status: "ok" as const,
      parts: {
        database: "ok" as const,
        catalogue: {
          hash: state.contentHash.slice(0, SHORT_HASH),
          products: state.counts.products,
          loadedAt: state.loadedAt.toISOString(),
        },
      },
    };
  },
  examples: [],
});

export function whyNoDatabase(reason: unknown): string {
  return reason instanceof NoRoomError ? "is out of disk space" : "does not respond";
}

function failing(part: "database" | "catalogue", message: string, cause?: unknown): AppError {
  return new AppError("unavailable", `The ${part} ${message}.`, {
    errors: [{ path: `parts.${part}`, message }],
    retryAfter: RETRY_SECONDS,
    cause,
  });
}
