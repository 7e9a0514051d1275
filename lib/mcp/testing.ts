import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Runtime } from "@/lib/operations/run";
import { testRuntime } from "@/lib/operations/testing/runtime";
import { handleMcp } from "./handler";

const ADDRESS = new URL("https://prices.example/mcp");
const CLIENT = { name: "test-client", version: "1.0.0" };

/** Returns a fetch that calls the handler directly, without a socket. */
export function mcpFetch(runtime: Runtime = testRuntime()) {
  return (input: URL | string | Request, init?: RequestInit) => handleMcp(new Request(input, init), () => runtime);
}

/** The official client of the current revision, pinned to it. */
export async function currentClient(runtime?: Runtime): Promise<Client> {
  const client = new Client(CLIENT, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new StreamableHTTPClientTransport(ADDRESS, { fetch: mcpFetch(runtime) }));
  return client;
}

/** The official client of the earlier revisions. */
export async function earlierClient(runtime?: Runtime): Promise<OldClient> {
  const client = new OldClient(CLIENT);
  await client.connect(new OldTransport(ADDRESS, { fetch: mcpFetch(runtime) }));
  return client;
}
