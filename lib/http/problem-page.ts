import type { AppError } from "@/lib/errors";
import { ERRORS } from "@/lib/errors";

const STYLE =
  ":root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem}h1{font-size:1.4rem;line-height:1.25}p.note{font-size:.875rem;opacity:.75}a{color:inherit}";

/** Returns the page of an error for a person who followed a link: the problem and what to do. It loads nothing. */
export function problemPage(
  error: AppError,
  { site, requestId }: { site: { name: string; url: string }; requestId: string },
): { html: string; headers: Record<string, string> } {
  const { title, remedy } = ERRORS[error.code];
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
<h1>${escaped(title)}</h1>
<p>${escaped(error.message)}</p>
<p>${escaped(remedy).replace(/`([^`]+)`/g, "<code>$1</code>")}</p>
<p><a href="${escaped(site.url)}/account">Your account</a> · <a href="${escaped(site.url)}/problems/${error.code}">About this error</a></p>
<p class="note">${escaped(site.name)} · request ID ${escaped(requestId)}</p>
`;
  return {
    html,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    },
  };
}

function escaped(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
