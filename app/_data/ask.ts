import { AppError } from "@/lib/errors";
import type { ApiPath, Operation } from "@/lib/operations/define";
import { underSlugs, withTaken } from "@/lib/operations/names";
import { parseInput } from "@/lib/operations/parse-input";
import { serverRuntime } from "@/lib/operations/runtime";

/** Runs an operation for a page and returns the response of the API. Throws AppError. */
export async function ask<Path extends ApiPath, Input, Output>(
  operation: Operation<Path, Input, Output>,
  input: Record<string, unknown>,
): Promise<Output> {
  const { catalog, site, now } = serverRuntime();
  const context = { catalog, site, now: now(), requestId: "page" };
  const schema = operation.input;
  const named = await underSlugs(catalog, parseInput(schema, input), { now: context.now, schema });
  const body = await operation.handler(context, named.input);
  return withTaken(body, named.resolved);
}

/** Returns the same for an example, or null if the catalogue lacks its products. */
export async function exampleOf<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  return asked.catch((error: unknown) => {
    if (error instanceof AppError && error.status < 500) return null;
    throw error;
  });
}
