import { toRoute } from "@/lib/http/to-route";
import { compareSoftware } from "@/lib/operations/compare";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute(compareSoftware);
