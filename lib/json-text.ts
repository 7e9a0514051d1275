/** Of parts that many answers share: made when they are first told. */
const texts = new WeakMap<object, string | null>();

/** Marks objects that nobody changes and that stand in many answers: their JSON is made once for all of them. */
export function shareText(parts: readonly object[]): void {
  for (const part of parts) if (!texts.has(part)) texts.set(part, null);
}

/** As JSON.stringify() tells it, for objects that have no toJSON of their own; `without`: one of its members left out. */
export function jsonText(value: object, without?: string): string {
  if (Array.isArray(value)) return `[${value.map(elementText).join(",")}]`;
  const known = texts.get(value);
  if (known === undefined) return membersText(value, without);
  if (known !== null && without === undefined) return known;
  const text = membersText(value, without);
  if (without === undefined) texts.set(value, text);
  return text;
}

function membersText(value: object, without: string | undefined): string {
  const members: string[] = [];
  for (const [name, member] of Object.entries(value)) {
    if (name === without) continue;
    const text = isShared(member) ? jsonText(member) : JSON.stringify(member);
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join(",")}}`;
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
