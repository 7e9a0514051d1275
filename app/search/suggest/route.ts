import { serveSuggestions } from "@/lib/http/suggest";

export const GET = (request: Request) => serveSuggestions(request);
