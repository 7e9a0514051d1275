import { strict as assert } from "node:assert";
import { createMCPClient } from "@ai-sdk/mcp";
import { askAll, TOOLS } from "../asked.mjs";

export default async function ({ check, service }) {
  const client = await check("connect", () => createMCPClient({ transport: { type: "http", url: `${service}/mcp` } }));
  const tools = await check("tools", async () => {
    const found = await client.tools();
    assert.deepEqual(Object.keys(found).sort(), TOOLS);
    return found;
  });
  let calls = 0;
  await askAll(check, (name, args) => tools[name].execute(args, { toolCallId: String(++calls), messages: [] }));
  await check("a model is handed the text alone", async () => {
    const answer = await tools.get_pricing.execute({ slug: "slack" }, { toolCallId: "text", messages: [] });
    assert.match(answer.content[0].text, /\$8\.75|\/software\//);
  });
  await client.close();
}
