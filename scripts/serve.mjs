import { createServer } from "node:http";
import { parseArgs } from "node:util";
import next from "next";
import { serveAsBuilt } from "./lib/built-config.mjs";
import { KEEP_ALIVE_MS } from "./lib/serving.mjs";

// The built site behind a door of our own: see lib/http/door.ts, which instrumentation hands over.
const { values } = parseArgs({
  options: { host: { type: "string", short: "H" }, port: { type: "string", short: "p" } },
});
const hostname = values.host ?? "127.0.0.1";
const port = Number(values.port ?? 3000);

/** Connections that wait to be taken; the system allows fewer where it is told so. */
const BACKLOG = 4_096;

serveAsBuilt();
process.umask(0o077);
process.title = "pricing-intelligence";
process.env.PORT = String(port);
// Next would answer offers of other protocols, none of which is spoken here, on the server that it is told of.
const handedOver = new Promise((resolve) => {
  globalThis[Symbol.for("pricing-intelligence:open-door")] = resolve;
});
const site = next({ dev: false, hostname, port, httpServer: createServer() });
await site.prepare();
const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS });
await (await handedOver)(server, site.getRequestHandler());
server.on("error", (error) => {
  console.error(`The server does not run: ${error.message}`);
  process.exit(1);
});
// With Node's 511, a crowd that connects at once makes others wait seconds until their system asks again.
server.listen({ port, host: hostname, backlog: BACKLOG }, () =>
  console.log(`Ready on http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`),
);

// What is under way is finished; connections that rest are closed at once.
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    server.close(() => site.close().then(() => process.exit(0)));
    server.closeIdleConnections();
    setTimeout(() => process.exit(0), 10_000).unref();
  });
}
