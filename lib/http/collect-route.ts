import type { collectInServer } from "@/lib/collection/server";
import { invalidField } from "@/lib/errors";
import { Slug } from "@/lib/schemas/primitives";
import { cronRoute } from "./cron-route";

/** Time limit of the work. The rest of the five minutes of a scheduled request is for writing and responding. */
const WORK_MS = 240_000;

/**
 * Reads the lists that are due, as many as there is time for; the response names the rest. `?source=a,b` reads these.
 */
export function collectRoute(work: typeof collectInServer, now: () => Date = () => new Date()) {
  return cronRoute((request) => {
    const named = new URL(request.url).searchParams.get("source");
    const sources = named === null ? undefined : named.split(",");
    if (sources?.some((source) => !Slug.safeParse(source).success)) {
      throw invalidField("source", "must be source names, separated by commas");
    }
    return work({ ...(sources && { sources }), deadline: new Date(now().getTime() + WORK_MS) });
  });
}
