import type { NextRequest } from "next/server";
import { shared } from "@/lib/access/process-wide";
import type { beforePage } from "@/lib/http/before-page";

export async function proxy(request: NextRequest): Promise<Response> {
  // Next.js bundles this file's imports separately from the routes' imports. Uses the routes' instance if there is one.
  const before = shared<typeof beforePage>("before-page") ?? (await import("@/lib/http/before-page")).beforePage;
  return before(request);
}

export const config = {
  // The API and MCP have their own limits, and the build's static files cost nothing.
  matcher: ["/((?!api/|files/|_next/|mcp|\\.well-known/|favicon\\.ico$|icon\\.svg$).*)"],
};
