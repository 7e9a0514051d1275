import type { JsonSchema } from "@/lib/operations/input-schema";
import { kindWords } from "./type-words";

export interface AnswerField {
  /** Path from the root of the response or shape: `links.page`, `tiers[].id`. */
  name: string;
  type: string;
  nullable: boolean;
  /** False if the member may be absent. */
  always: boolean;
  description: string;
  /** Names of its shapes, which are described separately. */
  shapes: string[];
}

export interface Shape {
  name: string;
  fields: AnswerField[];
}

type Schemas = Readonly<Record<string, JsonSchema>>;

const REF = "#/components/schemas/";

const nameOf = ({ $ref }: JsonSchema): string | null => {
  return typeof $ref === "string" && $ref.startsWith(REF) ? $ref.slice(REF.length) : null;
};

/**
 * Returns the members of a response. If the root is a shape, its members are returned; if it is a choice of shapes,
 * they are not.
 */
export function answerFields(schema: JsonSchema, schemas: Schemas): AnswerField[] {
  const name = nameOf(schema);
  const root = name === null ? schema : (schemas[name] ?? {});
  if (root.anyOf) {
    const shapes = root.anyOf.flatMap((option) => nameOf(option) ?? []);
    return [{ name: "", type: "one of", nullable: false, always: true, description: "", shapes }];
  }
  return membersOf(root, "");
}

/** Returns every shape in the responses by name, including shapes within shapes. */
export function shapesOf(outputs: readonly JsonSchema[], schemas: Schemas): Shape[] {
  const found = new Map<string, Shape>();
  const visit = (fields: readonly AnswerField[]) => {
    for (const name of fields.flatMap(({ shapes }) => shapes)) {
      if (found.has(name)) continue;
      const shape = { name, fields: membersOf(schemas[name] ?? {}, "") };
      found.set(name, shape);
      visit(shape.fields);
    }
  };
  for (const output of outputs) visit(answerFields(output, schemas));
  return [...found.values()].filter(({ fields }) => fields.length > 0).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function membersOf({ properties = {}, required = [] }: JsonSchema, prefix: string): AnswerField[] {
  return Object.entries(properties).flatMap(([name, property]) =>
    fieldsOf(`${prefix}${name}`, property, required.includes(name)),
  );
}

function fieldsOf(name: string, property: JsonSchema, always: boolean): AnswerField[] {
  const { schema, nullable } = withoutNull(property);
  const list = schema.type === "array";
  const inner = list ? withoutNull(schema.items ?? {}).schema : schema;
  const options = inner.anyOf ?? [inner];
  const shapes = options.flatMap((option) => nameOf(option) ?? []).filter(onlyOnce);
  const field = {
    name,
    type: typeOf(schema, inner, shapes),
    nullable,
    always,
    description: property.description ?? schema.description ?? inner.description ?? "",
    shapes,
  };
  const members = shapes.length > 0 ? [] : membersOf(inner, `${name}${list ? "[]" : ""}.`);
  return [field, ...members];
}

function typeOf(schema: JsonSchema, inner: JsonSchema, shapes: readonly string[]): string {
  const list = schema.type === "array";
  if (shapes.length > 0) return list ? "list of" : "";
  if (inner.properties) return list ? "list of objects" : "object";
  if (typeof inner.additionalProperties === "object") {
    const of = kindWords(inner.additionalProperties as JsonSchema);
    return `object: one ${of} per key`;
  }
  return kindWords(schema);
}

function withoutNull(schema: JsonSchema): { schema: JsonSchema; nullable: boolean } {
  const options = schema.anyOf?.filter(({ type }) => type !== "null") ?? [];
  if (!schema.anyOf || options.length === schema.anyOf.length) return { schema, nullable: false };
  const [only] = options;
  const { anyOf: _anyOf, ...rest } = schema;
  return { schema: options.length === 1 && only ? { ...only, ...rest } : { ...rest, anyOf: options }, nullable: true };
}

function onlyOnce(name: string, index: number, all: readonly string[]): boolean {
  return all.indexOf(name) === index;
}
