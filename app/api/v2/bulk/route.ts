import { toRoute } from "@/lib/http/to-route";
import { getBulk } from "@/lib/operations/bulk";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute(getBulk);
