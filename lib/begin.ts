import type { Server } from "node:http";
import { handOver, processWide } from "./access/process-wide";
import type { Next } from "./http/front";

/**
 * Runs once in each process that serves: loads the catalogue, hands over the door of our own server, and starts the
 * periodic work.
 */
export async function begin(): Promise<void> {
  const { watchIncomingRequests } = await import("./http/incoming-requests");
  watchIncomingRequests();
  let loaded = () => {};
  const begun = new Promise<void>((resolve) => {
    loaded = resolve;
  });
  handOver("open-door", async (server: Server, next: Next) => {
    const [{ openDoor }, { front }, { beforePage }] = await Promise.all([
      import("./http/door"),
      import("./http/front"),
      import("./http/before-page"),
    ]);
    // For the proxy, which otherwise loads a copy of its own.
    processWide("before-page", () => beforePage);
    openDoor(server, front(next, begun));
  });
  const [{ boot }, { life }] = await Promise.all([import("../db/load/boot"), import("./observe/life")]);
  life().stage = "starting";
  await boot().finally(loaded);
  if (life().stage === "starting") life().stage = "serving";
  const { closeEmbedded } = await import("../db/client");
  handOver("close-database", closeEmbedded);
  const { env } = await import("./env");
  const { telemetry } = env();
  if (telemetry) {
    const [{ setTelemetry }, { openTelemetry }] = await Promise.all([
      import("./observe/telemetry"),
      import("./observe/otel"),
    ]);
    setTelemetry(openTelemetry(telemetry));
  }
  if (!process.env.VERCEL) (await import("./collect-sooner")).collectSooner();
  const { warmUp } = await import("./operations/runtime");
  await warmUp();
  handOver("warm", undefined);
  if (!env().firstProcess) return;
  const { imprint, missingFromImprint } = await import("./imprint");
  const missing = missingFromImprint(imprint());
  if (missing.length > 0) {
    const { logger } = await import("./logger");
    logger.warn("the operator details are incomplete: set the missing variables, see .env.example", { missing });
  }
  const { maintainEmbedded } = await import("../db/maintenance");
  await maintainEmbedded();
  const { sendOwedMails } = await import("./billing/owed-mails");
  sendOwedMails();
  const { deleteExpiredRegularly, watchPrices } = await import("./watches/daily");
  deleteExpiredRegularly();
  watchPrices();
  const { verifyByItself } = await import("./verification/hourly");
  verifyByItself();
  const { collectRegularly } = await import("./collection/daily");
  collectRegularly();
}
