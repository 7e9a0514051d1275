// The parts of `npm run golden` without a server: what is compared, and how differences are reported.

/** Values that differ between two starts of the same program. */
const VOLATILE = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, "UUID"],
  [/\/_next\/(?:static|image)[^\s"'<>)]*/g, "ASSET"],
  [/(?<=\bnonce=")[^"]*/g, "NONCE"],
  [/\bWy[IJ][\w-]{20,}/g, "CURSOR"],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,3}Z/g, "TIME"],
];

/** Characters that are printed on each side of a difference. */
const AROUND = 80;
const EXAMPLES = 3;
const UNSEEN =
  /<script(?![^>]*ld\+json)[^>]*>.*?<\/script>|<style[^>]*>.*?<\/style>|<!--.*?-->|<link[^>]*ASSET[^>]*>|<link rel="preload"[^>]*>|<meta name="(?:catalogue-edition|next-[^"]*)"[^>]*>/gs;
const HEAD = /<title>.*?<\/title>|<(?:meta|link)\b[^>]*>/gs;

/** Returns the text and attributes that a reader sees, one element a line. Next.js writes the head in any order. */
function pageText(html) {
  const seen = html.replace(UNSEEN, "");
  return [...(seen.match(HEAD) ?? []).sort(), seen.replace(HEAD, "")]
    .join("\n")
    .replace(/<[^>]*?\s(?:href|content|alt|value|datetime|aria-label|title)="([^"]*)"[^>]*>/g, "\n[$1] ")
    .replace(/<[^>]+>/g, "\n")
    .replace(/\s*\n\s*/g, "\n");
}

/** Returns the lines of a response, without anything that changes between two builds or starts. */
export function linesOf({ status, type, location = "", body }, build) {
  let text = body.replaceAll(build, "BUILD");
  for (const [pattern, word] of VOLATILE) text = text.replace(pattern, word);
  if (type.startsWith("text/html")) text = pageText(text);
  // One field a line, also in an event stream. OpenAPI examples are left out: a busy server cuts them short.
  const compared = (key, value) => (key === "examples" && !Array.isArray(value) ? undefined : value);
  const json = /^(?:event: \w+\ndata: )?(\{.*)/s.exec(text)?.[1];
  if (json) text = JSON.stringify(JSON.parse(json, compared), null, 1);
  return [`${status} ${type} ${location}`, ...text.split("\n")];
}

/** Returns the first line that differs, and the field that it belongs to. Returns null if all lines are the same. */
export function compare(before, after) {
  const at = before.findIndex((line, n) => line !== after[n]);
  const line = at >= 0 ? at : before.length;
  if (at < 0 && after.length === before.length) return null;
  const [left = "(nothing)", right = "(nothing)"] = [before[line], after[line]];
  const where = line === 0 ? "status" : (/^\s*"([\w-]+)":/.exec(left)?.[1] ?? "text");
  let same = 0;
  while (same < left.length && left[same] === right[same]) same++;
  const from = Math.max(0, same - AROUND);
  return { where, before: left.slice(from, same + AROUND), after: right.slice(from, same + AROUND) };
}

/** Groups differences by kind of request and field, the largest group first, and returns lines to print. */
export function report(differences) {
  const groups = new Map();
  for (const difference of differences) {
    const title = `${difference.kind}: ${difference.where}`;
    groups.set(title, [...(groups.get(title) ?? []), difference]);
  }
  const example = ({ name, before, after }) => [`  ${name}`, `    - ${before}`, `    + ${after}`];
  return [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .flatMap(([title, members]) => [`${members.length} × ${title}`, ...members.slice(0, EXAMPLES).flatMap(example)]);
}

/** Returns `count` members at equal distances. */
export function sample(list, count) {
  return list.filter((_, n) => Math.floor((n * count) / list.length) !== Math.floor(((n - 1) * count) / list.length));
}
