import { COST_RULE, FAIR_USE_CALLS_A_DAY, KEYLESS, WORK_RULE } from "@/lib/access/rate-limit";
import { AppError, ERRORS, type ErrorCode } from "@/lib/errors";
import { KEY_PARAMETER } from "@/lib/http/credentials";
import { PROBLEM_JSON, problemOf } from "@/lib/http/problem";
import { logger } from "@/lib/logger";
import {
  type AnyOperation,
  type Example,
  errorsOf,
  type OperationContext,
  pathParameters,
  type Streamed,
} from "@/lib/operations/define";
import { allowsType, inputSchema, type JsonSchema } from "@/lib/operations/input-schema";
import { parseInput } from "@/lib/operations/parse-input";
import { SCHEMA_VERSION } from "@/lib/schemas/primitives";
import { COMMON_HEADERS, headerRefs, PRIVATE_HEADERS, PUBLIC_HEADERS } from "./headers";
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
  mediaType: string;
  body: unknown;
}

const JSON_TYPE = "application/json";
/** The same text as in the conventions of /docs. */
const NULL_AND_ABSENT =
  "`null` means unknown or none. A field is absent if `fields` does not include it, if its group has no data, or if `depth=summary` leaves it out because it is null, empty or the default value. In the objects returned, prices, currencies and units are always present.";
/** Only the beginning of a streamed response is shown. */
const SHOWN_LINES = 4;
const SHOWN_CHARACTERS = 4_000;

const SECURITY_SCHEMES = {
  bearer: { type: "http", scheme: "bearer", description: "A subscriber's API key, `pi_live_…`." },
  apiKey: {
    type: "apiKey",
    in: "query",
    name: KEY_PARAMETER,
    description:
      "The same key as a query parameter, for clients that cannot send headers. URLs end up in logs and browser histories, so prefer the header.",
  },
};

const EXAMPLE_REQUEST_ID = "00000000-0000-4000-8000-000000000000";

/** Returns the description of all operations. Every example in it is run against the catalogue of the context. */
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
      description: `Prices, hidden costs, contract terms and price history of software, with evidence for every figure. An unknown price is \`null\` with a \`priceStatus\`, never 0. ${NULL_AND_ABSENT} Lists in the query are comma-separated or repeated, with or without brackets. Without a key, use is free for up to ${KEYLESS.quota} requests per ${KEYLESS.windowSeconds} seconds; the fair-use guideline is ${FAIR_USE_CALLS_A_DAY} calls a day. ${COST_RULE} ${WORK_RULE} Link to \`links.page\` when you cite a figure. Errors are returned as \`application/problem+json\`.`,
      termsOfService: `${site.url}/terms`,
      contact: { name: site.name, url: `${site.url}/docs` },
      license: { name: "Terms and data licences", url: `${site.url}/license` },
    },
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    servers: [{ url: site.url }],
    security: [],
    tags,
    paths,
    components: {
      schemas,
      headers: { ...COMMON_HEADERS, ...PUBLIC_HEADERS, ...PRIVATE_HEADERS },
      securitySchemes: SECURITY_SCHEMES,
    },
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
    ([name, property]) => ({
      ...parameter(name, property, inPath.includes(name), schema.required?.includes(name) ?? false),
      example: operation.sample?.[name],
    }),
  );
  const succeeded = answers.filter((answer) => answer.code === null);
  const cacheHeaders = { public: PUBLIC_HEADERS, private: PRIVATE_HEADERS, "no-store": {} }[http.cache];
  const streamed = Object.entries(operation.streaming?.media ?? {}).map(([mediaType, description]) => {
    return [mediaType, { schema: { type: "string", description }, ...examplesOf(succeeded, mediaType) }];
  });
  return {
    operationId: operation.name,
    summary: operation.summary,
    description: operation.description,
    tags: [operation.tag],
    ...(operation.deprecated && { deprecated: true }),
    ...(operation.access === "key" && { security: Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [] })) }),
    ...(parameters.length > 0 && { parameters }),
    ...(http.method === "POST" && { requestBody: requestBody(schema, inPath, answers) }),
    responses: {
      200: {
        description: "Success.",
        headers: headerRefs({ ...COMMON_HEADERS, ...cacheHeaders }),
        content: {
          [JSON_TYPE]: { schema: output, ...examplesOf(succeeded, JSON_TYPE) },
          ...Object.fromEntries(streamed),
        },
      },
      ...(http.cache !== "no-store" && {
        304: {
          description: "Not modified: the version in `If-None-Match` is still current.",
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
            ...examplesOf(
              answers.filter(({ code }) => code !== null && codes.includes(code)),
              PROBLEM_JSON,
            ),
          },
        },
      },
    ]),
  );
}

function examplesOf(answers: readonly Answer[], mediaType: string) {
  const shown = answers.filter((answer) => answer.mediaType === mediaType);
  if (shown.length === 0) return {};
  const entries = shown.map(({ example: { name, summary }, body }) => [name, { summary, value: body }]);
  return { examples: Object.fromEntries(entries) };
}

async function answersOf(operation: AnyOperation, context: OperationContext): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const example of operation.examples) {
    try {
      const input = parseInput(operation.input, example.input);
      const stream = await operation.streaming?.open(context, input);
      const body = stream ? await beginning(stream) : await operation.handler(context, input);
      answers.push({ example, code: null, mediaType: stream?.mediaType ?? JSON_TYPE, body });
    } catch (error) {
      if (error instanceof AppError && error.status < 500) {
        const body = refusal(error, operation, example, context);
        answers.push({ example, code: error.code, mediaType: PROBLEM_JSON, body });
      } else if (error instanceof AppError) throw error;
      else logger.error("an example of the API description fails", { operation: operation.name, cause: error });
    }
  }
  return answers;
}

async function beginning({ parts }: Streamed): Promise<string> {
  let text = "";
  for await (const part of parts()) {
    text += part;
    if (text.length > SHOWN_CHARACTERS) break;
  }
  const lines = text.split("\n").slice(0, SHOWN_LINES).join("\n");
  return lines.length > SHOWN_CHARACTERS ? `${lines.slice(0, SHOWN_CHARACTERS)}…` : lines;
}

function refusal(error: AppError, operation: AnyOperation, example: Example, { site }: OperationContext) {
  const instance = operation.http.path.replace(/\{(\w+)\}/g, (_, name: string) => String(example.input[name]));
  return problemOf(error, { siteUrl: site.url, instance, requestId: EXAMPLE_REQUEST_ID, policy: "keyless" });
}
