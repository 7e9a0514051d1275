const HOUR_CACHE = "public, max-age=3600, s-maxage=3600, stale-while-revalidate=86400";

/** Returns a public document about the service: readable from any page, cached for an hour. */
export function respond(body: string | object, contentType: string, headers: Record<string, string> = {}): Response {
  return new Response(typeof body === "string" ? body : `${JSON.stringify(body, null, 2)}\n`, {
    headers: {
      "Content-Type": contentType,
      "Cache-Control": HOUR_CACHE,
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Methods": "GET, HEAD",
      "Access-Control-Allow-Headers": "Content-Type, Accept",
      "X-Content-Type-Options": "nosniff",
      ...headers,
    },
  });
}
