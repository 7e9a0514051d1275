import type { CheerioAPI } from "cheerio/slim";
import { type DomElement, elementsOf, textWithin } from "./dom";
import type { SchemaNode } from "./json-ld-graph";

interface Syntax {
  item: string;
  type: string;
  id: string;
  property: string;
}

const MICRODATA: Syntax = { item: "itemscope", type: "itemtype", id: "itemid", property: "itemprop" };
const RDFA: Syntax = { item: "typeof", type: "typeof", id: "resource", property: "property" };

const MAX_TEXT = 1000;

/** Returns top-level microdata and RDFa items. A syntax without any price yields no items. */
export function itemsOf(document: CheerioAPI): SchemaNode[] {
  return [MICRODATA, RDFA].flatMap((syntax) => itemsIn(elementsOf(document), syntax));
}

function itemsIn(elements: readonly DomElement[], syntax: Syntax): SchemaNode[] {
  const top: SchemaNode[] = [];
  /** The innermost item around the children of an element. */
  const itemAround = new Map<unknown, SchemaNode>();
  let hasPrice = false;
  for (const element of elements) {
    const outer = itemAround.get(element.parent);
    const item = syntax.item in element.attribs ? emptyItem(element, syntax) : undefined;
    const properties = wordsOf(element.attribs[syntax.property]);
    if (outer && properties.length > 0) {
      const value = item ?? textValueOf(element);
      for (const property of properties) add(outer, property, value);
      hasPrice ||= properties.some((property) => property.includes("rice"));
    } else if (item) top.push(item);
    const inner = item ?? outer;
    if (inner) itemAround.set(element, inner);
  }
  return hasPrice ? top : [];
}

function emptyItem({ attribs }: DomElement, { type, id }: Syntax): SchemaNode {
  const types = wordsOf(attribs[type]).map((name) => name.split(/[/#:]/).at(-1) ?? name);
  const item: SchemaNode = Object.assign(Object.create(null), { "@type": types });
  if (attribs[id]) item["@id"] = attribs[id];
  return item;
}

function add(item: SchemaNode, property: string, value: unknown): void {
  const known = item[property];
  if (known === undefined) item[property] = value;
  else if (Array.isArray(known)) known.push(value);
  else item[property] = [known, value];
}

function textValueOf(element: DomElement): string {
  const { content, datetime, href, src, value } = element.attribs;
  return content ?? datetime ?? href ?? src ?? value ?? textWithin(element, MAX_TEXT);
}

const wordsOf = (text = ""): string[] => text.split(/\s+/).filter((word) => word !== "");
