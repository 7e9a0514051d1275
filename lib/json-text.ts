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
  const text = objectOf(membersOf(value));
  if (known === null) texts.set(value, text);
  return text;
}

/** The same, and once more with one of its members left out. */
export function jsonTextAndWithout(value: object, left: string): { whole: string; without: string } {
  const members = membersOf(value);
  const begins = beginningOf(left);
  return { whole: objectOf(members), without: objectOf(members.filter((text) => !text.startsWith(begins))) };
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
