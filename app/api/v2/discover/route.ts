import { toRoute } from "@/lib/http/to-route";
import { discoverSoftware } from "@/lib/operations/discover";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute(discoverSoftware);
