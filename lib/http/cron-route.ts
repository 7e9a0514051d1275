import { isCronToken } from "@/lib/billing/operator-token";
import { AppError } from "@/lib/errors";
import { internalRoute } from "./internal-route";

/** Runs scheduled work for a request with the token. Any other request gets a 404. */
export function cronRoute(work: (request: Request) => Promise<object>) {
  return internalRoute("GET", async (request) => {
    if (!isCronToken(request.headers.get("authorization"))) {
      throw new AppError("not_found", "No endpoint exists at this path. See /api/v2/openapi.json for all endpoints.");
    }
    return Response.json(await work(request));
  });
}
