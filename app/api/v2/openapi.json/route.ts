import { toRoute } from "@/lib/http/to-route";
import { getOpenapi } from "@/lib/operations/openapi";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute(getOpenapi);
