import type { AnyOperation, ApiPath } from "@/lib/operations/define";
import { operations, otherOperations } from "@/lib/operations/registry";
import type { Runtime } from "@/lib/operations/run";
import { testRuntime } from "@/lib/operations/testing/runtime";
import { routes } from "./routes";
import { notFoundRoute, type Route, toRoute } from "./to-route";

type Method = keyof Route<unknown>;

export interface Call extends Omit<RequestInit, "method"> {
  method?: string;
  duplex?: "half";
}

const HOST = "https://prices.example";

/** Calls one operation's route as a server would: the path is matched against the operation's template. */
export async function callOperation(operation: AnyOperation, address: string, call: Call = {}, runtime?: Runtime) {
  const match = routes([operation])(new URL(address, HOST).pathname);
  if (!match) throw new Error(`${address} is not an address of ${operation.name}`);
  const current = runtime ?? testRuntime();
  const route = toRoute<ApiPath, unknown, unknown>(operation, () => current);
  const request = new Request(new URL(address, HOST), call);
  return route[request.method as Method](request, {
    params: Promise.resolve<never>(match.params as never),
  });
}

/** Calls the operation at the URL, or the handler for unknown URLs. */
export async function call(address: string, init: Call = {}, runtime?: Runtime): Promise<Response> {
  const { pathname } = new URL(address, HOST);
  const operation = routes([...operations, ...otherOperations])(pathname)?.operation;
  if (operation) return callOperation(operation, address, init, runtime);
  const current = runtime ?? testRuntime();
  const request = new Request(new URL(address, HOST), init);
  return notFoundRoute(() => current)[request.method as Method](request, { params: Promise.resolve({}) });
}
