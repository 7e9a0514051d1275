import { env } from "@/lib/env";
import { logger } from "@/lib/logger";

/** Lists are due by the day; looking each hour retries what failed as soon as its pause is over. */
const EVERY_MS = 60 * 60_000;
/** The server answers first. */
const AFTER_START_MS = 60_000;

/** The parsers of all lists are loaded once they are needed. */
async function collectLists(): Promise<unknown> {
  const { collectInServer } = await import("./server");
  return collectInServer();
}

/** Where it is switched on. On Vercel no process lives so long: a cron does it there. */
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
