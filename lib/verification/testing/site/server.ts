import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isPublicAddress } from "@/lib/fetch/addresses";
import { guarded, type Open, type Resolve } from "@/lib/fetch/guarded";
import { addressOfFixture, type Fixture } from "@/lib/reader/testing/fixture";
import { FIXTURES } from "@/lib/reader/testing/pages";
import { BEHAVIOURS, writeForEver } from "./behaviours";

export interface FixtureSite {
  port: number;
  /** Returns the URL of a fixture or behaviour. */
  urlOf(of: { id: string; path?: string }): string;
  /** Returns each request so far as host and path, in order. */
  asked(): readonly string[];
  /** Sets the version that changing pages show. It starts at 1. */
  show(version: number): void;
  /** Resolves the site's names to this machine, and one of them to a private network. */
  resolve: Resolve;
  /** An `open` that treats the site as the public internet, and nothing else on this machine. */
  open: Open;
  close(): Promise<void>;
}

/** A name that resolves to a private address. */
const INSIDE = "acme-inside.test";
/** A name that does not resolve. */
const NOWHERE = "acme-nowhere.test";

const pages = new Map(FIXTURES.map((fixture) => [fixture.id, fixture]));
const behaviours = new Map(BEHAVIOURS.map((behaviour) => [behaviour.id, behaviour]));

/**
 * Serves every fixture at http://<id>.test and, for clients that cannot resolve such names, at
 * http://127.0.0.1:port/<id>/pricing.
 */
export async function startFixtureSite(wantedPort = 0): Promise<FixtureSite> {
  const asked: string[] = [];
  let version = 1;

  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://site.test");
    const [host = ""] = (request.headers.host ?? "").split(":");
    asked.push(`${host}${pathname}${search}`);
    const id = host.endsWith(".test") ? host.slice(0, -".test".length) : (pathname.split("/")[1] ?? "");
    const path = host.endsWith(".test") ? pathname : pathname.slice(id.length + 1) || "/";
    const page = pages.get(id);
    if (page) return serveFixture(page, path, response);
    const behaviour = behaviours.get(id);
    if (!behaviour) return notFound(response);
    if (path === "/robots.txt") {
      const { status, body, endless } = behaviour.robots ?? { status: 404, body: "" };
      response.writeHead(status, { "content-type": "text/plain" });
      if (endless) writeForEver(response, body);
      else response.end(body);
      return;
    }
    request.url = path;
    behaviour.answer(request, locating(response, port), { version });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(wantedPort, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;

  const resolve: Resolve = async (hostname) => {
    if (hostname === NOWHERE || !hostname.endsWith(".test")) throw new Error("ENOTFOUND");
    return [{ address: hostname === INSIDE ? "10.13.37.1" : "127.0.0.1", family: 4 }];
  };
  const guard = guarded({ address: (ip) => ip === "127.0.0.1" || isPublicAddress(ip), port: () => true });
  return {
    port,
    urlOf: ({ id, path = "/pricing" }) => addressOfFixture({ id, path }, port),
    asked: () => asked,
    show(next) {
      version = next;
    },
    resolve,
    open: (url, options) => guard(url, { ...options, resolve }),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function serveFixture(fixture: Fixture, path: string, response: ServerResponse): void {
  const file = path === fixture.path ? fixture.page : fixture.files?.[path];
  if (file) response.writeHead(200, { "content-type": file.contentType }).end(file.body);
  else notFound(response);
}

function notFound(response: ServerResponse): void {
  response.writeHead(404, { "content-type": "text/plain" }).end("Not found");
}

/** Replaces `{port}` in a redirect with the site's port. */
function locating(response: ServerResponse<IncomingMessage>, port: number): ServerResponse {
  const { writeHead } = response;
  response.writeHead = ((status: number, headers: Record<string, string> = {}) => {
    const { location } = headers;
    return writeHead.call(response, status, {
      ...headers,
      ...(location && { location: location.replace("{port}", String(port)) }),
    });
  }) as typeof response.writeHead;
  return response;
}
