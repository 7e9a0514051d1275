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
  /** False if the limiter's store cannot be reached. */
  isCounted?: boolean;
  /** Unset: the process is serving. */
  stage?: Stage;
  /** Maximum size of the response in bytes, regardless of `limit`. Unset: the operation's own limit applies. */
  room?: number;
  /** How each name in the request was resolved. The response includes it. */
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
  /** `private`: for this client only, with an ETag for revalidation. */
  cache: "public" | "private" | "no-store";
  /**
   * A response depends on the requested products only and is cached until one of them changes. Unset: until any product
   * does.
   */
  ofProducts?: true;
  /** Returns headers that depend on the response. */
  headers?(notes: ResponseNotes<Input, Output>): Record<string, string>;
  /** Returns the day of the newest fact in the response. If null or not defined: the catalogue's loading time. */
  newestDay?(body: Output): Day | null;
}

/** A response that is written while it is sent. */
export interface Streamed {
  mediaType: string;
  fileName: string;
  /** Equal only for equal bodies. */
  version: string;
  modifiedAt: Date;
  /** Yields the text in pieces, each built on demand. */
  parts(): AsyncIterable<string>;
  /** Passes the pieces on as long as the client has access; then it throws. Unset: passes them on to the end. */
  whileAdmitted?<Piece>(pieces: AsyncIterable<Piece>): AsyncIterable<Piece>;
}

export interface Streaming<Input> {
  /** The media types in addition to JSON, which `output` describes. */
  media: Readonly<Record<string, string>>;
  /** Returns null if the handler responds. */
  open(context: OperationContext, input: Input): Promise<Streamed | null>;
}

export interface Example {
  name: string;
  summary: string;
  /** The input as a client would send it. It runs against the catalogue to give the documented response. */
  input: Record<string, unknown>;
}

/** Any operation, as the registry and the API description handle it. */
export type AnyOperation = Operation<ApiPath, unknown, unknown>;

export interface Operation<Path extends ApiPath, Input, Output> {
  name: string;
  summary: string;
  description: string;
  tag: string;
  http: HttpBinding<Path, NoInfer<Input>, NoInfer<Output>>;
  /**
   * `open` is charged to the client's bucket, `key` to the bucket of a subscriber's key; `unmetered` is never refused.
   */
  access: "open" | "key" | "unmetered";
  /** Returns the unit cost in an `open` quota. Default: 1. */
  cost?(input: NoInfer<Input>): number;
  /** Errors in addition to those of every operation: see COMMON_ERRORS. */
  errors: readonly ErrorCode[];
  input: z.ZodObject & z.ZodType<Input>;
  output: z.ZodType<Output>;
  handler(context: OperationContext, input: NoInfer<Input>): Promise<NoInfer<Output>>;
  streaming?: Streaming<NoInfer<Input>>;
  /** Served unchanged. New clients use its successor. */
  deprecated?: true;
  /** A value for each parameter in the URL. Together they form a request that succeeds. */
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

/** Returns every error that an operation can respond with. */
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

/** Returns the names in braces in a path template. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap((match) => match[1] ?? []);
}
