/**
 * Returns whether a page of this site sent the request. Browsers state this in Sec-Fetch-Site, or the page's origin in
 * Origin. A request with neither is refused.
 */
export function isSameOrigin({ headers }: Pick<Request, "headers">, siteUrl: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  return isOurs(headers.get("origin"), siteUrl);
}

/**
 * Returns whether an origin has the configured host. The Host header is no proof: the sender of a request can choose
 * it.
 */
export function isOurs(origin: string | null, siteUrl: string): boolean {
  return origin !== null && URL.canParse(origin) && new URL(origin).host === new URL(siteUrl).host;
}
