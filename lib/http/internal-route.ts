import { AppError } from "@/lib/errors";
import { requestId } from "@/lib/ids";
import { observed } from "@/lib/observe/observe";
import { spanOf } from "@/lib/observe/requests";
import { publicError } from "@/lib/operations/run";
import { serverRuntime } from "@/lib/operations/runtime";
import { NO_STORE } from "./cache";
import { METHODS, type Method } from "./methods";
import { PROBLEM_JSON, problemHeaders, problemOf } from "./problem";

type Handler = (request: Request) => Promise<Response>;

/**
 * The handlers of a route that serves machines of ours or of the payment service, not clients: outside the API's
 * description and its rate limit, with the API's errors.
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
      const what = { name: instance, parent: spanOf((name) => request.headers.get(name)), requestId: id };
      const response = await observed("operation", what, () => respond(request));
      response.headers.set("Cache-Control", NO_STORE);
      response.headers.set("X-Request-Id", id);
      return response;
    } catch (cause) {
      const error = publicError(cause, { requestId: id, path: instance });
      const siteUrl = siteAddress();
      return Response.json(problemOf(error, { siteUrl, instance, requestId: id, policy: "none" }), {
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

/** Even where the environment cannot be read, the answer is a problem. */
function siteAddress(): string {
  try {
    return serverRuntime().site.url;
  } catch {
    return "";
  }
}
