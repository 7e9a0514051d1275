import {
  completable,
  fromJsonSchema,
  type JsonSchemaType,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  specTypeSchemas,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { productMarkdown } from "@/lib/format/markdown";
import type { AnyOperation } from "@/lib/operations/define";
import { getPricing } from "@/lib/operations/pricing";
import { type RequestInfo, type Runtime, runOperation } from "@/lib/operations/run";
import { percentDecode } from "@/lib/percent-decode";
import type { PricingAnswer } from "@/lib/schemas/record";
import { completeSlug } from "./complete-slug";
import { ENVELOPE, fitted } from "./fitted";
import { serverInfo } from "./identity";
import { INSTRUCTIONS } from "./instructions";
import { PROMPTS } from "./prompts";
import { errorText } from "./text/error";
import { asTools } from "./tool-names";
import { ANNOTATIONS, callTool, tools } from "./tools";

const DAY_MS = 86_400_000;
const LISTED = { ttlMs: DAY_MS, cacheScope: "public" } as const;
const RECORD = { ttlMs: 300_000, cacheScope: "public" } as const;

/**
 * The pipeline checks arguments and responses against the operation's own schemas. A second check would report the same
 * in other words.
 */
const UNCHECKED: jsonSchemaValidator = {
  getValidator: <T>(): JsonSchemaValidator<T> => {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};

/**
 * Returns a server for one exchange. Its only state is the client that is charged. For a call of one tool it registers
 * that tool only: registering everything else was most of the work of such a call.
 */
export function mcpServer(runtime: Runtime, request: RequestInfo, called?: string): McpServer {
  const server = new McpServer(serverInfo(runtime.site), {
    instructions: INSTRUCTIONS,
    cacheHints: {
      "tools/list": LISTED,
      "prompts/list": LISTED,
      "resources/list": LISTED,
      "resources/templates/list": LISTED,
      "server/discover": LISTED,
    },
  });
  tellMalformedParams(server);
  // This has to come later, because it registers handlers at once.
  const isFixed = { listChanged: false };
  server.server.registerCapabilities({ tools: isFixed, resources: isFixed, prompts: isFixed });
  const one = tools().find(({ name }) => name === called);
  for (const tool of one ? [one] : tools()) {
    const { name, title, description } = tool;
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: fromJsonSchema(tool.inputSchema as JsonSchemaType, UNCHECKED),
        outputSchema: fromJsonSchema(tool.outputSchema as JsonSchemaType, UNCHECKED),
        annotations: ANNOTATIONS,
      },
      (args) => callTool(tool, args, runtime, request),
    );
  }
  if (one) return server;
  const complete = async (text: string) => {
    const outcome = await runOperation(completeSlug, () => ({ text: text.slice(0, 120) }), runtime, request);
    return outcome.ok ? outcome.body : [];
  };
  addResources(server, runtime, request, complete);
  addPrompts(server, complete);
  return server;
}

const PARAMS = {
  "tools/list": specTypeSchemas.PaginatedRequestParams,
  "prompts/list": specTypeSchemas.PaginatedRequestParams,
  "resources/list": specTypeSchemas.PaginatedRequestParams,
  "resources/templates/list": specTypeSchemas.PaginatedRequestParams,
  "completion/complete": specTypeSchemas.CompleteRequestParams,
  "prompts/get": specTypeSchemas.GetPromptRequestParams,
  "resources/read": specTypeSchemas.ReadResourceRequestParams,
} as const;

/**
 * Makes malformed params of these methods the client's fault. The SDK reports an internal error unless their schema is
 * named where they are registered.
 */
function tellMalformedParams({ server }: McpServer): void {
  const register = server.setRequestHandler.bind(server) as (...given: unknown[]) => void;
  server.setRequestHandler = (method: string, ...given: unknown[]) => {
    const [handler] = given;
    const params = PARAMS[method as keyof typeof PARAMS];
    if (!params || typeof handler !== "function") return register(method, ...given);
    register(method, { params }, (checked: unknown, context: unknown) => handler({ method, params: checked }, context));
  };
}

/** Returns a record as Markdown only. */
const asMarkdown = fitted(
  getPricing as unknown as AnyOperation,
  (record) => asTools(productMarkdown(record as PricingAnswer)),
  ({ text }) => JSON.stringify(text).length + ENVELOPE,
);

type Complete = (text: string) => Promise<string[]>;

function addResources(server: McpServer, runtime: Runtime, request: RequestInfo, complete: Complete): void {
  server.registerResource(
    "product-pricing",
    new ResourceTemplate("pricing://{slug}", { list: undefined, complete: ownOnly({ slug: complete }) }),
    {
      title: "Pricing of a product",
      description: "All price data for one product as Markdown, with its sources and the URL to cite.",
      mimeType: "text/markdown",
      cacheHint: RECORD,
    },
    async (uri, { slug }) => {
      const outcome = await runOperation(asMarkdown, () => ({ slug: percentDecode(String(slug)) }), runtime, request);
      if (outcome.ok) {
        return { contents: [{ uri: uri.href, mimeType: "text/markdown", text: outcome.body.text }] };
      }
      const message = errorText(outcome.error, request.requestId);
      if (outcome.error.status === 404) throw new ResourceNotFoundError(uri.href, message);
      const code = outcome.error.status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
      throw new ProtocolError(code, message);
    },
  );
}

/** The SDK looks up any name that a client sends, such as "constructor". */
function ownOnly<T extends object>(members: T): T {
  return Object.assign(Object.create(null), members);
}

function addPrompts(server: McpServer, complete: Complete): void {
  const { compare_shortlist, prepare_negotiation, audit_llm_spend } = PROMPTS;
  const shortlist = compare_shortlist.args();
  const negotiation = prepare_negotiation.args();
  const audit = audit_llm_spend.args();
  server.registerPrompt(
    "compare_shortlist",
    {
      title: compare_shortlist.title,
      description: compare_shortlist.description,
      argsSchema: z.object({
        ...shortlist,
        products: completable(shortlist.products, (value) => completeLast(value, complete)),
      }),
    },
    compare_shortlist.build,
  );
  server.registerPrompt(
    "prepare_negotiation",
    {
      title: prepare_negotiation.title,
      description: prepare_negotiation.description,
      argsSchema: z.object({ ...negotiation, product: completable(negotiation.product, (value) => complete(value)) }),
    },
    prepare_negotiation.build,
  );
  server.registerPrompt(
    "audit_llm_spend",
    {
      title: audit_llm_spend.title,
      description: audit_llm_spend.description,
      argsSchema: z.object({ ...audit, provider: completable(audit.provider, (value) => complete(value)) }),
    },
    audit_llm_spend.build,
  );
}

/** Completes "slack, not" to "slack, notion". */
async function completeLast(value: string, complete: Complete): Promise<string[]> {
  const at = value.lastIndexOf(",") + 1;
  const head = value.slice(0, at);
  return (await complete(value.slice(at).trim())).map((slug) => (head ? `${head} ${slug}` : slug));
}
