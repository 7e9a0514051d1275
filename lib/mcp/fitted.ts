import * as z from "zod";
import { invalidField } from "@/lib/errors";
import type { AnyOperation, ApiPath, Operation, OperationContext } from "@/lib/operations/define";
import { withTaken } from "@/lib/operations/names";
import { serverInfo } from "./identity";

/** Maximum size of a response, unless the caller sets another. */
export const LARGEST = 40_000;
const LEAST = 4_000;
const MOST = 1_000_000;
/** Characters around a result when it is sent. */
export const ENVELOPE = 200;
/** With no more room than this, an operation returns its smallest response. */
const LEAST_ROOM = 500;
/** Share of the estimated room that is used, because a page rarely divides evenly. */
const SPARE = 0.97;

/** Lets a caller request a larger or smaller response. */
const MaxCharacters = z
  .number()
  .int()
  // Not in the list of tools, where every model reads every byte.
  .refine((count) => count >= LEAST && count <= MOST, `must be between ${LEAST} and ${MOST}`)
  .default(LARGEST)
  .describe("Maximum response size in characters.");

/** A response as a client receives it. */
export interface Told {
  text: string;
  body: Record<string, unknown>;
}

type Render = (body: unknown) => string;
type Measure = (told: Told) => number;
type Asked = Record<string, unknown> & { maxCharacters: number };

/**
 * Returns an operation whose response has two forms, text and data, and is no larger than requested: a page is shorter,
 * and its cursor continues after the last item shown.
 */
export function fitted(
  operation: AnyOperation,
  render: Render,
  sizeOf: Measure = charactersOf,
): Operation<ApiPath, Asked, Told> {
  const { streaming: _streamed, http, ...same } = operation;
  const { method, path, cache, ofProducts } = http;
  return {
    ...same,
    http: { method, path, cache, ...(ofProducts && { ofProducts }) },
    input: operation.input.safeExtend({ maxCharacters: MaxCharacters }) as never,
    output: z.object({ text: z.string(), body: operation.output }) as never,
    examples: [],
    handler: (context, { maxCharacters, ...input }) =>
      toldWithin(operation, { render, sizeOf }, { context, input, maxCharacters }),
  };
}

interface Question {
  context: OperationContext;
  input: Record<string, unknown>;
  maxCharacters: number;
}

async function toldWithin(
  operation: AnyOperation,
  { render, sizeOf }: { render: Render; sizeOf: Measure },
  { context, input, maxCharacters }: Question,
) {
  // In the newest revision, each result names its server.
  const signature = JSON.stringify(serverInfo(context.site)).length;
  let room = maxCharacters - signature;
  let size = 0;
  while (room >= LEAST_ROOM) {
    const answer = (await operation.handler({ ...context, room }, input)) as Record<string, unknown>;
    const body = withTaken(answer, context.resolved ?? []);
    const told = { text: render(body), body };
    const before = size;
    size = sizeOf(told) + signature;
    if (size <= maxCharacters) return told;
    const taken = Math.min(room, JSON.stringify(body).length);
    room = size === before ? room / 2 : taken * (maxCharacters / size) * SPARE;
  }
  throw tooSmall(size);
}

/** Returns the size as sent: both forms of the response and the characters around them. */
export function charactersOf({ text, body }: Told): number {
  return JSON.stringify(text).length + JSON.stringify(body).length + ENVELOPE;
}

function tooSmall(size: number) {
  const needed = Math.ceil(size / 1000) * 1000;
  return invalidField("maxCharacters", `is too small for this response: request less data, or set it to ${needed}`);
}
