import { newestDay, sitemapIndex, urlSet } from "@/lib/feeds/sitemap";
import { logger } from "@/lib/logger";
import { serverRuntime } from "@/lib/operations/runtime";
import { type SitemapParts, sitemapParts } from "@/lib/operations/sitemap";
import { entityTag, matchesEntityTag, NO_STORE, PUBLIC_CACHE } from "./cache";

export const sitemapPath = (part: string) => `/sitemaps/${part}.xml`;

async function answer(request: Request, write: (parts: SitemapParts, url: string) => string | null): Promise<Response> {
  const { catalog, site, now } = serverRuntime();
  let text: string | null;
  try {
    text = write(await sitemapParts({ catalog, site, now: now() }), site.url);
  } catch (cause) {
    logger.error("the sitemap could not be generated", { cause });
    return new Response("The catalogue is unavailable. Try again in 30 seconds.\n", {
      status: 503,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": NO_STORE, "Retry-After": "30" },
    });
  }
  if (text === null) {
    return new Response("Sitemap not found. See /sitemap.xml for all sitemaps.\n", {
      status: 404,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": NO_STORE },
    });
  }
  const headers = { "Cache-Control": PUBLIC_CACHE, ETag: entityTag(text) };
  if (matchesEntityTag(request.headers.get("if-none-match"), headers.ETag)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(text, { headers: { ...headers, "Content-Type": "application/xml; charset=utf-8" } });
}

/** The index of all sitemaps. */
export function serveSitemapIndex(request: Request): Promise<Response> {
  return answer(request, (parts, url) =>
    sitemapIndex(
      [...parts].map(([name, entries]) => ({
        url: `${url}${sitemapPath(name)}`,
        lastmod: newestDay(entries.flatMap(({ lastmod }) => lastmod ?? [])),
      })),
    ),
  );
}

export function serveSitemapPart(request: Request, file: string): Promise<Response> {
  return answer(request, (parts) => {
    const entries = file.endsWith(".xml") ? parts.get(file.slice(0, -".xml".length)) : undefined;
    return entries ? urlSet(entries) : null;
  });
}
