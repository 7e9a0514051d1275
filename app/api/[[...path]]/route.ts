import { notFoundRoute } from "@/lib/http/to-route";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = notFoundRoute();
