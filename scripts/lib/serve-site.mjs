import { createServer, IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import next from "next";
import { countedTogether } from "../../lib/access/counted-together.mjs";
import { serveAsBuilt } from "./built-config.mjs";
import { pictures } from "./pictures.mjs";
import { KEEP_ALIVE_MS, tellReady, tellWarm } from "./serving.mjs";

/** Connections that wait to be taken; the system allows fewer where it is told so. */
const BACKLOG = 4_096;

/** A request waits for its place with its whole body buffered: above the largest that is accepted, see lib/http/door.ts. */
const BODY_BYTES = 128 * 1_024;

/** Far longer than the code that begins a server takes to load. */
const LOAD_MS = 60_000;
/** What is under way has so long to be finished. */
const FINISH_MS = 10_000;

/** What the built site, which is bundled apart from us, takes from here or hands over: see lib/access/process-wide.ts. */
const shared = (name) => Symbol.for(`pricing-intelligence:${name}`);

/** Serves the built site behind a door of our own: see lib/http/door.ts, which lib/begin.ts hands over. */
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
  // Next would answer offers of other protocols, none of which is spoken here, on the server that it is told of.
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
  // The route that begins the server, see app/api/ready/route.ts; it says at once that it starts.
  await evaluate(answer, "/api/ready");
  const openDoor = await Promise.race([handedOver, sleep(LOAD_MS, null, { ref: false })]);
  if (!openDoor) throw new Error("The server’s startup code did not load in time.");
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, highWaterMark: BODY_BYTES });
  await openDoor(server, answer);
  server.on("error", (error) => {
    console.error(`The server could not start: ${error.message}`);
    process.exit(1);
  });
  // With Node's 511, a crowd that connects at once makes others wait seconds until their system asks again.
  server.listen({ port, host: hostname, backlog: BACKLOG }, () => {
    if (!isWorker) tellReady(hostname, port);
  });

  // A terminal tells every process of a group.
  let stopping = false;
  const stop = async (drainMs) => {
    if (stopping) return;
    stopping = true;
    // From now on /api/ready says so, and each answer that its connection ends: who asks goes elsewhere.
    globalThis[shared("life")].stage = "ending";
    server.prependListener("request", (_request, response) => {
      response.shouldKeepAlive = false;
    });
    if (drainMs > 0) await sleep(drainMs);
    // What is under way is finished; connections that rest are closed at once.
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

/** Has Next load a route, by a request of nobody. */
async function evaluate(answer, url) {
  const request = Object.assign(new IncomingMessage(new Socket()), { method: "GET", url, headers: {}, complete: true });
  request.push(null);
  const response = new ServerResponse(request);
  response.assignSocket(new Writable({ write: (_piece, _encoding, done) => done() }));
  await answer(request, response);
}
