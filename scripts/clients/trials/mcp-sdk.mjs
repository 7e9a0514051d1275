import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { askOfficially } from "../official.mjs";

export default async function ({ check, service }) {
  const client = new Client({ name: "trial", version: "1.0.0" });
  await askOfficially(check, client, new StreamableHTTPClientTransport(new URL(`${service}/mcp`)));
}
