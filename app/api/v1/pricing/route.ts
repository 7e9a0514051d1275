import { toRoute } from "@/lib/http/to-route";
import { getPricingV1 } from "@/lib/operations/v1/pricing";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute(getPricingV1);
