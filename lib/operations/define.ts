import type * as z from "zod";
import type { ErrorCode } from "@/lib/errors";
import type { Stage } from "@/lib/observe/life";
import type { Resolved } from "@/lib/schemas/name";
import type { Day } from "@/lib/schemas/primitives";
import type { Catalog } from "./catalog";

export interface Site {
  name: string;
  /** Without a trailing slash. */
  url: string;
}

export interface OperationContext {
  catalog: Catalog;
  now: Date;
  site: Site;
  requestId: string;
  /** False where the limiter's store cannot be reached. */
  isCounted?: boolean;
  /** Unset: the process serves. */
  stage?: Stage;
  /** Bytes that the answer may take, whatever `limit` says; the operation's own measure holds without it. */
  room?: number;
  /** What was taken for each name of the question: the answer tells it. */
  resolved?: readonly Resolved[];
}

export type HttpMethod = "GET" | "POST";
export type ApiPath = `/api/${string}`;

export interface ResponseNotes<Input, Output> {
  input: Input;
  body: Output;
  site: Site;
}

export interface HttpBinding<Path extends ApiPath, Input, Output> {
  method: HttpMethod;
  /** Names in braces come from the path, the rest from the query or the body. */
  path: Path;
  /** `private`: for who asked alone, with a tag to ask again by. */
  cache: "public" | "private" | "no-store";
  /** An answer tells of the products that are asked for alone, and is kept until one of them changes. Else: until any does. */
  ofProducts?: true;
  /** Headers that depend on the answer. */
  headers?(notes: ResponseNotes<Input, Output>): Record<string, string>;
  /** Day of the newest fact in the answer; the catalogue's loading time where it is null or not given. */
  newestDay?(body: Output): Day | null;
}

/** An answer that is written while it is sent. */
export interface Streamed {
  mediaType: string;
  fileName: string;
  /** Alike only for alike bodies. */
  version: string;
  modifiedAt: Date;
  /** The text in pieces, each made when it is asked for. */
  parts(): AsyncIterable<string>;
  /** Gives on what is sent, for as long as who asked may have it; then it throws. Without it: to its end. */
  whileAdmitted?<Piece>(pieces: AsyncIterable<Piece>): AsyncIterable<Piece>;
}

export interface Streaming<Input> {
  /** The media types beside JSON, which `output` describes. */
  media: Readonly<Record<string, string>>;
  /** Null where the handler answers. */
  open(context: OperationContext, input: Input): Promise<Streamed | null>;
}

export interface Example {
  name: string;
  summary: string;
  /** As it would be sent: run against the catalogue to give the documented answer. */
  input: Record<string, unknown>;
}

/** Any operation at all: what the registry and the API description handle. */
export type AnyOperation = Operation<ApiPath, unknown, unknown>;

export interface Operation<Path extends ApiPath, Input, Output> {
  name: string;
  summary: string;
  description: string;
  tag: string;
  http: HttpBinding<Path, NoInfer<Input>, NoInfer<Output>>;
  /** `open` is charged to the client's bucket, `key` to that of a subscriber's key; `unmetered` is never refused. */
  access: "open" | "key" | "unmetered";
  /** How many requests of an `open` quota it is worth; one where it is not given. */
  cost?(input: NoInfer<Input>): number;
  /** Beyond those that any operation can give: see COMMON_ERRORS. */
  errors: readonly ErrorCode[];
  input: z.ZodObject & z.ZodType<Input>;
  output: z.ZodType<Output>;
  handler(context: OperationContext, input: NoInfer<Input>): Promise<NoInfer<Output>>;
  streaming?: Streaming<NoInfer<Input>>;
  /** Served as it was; new clients take its successor. */
  deprecated?: true;
  /** A value for each parameter of the address. All of them together are a question that is answered. */
  sample?: Readonly<Record<string, unknown>>;
  examples: readonly Example[];
}

export const COMMON_ERRORS = [
  "invalid_request",
  "method_not_allowed",
  "rate_limited",
  "internal",
  "unavailable",
] as const satisfies readonly ErrorCode[];

const KEY_ERRORS = ["missing_key", "invalid_key", "subscription_inactive"] as const satisfies readonly ErrorCode[];

/** Every error that an operation can answer with. */
export function errorsOf(operation: AnyOperation): ErrorCode[] {
  const unlimited = operation.access === "unmetered";
  const common = COMMON_ERRORS.filter((code) => !(unlimited && code === "rate_limited"));
  const body: ErrorCode[] = operation.http.method === "POST" ? ["payload_too_large"] : [];
  const keyed: readonly ErrorCode[] = operation.access === "key" ? KEY_ERRORS : [];
  return [...new Set<ErrorCode>([...common, ...keyed, ...body, ...operation.errors])];
}

export function defineOperation<const Path extends ApiPath, Input, Output>(
  operation: Operation<Path, Input, Output>,
): Operation<Path, Input, Output> {
  return operation;
}

/** The names in braces of a path template. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap((match) => match[1] ?? []);
}
