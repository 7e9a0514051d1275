import type { Instrumentation } from "next";
import { shared } from "./lib/access/process-wide";

export async function register() {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    // On our own server a route does this, so that the other routes share its modules: see app/api/ready/route.ts.
    if (!shared("open-door")) await (await import("./lib/begin")).begin();
  }
}

export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  const { logger } = await import("./lib/logger");
  // A form of another site or of an earlier build. This is the sender's error, not ours.
  const isTheirs =
    error instanceof Error && /^(?:Invalid Server Actions request|Failed to find Server Action)/.test(error.message);
  if (isTheirs) return logger.info("a form was refused", { path: request.path.split("?")[0], reason: String(error) });
  logger.error("request failed", {
    method: request.method,
    path: request.path.split("?")[0],
    route: context.routePath,
    // The code that the page asks its reader to quote.
    digest: Object(error).digest,
    error,
  });
};
