import { collectInServer } from "@/lib/collection/server";
import { collectRoute } from "@/lib/http/collect-route";

/** Seconds. */
export const maxDuration = 300;
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = collectRoute(collectInServer);
