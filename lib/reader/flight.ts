const ROW_TAG_TEXT = "T";
const MOST_DEPTH = 100;

/**
 * Returns the data in React's server component stream, which Next.js sends in pieces: its rows, with references to
 * other rows resolved and each element as its properties. Omits rows without data.
 */
export function readFlight(pieces: readonly string[]): unknown[] {
  const rows = rowsOf(Buffer.from(pieces.join("")));
  const data: unknown[] = [];
  for (const [id, row] of rows) if (typeof row === "object") data.push(new Resolver(rows, id).resolve(row, 0));
  return data;
}

function rowsOf(stream: Buffer): Map<string, unknown> {
  const rows = new Map<string, unknown>();
  let at = 0;
  while (at < stream.length) {
    const colon = stream.indexOf(":", at);
    if (colon < 0) break;
    const id = stream.toString("latin1", at, colon).trim();
    const tag = stream.toString("latin1", colon + 1, colon + 2);
    if (tag === ROW_TAG_TEXT) {
      // A text's length is in bytes, and no line end follows it.
      const comma = stream.indexOf(",", colon);
      const length = comma < 0 ? Number.NaN : Number.parseInt(stream.toString("latin1", colon + 2, comma), 16);
      if (!Number.isFinite(length)) break;
      rows.set(id, stream.toString("utf8", comma + 1, comma + 1 + length));
      at = comma + 1 + length;
      continue;
    }
    const end = stream.indexOf("\n", colon);
    const line = stream.toString("utf8", colon + 1, end < 0 ? stream.length : end);
    if (line.startsWith("{") || line.startsWith("[") || line.startsWith('"')) {
      try {
        rows.set(id, JSON.parse(line));
      } catch {}
    }
    if (end < 0) break;
    at = end + 1;
  }
  return rows;
}

class Resolver {
  private visits = 0;
  private readonly open = new Set<string>();

  constructor(
    private readonly rows: ReadonlyMap<string, unknown>,
    id: string,
  ) {
    this.open.add(id);
  }

  resolve(value: unknown, depth: number): unknown {
    if (depth > MOST_DEPTH || ++this.visits > 100_000) return undefined;
    if (typeof value === "string") return this.text(value, depth);
    if (typeof value !== "object" || value === null) return value;
    if (!Array.isArray(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, this.resolve(part, depth + 1)]));
    }
    // An element: "$", type, key, properties.
    const [mark, , , properties] = value;
    if (mark === "$" && value.length >= 4 && isObject(properties)) return this.resolve(properties, depth + 1);
    return value.map((part) => this.resolve(part, depth + 1));
  }

  private text(text: string, depth: number): unknown {
    if (!text.startsWith("$")) return text;
    if (text.startsWith("$$")) return text.slice(1);
    if (text === "$undefined" || text.startsWith("$n") || text.startsWith("$D")) return undefined;
    const reference = /^\$[L@Q]?([0-9a-f]+)((?::[^:]+)*)$/.exec(text);
    const id = reference?.[1];
    // A price such as "$12" looks like a reference. It is one only if such a row exists.
    if (id === undefined || !this.rows.has(id)) return text;
    if (this.open.has(id)) return undefined;
    this.open.add(id);
    let target = this.rows.get(id);
    for (const step of (reference?.[2] ?? "").split(":").filter(Boolean)) {
      target = partOf(target, step);
    }
    const resolved = this.resolve(target, depth + 1);
    this.open.delete(id);
    return resolved;
  }
}

const ELEMENT_PARTS = new Map([
  ["type", "1"],
  ["key", "2"],
  ["props", "3"],
]);

function partOf(value: unknown, step: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const name = Array.isArray(value) && value[0] === "$" ? (ELEMENT_PARTS.get(step) ?? step) : step;
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
