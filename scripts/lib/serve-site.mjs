import { createServer } from "node:http";
import next from "next";
import { countedTogether } from "../../lib/access/counted-together.mjs";
import { serveAsBuilt } from "./built-config.mjs";
import { KEEP_ALIVE_MS, tellReady } from "./serving.mjs";

/** Connections that wait to be taken; the system allows fewer where it is told so. */
const BACKLOG = 4_096;

/** What the built site, which is bundled apart from us, takes from here or hands over: see lib/access/process-wide.ts. */
const shared = (name) => Symbol.for(`pricing-intelligence:${name}`);

/** Serves the built site behind a door of our own: see lib/http/door.ts, which instrumentation hands over. */
export async function serveSite(hostname, port) {
  serveAsBuilt();
  process.env.PORT = String(port);
  const isWorker = process.env.WORKER_NUMBER !== undefined;
  if (isWorker) {
    globalThis[shared("rate-limiter-here")] = countedTogether(process);
    globalThis[shared("warm")] = () => process.send({ warm: true });
  }
  // Next would answer offers of other protocols, none of which is spoken here, on the server that it is told of.
  const handedOver = new Promise((resolve) => {
    globalThis[shared("open-door")] = resolve;
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
  server.listen({ port, host: hostname, backlog: BACKLOG }, () => {
    if (!isWorker) tellReady(hostname, port);
  });

  // What is under way is finished; connections that rest are closed at once. A terminal tells every process of a group.
  let stopping = false;
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      server.close(() => site.close().then(() => process.exit(0)));
      server.closeIdleConnections();
      setTimeout(() => process.exit(0), 10_000).unref();
    });
  }
}
