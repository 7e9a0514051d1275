import { createHash } from "node:crypto";
import type { Site } from "@/lib/operations/define";
import { endpoint, PROTOCOL_VERSIONS, SERVER_DESCRIPTION, serverInfo, serverName } from "../identity";
import { skillMarkdown } from "./skill";

export const CARD_TYPE = "application/mcp-server-card+json";
export const CARD_PATH = "/mcp/server-card";
export const SKILL_PATH = "/.well-known/agent-skills/software-pricing/SKILL.md";

/** Returns the server card of SEP-2127, which a client reads before it connects. */
export function serverCard(site: Site) {
  const { websiteUrl, ...info } = serverInfo(site);
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json",
    ...info,
    websiteUrl,
    remotes: [{ type: "streamable-http", url: endpoint(site), supportedProtocolVersions: PROTOCOL_VERSIONS }],
  };
}

/** Returns the entry for the MCP registry. */
export function registryEntry(site: Site) {
  const { name, title, description, version, websiteUrl } = serverInfo(site);
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name,
    title,
    description,
    version,
    websiteUrl,
    remotes: [{ type: "streamable-http", url: endpoint(site) }],
  };
}

/** Returns the catalogue in which a client that knows only the domain finds the card. */
export function aiCatalog(site: Site, specVersion: "1.0" | "draft") {
  const suffix = serverName(site).split("/").at(-1);
  return {
    specVersion,
    entries: [
      {
        identifier: `urn:air:${new URL(site.url).hostname}:${suffix}`,
        displayName: site.name,
        description: SERVER_DESCRIPTION,
        type: CARD_TYPE,
        url: `${site.url}${CARD_PATH}`,
      },
    ],
  };
}

/** Returns the site's APIs as a linkset (RFC 9264), as in RFC 9727. */
export function apiCatalog({ url }: Site) {
  const catalogue = `${url}/.well-known/api-catalog`;
  const rest = `${url}/api/v2`;
  const mcp = endpoint({ url });
  return {
    linkset: [
      { anchor: catalogue, item: [{ href: rest }, { href: mcp }] },
      {
        anchor: rest,
        "service-desc": [{ href: `${url}/api/v2/openapi.json`, type: "application/vnd.oai.openapi+json;version=3.1" }],
        "service-doc": [
          { href: `${url}/agents`, type: "text/html" },
          { href: `${url}/llms-full.txt`, type: "text/plain" },
        ],
        status: [{ href: `${url}/api/health`, type: "application/json" }],
      },
      {
        anchor: mcp,
        "service-desc": [{ href: `${url}${CARD_PATH}`, type: CARD_TYPE }],
        "service-doc": [{ href: `${url}/agents`, type: "text/html" }],
      },
    ],
  };
}

/** Returns the index of Agent Skills discovery, version 0.2.0. */
export function skillIndex(site: Site) {
  const { markdown, name, description } = skillMarkdown(site);
  return {
    $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    skills: [
      {
        name,
        type: "skill-md",
        description,
        url: SKILL_PATH,
        digest: `sha256:${createHash("sha256").update(markdown).digest("hex")}`,
      },
    ],
  };
}
