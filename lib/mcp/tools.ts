import type { CallToolResult } from "@modelcontextprotocol/server";
import { nameKey } from "@/lib/ids";
import type { AnyOperation } from "@/lib/operations/define";
import type { JsonSchema } from "@/lib/operations/input-schema";
import { takenIn } from "@/lib/operations/names";
import { operations } from "@/lib/operations/registry";
import { type RequestInfo, type Runtime, runOperation } from "@/lib/operations/run";
import { fitted } from "./fitted";
import { historyTool } from "./history-tool";
import { toolDescription } from "./manual";
import { compareText } from "./text/compare";
import { coverageText } from "./text/coverage";
import { discoverText } from "./text/discover";
import { errorText } from "./text/error";
import { historyText } from "./text/history";
import { batchText, pricingText } from "./text/pricing";
import { tcoText } from "./text/tco";
import { usageText } from "./text/usage";
import { TOOL_NAMES, type ToolName } from "./tool-names";
import { toolInput, toolOutput } from "./tool-schemas";

export { TOOL_NAMES, type ToolName } from "./tool-names";

export const ANNOTATIONS = { readOnlyHint: true, idempotentHint: true, openWorldHint: false } as const;

export interface Tool {
  name: ToolName;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  operation: AnyOperation;
  /** The operation with the input and output of MCP. */
  asked: ReturnType<typeof fitted>;
  /** Returns the arguments with the defaults that only MCP has. */
  complete(args: Record<string, unknown>): Record<string, unknown>;
}

/** A model rarely needs a whole record. It gets one with depth=full, or groups by name. */
const SUMMARY = { depth: "summary" } as const;
const DEFAULTS: Partial<Record<ToolName, Readonly<Record<string, unknown>>>> = {
  get_pricing: SUMMARY,
  get_pricing_batch: SUMMARY,
  estimate_llm_cost: SUMMARY,
};

type Text = (body: never) => string;
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

/** Returns the operations that are tools, each under its own name. */
export function tools(): readonly Tool[] {
  listed ??= TOOL_NAMES.flatMap((name) => {
    const operation = name === historyTool.name ? historyTool : operations.find((entry) => entry.name === name);
    return operation ? [toolOf(name, operation)] : [];
  });
  return listed;
}

function toolOf(name: ToolName, operation: AnyOperation): Tool {
  const defaults = DEFAULTS[name] ?? {};
  const asked = fitted(operation, textOf(name));
  return {
    name,
    title: operation.summary,
    description: toolDescription(name),
    inputSchema: toolInput(asked.input, defaults),
    outputSchema: toolOutput(operation.output),
    operation,
    asked,
    complete: (args) => ({ ...defaults, ...args }),
  };
}

/** Puts the resolved names first, unless they differ in case only. A comparison mentions them itself. */
function textOf(name: ToolName): (body: unknown) => string {
  const text = TEXTS[name] as (body: unknown) => string;
  if (name === "compare_software") return text;
  return (body) => {
    const renamed = takenIn(body).filter(({ asked, taken }) => nameKey(asked) !== taken);
    return [...renamed.map(({ because }) => because), text(body)].join("\n");
  };
}

/** Runs the operation. A failure is a result that says what to do next. */
export async function callTool(
  { asked, complete }: Tool,
  raw: unknown,
  runtime: Runtime,
  request: RequestInfo,
): Promise<CallToolResult> {
  const args = isObject(raw) ? complete(raw) : raw;
  const outcome = await runOperation(asked, () => args, runtime, request);
  if (!outcome.ok) {
    return { isError: true, content: [{ type: "text", text: errorText(outcome.error, request.requestId) }] };
  }
  const { text, body } = outcome.body;
  return { content: [{ type: "text", text }], structuredContent: body };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
