import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { askOfficially } from "../official.mjs";

export default async function ({ check, service }) {
  const client = new Client({ name: "trial", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  await askOfficially(check, client, new StreamableHTTPClientTransport(new URL(`${service}/mcp`)));
}
