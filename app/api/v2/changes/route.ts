import { toRoute } from "@/lib/http/to-route";
import { listChanges } from "@/lib/operations/changes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute(listChanges);
