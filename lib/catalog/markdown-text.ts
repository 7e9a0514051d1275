/** Escapes text for one line of Markdown: no part of it makes a table, a link, an entity or HTML. */
export function markdownText(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\\`[\]|]/g, "\\$&")
    .replace(/&(?=#?\w+;)/g, "&amp;")
    .replace(/</g, "&lt;")
    .trim();
}
