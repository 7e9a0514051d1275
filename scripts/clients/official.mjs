import { strict as assert } from "node:assert";
import { askAll, TOOLS } from "./asked.mjs";

/** Runs the calls of an official client of any version: tools, a resource, a prompt and a completion. */
export async function askOfficially(check, client, transport) {
  await check("connect", () => client.connect(transport));
  await check("tools", async () => {
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map(({ name }) => name).sort(), TOOLS);
  });
  await askAll(check, (name, args) => client.callTool({ name, arguments: args }));
  await check("resource", async () => {
    const { contents } = await client.readResource({ uri: "pricing://slack" });
    assert.match(contents[0].text, /Slack/);
  });
  await check("prompt", async () => {
    const { messages } = await client.getPrompt({ name: "prepare_negotiation", arguments: { product: "slack" } });
    assert.match(JSON.stringify(messages), /get_pricing/);
  });
  await check("completion", async () => {
    const ref = { type: "ref/resource", uri: "pricing://{slug}" };
    const { completion } = await client.complete({ ref, argument: { name: "slug", value: "sla" } });
    assert.ok(completion.values.includes("slack"));
  });
  await client.close();
}
