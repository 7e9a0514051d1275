import type { CallToolResult } from "@modelcontextprotocol/server";
import type { AnyOperation } from "@/lib/operations/define";
import type { JsonSchema } from "@/lib/operations/input-schema";
import { operations } from "@/lib/operations/registry";
import { type RequestInfo, type Runtime, runOperation } from "@/lib/operations/run";
import { compareText } from "./text/compare";
import { coverageText } from "./text/coverage";
import { discoverText } from "./text/discover";
import { errorText } from "./text/error";
import { historyText } from "./text/history";
import { batchText, pricingText } from "./text/pricing";
import { tcoText } from "./text/tco";
import { usageText } from "./text/usage";
import { toolInput, toolOutput } from "./tool-schemas";

/** In the order in which they are listed to a model. */
export const TOOL_NAMES = [
  "get_pricing",
  "discover_software",
  "compare_software",
  "calculate_tco",
  "get_price_history",
  "estimate_llm_cost",
  "get_pricing_batch",
  "get_coverage",
] as const;
export type ToolName = (typeof TOOL_NAMES)[number];

export const ANNOTATIONS = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const;

export interface Tool {
  name: ToolName;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  operation: AnyOperation;
  /** The arguments with what MCP fills in where REST would not. */
  complete(args: Record<string, unknown>): Record<string, unknown>;
}

/** A model rarely needs a whole record: it asks for one with depth=full, or for groups by name. */
const SUMMARY = { depth: "summary" } as const;
const DEFAULTS: Partial<Record<ToolName, Readonly<Record<string, unknown>>>> = {
  get_pricing: SUMMARY,
  get_pricing_batch: SUMMARY,
  estimate_llm_cost: SUMMARY,
};

type Text = (body: never, args: Record<string, unknown>) => string;
const TEXTS: Record<ToolName, Text> = {
  get_pricing: pricingText,
  get_pricing_batch: batchText,
  get_coverage: coverageText,
  calculate_tco: tcoText,
  compare_software: compareText,
  get_price_history: historyText,
  estimate_llm_cost: usageText,
  discover_software: discoverText,
};

let listed: readonly Tool[] | undefined;

/** The operations that are tools, each under its own name. */
export function tools(): readonly Tool[] {
  listed ??= TOOL_NAMES.flatMap((name) => {
    const operation = operations.find((entry) => entry.name === name);
    return operation ? [toolOf(name, operation)] : [];
  });
  return listed;
}

function toolOf(name: ToolName, operation: AnyOperation): Tool {
  const defaults = DEFAULTS[name] ?? {};
  return {
    name,
    title: operation.summary,
    description: operation.description,
    inputSchema: toolInput(operation.input, defaults),
    outputSchema: toolOutput(operation.output),
    operation,
    complete: (args) => ({ ...defaults, ...args }),
  };
}

/** Runs the operation; a failure is a result that says what to do next. */
export async function callTool(
  { name, operation, complete }: Tool,
  raw: unknown,
  runtime: Runtime,
  request: RequestInfo,
): Promise<CallToolResult> {
  const args = isObject(raw) ? complete(raw) : raw;
  const outcome = await runOperation(operation, () => args, runtime, request);
  if (!outcome.ok) {
    return { isError: true, content: [{ type: "text", text: errorText(outcome.error, request.requestId) }] };
  }
  const structuredContent = outcome.body as Record<string, unknown>;
  const render = TEXTS[name] as (body: unknown, args: Record<string, unknown>) => string;
  return {
    content: [{ type: "text", text: render(structuredContent, isObject(args) ? args : {}) }],
    structuredContent,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
