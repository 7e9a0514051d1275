import type { CheerioAPI } from "cheerio/slim";

export type DomNode = ReturnType<CheerioAPI["root"]>[0]["children"][number];
export type DomElement = Extract<DomNode, { attribs: Record<string, string> }>;

const known = new WeakMap<CheerioAPI, DomElement[]>();

/** Returns every element in document order. A selector engine is slower on deeply nested pages. */
export function elementsOf($: CheerioAPI): DomElement[] {
  const before = known.get($);
  if (before) return before;
  const found: DomElement[] = [];
  const stack: DomNode[] = [...($.root()[0]?.children ?? [])].reverse();
  while (stack.length > 0) {
    const node = stack.pop();
    if (!node || !("children" in node)) continue;
    if ("attribs" in node) found.push(node);
    for (let at = node.children.length - 1; at >= 0; at -= 1) {
      const child = node.children[at];
      if (child) stack.push(child);
    }
  }
  known.set($, found);
  return found;
}

/** Returns the text inside an element, up to a length. */
export function textWithin(element: DomElement, most: number): string {
  let text = "";
  const stack: DomNode[] = [element];
  while (stack.length > 0 && text.length < most) {
    const node = stack.pop();
    if (!node) break;
    if (node.type === "text") text += node.data;
    else if ("children" in node) {
      for (let at = node.children.length - 1; at >= 0; at -= 1) {
        const child = node.children[at];
        if (child) stack.push(child);
      }
    }
  }
  return text.slice(0, most);
}
