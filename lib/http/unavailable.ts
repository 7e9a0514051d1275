const RETRY_SECONDS = 30;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>The catalogue is temporarily unavailable</title>
<style>
:root { color-scheme: light dark; }
body { max-width: 34rem; margin: 4rem auto; padding: 0 1.5rem; font: 1rem/1.5 system-ui, sans-serif; background: #fbfbf9; color: #17181a; }
h1 { font-size: 1.75rem; line-height: 1.2; }
a { color: #1b4f8f; }
@media (prefers-color-scheme: dark) { body { background: #131416; color: #ecebe6; } a { color: #93bdf2; } }
</style>
</head>
<body>
<main>
<h1>The catalogue is temporarily unavailable</h1>
<p>The database cannot be reached, so this page cannot be shown. Reload it in ${RETRY_SECONDS} seconds.</p>
<p><a href="/api/health">Service status</a></p>
</main>
</body>
</html>
`;

/** Returns the response for pages that cannot be rendered without the database. It needs no script. */
export function unavailablePage(method: string): Response {
  return new Response(method === "HEAD" ? null : PAGE, {
    status: 503,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Retry-After": String(RETRY_SECONDS),
    },
  });
}
