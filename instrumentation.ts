import type { Instrumentation } from "next";
import { shared } from "./lib/access/process-wide";

export async function register() {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    // Our own server has a route do it, with which all other routes share what it loads: see app/api/ready/route.ts.
    if (!shared("open-door")) await (await import("./lib/begin")).begin();
  }
}

export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  const { logger } = await import("./lib/logger");
  // A form of another site, or one of an earlier edition: the sender's error, not ours.
  const isTheirs =
    error instanceof Error && /^(?:Invalid Server Actions request|Failed to find Server Action)/.test(error.message);
  if (isTheirs) return logger.info("a form was refused", { path: request.path.split("?")[0], reason: String(error) });
  logger.error("request failed", {
    method: request.method,
    path: request.path.split("?")[0],
    route: context.routePath,
    // What the page tells its reader to quote.
    digest: Object(error).digest,
    error,
  });
};
