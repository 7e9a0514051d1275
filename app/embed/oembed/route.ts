import { oembedRoute } from "@/lib/http/cards";

export const { GET, HEAD } = oembedRoute();
