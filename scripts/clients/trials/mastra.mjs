import { strict as assert } from "node:assert";
import { MCPClient } from "@mastra/mcp";
import { askAll, TOOLS } from "../asked.mjs";

export default async function ({ check, service }) {
  const client = new MCPClient({ id: "trial", servers: { pricing: { url: new URL(`${service}/mcp`) } } });
  const tools = await check("tools", async () => {
    const found = await client.listTools();
    assert.deepEqual(
      Object.keys(found).sort(),
      TOOLS.map((name) => `pricing_${name}`),
    );
    return found;
  });
  await askAll(check, (name, args) => tools[`pricing_${name}`].execute(args, {}));
  await client.disconnect();
}
