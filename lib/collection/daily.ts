import { env } from "@/lib/env";
import { logger } from "@/lib/logger";

/** Lists are due by the day. An hourly check retries a failed list as soon as its pause is over. */
const EVERY_MS = 60 * 60_000;
/** Lets the server respond to requests first. */
const AFTER_START_MS = 60_000;

/** Loads the parsers of all lists only when needed. */
async function collectLists(): Promise<unknown> {
  const { collectInServer } = await import("./server");
  return collectInServer();
}

/** Starts the timer if collecting is on. On Vercel no process lives long enough, so a cron job does it there. */
export function collectRegularly(
  work: () => Promise<unknown> = collectLists,
  { collect, onVercel }: { collect: boolean; onVercel: boolean } = env(),
): { stop(): void } | null {
  if (!collect || onVercel) return null;
  let running = false;
  const attempt = async () => {
    if (running) return;
    running = true;
    await work()
      .catch((cause: unknown) => logger.warn("lists were not collected", { cause }))
      .finally(() => {
        running = false;
      });
  };
  const first = setTimeout(attempt, AFTER_START_MS).unref();
  const timer = setInterval(attempt, EVERY_MS).unref();
  return {
    stop() {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}
