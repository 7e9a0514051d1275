import { toRoute } from "@/lib/http/to-route";
import { calculateTco } from "@/lib/operations/tco";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute(calculateTco);
