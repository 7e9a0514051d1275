/**
 * Whether a page of this site sent the request. Browsers say so in Sec-Fetch-Site, or name the page's origin in Origin;
 * a request with neither is not believed.
 */
export function isSameOrigin({ headers }: Pick<Request, "headers">, siteUrl: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  return isOurs(headers.get("origin"), headers.get("host"), siteUrl);
}

/** Whether an origin is the site's, or that of the address at which it was asked. */
export function isOurs(origin: string | null, asked: string | null, siteUrl: string): boolean {
  if (origin === null || !URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === new URL(siteUrl).host || host === asked;
}
