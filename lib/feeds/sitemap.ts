import type { Day } from "@/lib/schemas/primitives";

export interface SitemapEntry {
  /** Absolute. */
  url: string;
  /** Day of the last change of the page's content; null if unknown. */
  lastmod: Day | null;
}

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

function entry(element: "url" | "sitemap", { url, lastmod }: SitemapEntry): string {
  const day = lastmod === null ? "" : `<lastmod>${lastmod}</lastmod>`;
  return `<${element}><loc>${escapeXml(url)}</loc>${day}</${element}>\n`;
}

export function urlSet(entries: readonly SitemapEntry[]): string {
  return `${HEAD}<urlset xmlns="${NAMESPACE}">\n${entries.map((item) => entry("url", item)).join("")}</urlset>\n`;
}

export function sitemapIndex(parts: readonly SitemapEntry[]): string {
  return `${HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${parts.map((item) => entry("sitemap", item)).join("")}</sitemapindex>\n`;
}

/** Returns the newest of some days; null if one is unknown, because that content may be newer. */
export function newestDay(days: readonly (Day | null)[]): Day | null {
  return days.reduce<Day | null>(
    (best, day) => (best === null || day === null ? null : day > best ? day : best),
    days[0] ?? null,
  );
}
