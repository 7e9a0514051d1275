import { toRoute } from "@/lib/http/to-route";
import { estimateLlmCost } from "@/lib/operations/usage";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute(estimateLlmCost);
