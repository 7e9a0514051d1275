import { toRoute } from "@/lib/http/to-route";
import { getHealth } from "@/lib/operations/health";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute(getHealth);
