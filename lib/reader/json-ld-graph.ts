import type { CheerioAPI } from "cheerio/slim";
import { itemsOf } from "./item-markup";
import { literalsOf } from "./script-literals";

export type SchemaNode = Record<string, unknown>;

export interface SchemaGraph {
  roots: SchemaNode[];
  /** Nodes by @id, in each case the fullest. */
  byId: ReadonlyMap<string, SchemaNode>;
  /** Blocks that could not be parsed. */
  broken: number;
}

const LONGEST_BLOCK = 2_000_000;

/** Returns all schema.org data of a page: JSON-LD, and microdata and RDFa if they name a price. */
export function schemaGraphOf(document: CheerioAPI): SchemaGraph {
  const roots: SchemaNode[] = [];
  let broken = 0;
  document("script").each((_, element) => {
    const type = (document(element).attr("type") ?? "").split(";")[0]?.trim().toLowerCase();
    if (type !== "application/ld+json") return;
    const value = parseBlock(document(element).text());
    if (value === undefined) broken += 1;
    else roots.push(...nodesIn(value));
  });
  roots.push(...itemsOf(document));
  const byId = new Map<string, SchemaNode>();
  eachNode(roots, (node) => {
    const id = node["@id"];
    if (typeof id !== "string") return;
    const known = byId.get(id);
    if (!known || Object.keys(node).length > Object.keys(known).length) byId.set(id, { ...known, ...node });
  });
  return { roots, byId, broken };
}

function parseBlock(text: string): unknown {
  if (text.length > LONGEST_BLOCK) return undefined;
  const json = text
    .trim()
    .replace(/^(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, "")
    .replace(/(?:-->|\/\*\s*\]\]>\s*\*\/|\/\/\s*\]\]>|\]\]>)$/, "")
    .trim()
    .replace(/;$/, "");
  for (const candidate of [json, json.replace(/[\r\n\t]+/g, " ")]) {
    try {
      return JSON.parse(candidate);
    } catch {}
  }
  // A trailing comma, a comment or single quotes, as allowed in a script's literal.
  const literals = literalsOf(`(${json.replace(/[\r\n]+/g, " ")})`);
  return literals?.length === 1 ? literals[0]?.value : undefined;
}

function nodesIn(value: unknown): SchemaNode[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (!isNode(value)) return [];
  return "@graph" in value ? nodesIn(value["@graph"]) : [value];
}

/** Visits every object in the given values, outer ones first, up to a limit. */
export function eachNode(roots: readonly unknown[], visit: (node: SchemaNode) => void): void {
  const queue: unknown[] = [...roots];
  for (let at = 0; at < queue.length && at < 200_000; at += 1) {
    const value = queue[at];
    if (isNode(value)) visit(value);
    if (typeof value === "object" && value !== null) for (const part of Object.values(value)) queue.push(part);
  }
}

export function isNode(value: unknown): value is SchemaNode {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the types of a node without their vocabulary: Offer, Product. */
export function typesOf(node: SchemaNode): string[] {
  return listOf(node["@type"]).flatMap((type) =>
    typeof type === "string" ? [type.replace(/^(?:https?:\/\/schema\.org\/|schema:)/, "")] : [],
  );
}

export function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  return isNode(value) && Array.isArray(value["@list"]) ? value["@list"] : [value];
}

/** Returns a text, a number as text, or the value of a value object. Null for anything else. */
export function textOf(value: unknown): string | null {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value === "string") return value.replace(/\s+/g, " ").trim() || null;
  if (Array.isArray(value)) return value.length === 1 ? textOf(value[0]) : null;
  return isNode(value) && "@value" in value ? textOf(value["@value"]) : null;
}
