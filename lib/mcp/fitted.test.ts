import { expect, test } from "vitest";
import { testRuntime } from "@/lib/operations/testing/runtime";
import { handleMcp } from "./handler";
import { mcpServer } from "./server";

const REVISION = "2026-07-28";

function called(name: string, args: object): Request {
  const envelope = {
    "io.modelcontextprotocol/protocolVersion": REVISION,
    "io.modelcontextprotocol/clientInfo": { name: "acme", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return new Request("https://prices.example/mcp", {
    method: "POST",
    headers: {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "mcp-protocol-version": REVISION,
      "mcp-method": "tools/call",
      "mcp-name": name,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: args, _meta: envelope },
    }),
  });
}

test("a result with all that the newest revision sets around it is no larger than asked for", async () => {
  const runtime = testRuntime();
  let shown = 0;
  for (const name of ["get_pricing", "get_price_history"]) {
    for (const slug of ["slack", "notion", "openai-api"]) {
      for (let maxCharacters = 4_000; maxCharacters < 9_000; maxCharacters += 250) {
        const response = await handleMcp(called(name, { slug, maxCharacters }), () => runtime, mcpServer);
        const { result } = (await response.json()) as { result: { isError?: boolean; _meta?: object } };
        if (result.isError) continue;
        expect(result._meta).toBeDefined();
        expect(JSON.stringify(result).length).toBeLessThanOrEqual(maxCharacters);
        shown += 1;
      }
    }
  }
  expect(shown).toBeGreaterThan(20);
});
