import { strict as assert } from "node:assert";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { askAll, TOOLS } from "../asked.mjs";

/** Tests the bridge for MCP hosts that support only local programs. */
export default async function ({ check, service, folder }) {
  const manifest = createRequire(import.meta.url).resolve("mcp-remote/package.json");
  const client = new Client({ name: "trial", version: "1.0.0" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(dirname(manifest), "dist", "proxy.js"), `${service}/mcp`, "--allow-http", "--transport", "http-only"],
    env: { ...process.env, MCP_REMOTE_CONFIG_DIR: folder },
    stderr: "ignore",
  });
  await check("connect", () => client.connect(transport));
  await check("tools", async () => {
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map(({ name }) => name).sort(), TOOLS);
  });
  await askAll(check, (name, args) => client.callTool({ name, arguments: args }));
  await client.close();
}
