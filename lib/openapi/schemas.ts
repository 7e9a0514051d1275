import * as z from "zod";
import { Problem } from "@/lib/http/problem";
import type { AnyOperation } from "@/lib/operations/define";
import { type JsonSchema, portable } from "@/lib/operations/input-schema";

interface OutputSchemas {
  /** Every schema with an id, under that id. */
  schemas: Record<string, JsonSchema>;
  /** The response schema of each operation, by its name. */
  outputs: Record<string, JsonSchema>;
  problem: JsonSchema;
}

/** Returns the published schemas. They are open, because a client must accept a field that is added later. */
export function outputSchemas(operations: readonly AnyOperation[]): OutputSchemas {
  const everything = z.object({
    problem: Problem,
    outputs: z.object(Object.fromEntries(operations.map(({ name, output }) => [name, output]))),
  });
  const published = z.toJSONSchema(everything, {
    io: "output",
    target: "draft-2020-12",
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      delete jsonSchema.id;
    },
  });
  const { $defs, properties } = portable(published) as JsonSchema & { $defs: Record<string, JsonSchema> };
  return {
    schemas: withComponentRefs($defs),
    outputs: withComponentRefs(properties?.outputs?.properties ?? {}),
    problem: withComponentRefs(properties?.problem ?? {}),
  };
}

function withComponentRefs<T>(schema: T): T {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as T;
}
