import { ERRORS, type ErrorCode } from "@/lib/errors";
import { type AnyOperation, COMMON_ERRORS, errorsOf, type HttpMethod, pathParameters } from "@/lib/operations/define";
import { inputSchema, type JsonSchema } from "@/lib/operations/input-schema";
import { type AnswerField, answerFields, type Shape, shapesOf } from "./answer-fields";
import type { OpenApiDocument } from "./document";
import { type Excerpt, excerptJson, excerptText } from "./excerpt";
import { queryText, type RequestParts, requestOf } from "./request";
import { type Sample, samplesOf } from "./samples";
import { typeWords } from "./type-words";

export interface ReferenceField {
  name: string;
  where: "path" | "query" | "body";
  required: boolean;
  /** The accepted values in words: `integer, 1 to 100`. */
  type: string;
  options: string[];
  description: string;
}

export interface ReferenceFailure {
  code: ErrorCode;
  status: number;
  meaning: string;
}

export interface ReferenceExample {
  name: string;
  summary: string;
  /** As text, for the fields of a form. */
  values: Record<string, string>;
  body: string | null;
}

export interface ReferenceAnswer extends Excerpt {
  name: string;
  summary: string;
  status: number;
  request: RequestParts;
}

export interface ReferenceEntry {
  name: string;
  summary: string;
  description: string;
  tag: string;
  method: HttpMethod;
  path: string;
  access: AnyOperation["access"];
  fields: ReferenceField[];
  ownErrors: ReferenceFailure[];
  commonErrors: ReferenceFailure[];
  samples: Sample[];
  examples: ReferenceExample[];
  /**
   * Responses to the examples, shortened, in the order of the examples. Examples without a recorded response are
   * omitted.
   */
  answers: ReferenceAnswer[];
  answerFields: AnswerField[];
}

interface Content {
  schema?: JsonSchema;
  examples?: Record<string, { value: unknown }>;
}

interface Documented {
  responses: Record<string, { content?: Record<string, Content> }>;
}

type Document = Pick<OpenApiDocument, "paths"> & { components?: { schemas?: Record<string, JsonSchema> } };

/** Maximum lines of the first response of an operation, and of the others. */
const SHOWN_LINES = 56;
const BRIEF_LINES = 20;

function documentedOf({ http }: AnyOperation, document: Document): Documented | undefined {
  return document.paths[http.path]?.[http.method.toLowerCase()] as Documented | undefined;
}

function outputOf(operation: AnyOperation, document: Document): JsonSchema {
  return documentedOf(operation, document)?.responses["200"]?.content?.["application/json"]?.schema ?? {};
}

/** Returns the shapes that occur in the responses of all operations. */
export function shapesIn(operations: readonly AnyOperation[], document: Document): Shape[] {
  const outputs = operations.map((operation) => outputOf(operation, document));
  return shapesOf(outputs, document.components?.schemas ?? {});
}

function answersOf(operation: AnyOperation, document: Document): ReferenceAnswer[] {
  const responses = Object.entries(documentedOf(operation, document)?.responses ?? {});
  const recorded = responses.flatMap(([status, { content = {} }]) =>
    Object.entries(content).flatMap(([mediaType, { examples = {} }]) =>
      Object.entries(examples).map(([name, { value }]) => ({ name, status: Number(status), mediaType, value })),
    ),
  );
  return operation.examples
    .flatMap((example) => {
      const answer = recorded.find(({ name }) => name === example.name);
      return answer ? [{ example, answer }] : [];
    })
    .map(({ example, answer }, index) => {
      const most = index === 0 ? SHOWN_LINES : BRIEF_LINES;
      const isJson = answer.mediaType.endsWith("json") && typeof answer.value !== "string";
      return {
        name: example.name,
        summary: example.summary,
        status: answer.status,
        request: requestOf(operation.http, example.input),
        ...(isJson ? excerptJson(answer.value, most) : excerptText(String(answer.value), most)),
      };
    });
}

const held = new WeakMap<Document, ReferenceEntry[]>();

/**
 * Returns the document in the form for readers: one entry for each operation, in the order of the registry. It is built
 * once for each document.
 */
export function referenceOf(
  operations: readonly AnyOperation[],
  document: Document,
  siteUrl: string,
): ReferenceEntry[] {
  const entries = held.get(document) ?? makeReference(operations, document, siteUrl);
  held.set(document, entries);
  return entries;
}

function makeReference(operations: readonly AnyOperation[], document: Document, siteUrl: string): ReferenceEntry[] {
  return operations.map((operation) => {
    const { name, summary, description, tag, http, examples } = operation;
    const answers = answersOf(operation, document);
    const request = answers[0]?.request ?? requestOf(http, {});
    const codes = errorsOf(operation);
    const common = (code: ErrorCode) => COMMON_ERRORS.some((known) => known === code);
    return {
      name,
      summary,
      description,
      tag,
      method: http.method,
      path: http.path,
      access: operation.access,
      fields: fieldsOf(operation),
      ownErrors: codes.filter((code) => !common(code)).map(errorEntry),
      commonErrors: codes.filter(common).map(errorEntry),
      samples: samplesOf(request, siteUrl, operation.access === "key"),
      examples: examples.map((example) => {
        const { body } = requestOf(http, example.input);
        const values = Object.entries(example.input).map(([key, value]) => [key, queryText(value)]);
        return {
          name: example.name,
          summary: example.summary,
          values: Object.fromEntries(body ? [] : values),
          body: body && JSON.stringify(body, null, 2),
        };
      }),
      answers,
      answerFields: answerFields(outputOf(operation, document), document.components?.schemas ?? {}),
    };
  });
}

function errorEntry(code: ErrorCode): ReferenceFailure {
  const { status, meaning } = ERRORS[code];
  return { code, status, meaning };
}

function fieldsOf({ input, http }: AnyOperation): ReferenceField[] {
  const { properties = {}, required = [] } = inputSchema(input);
  const inPath = pathParameters(http.path);
  const rest = http.method === "GET" ? "query" : "body";
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    where: inPath.includes(name) ? "path" : rest,
    required: inPath.includes(name) || required.includes(name),
    type: typeWords(schema),
    options: optionsOf(schema),
    description: schema.description ?? "",
  }));
}

function optionsOf(schema: JsonSchema): string[] {
  if (schema.type === "boolean") return ["true", "false"];
  return Array.isArray(schema.enum) ? schema.enum.map(String) : [];
}
