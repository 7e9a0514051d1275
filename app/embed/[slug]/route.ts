import { embedRoute } from "@/lib/http/cards";

export const { GET, HEAD } = embedRoute();
