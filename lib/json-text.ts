import { onceForText } from "./once-for";

/** Of parts that many answers share: made when they are first told. */
const texts = new WeakMap<object, string | null>();

/** Marks objects that nobody changes and that stand in many answers: their JSON is made once for all of them. */
export function shareText(parts: readonly object[]): void {
  for (const part of parts) if (!texts.has(part)) texts.set(part, null);
}

/** As JSON.stringify() tells it. */
export function jsonText(value: object): string {
  const known = texts.get(value);
  if (known) return known;
  const text = JSON.stringify(value);
  if (known === null) texts.set(value, text);
  return text;
}

/** Of marked answers, which are measured and then sent. */
const bytes = new WeakMap<object, Buffer>();

/**
 * The bytes of the same, for objects that have no toJSON of their own. Where it shares parts they are written part by
 * part: one text of them all has two bytes for each letter where one letter needs them, and of a large answer is too
 * large for where V8 keeps what is young.
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

/** The same, and which of them tell one of its members: without those it is the JSON of the others. */
export function jsonBytesAround(value: object, left: string): { bytes: Buffer; from: number; to: number } {
  const members = textsOf(value);
  const begins = beginningOf(left);
  const at = members.findIndex(([, name]) => name === begins);
  if (at < 0) return { bytes: written(members.flat()), from: 0, to: 0 };
  // With the comma behind it; the last has one before it.
  const isLast = at === members.length - 2;
  const sizeOf = (parts: readonly string[]) => parts.reduce((size, part) => size + Buffer.byteLength(part), 0);
  const from = sizeOf(members.slice(0, at).flat()) + (isLast && at > 0 ? 0 : 1);
  const size = sizeOf(members[at] ?? []);
  return { bytes: written(members.flat()), from, to: from + size - (isLast && at === 0 ? 1 : 0) };
}

/** What a member begins with: `"name":`. */
const beginningOf = onceForText((name) => `${JSON.stringify(name)}:`);

/** Each member with what stands before it, and the end. */
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

/** Whether it is a list that begins with a part of many answers. */
function isShared(member: unknown): member is readonly object[] {
  const [first] = Array.isArray(member) ? member : [];
  return typeof first === "object" && first !== null && texts.has(first);
}

function written(parts: readonly string[]): Buffer {
  const sizes = parts.map((part) => Buffer.byteLength(part));
  const made = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  parts.forEach((part, index) => {
    // Of ASCII alone the bytes are the letters, which are copied as they are.
    at += made.write(part, at, sizes[index] === part.length ? "latin1" : "utf8");
  });
  return made;
}
