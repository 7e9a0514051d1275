import { env } from "@/lib/env";

export function site(): { name: string; url: string } {
  const { siteName, siteUrl } = env();
  return { name: siteName, url: siteUrl };
}
