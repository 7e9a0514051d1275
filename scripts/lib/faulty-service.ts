import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * A number: returns this status without doing anything. `silent`: does nothing and never responds. `lost`: executes the
 * request, but never responds. `afterMs`: responds after this delay.
 */
export type ServiceFault = number | "silent" | "lost" | { afterMs: number };

export interface FaultyService {
  url: string;
  /** Chooses the fault of each request. Null: forwards it. */
  fault: (asked: { method: string; path: string }) => ServiceFault | null;
  close(): Promise<void>;
}

/** Forwards HTTP requests to a service and simulates its faults. */
export async function faultyService(to: string): Promise<FaultyService> {
  const server = createServer(async (request, response) => {
    const { method = "GET", url: path = "/" } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const fault = service.fault({ method, path });
    if (fault === "silent") return;
    if (typeof fault === "number") {
      response.writeHead(fault, { "content-type": "application/json" });
      return response.end(
        JSON.stringify({ error: { type: fault === 429 ? "rate_limit_error" : "api_error", message: "down" } }),
      );
    }
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
    const answered = await fetch(to + path, {
      method,
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const body = Buffer.from(await answered.arrayBuffer());
    if (fault === "lost") return;
    if (fault !== null) await sleep(fault.afterMs);
    for (const [name, value] of answered.headers) {
      if (!/^(?:connection|keep-alive|content-length|content-encoding|transfer-encoding)$/.test(name))
        response.setHeader(name, value);
    }
    response.writeHead(answered.status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const service: FaultyService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: () => null,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return service;
}
