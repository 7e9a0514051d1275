import { strict as assert } from "node:assert";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { askAll, TOOLS } from "../asked.mjs";

export default async function ({ check, service }) {
  const client = new MultiServerMCPClient({ mcpServers: { pricing: { transport: "http", url: `${service}/mcp` } } });
  const tools = await check("tools", async () => {
    const found = await client.getTools();
    assert.deepEqual(found.map(({ name }) => name).sort(), TOOLS);
    return new Map(found.map((tool) => [tool.name, tool]));
  });
  await askAll(check, (name, args) => tools.get(name).invoke(args));
  await client.close();
}
