import { AppError, ERRORS, type ErrorCode } from "@/lib/errors";
import { PROBLEM_JSON, problemOf } from "@/lib/http/problem";
import { logger } from "@/lib/logger";
import {
  type AnyOperation,
  type Example,
  errorsOf,
  type OperationContext,
  pathParameters,
} from "@/lib/operations/define";
import { allowsType, inputSchema, type JsonSchema } from "@/lib/operations/input-schema";
import { parseInput } from "@/lib/operations/parse-input";
import { SCHEMA_VERSION } from "@/lib/schemas/primitives";
import { COMMON_HEADERS, headerRefs, PUBLIC_HEADERS } from "./headers";
import { outputSchemas } from "./schemas";
import { describedTag } from "./tags";

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; [key: string]: unknown };
  paths: Record<string, Record<string, unknown>>;
  [key: string]: unknown;
}

interface Answer {
  example: Example;
  code: ErrorCode | null;
  body: unknown;
}

const EXAMPLE_REQUEST_ID = "00000000-0000-4000-8000-000000000000";

/** The description of all operations; every example in it is run against the catalogue of the context. */
export async function openapiDocument(
  operations: readonly AnyOperation[],
  context: OperationContext,
): Promise<OpenApiDocument> {
  const { schemas, outputs, problem } = outputSchemas(operations);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const answers = await answersOf(operation, context);
    const { method, path } = operation.http;
    const item = documentOperation(operation, answers, outputs[operation.name] ?? {}, problem);
    paths[path] = { ...paths[path], [method.toLowerCase()]: item };
  }
  const { site } = context;
  const tags = [...new Set(operations.map((operation) => operation.tag))].map(describedTag);
  return {
    openapi: "3.1.0",
    info: {
      title: `${site.name} API`,
      version: SCHEMA_VERSION,
      summary: "Sourced software pricing.",
      description:
        "Prices, hidden costs, terms and price history of software, each figure with its evidence. An unknown price is null with a `priceStatus`, never 0. Keyless use is free for 120 requests a minute; 100 calls a day is a guideline of fair use. Link to `links.page` when citing. Errors are `application/problem+json`.",
      termsOfService: `${site.url}/terms`,
      contact: { name: site.name, url: `${site.url}/docs` },
      license: { name: "Terms and data licences", url: `${site.url}/data-licenses` },
    },
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    servers: [{ url: site.url }],
    security: [],
    tags,
    paths,
    components: { schemas, headers: { ...COMMON_HEADERS, ...PUBLIC_HEADERS } },
  };
}

function documentOperation(
  operation: AnyOperation,
  answers: readonly Answer[],
  output: JsonSchema,
  problem: JsonSchema,
): Record<string, unknown> {
  const schema = inputSchema(operation.input);
  const { http } = operation;
  const inPath = pathParameters(http.path);
  const named = Object.entries(schema.properties ?? {});
  const parameters = (http.method === "GET" ? named : named.filter(([name]) => inPath.includes(name))).map(
    ([name, property]) => parameter(name, property, inPath.includes(name), schema.required?.includes(name) ?? false),
  );
  const succeeded = answers.filter((answer) => answer.code === null);
  const isPublic = http.cache === "public";
  return {
    operationId: operation.name,
    summary: operation.summary,
    description: operation.description,
    tags: [operation.tag],
    ...(parameters.length > 0 && { parameters }),
    ...(http.method === "POST" && { requestBody: requestBody(schema, inPath, answers) }),
    responses: {
      200: {
        description: "The answer.",
        headers: headerRefs({ ...COMMON_HEADERS, ...(isPublic && PUBLIC_HEADERS) }),
        content: { "application/json": { schema: output, ...examplesOf(succeeded) } },
      },
      ...(isPublic && {
        304: {
          description: "What If-None-Match names is still current.",
          headers: headerRefs({ ...COMMON_HEADERS, ...PUBLIC_HEADERS }),
        },
      }),
      ...errorResponses(operation, answers, problem),
    },
  };
}

function parameter(name: string, schema: JsonSchema, inPath: boolean, required: boolean) {
  const { description, ...rest } = schema;
  return {
    name,
    in: inPath ? "path" : "query",
    required: inPath || required,
    description,
    schema: rest,
    ...(allowsType(schema, "array") && { style: "form", explode: false }),
  };
}

function requestBody(schema: JsonSchema, inPath: readonly string[], answers: readonly Answer[]) {
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([name]) => !inPath.includes(name)),
  );
  const required = schema.required?.filter((name) => !inPath.includes(name)) ?? [];
  const examples = Object.fromEntries(
    answers.map(({ example: { name, summary, input } }) => [name, { summary, value: input }]),
  );
  return {
    required: true,
    content: {
      "application/json": {
        schema: { ...schema, properties, ...(required.length > 0 && { required }) },
        ...(answers.length > 0 && { examples }),
      },
    },
  };
}

function errorResponses(operation: AnyOperation, answers: readonly Answer[], problem: JsonSchema) {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(operation)) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join("\n\n"),
        headers: headerRefs(COMMON_HEADERS),
        content: {
          [PROBLEM_JSON]: {
            schema: problem,
            ...examplesOf(answers.filter(({ code }) => code !== null && codes.includes(code))),
          },
        },
      },
    ]),
  );
}

function examplesOf(answers: readonly Answer[]) {
  if (answers.length === 0) return {};
  const entries = answers.map(({ example: { name, summary }, body }) => [name, { summary, value: body }]);
  return { examples: Object.fromEntries(entries) };
}

async function answersOf(operation: AnyOperation, context: OperationContext): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const example of operation.examples) {
    try {
      const body = await operation.handler(context, parseInput(operation.input, example.input));
      answers.push({ example, code: null, body });
    } catch (error) {
      if (error instanceof AppError && error.status < 500) {
        answers.push({ example, code: error.code, body: refusal(error, operation, example, context) });
      } else if (error instanceof AppError) throw error;
      else logger.error("an example of the API description fails", { operation: operation.name, cause: error });
    }
  }
  return answers;
}

function refusal(error: AppError, operation: AnyOperation, example: Example, { site }: OperationContext) {
  const instance = operation.http.path.replace(/\{(\w+)\}/g, (_, name: string) => String(example.input[name]));
  return problemOf(error, { siteUrl: site.url, instance, requestId: EXAMPLE_REQUEST_ID, policy: "keyless" });
}
