import { SCHEMA_VERSION } from "@/lib/schemas/primitives";

/** Newest first. The SDK serves the first one on its own and negotiates the others in the handshake. */
export const PROTOCOL_VERSIONS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"] as const;

export const SERVER_VERSION = SCHEMA_VERSION;
export const SERVER_DESCRIPTION =
  "Software prices with sources: tiers, hidden costs, price history, team costs and LLM usage costs.";

interface Site {
  name: string;
  url: string;
}

/** Returns the name in the registry's reverse-DNS form: `com.example/pricing`. */
export function serverName({ url }: Pick<Site, "url">): string {
  return `${new URL(url).hostname
    .replace(/[^a-z0-9.-]/gi, "")
    .split(".")
    .reverse()
    .join(".")}/pricing`;
}

export function endpoint({ url }: Pick<Site, "url">): string {
  return `${url}/mcp`;
}

/** Returns the server's description of itself, which is the same everywhere. */
export function serverInfo(site: Site) {
  return {
    name: serverName(site),
    version: SERVER_VERSION,
    title: site.name,
    description: SERVER_DESCRIPTION,
    websiteUrl: `${site.url}/agents`,
    icons: [{ src: `${site.url}/icon.svg`, mimeType: "image/svg+xml", sizes: ["any"] }],
  };
}
