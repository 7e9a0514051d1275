import { toRoute } from "@/lib/http/to-route";
import { getPricingBatch } from "@/lib/operations/pricing";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute(getPricingBatch);
