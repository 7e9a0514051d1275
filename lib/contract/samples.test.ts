import { describe, expect, test } from "vitest";
import { callOperation } from "@/lib/http/testing";
import { requestOf } from "@/lib/openapi/request";
import type { Catalog } from "@/lib/operations/catalog";
import { type AnyOperation, pathParameters } from "@/lib/operations/define";
import { allowsType, inputSchema } from "@/lib/operations/input-schema";
import { parseInput } from "@/lib/operations/parse-input";
import { documented } from "@/lib/operations/registry";
import { memoryCatalog } from "@/lib/operations/testing/memory-catalog";
import { NOW, SITE, testRuntime } from "@/lib/operations/testing/runtime";
import { shipped } from "./catalogue";

const withParameters = documented.filter(({ http, input }) => http.method === "GET" && Object.keys(input.shape).length);
const open = withParameters.filter(({ access }) => access === "open");
const lists = open.flatMap((operation) =>
  Object.entries(inputSchema(operation.input).properties ?? {})
    .filter(([, schema]) => allowsType(schema, "array"))
    .map(([name]) => [operation.name, name, operation] as const),
);

const files = shipped().files;
const others = catalogOf("slack", "notion", "zoom");
const rateCard = catalogOf("google-compute-engine");
/** A new runtime each time, with its own quota. */
const runtimeFor = ({ name }: AnyOperation) =>
  testRuntime({ catalog: name === "estimate_llm_cost" ? rateCard : others });

/** Returns these products of the shipped catalogue, each derived once. */
function catalogOf(...slugs: string[]): Catalog {
  const products = files.products.filter(({ slug }) => slugs.includes(slug));
  const observations = files.observations.filter(({ product }) => slugs.includes(product));
  const catalog = memoryCatalog({ ...files, products, observations, loadedAt: NOW }, SITE);
  const known = new Map<string, ReturnType<Catalog["record"]>>();
  return {
    ...catalog,
    record(slug, view) {
      const key = JSON.stringify([slug, view]);
      const record = known.get(key) ?? catalog.record(slug, view);
      known.set(key, record);
      return record;
    },
  };
}

async function ask(operation: AnyOperation, input: Record<string, unknown>) {
  const response = await callOperation(operation, requestOf(operation.http, input).address, {}, runtimeFor(operation));
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe("the examples of the parameters", () => {
  test.each(withParameters)("of $name are there for each and fit", ({ input, sample = {} }) => {
    expect(Object.keys(sample).sort()).toEqual(Object.keys(input.shape).sort());
    expect(() => parseInput(input, sample)).not.toThrow();
  });

  test.each(open)("of $name are together a question with an answer that holds something", async (operation) => {
    const { sample = {} } = operation;
    const query = Object.entries(sample).map(([name, value]) => [name, String(value)]);
    const address = requestOf(operation.http, sample).address.split("?")[0];
    const response = await callOperation(
      operation,
      `${address}?${inQuery(operation, query)}`,
      {},
      runtimeFor(operation),
    );
    const body = (await response.json()) as Record<string, unknown>;
    expect(response.status, JSON.stringify(body)).toBe(200);
    for (const name of ["count", "total"]) if (typeof body[name] === "number") expect(body[name]).toBeGreaterThan(0);
    expect(body.estimate).not.toMatchObject({ total: null });
    expect(body.notFound ?? []).toEqual([]);
  });

  test.each(open)("of $name are each answered beside what is required", async (operation) => {
    const { sample = {} } = operation;
    const required = inputSchema(operation.input).required ?? [];
    const least = Object.fromEntries(Object.entries(sample).filter(([name]) => required.includes(name)));
    for (const [name, value] of Object.entries(sample)) {
      const { status, body } = await ask(operation, { ...least, [name]: value });
      expect(status, `${name}: ${JSON.stringify(body)}`).toBe(200);
    }
  });
});

test.each(lists)("%s reads the list %s however a client writes it", async (_, name, operation) => {
  const { sample = {} } = operation;
  const values = (sample[name] as string[]).map(encodeURIComponent);
  const { address } = requestOf(operation.http, { ...sample, [name]: undefined });
  const answers = [];
  for (const written of [
    `${name}=${values.join(",")}`,
    `${name}=${values.join("%2C")}`,
    values.map((value) => `${name}=${value}`).join("&"),
    values.map((value) => `${name}[]=${value}`).join("&"),
    values.map((value) => `${name}%5B%5D=${value}`).join("&"),
    values.map((value, at) => `${name}[${at}]=${value}`).join("&"),
    values
      .map((value, at) => `${name}[${at}]=${value}`)
      .reverse()
      .join("&"),
  ]) {
    const response = await callOperation(
      operation,
      `${address}${address.includes("?") ? "&" : "?"}${written}`,
      {},
      runtimeFor(operation),
    );
    expect(response.status, written).toBe(200);
    answers.push(await response.text());
  }
  expect(new Set(answers).size).toBe(1);
});

/** Returns all parameters in the query, including empty ones. */
function inQuery({ http }: AnyOperation, entries: string[][]): URLSearchParams {
  const inPath = pathParameters(http.path);
  return new URLSearchParams(entries.filter(([name = ""]) => !inPath.includes(name)));
}
