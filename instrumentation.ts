import type { Instrumentation } from "next";
import { handOver } from "./lib/access/process-wide";

export async function register() {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { watchIncomingRequests } = await import("./lib/http/incoming-requests");
    watchIncomingRequests();
    const { openDoor } = await import("./lib/http/door");
    handOver("open-door", openDoor);
    const { boot } = await import("./db/load/boot");
    await boot();
    const { sendOwedMails } = await import("./lib/billing/owed-mails");
    sendOwedMails();
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
    error,
  });
};
