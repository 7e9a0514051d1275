import { type NextRequest, NextResponse } from "next/server";
import { chargePage, PAGE_COST, PAGES } from "@/lib/access/page-limit";
import { type RateState, rateLimitHeaders } from "@/lib/access/rate-limit";
import { isThereFor } from "@/lib/auth/session";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { requestId } from "@/lib/ids";
import { logger } from "@/lib/logger";
import { answersTo } from "@/lib/operations/addresses";
import { publicError } from "@/lib/operations/run";
import { serverRuntime } from "@/lib/operations/runtime";
import { NO_STORE } from "./cache";
import { COUNT_CHOICE, isKept, sharedPage } from "./kept-pages";
import { ASKED_PATH, contentSecurityPolicy, MISSING, newNonce } from "./page-headers";
import { NOT_A_PAGE, requirePageRequest } from "./page-requests";
import { problemHeaders } from "./problem";
import { problemPage } from "./problem-page";
import { isOnLoopback, siteRedirect } from "./site-host";
import { unavailablePage } from "./unavailable";

const POLICY = "Content-Security-Policy";

/** Pages that are rendered for each request from the catalogue and have no content without it. */
const LIVE =
  /^\/(?:|search|browse\/.*|counted\/.*|software\/[^/]+\/[^/]+\/rates|categories|categories\/a-z|compare(?:\/.*)?)$/;

/**
 * Runs before a page: checks the client's quota, sets the security headers, and checks whether the URL has a page. If
 * Next finds out during rendering that a page is missing, only a script shows that page. If this is known before, the
 * response is whole HTML.
 */
export async function beforePage(request: NextRequest): Promise<Response> {
  const path = request.nextUrl.pathname;
  const { trustedProxies } = env();
  const charge = (cost: number) => chargePage(request.headers, trustedProxies, cost);
  const state = await charge(pageCost(request));
  if (!state.allowed) return tooMany(state);
  const limits = rateLimitHeaders(PAGES, state);
  if (NOT_A_PAGE.test(path)) return withHeaders(NextResponse.next(), limits);
  if (request.method === "GET" || request.method === "HEAD") {
    const target = siteRedirect((name) => request.headers.get(name), path + request.nextUrl.search, env());
    if (target && !isOnLoopback(target))
      return new Response(null, { status: 307, headers: { ...limits, Location: target, "Cache-Control": NO_STORE } });
  }

  try {
    await requirePageRequest(request, path, env().siteUrl);
  } catch (error) {
    return refused(publicError(error, { requestId: requestId(), path }), limits);
  }
  const headers = new Headers(request.headers);
  headers.set(ASKED_PATH, path);
  headers.delete(MISSING);
  try {
    const { catalog, now } = serverRuntime();
    const context = { catalog, now: now() };
    if (LIVE.test(path)) await catalog.state();
    const there = (await isThereFor(path, request.cookies)) && (await answersTo(context, path));
    if (!there) {
      headers.set(MISSING, "1");
      await charge(PAGE_COST.missing);
    }
  } catch (error) {
    if (!(error instanceof AppError)) logger.error("a URL could not be looked up", { path, error });
    if (LIVE.test(path)) return unavailablePage(request.method);
  }
  const nonce = isKept(path) ? undefined : newNonce();
  const policy = contentSecurityPolicy(env(), nonce);
  // Next reads the nonce from this header, no matter who set it.
  headers.set(POLICY, policy);
  headers.delete(`${POLICY}-Report-Only`);
  return withHeaders(NextResponse.next({ request: { headers } }), { ...limits, [POLICY]: policy });
}

/**
 * Returns the unit cost of a page. A page that is not cached costs as much as rendering it, no matter who serves it.
 */
function pageCost({ method, nextUrl: { pathname, search, searchParams } }: NextRequest): number {
  const isKeptByNext = isKept(pathname) && !searchParams.has(COUNT_CHOICE);
  const isThere = NOT_A_PAGE.test(pathname) || isKeptByNext || sharedPage(pathname + search) !== null;
  return isThere && (method === "GET" || method === "HEAD") ? PAGE_COST.kept : PAGE_COST.drawn;
}

function withHeaders(response: NextResponse, headers: Record<string, string>): NextResponse {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

export function tooMany(state: RateState): Response {
  const message = `Too many page requests. Try again in ${state.resetSeconds} seconds.`;
  return refused(
    new AppError("rate_limited", message, { retryAfter: state.resetSeconds }),
    rateLimitHeaders(PAGES, state),
  );
}

function refused(error: AppError, limits: Record<string, string>): Response {
  const { siteName, siteUrl } = env();
  const { html, headers } = problemPage(error, { site: { name: siteName, url: siteUrl }, requestId: requestId() });
  return new Response(html, {
    status: error.status,
    headers: { ...problemHeaders(error, siteUrl), ...headers, ...limits, "Cache-Control": NO_STORE },
  });
}
