import { describe, expect, test } from "vitest";
import type { JsonSchema } from "@/lib/operations/input-schema";
import { operations } from "@/lib/operations/registry";
import { NOW, SITE, testRuntime } from "@/lib/operations/testing/runtime";
import { answerFields, type Shape } from "./answer-fields";
import { openapiDocument } from "./document";
import { referenceOf, shapesIn } from "./reference";

const { catalog } = testRuntime();
const document = await openapiDocument(operations, { catalog, site: SITE, now: NOW, requestId: "" });
const schemas = (document.components as { schemas: Record<string, JsonSchema> }).schemas;
const described = { ...document, components: { schemas } };
const shapes = new Map(shapesIn(operations, described).map((shape) => [shape.name, shape]));

type Fields = Shape["fields"];

/** Returns the paths of members that are in a response but not in its description. */
function undescribed(value: unknown, fields: Fields, path = "", prefix = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => undescribed(entry, fields, path, prefix));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const field = fields.find((entry) => entry.name === `${prefix}${name}`);
    if (!field) return [`${path}.${name}`];
    if (field.type.startsWith("object:")) return [];
    const named = field.shapes.flatMap((shape) => shapes.get(shape)?.fields ?? []);
    if (named.length > 0) return undescribed(member, named, `${path}.${name}`);
    if (fields.some((entry) => entry.name.startsWith(`${prefix}${name}[].`))) {
      return undescribed(member, fields, `${path}.${name}`, `${prefix}${name}[].`);
    }
    return undescribed(member, fields, `${path}.${name}`, `${prefix}${name}.`);
  });
}

describe("the members of an answer", () => {
  const succeeded = operations.flatMap((operation) => {
    const responses = document.paths[operation.http.path]?.[operation.http.method.toLowerCase()] as {
      responses: Record<
        string,
        { content?: Record<string, { schema: JsonSchema; examples?: Record<string, { value: unknown }> }> }
      >;
    };
    const content = responses.responses["200"]?.content?.["application/json"];
    return Object.entries(content?.examples ?? {}).map(([name, { value }]) => ({
      name: `${operation.name} ${name}`,
      value,
      fields: answerFields(content?.schema ?? {}, schemas),
    }));
  });

  test.each(succeeded.filter(({ name }) => !name.startsWith("get_openapi")))(
    "of $name are all described",
    ({ value, fields }) => {
      const [only] = fields;
      const open = only?.name === "" ? only.shapes.flatMap((shape) => shapes.get(shape)?.fields ?? []) : fields;
      expect(undescribed(value, open)).toEqual([]);
    },
  );

  test("say what may be null, what may be absent, and which shape they have", () => {
    const fields = answerFields({ $ref: "#/components/schemas/UsageAnswer" }, schemas);
    const named = (name: string) => fields.find((field) => field.name === name);
    expect(named("models")).toMatchObject({ type: "list of", shapes: ["UsageModel", "BriefUsageModel"], always: true });
    expect(named("estimate")).toMatchObject({ shapes: ["UsageEstimate"], always: false, nullable: false });
    expect(named("license.usage")).toBeDefined();
    const lines = shapes.get("UsageEstimateLine") ?? shapes.get("EstimateLine");
    expect(lines?.fields.find(({ name }) => name === "band")).toMatchObject({ nullable: true, always: false });
  });
});

test("every shape that is named is described", () => {
  const named = [...shapes.values()].flatMap(({ fields }) => fields.flatMap((field) => field.shapes));
  const plain = new Set(named.filter((name) => !shapes.has(name)));
  for (const name of plain) expect(schemas[name]?.properties, name).toBeUndefined();
});

test("each operation shows what its examples answer, failures with their status", () => {
  const entries = referenceOf(operations, described, SITE.url);
  const pricing = entries.find(({ name }) => name === "get_pricing");
  expect(pricing?.answers.map(({ name, status }) => [name, status])).toEqual([
    ["full", 200],
    ["summary", 200],
    ["unknownSlug", 404],
  ]);
  expect(pricing?.answers[2]?.request.address).toBe("/api/v2/pricing/slakc");
});
