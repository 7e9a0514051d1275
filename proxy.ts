import { type NextRequest, NextResponse } from "next/server";
import { isThereFor } from "@/lib/auth/session";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { ASKED_PATH, contentSecurityPolicy, MISSING } from "@/lib/http/page-headers";
import { unavailablePage } from "@/lib/http/unavailable";
import { logger } from "@/lib/logger";
import { answersTo } from "@/lib/operations/addresses";
import { serverRuntime } from "@/lib/operations/runtime";

/** Drawn for each request from the catalogue; other pages are kept, or do without it. */
const LIVE = /^\/(?:|search|browse\/.*|software\/[^/]+\/[^/]+\/rates|categories|categories\/a-z|compare(?:\/.*)?)$/;

/**
 * Before a page: the headers that keep it safe, and a look whether anything stands at its address. Next draws a page
 * that is found missing while it is drawn by script alone; one that is known to be missing before is whole HTML.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  const path = request.nextUrl.pathname;
  const headers = new Headers(request.headers);
  headers.set(ASKED_PATH, path);
  headers.delete(MISSING);
  try {
    const { catalog, now } = serverRuntime();
    const context = { catalog, now: now() };
    if (LIVE.test(path)) await catalog.state();
    const there = (await isThereFor(path, request.cookies)) && (await answersTo(context, path));
    if (!there) headers.set(MISSING, "1");
  } catch (error) {
    if (!(error instanceof AppError)) logger.error("an address could not be looked up", { path, error });
    if (LIVE.test(path)) return unavailablePage(request.method);
  }
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", contentSecurityPolicy(env()));
  return response;
}

export const config = {
  matcher: [
    "/((?!api/|files/|_next/|mcp|markdown/|embed/|badge/|\\.well-known/|.*\\.(?:svg|png|ico|txt|xml|json|atom|md|css|js|woff2)$).*)",
  ],
};
