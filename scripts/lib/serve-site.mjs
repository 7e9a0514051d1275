import { createServer, IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import next from "next";
import { countedTogether } from "../../lib/access/counted-together.mjs";
import { serveAsBuilt } from "./built-config.mjs";
import { pictures } from "./pictures.mjs";
import { KEEP_ALIVE_MS, tellReady, tellWarm } from "./serving.mjs";

/** The queue length for new connections. The operating system may set a lower limit. */
const BACKLOG = 4_096;

/**
 * Node.js buffers the whole body of a queued request. This is above the largest accepted body: see lib/http/door.ts.
 */
const BODY_BYTES = 128 * 1_024;

/** Far longer than the startup code takes to load. */
const LOAD_MS = 60_000;
/** The most time for open requests to finish after a stop. */
const FINISH_MS = 10_000;

/**
 * Returns the key of a value that this process shares with the built site, which is bundled separately: see
 * lib/access/process-wide.ts.
 */
const shared = (name) => Symbol.for(`pricing-intelligence:${name}`);

/** Serves the built site through our own HTTP layer: see lib/http/door.ts, which lib/begin.ts passes in. */
export async function serveSite(hostname, port) {
  serveAsBuilt();
  process.env.PORT = String(port);
  globalThis[shared("life")] = { stage: "starting" };
  globalThis[shared("draw-picture")] = pictures();
  const isWorker = process.env.WORKER_NUMBER !== undefined;
  if (isWorker) {
    globalThis[shared("rate-limiter-here")] = countedTogether(process);
  }
  globalThis[shared("warm")] = () => tellWarm();
  // Next.js would handle protocol upgrades on the server it is given. This site supports no upgrades, so Next.js gets
  // an unused server.
  const handedOver = new Promise((resolve) => {
    globalThis[shared("open-door")] = resolve;
  });
  let closeDatabase = async () => {};
  globalThis[shared("close-database")] = (close) => {
    closeDatabase = close;
  };
  const site = next({ dev: false, hostname, port, httpServer: createServer() });
  await site.prepare();
  const answer = site.getRequestHandler();
  // Loads the route that starts the server (see app/api/ready/route.ts). Its response does not wait for the start.
  await evaluate(answer, "/api/ready");
  const openDoor = await Promise.race([handedOver, sleep(LOAD_MS, null, { ref: false })]);
  if (!openDoor) throw new Error("The server’s startup code did not load in time.");
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, highWaterMark: BODY_BYTES });
  await openDoor(server, answer);
  server.on("error", (error) => {
    console.error(`The server could not start: ${error.message}`);
    process.exit(1);
  });
  // With Node.js's default of 511, a burst of connections makes other clients wait seconds until they retry.
  server.listen({ port, host: hostname, backlog: BACKLOG }, () => {
    if (!isWorker) tellReady(hostname, port);
  });

  // A terminal sends a signal to every process of a group, so a second signal may arrive.
  let stopping = false;
  const stop = async (drainMs) => {
    if (stopping) return;
    stopping = true;
    // From now on /api/ready reports the stop, and each response closes its connection, so that clients reconnect
    // elsewhere.
    globalThis[shared("life")].stage = "ending";
    server.prependListener("request", (_request, response) => {
      response.shouldKeepAlive = false;
    });
    if (drainMs > 0) await sleep(drainMs);
    // Open requests finish. Idle connections close immediately.
    setTimeout(() => process.exit(0), FINISH_MS).unref();
    server.close(async () => {
      await site.close();
      await globalThis[shared("telemetry")]?.telemetry?.flush();
      await closeDatabase().catch((error) => console.error("Could not close the database:", error));
      process.exit(0);
    });
    server.closeIdleConnections();
  };
  process.on("SIGTERM", () => stop(Number(process.env.DRAIN_SECONDS || 0) * 1_000));
  process.on("SIGINT", () => stop(0));
}

/** Makes Next.js load a route by sending it an internal request. */
async function evaluate(answer, url) {
  const request = Object.assign(new IncomingMessage(new Socket()), { method: "GET", url, headers: {}, complete: true });
  request.push(null);
  const response = new ServerResponse(request);
  response.assignSocket(new Writable({ write: (_piece, _encoding, done) => done() }));
  await answer(request, response);
}
