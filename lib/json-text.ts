import { onceForText } from "./once-for";

/** Of parts that many answers share: made when they are first told. */
const texts = new WeakMap<object, string | null>();

/** Marks objects that nobody changes and that stand in many answers: their JSON is made once for all of them. */
export function shareText(parts: readonly object[]): void {
  for (const part of parts) if (!texts.has(part)) texts.set(part, null);
}

/** As JSON.stringify() tells it, for objects that have no toJSON of their own. */
export function jsonText(value: object): string {
  if (Array.isArray(value)) return `[${value.map(elementText).join(",")}]`;
  const known = texts.get(value);
  if (known) return known;
  const text = Object.values(value).some(isShared) ? objectOf(membersOf(value)) : JSON.stringify(value);
  if (known === null) texts.set(value, text);
  return text;
}

/** The same, and which of its bytes tell one of its members: without them it is the JSON of the others. */
export function jsonTextAround(value: object, left: string): { text: string; bytes: { from: number; to: number } } {
  const members = membersOf(value);
  const text = objectOf(members);
  const begins = beginningOf(left);
  const at = members.findIndex((member) => member.startsWith(begins));
  if (at < 0) return { text, bytes: { from: 0, to: 0 } };
  // With the comma behind it; the last has one before it.
  const isLast = at === members.length - 1;
  const before = `{${members.slice(0, at).join(",")}${at > 0 && !isLast ? "," : ""}`;
  const from = Buffer.byteLength(before);
  const commas = isLast ? Math.min(at, 1) : 1;
  return { text, bytes: { from, to: from + Buffer.byteLength(members[at] ?? "") + commas } };
}

const objectOf = (members: readonly string[]) => `{${members.join(",")}}`;

/** What a member begins with: `"name":`. */
const beginningOf = onceForText((name) => `${JSON.stringify(name)}:`);

function membersOf(value: object): string[] {
  const members: string[] = [];
  for (const name of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[name];
    const text = isShared(member) ? jsonText(member) : JSON.stringify(member);
    if (text !== undefined) members.push(beginningOf(name) + text);
  }
  return members;
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
