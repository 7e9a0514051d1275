import { badgeRoute } from "@/lib/http/cards";

export const { GET, HEAD } = badgeRoute();
