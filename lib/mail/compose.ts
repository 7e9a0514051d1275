/** A part of a message: a paragraph, a link, or lines of "term: value". */
export type Block = string | { href: string; label: string } | { facts: readonly (readonly [string, string])[] };

export interface Message {
  subject: string;
  text: string;
  html: string;
}

const STYLE = {
  body: "margin:0;padding:24px;background:#fbfbf9;color:#17181a;font:16px/1.5 system-ui,sans-serif",
  paragraph: "margin:0 0 16px;max-width:60ch",
  button: "display:inline-block;padding:10px 16px;background:#17181a;color:#fbfbf9;text-decoration:none",
  address: "color:#63666b;font-size:13px;overflow-wrap:anywhere",
  term: "padding:2px 16px 2px 0;color:#63666b;text-align:left;font-weight:400;vertical-align:top",
  value: "padding:2px 0;overflow-wrap:anywhere",
  foot: "margin:24px 0 0;padding-top:12px;border-top:1px solid #dcdcd6;color:#63666b;font-size:13px;max-width:60ch",
};

/** Returns one message as plain text and as HTML with the same words. */
export function compose(subject: string, blocks: readonly Block[], foot: string): Message {
  return {
    subject: oneLine(subject),
    text: `${[...blocks.map(asText), `-- \n${foot}`].join("\n\n")}\n`,
    html:
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(oneLine(subject))}</title></head>` +
      `<body style="${STYLE.body}">${blocks.map(asHtml).join("")}<p style="${STYLE.foot}">${escapeHtml(foot)}</p></body></html>`,
  };
}

/** Removes line breaks from a header value, because a line break would start another header. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/ +/g, " ")
    .trim();
}

function asText(block: Block): string {
  if (typeof block === "string") return oneLine(block);
  if ("href" in block) return `${oneLine(block.label)}:\n${block.href}`;
  return block.facts.map(([term, value]) => `${oneLine(term)}: ${oneLine(value)}`).join("\n");
}

function asHtml(block: Block): string {
  if (typeof block === "string") return `<p style="${STYLE.paragraph}">${escapeHtml(oneLine(block))}</p>`;
  if ("href" in block) {
    const href = escapeHtml(block.href);
    return (
      `<p style="${STYLE.paragraph}"><a href="${href}" style="${STYLE.button}">${escapeHtml(oneLine(block.label))}</a></p>` +
      `<p style="${STYLE.paragraph};${STYLE.address}">${href}</p>`
    );
  }
  const rows = block.facts.map(
    ([term, value]) =>
      `<tr><th scope="row" style="${STYLE.term}">${escapeHtml(oneLine(term))}</th>` +
      `<td style="${STYLE.value}">${escapeHtml(oneLine(value))}</td></tr>`,
  );
  return `<table style="margin:0 0 16px;border-collapse:collapse">${rows.join("")}</table>`;
}

function escapeHtml(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/'/g, "&#39;");
}
