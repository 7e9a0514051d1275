const header = (description: string, type: "string" | "integer" = "string") => ({ description, schema: { type } });

/** On every answer; the last where it was worked on. */
export const COMMON_HEADERS = {
  "X-Request-Id": header("Identifies this answer in the service's log."),
  "RateLimit-Policy": header('The quota and its window in seconds: "keyless";q=120;w=60, or "keyed";q=600;w=60'),
  RateLimit: header('What is left of the quota, and the seconds until it is whole again: "keyless";r=119;t=42'),
  "Server-Timing": header(
    "Milliseconds that the answer took, and those of them waited for the limiter and the database: total;dur=12.3, database;dur=4.5. Absent where an answer was sent as it was kept.",
  ),
};

/** On answers that may be cached by anyone. */
export const PUBLIC_HEADERS = {
  ETag: header("Send it back as If-None-Match; an unchanged answer is then 304 without a body."),
  "Last-Modified": header("Day of the newest fact in the answer, or when the catalogue was loaded."),
  "Cache-Control": header("How long the answer may be reused."),
};

/** On answers for one reader alone. */
export const PRIVATE_HEADERS = {
  ...PUBLIC_HEADERS,
  "Content-Disposition": header("Name under which to save a category."),
};

export function headerRefs(headers: Record<string, unknown>): Record<string, { $ref: string }> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
