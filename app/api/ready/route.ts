import { toRoute } from "@/lib/http/to-route";
import { getReadiness } from "@/lib/operations/ready";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute(getReadiness);
