/**
 * Whether a page of this site sent the request. Browsers say so in Sec-Fetch-Site, or name the page's origin in Origin;
 * a request with neither is not believed.
 */
export function isSameOrigin({ headers }: Pick<Request, "headers">, siteUrl: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  return isOurs(headers.get("origin"), siteUrl);
}

/** Whether an origin has the configured host. The Host header proves nothing: whoever sends a request can choose it. */
export function isOurs(origin: string | null, siteUrl: string): boolean {
  return origin !== null && URL.canParse(origin) && new URL(origin).host === new URL(siteUrl).host;
}
