import { serveSitemapIndex } from "@/lib/http/sitemap";

export const dynamic = "force-dynamic";

export const GET = serveSitemapIndex;
