import { type RatePolicy, rateLimiterHere } from "@/lib/access/rate-limit";
import { senderOf } from "@/lib/access/sender";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { requestId } from "@/lib/ids";
import { observed } from "@/lib/observe/observe";
import { spanOf } from "@/lib/observe/requests";
import { publicError } from "@/lib/operations/run";
import { serverRuntime } from "@/lib/operations/runtime";
import { NO_STORE } from "./cache";
import { METHODS, type Method } from "./methods";
import { PROBLEM_JSON, problemHeaders, problemOf } from "./problem";

/** Only refused requests use this quota, so that other traffic does not delay a payment or a job. */
export const REFUSED: RatePolicy = { name: "refused", quota: 120, windowSeconds: 60 };

type Handler = (request: Request) => Promise<Response>;

/**
 * Returns the handlers of a route for our own machines or the payment service, not for clients. It is outside the API's
 * description and its rate limit, but has the API's errors.
 */
export function internalRoute(method: "GET" | "POST", respond: Handler): Record<Method, Handler> {
  const serve = guarded(respond);
  const refuse = guarded(async ({ method: asked }) => {
    throw new AppError("method_not_allowed", `${asked} is not allowed on this endpoint. Use ${method}.`, {
      headers: { Allow: method },
    });
  });
  const handlers = METHODS.map((name): [Method, Handler] => [name, name === method ? serve : refuse]);
  return Object.fromEntries(handlers) as Record<Method, Handler>;
}

function guarded(respond: Handler): Handler {
  return async (request) => {
    const id = requestId();
    const instance = new URL(request.url).pathname;
    try {
      await requireAllowance(request);
      const what = { name: instance, parent: spanOf((name) => request.headers.get(name)), requestId: id };
      const response = await observed("operation", what, () => respond(request));
      if (isRefusal(response.status)) await charge(request, 1);
      response.headers.set("Cache-Control", NO_STORE);
      response.headers.set("X-Request-Id", id);
      return response;
    } catch (cause) {
      const error = publicError(cause, { requestId: id, path: instance });
      if (isRefusal(error.status)) await charge(request, 1);
      const siteUrl = siteAddress();
      return Response.json(problemOf(error, { siteUrl, instance, requestId: id, policy: REFUSED.name }), {
        status: error.status,
        headers: {
          ...problemHeaders(error, siteUrl),
          "Content-Type": PROBLEM_JSON,
          "Cache-Control": NO_STORE,
          "X-Request-Id": id,
        },
      });
    }
  };
}

const isRefusal = (status: number) => status >= 400 && status < 500;

async function charge({ headers }: Request, cost: number) {
  return rateLimiterHere().take(REFUSED, senderOf(headers, env().trustedProxies), cost);
}

/** @throws AppError before a request is read, if too many requests of its sender were refused */
async function requireAllowance(request: Request): Promise<void> {
  const { remaining, resetSeconds } = await charge(request, 0);
  if (remaining > 0) return;
  throw new AppError("rate_limited", `Too many refused requests. Retry in ${resetSeconds} seconds.`, {
    retryAfter: resetSeconds,
  });
}

/** Returns the site's URL. Even if the environment cannot be read, the response is a problem document. */
function siteAddress(): string {
  try {
    return serverRuntime().site.url;
  } catch {
    return "";
  }
}
