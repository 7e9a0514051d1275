import { strict as assert } from "node:assert";
import { createRequire } from "node:module";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const require = createRequire(import.meta.url);
const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
/** Syntax that Python's re spells differently, reads differently or rejects. */
const NOT_PYTHON = /\\[pPuUxkcdwsDWSbB]|\(\?<[a-z]|\(\?[!=]|\[\^?\[:|\[[^\]]*(?:&&|--|~~|\|\|)/;

/** Applies the rules of Python's openapi-spec-validator, which is not available from npm. */
export default async function ({ check, document }) {
  await check("the specification's own schema", () => {
    const schema = require("@seriousme/openapi-schema-validator/schemas/v3.1/schema.json");
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats(ajv);
    const validate = ajv.compile(schema);
    assert.ok(validate(document), JSON.stringify(validate.errors?.slice(0, 3)));
  });
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({ path, ...item[method] })),
  );
  await check("no operationId twice", () => {
    assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
  });
  await check("no parameter twice", () => {
    for (const { path, parameters = [] } of operations) {
      assert.equal(
        new Set(parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).size,
        parameters.length,
        path,
      );
    }
  });
  await check("every parameter of a path is described, and no other", () => {
    for (const { path, parameters = [] } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const described = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
      assert.deepEqual(described, named, path);
    }
  });
  const nodes = [...nodesIn(document)];
  await check("every reference leads somewhere", () => {
    for (const { $ref } of nodes) if (typeof $ref === "string") assert.ok(resolve(document, $ref), $ref);
  });
  await check("what is required is described", () => {
    for (const { type, required, properties = {} } of nodes) {
      if (type !== "object" || !Array.isArray(required)) continue;
      for (const name of required) assert.ok(Object.hasOwn(properties, name), name);
    }
  });
  await check("defaults, and examples of parameters, fit their schemas", () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats(ajv);
    const fits = (schema, value) =>
      assert.ok(ajv.validate(schema, value), `${JSON.stringify(value)} ${ajv.errorsText()}`);
    for (const node of nodes) if ("default" in node && !JSON.stringify(node).includes("$ref")) fits(node, node.default);
    for (const { parameters = [] } of operations) {
      for (const { name, schema, example } of parameters) {
        assert.notEqual(example, undefined, name);
        fits(schema, example);
      }
    }
  });
  await check("Python reads every pattern as others do", () => {
    const patterns = nodes.flatMap(({ pattern }) => (typeof pattern === "string" ? [pattern] : []));
    assert.deepEqual(
      patterns.filter((pattern) => NOT_PYTHON.test(pattern)),
      [],
    );
  });
}

/** Yields every object of the document except examples, which are data. */
function* nodesIn(value) {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value;
  for (const [key, member] of Object.entries(value)) if (!/^examples?$/.test(key)) yield* nodesIn(member);
}

function resolve(document, reference) {
  return reference
    .slice(2)
    .split("/")
    .reduce((at, step) => at?.[step], document);
}
