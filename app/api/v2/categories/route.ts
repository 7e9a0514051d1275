import { toRoute } from "@/lib/http/to-route";
import { listCategories } from "@/lib/operations/categories";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = toRoute(listCategories);
