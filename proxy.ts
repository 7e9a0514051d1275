import type { NextRequest } from "next/server";
import { shared } from "@/lib/access/process-wide";
import type { beforePage } from "@/lib/http/before-page";

export async function proxy(request: NextRequest): Promise<Response> {
  // Next keeps what it imports for this file apart from what it imports for routes: where those have it, it is theirs.
  const before = shared<typeof beforePage>("before-page") ?? (await import("@/lib/http/before-page")).beforePage;
  return before(request);
}

export const config = {
  // The API and MCP have limits of their own; the files of the build cost nothing.
  matcher: ["/((?!api/|files/|_next/|mcp|\\.well-known/|favicon\\.ico$|icon\\.svg$).*)"],
};
