/** Renders text and sets the parts in `backticks` as code. */
export function Prose({ text }: { text: string }) {
  if (!text.includes("`")) return text;
  let at = 0;
  return text.split("`").map((part) => {
    const key = at;
    at += part.length + 1;
    const isCode = text.slice(0, key).split("`").length % 2 === 0;
    return isCode ? <code key={key}>{part}</code> : part;
  });
}
