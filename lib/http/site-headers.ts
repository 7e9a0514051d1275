/** On every response. */
export const EVERYWHERE = { "X-Content-Type-Options": "nosniff" };

/** On every response except the files of the build. */
export const NOT_FILES = {
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
};

/** On every response under /api/v1 and /api/v2. */
export const API_ANSWERS = { "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'" };

/** Returns links from a page to its machine-readable resources. */
export function links(...more: string[]): string {
  return [
    '</api/v2/openapi.json>; rel="service-desc"; type="application/vnd.oai.openapi+json;version=3.1"',
    '</docs>; rel="service-doc"; type="text/html"',
    '</.well-known/api-catalog>; rel="api-catalog"',
    '</llms.txt>; rel="describedby"; type="text/plain"',
    ...more,
  ].join(", ");
}
