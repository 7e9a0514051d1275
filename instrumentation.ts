import type { Server } from "node:http";
import type { Instrumentation } from "next";
import { handOver } from "./lib/access/process-wide";
import type { Next } from "./lib/http/front";

export async function register() {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { watchIncomingRequests } = await import("./lib/http/incoming-requests");
    watchIncomingRequests();
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    handOver("open-door", async (server: Server, next: Next) => {
      const [{ openDoor }, { front }] = await Promise.all([import("./lib/http/door"), import("./lib/http/front")]);
      openDoor(server, front(next, begun));
    });
    const [{ boot }, { life }] = await Promise.all([import("./db/load/boot"), import("./lib/observe/life")]);
    life().stage = "starting";
    await boot().finally(begin);
    if (life().stage === "starting") life().stage = "serving";
    const { env } = await import("./lib/env");
    const { telemetry } = env();
    if (telemetry) {
      const [{ setTelemetry }, { openTelemetry }] = await Promise.all([
        import("./lib/observe/telemetry"),
        import("./lib/observe/otel"),
      ]);
      setTelemetry(openTelemetry(telemetry));
    }
    if (!process.env.VERCEL) (await import("./lib/collect-sooner")).collectSooner();
    const { warmUp } = await import("./lib/operations/runtime");
    await warmUp();
    handOver("warm", undefined);
    if (!env().firstProcess) return;
    const { imprint, missingFromImprint } = await import("./lib/imprint");
    const missing = missingFromImprint(imprint());
    if (missing.length > 0) {
      const { logger } = await import("./lib/logger");
      logger.warn("the operator is not named in full: see .env.example", { missing });
    }
    const { sendOwedMails } = await import("./lib/billing/owed-mails");
    sendOwedMails();
    const { watchPrices } = await import("./lib/watches/daily");
    watchPrices();
    const { verifyByItself } = await import("./lib/verification/hourly");
    verifyByItself();
    const { collectRegularly } = await import("./lib/collection/daily");
    collectRegularly();
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
