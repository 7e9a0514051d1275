import { toRoute } from "@/lib/http/to-route";
import { getPriceHistory } from "@/lib/operations/history";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute(getPriceHistory);
