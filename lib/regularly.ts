import { logger } from "@/lib/logger";

/** Runs a piece of work at once and then regularly, as long as the process lives. If it fails, logs `failed`. */
export function regularly(work: () => Promise<unknown>, everyMs: number, failed: string): NodeJS.Timeout {
  const attempt = () => void work().catch((cause: unknown) => logger.warn(failed, { cause }));
  attempt();
  return setInterval(attempt, everyMs).unref();
}
