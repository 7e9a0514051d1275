const header = (description: string, type: "string" | "integer" = "string") => ({ description, schema: { type } });

/** On every response. The last one is absent if the response was cached. */
export const COMMON_HEADERS = {
  "X-Request-Id": header("Identifies this request in the service's log."),
  "RateLimit-Policy": header('The quota and its window in seconds: "keyless";q=120;w=60, or "keyed";q=600;w=60'),
  RateLimit: header('Requests left in the quota, and seconds until the quota is full again: "keyless";r=119;t=42'),
  "Server-Timing": header(
    "Time taken in milliseconds, and the part spent waiting for the rate limiter and the database: total;dur=12.3, database;dur=4.5. Absent if the response came from the cache.",
  ),
};

/** On responses that any cache may store. */
export const PUBLIC_HEADERS = {
  ETag: header(
    "Version of the response. Send it back as `If-None-Match`: if nothing has changed, the response is 304 without a body.",
  ),
  "Last-Modified": header("Date of the newest fact in the response, or when the catalogue was loaded."),
  "Cache-Control": header("How long the response may be reused."),
};

/** On responses for one client only. */
export const PRIVATE_HEADERS = {
  ...PUBLIC_HEADERS,
  "Content-Disposition": header("File name for saving the category."),
};

export function headerRefs(headers: Record<string, unknown>): Record<string, { $ref: string }> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
