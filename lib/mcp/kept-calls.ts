import { Body } from "@/lib/http/encode";
import { type KeptAnswer, type KeptAnswers, keptFor } from "@/lib/http/kept-answers";
import type { Charge } from "@/lib/operations/admit";
import type { RequestInfo, Runtime } from "@/lib/operations/run";
import { tools } from "./tools";

const REVISION = "mcp-protocol-version";

/** A call of a tool that may get a cached response. */
export interface AskedCall {
  key: string;
  tool: string;
  arguments: Record<string, unknown>;
  id: number | string;
}

/** Returns null for everything except one plain call: its response may contain more than that of the tool. */
export function askedCall(message: unknown, headers: Pick<Headers, "get">): AskedCall | null {
  const { jsonrpc, id, method, params, ...rest } = Object(message) as Record<string, unknown>;
  if (!headers.get("content-type")?.startsWith("application/json")) return null;
  if (jsonrpc !== "2.0" || method !== "tools/call" || Object.keys(rest).length > 0) return null;
  if (typeof id !== "number" && typeof id !== "string") return null;
  const { name, arguments: given, ...more } = Object(params) as Record<string, unknown>;
  if (typeof name !== "string" || typeof given !== "object" || given === null || Array.isArray(given)) return null;
  if (Object.keys(more).length > 0 || headers.get("mcp-method") !== null) return null;
  const key = `mcp ${JSON.stringify([headers.get(REVISION), headers.get("accept"), name, given])}`;
  return { key, tool: name, arguments: given as Record<string, unknown>, id };
}

/**
 * Returns the cached response to a call up to the request's ID, and charges the client. Null if there is no such
 * response, or if the client is refused.
 */
export async function keptCall(
  answers: Pick<KeptAnswers, "get">,
  call: AskedCall,
  runtime: Runtime,
  info: RequestInfo,
): Promise<{ beginning: Body; end: string; charge: Charge } | null> {
  const found = await keptFor(answers, call.key, runtime, info);
  return found && { beginning: found.kept.body, end: endFor(call.id), charge: found.charge };
}

/** Caches the response to a call, unless it is an error. */
export function keepCall(
  answers: KeptAnswers,
  { key, tool, arguments: given, id }: AskedCall,
  text: string,
  { edition, of }: Pick<KeptAnswer, "edition" | "of">,
): void {
  const { result } = JSON.parse(text) as { result?: { isError?: boolean } };
  const { asked, operation, complete } = tools().find(({ name }) => name === tool) ?? {};
  if (!result || result.isError || !asked || !operation || !complete) return;
  const beginning = `{"result":${JSON.stringify(result)},"jsonrpc":"2.0","id":`;
  if (beginning + endFor(id) !== text) return;
  const parsed = asked.input.safeParse(complete(given));
  const cost = parsed.success ? (asked.cost?.(parsed.data as never) ?? 1) : 1;
  answers.set(key, { edition, of, operation, cost, headers: {}, etag: null, body: new Body(beginning) });
}

function endFor(id: number | string): string {
  return `${JSON.stringify(id)}}`;
}
