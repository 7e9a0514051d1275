import { specTypeSchemas } from "@modelcontextprotocol/server";
import { TOOL_NAMES } from "./tool-names";

type Validated = { readonly "~standard": { validate(value: unknown): unknown } };
type Params = Record<string, unknown>;

interface Call {
  schema: Validated;
  reaches(params: Params): boolean;
}

/** Arguments for which product names are completed. */
const COMPLETED: Readonly<Record<string, string>> = {
  "pricing://{slug}": "slug",
  compare_shortlist: "products",
  prepare_negotiation: "product",
  audit_llm_spend: "provider",
};

const CALLS = new Map<unknown, Call>([
  [
    "tools/call",
    {
      schema: specTypeSchemas.CallToolRequestParams,
      reaches: ({ name }) => TOOL_NAMES.some((tool) => tool === name),
    },
  ],
  [
    "resources/read",
    {
      schema: specTypeSchemas.ReadResourceRequestParams,
      reaches: ({ uri }) => /^pricing:\/\/[^/]+$/i.test(String(uri)),
    },
  ],
  [
    "completion/complete",
    {
      schema: specTypeSchemas.CompleteRequestParams,
      reaches: ({ ref, argument }) => {
        const { uri, name } = ref as Params;
        return Object.entries(COMPLETED).some(
          ([completed, own]) => completed === (uri ?? name) && (argument as Params).name === own,
        );
      },
    },
  ],
]);

/** Returns whether a request runs one of our operations, which then charges it. Null if the method never does. */
export async function reachesOperation(method: unknown, params: unknown): Promise<boolean | null> {
  const call = CALLS.get(method);
  if (!call) return null;
  const { issues } = (await call.schema["~standard"].validate(params)) as { issues?: unknown };
  return !issues && call.reaches(params as Params);
}
