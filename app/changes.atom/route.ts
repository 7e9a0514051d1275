import { changesFeed } from "@/lib/http/feed";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = changesFeed("atom");
