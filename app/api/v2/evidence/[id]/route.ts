import { toRoute } from "@/lib/http/to-route";
import { getEvidence } from "@/lib/operations/evidence";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute(getEvidence);
