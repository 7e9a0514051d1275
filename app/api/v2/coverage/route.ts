import { toRoute } from "@/lib/http/to-route";
import { getCoverage } from "@/lib/operations/coverage";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute(getCoverage);
