import { type Env, env } from "@/lib/env";
import { logger } from "@/lib/logger";
import { regularly } from "@/lib/regularly";
import type { Counts } from "./verify";

const EVERY_MS = 60 * 60_000;
const BEGIN_FOR_MS = 50 * 60_000;

// On globalThis, because Next bundles instrumentation and routes separately.
const shared = globalThis as typeof globalThis & { pricingVerification?: Promise<Verified> | undefined };

interface Verified {
  outcome: string;
  counts: Counts;
}

/** Reads the pages that are due, and starts no page after `beginForMs`. Each process has one run at a time. */
export function verifyDue(beginForMs: number): Promise<Verified> {
  shared.pricingVerification ??= readDue(beginForMs).finally(() => {
    shared.pricingVerification = undefined;
  });
  return shared.pricingVerification;
}

async function readDue(beginForMs: number): Promise<Verified> {
  const [{ getDb, requireRoom }, { runVerification, serverDesk }] = await Promise.all([
    import("@/db/client"),
    import("./runtime"),
  ]);
  await requireRoom();
  const { outcome, counts } = await runVerification(serverDesk(await getDb()), {
    deadline: new Date(Date.now() + beginForMs),
    onProgress: (event) => {
      if (event.kind === "broke") logger.error("a page could not be checked", { url: event.url, cause: event.cause });
    },
  });
  logger.info("vendors' pages were read again", { outcome, ...counts });
  return { outcome, counts };
}

/** Starts the timer if verification is on. On Vercel no process lives long enough, so a cron job does it there. */
export function verifyByItself(
  read: () => Promise<unknown> = () => verifyDue(BEGIN_FOR_MS),
  { verify, onVercel }: Pick<Env, "verify" | "onVercel"> = env(),
): NodeJS.Timeout | null {
  if (!verify || onVercel) return null;
  return regularly(read, EVERY_MS, "vendors' pages were not read");
}
