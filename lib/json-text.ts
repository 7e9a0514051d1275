import { onceForText } from "./once-for";

/** JSON of parts that many responses share, built at first use. */
const texts = new WeakMap<object, string | null>();

/** Marks objects that never change and occur in many responses. Their JSON is built once for all responses. */
export function shareText(parts: readonly object[]): void {
  for (const part of parts) if (!texts.has(part)) texts.set(part, null);
}

/** Returns the same text as JSON.stringify(). */
export function jsonText(value: object): string {
  const known = texts.get(value);
  if (known) return known;
  const text = JSON.stringify(value);
  if (known === null) texts.set(value, text);
  return text;
}

/** Bytes of marked responses, which are measured and then sent. */
const bytes = new WeakMap<object, Buffer>();

/**
 * Returns the bytes of the same text, for objects without a toJSON of their own. Shared parts are written one by one: a
 * text of all parts uses two bytes for every letter if any letter needs two, and the text of a large response does not
 * fit in V8's young generation.
 */
export function jsonBytes(value: object): Buffer {
  const known = bytes.get(value);
  if (known) return known;
  const made = Object.values(value).some(isShared)
    ? written(textsOf(value).flat())
    : Buffer.from(JSON.stringify(value));
  if (texts.has(value)) bytes.set(value, made);
  return made;
}

/** Returns the same bytes, and the range of one member. Without that range, they are the JSON of the other members. */
export function jsonBytesAround(value: object, left: string): { bytes: Buffer; from: number; to: number } {
  const members = textsOf(value);
  const begins = beginningOf(left);
  const at = members.findIndex(([, name]) => name === begins);
  if (at < 0) return { bytes: written(members.flat()), from: 0, to: 0 };
  // The range includes the comma after the member. The last member has a comma before it.
  const isLast = at === members.length - 2;
  const sizeOf = (parts: readonly string[]) => parts.reduce((size, part) => size + Buffer.byteLength(part), 0);
  const from = sizeOf(members.slice(0, at).flat()) + (isLast && at > 0 ? 0 : 1);
  const size = sizeOf(members[at] ?? []);
  return { bytes: written(members.flat()), from, to: from + size - (isLast && at === 0 ? 1 : 0) };
}

/** Returns the beginning of a member: `"name":`. */
const beginningOf = onceForText((name) => `${JSON.stringify(name)}:`);

/** Returns the texts of each member with the separator before it, and the end. */
function textsOf(value: object): string[][] {
  const members: string[][] = [];
  for (const name of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[name];
    const told = isShared(member) ? elementTexts(member) : JSON.stringify(member);
    if (told === undefined) continue;
    const before = members.length === 0 ? "{" : ",";
    members.push(typeof told === "string" ? [before, beginningOf(name), told] : [before, beginningOf(name), ...told]);
  }
  members.push(members.length === 0 ? ["{}"] : ["}"]);
  return members;
}

function elementTexts(elements: readonly unknown[]): string[] {
  const told = elements.flatMap((element, at) => [at === 0 ? "[" : ",", elementText(element)]);
  told.push("]");
  return told;
}

function elementText(element: unknown): string {
  return typeof element === "object" && element !== null && texts.has(element)
    ? jsonText(element)
    : (JSON.stringify(element) ?? "null");
}

/** Returns whether the member is a list that begins with a shared part. */
function isShared(member: unknown): member is readonly object[] {
  const [first] = Array.isArray(member) ? member : [];
  return typeof first === "object" && first !== null && texts.has(first);
}

function written(parts: readonly string[]): Buffer {
  const sizes = parts.map((part) => Buffer.byteLength(part));
  const made = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  parts.forEach((part, index) => {
    // In ASCII, each letter is one byte and is copied unchanged.
    at += made.write(part, at, sizes[index] === part.length ? "latin1" : "utf8");
  });
  return made;
}
