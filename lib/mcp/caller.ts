import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import type { Runtime } from "@/lib/operations/run";

type Settings = Pick<Runtime, "site" | "mcpOrigins">;

export const PREFLIGHT_HEADERS = {
  "Access-Control-Allow-Methods": "POST, OPTIONS",
  "Access-Control-Allow-Headers":
    "Accept, Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id",
  "Access-Control-Max-Age": "86400",
};
const LOCAL_ONLY =
  "This server runs on a loopback address and accepts only callers on this machine. MCP_ALLOWED_ORIGINS changes that.";
const EXPOSED = ["Allow", "RateLimit", "RateLimit-Policy", "Retry-After", "X-Request-Id"].join(", ");

/**
 * Returns the message of the refusal if a web page or a host name may not call this server. A public site accepts all:
 * it is keyless and read-only. A site on a loopback address accepts only its own machine, so that no web page reaches
 * it, not even through a host name that resolves to the machine. `MCP_ALLOWED_ORIGINS` replaces both rules.
 */
export function callerFault(origin: string | null, host: string | null, settings: Settings): string | null {
  const { site, mcpOrigins } = settings;
  if (mcpOrigins) {
    const isAllowed = origin === null || ["*", origin].some((entry) => mcpOrigins.includes(entry));
    return isAllowed || origin === new URL(site.url).origin ? null : `Invalid Origin: ${origin}`;
  }
  if (!isLocal(site.url)) return null;
  const checkedHost = validateHostHeader(host, localhostAllowedHostnames());
  if (!checkedHost.ok) return `${checkedHost.message}. ${LOCAL_ONLY}`;
  const checkedOrigin = validateOriginHeader(origin, localhostAllowedOrigins());
  return checkedOrigin.ok ? null : `${checkedOrigin.message}. ${LOCAL_ONLY}`;
}

/** Returns the CORS headers of every response that is not refused. */
export function corsHeaders(origin: string | null, { site, mcpOrigins }: Settings): Record<string, string> {
  const isOpen = mcpOrigins ? mcpOrigins.includes("*") : !isLocal(site.url);
  if (isOpen) return { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": EXPOSED };
  if (origin === null) return {};
  return { "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": EXPOSED };
}

function isLocal(siteUrl: string): boolean {
  return localhostAllowedHostnames().includes(new URL(siteUrl).hostname);
}
