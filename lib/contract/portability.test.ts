import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { call } from "@/lib/http/testing";
import { tools } from "@/lib/mcp/tools";

type Schema = Record<string, unknown>;

const document = (await (await call("/api/v2/openapi.json")).json()) as Schema;
const schemas = {
  document,
  tools: tools().map(({ name, inputSchema, outputSchema }) => ({ name, inputSchema, outputSchema })),
};

/** Yields every object in a value, with its path; examples are data, not schemas. */
function* objectsIn(value: unknown, path = ""): Generator<[string, Schema]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Schema];
  for (const [key, member] of Object.entries(value)) {
    if (key !== "examples" && key !== "example") yield* objectsIn(member, `${path}/${key}`);
  }
}

const all = [...objectsIn(schemas)];
const patterns = [...new Set(all.flatMap(([, { pattern }]) => (typeof pattern === "string" ? [pattern] : [])))];

/**
 * The syntax that ECMA 262 with and without the u flag, Python's re and RE2 read the same way: literal characters,
 * classes of ASCII ranges without escapes, capturing and non-capturing groups, and plain quantifiers. It excludes \d
 * and \w, which match more in Python, and \u, \x{…} and \p, each of which one of them lacks.
 */
const ALIKE = /^\^(?:[A-Za-z0-9_:,@ -]|\[[A-Za-z0-9_.-]+\]|\((?:\?:)?|\)|[|+*?]|\{[0-9]+(?:,[0-9]*)?\})+\$$/;

describe("patterns", () => {
  test("there are some", () => {
    expect(patterns.length).toBeGreaterThan(3);
  });

  test.each(patterns)("%s is read alike by every engine", (pattern) => {
    expect(pattern).toMatch(ALIKE);
    const engines = [new RegExp(pattern), new RegExp(pattern, "u"), RE2JS.compile(pattern)];
    for (const text of [
      "",
      "slack",
      "microsoft-teams",
      "Slack",
      "USD",
      "ev_1a",
      "licenseHours:730.5",
      "٣",
      "é",
      "a b",
      "a\u0000",
    ]) {
      const read = engines.map((engine) =>
        engine instanceof RegExp ? engine.test(text) : engine.matcher(text).find(),
      );
      expect(new Set(read).size, `${pattern} on ${JSON.stringify(text)}`).toBe(1);
    }
  });

  test.each(["^\\P{Cc}*$", "^\\d+$", "^[\\w-]+$", "^[^\\u0000-\\u001f]*$", "^(?=a)$", "(a)\\1", "^[[:alpha:]]$"])(
    "%s would be refused",
    (pattern) => {
      expect(pattern).not.toMatch(ALIKE);
    },
  );
});

test("a type stands alone: no reader has to know lists of types", () => {
  expect(all.filter(([, { type }]) => Array.isArray(type)).map(([path]) => path)).toEqual([]);
});

test("no schema of a tool is a bare true or says nothing", () => {
  for (const [path, { properties }] of objectsIn(schemas.tools)) {
    for (const [name, schema] of Object.entries(properties ?? {})) {
      expect(typeof schema, `${path}/${name}`).toBe("object");
      expect(
        Object.keys(schema as Schema).filter((key) => !["description", "default"].includes(key)),
        `${path}/${name}`,
      ).not.toEqual([]);
    }
  }
});
