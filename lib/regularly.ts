import { logger } from "@/lib/logger";

/** Does a piece of work at once and from time to time, for as long as the process lives; `failed` is logged where it fails. */
export function regularly(work: () => Promise<unknown>, everyMs: number, failed: string): NodeJS.Timeout {
  const attempt = () => void work().catch((cause: unknown) => logger.warn(failed, { cause }));
  attempt();
  return setInterval(attempt, everyMs).unref();
}
