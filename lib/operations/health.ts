import * as z from "zod";
import { NoRoomError } from "@/db/embedded";
import { AppError } from "@/lib/errors";
import { defineOperation } from "./define";

export const SHORT_HASH = 12;
const RETRY_SECONDS = 5;

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
        products: z.number().int(),
        loadedAt: z.iso.datetime(),
      }),
    }),
  }),
  async handler({ catalog }) {
    await catalog.ping().catch((cause: unknown) => {
      throw failing("database", cause instanceof NoRoomError ? "is out of disk space" : "does not respond", cause);
    });
    const state = await Promise.resolve(catalog.state()).catch((cause: unknown) => {
      throw failing("catalogue", "cannot be read", cause);
    });
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

function failing(part: "database" | "catalogue", message: string, cause?: unknown): AppError {
  return new AppError("unavailable", `The ${part} ${message}.`, {
    errors: [{ path: `parts.${part}`, message }],
    retryAfter: RETRY_SECONDS,
    cause,
  });
}
