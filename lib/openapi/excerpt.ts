const LINE = 72;

/** Placeholder in a printed value for an omitted part. */
class Cut {
  constructor(readonly text: string) {}
}

interface Measure {
  /** Members deeper than this are folded, except those of the first entry of the first list. */
  depth: number;
  /** Maximum entries of a list of objects or lists. */
  entries: number;
  /** Maximum entries of a list of plain values. */
  values: number;
}

/** From the longest excerpt to the shortest. */
const MEASURES: readonly Measure[] = [
  { entries: 3, values: 6, depth: 8 },
  { entries: 2, values: 4, depth: 8 },
  { entries: 1, values: 3, depth: 8 },
  { entries: 1, values: 2, depth: 4 },
  { entries: 1, values: 2, depth: 3 },
  { entries: 1, values: 1, depth: 2 },
];
const LONGEST_TEXT = 160;

export interface Excerpt {
  text: string;
  /** Lines of the whole text, and whether `text` is complete. */
  lines: number;
  whole: boolean;
}

/** Returns formatted JSON, with lists cut short and deep members folded until it has about `most` lines. */
export function excerptJson(value: unknown, most: number): Excerpt {
  const plain: unknown = JSON.parse(JSON.stringify(value));
  const full = print(plain, "", 0);
  const lines = full.split("\n").length;
  if (lines <= most) return { text: full, lines, whole: true };
  let text = full;
  for (const measure of MEASURES) {
    text = print(cut(plain, measure, 0, { opened: false }), "", 0);
    if (text.split("\n").length <= most) break;
  }
  return { text, lines, whole: false };
}

/** Returns the first lines of a text that is not JSON. */
export function excerptText(text: string, most: number): Excerpt {
  const all = text.trimEnd().split("\n");
  const shown = all
    .slice(0, most)
    .map((line) => (line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT)}…` : line));
  return { text: shown.join("\n"), lines: all.length, whole: shown.join("\n") === all.join("\n") };
}

/** Returns JSON with every value that fits on one line on one line. */
export function prettyJson(value: unknown): string {
  return print(JSON.parse(JSON.stringify(value)), "", 0);
}

/** How much deeper than the measure the first entry of the first list is opened. */
const OPENED_DEPTH = 2;

function cut(value: unknown, measure: Measure, depth: number, state: { opened: boolean }): unknown {
  if (typeof value === "string") return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const plain = value.every((entry) => typeof entry !== "object" || entry === null);
    const opens = !plain && !state.opened;
    if (opens) state.opened = true;
    const own = opens ? { ...measure, depth: measure.depth + OPENED_DEPTH } : measure;
    const kept = value
      .slice(0, plain ? measure.values : measure.entries)
      .map((entry) => cut(entry, own, depth + 1, state));
    const left = value.length - kept.length;
    return left > 0 ? [...kept, new Cut(`… ${left} more`)] : kept;
  }
  const members = Object.entries(value);
  if (depth >= measure.depth && members.length > 0) return new Cut("{ … }");
  return Object.fromEntries(members.map(([name, member]) => [name, cut(member, measure, depth + 1, state)]));
}

function print(value: unknown, indent: string, before: number): string {
  if (value instanceof Cut) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const line = flat(value);
  if (indent.length + before + line.length <= LINE) return line;
  const deeper = `${indent}  `;
  const list = Array.isArray(value);
  const lines = list
    ? value.map((item: unknown) => deeper + print(item, deeper, 0))
    : Object.entries(value).map(([name, member]) => {
        const key = `${JSON.stringify(name)}: `;
        return deeper + key + print(member, deeper, key.length);
      });
  return `${list ? "[" : "{"}\n${lines.join(",\n")}\n${indent}${list ? "]" : "}"}`;
}

function flat(value: unknown): string {
  if (value instanceof Cut) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[ ${value.map(flat).join(", ")} ]`;
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${flat(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
