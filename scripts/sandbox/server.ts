import { readFileSync } from "node:fs";
import type { Server as HttpServer } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { html } from "hono/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { api } from "./api";
import { passTime } from "./billing";
import { Context } from "./context";
import { Deliveries, type Webhook } from "./delivery";
import { ApiError, failed } from "./errors";
import { type Listening, takeOver } from "./listening";
import { listenForMail } from "./mail";
import { checkout } from "./pages/checkout";
import { home } from "./pages/home";
import { inbox } from "./pages/inbox";
import { layout } from "./pages/layout";
import { papers } from "./pages/papers";
import { portal } from "./pages/portal";
import { Store } from "./store";

/** If the server closes an idle connection first, a request of the app can arrive on a closed one. */
const KEEP_ALIVE_MS = 620_000;

export type SandboxOptions = {
  /** Ports that are already open; by default any free ports. */
  ports?: { http: Listening; smtp: Listening };
  webhook?: Webhook | null;
  /** The file that stores the state; null to store it only in memory. */
  stateFile?: string | null;
  clock?: () => Date;
};

export type Sandbox = {
  url: string;
  port: number;
  smtpUrl: string;
  ctx: Context;
  deliveries: Deliveries;
  close: () => Promise<void>;
};

const styles = readFileSync(new URL("pages/styles.css", import.meta.url), "utf8");
const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);
const TICK_MS = 30_000;

async function listen(fetch: (request: Request) => Response | Promise<Response>, on: Listening | undefined) {
  const server = createAdaptorServer({ fetch, serverOptions: { keepAliveTimeout: KEEP_ALIVE_MS } }) as HttpServer;
  return { port: await takeOver(server, on), close: () => closed(server) };
}

function closed(server: HttpServer): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}

function application(ctx: Context, deliveries: Deliveries): Hono {
  const app = new Hono();
  app.use(async (call, next) => {
    // A page of another site must not read the inbox through a host name that resolves to this machine.
    if (!LOOPBACK.has((call.req.header("host") ?? "").replace(/:\d+$/, ""))) {
      return call.text("The payments sandbox answers on loopback only.", 421);
    }
    const origin = call.req.header("origin");
    if (call.req.method !== "GET" && origin && origin !== new URL(call.req.url).origin) {
      return call.text("Only the sandbox's own pages may post to it.", 403);
    }
    await next();
    call.header("cache-control", "no-store");
    call.header("referrer-policy", "same-origin");
    call.header("x-content-type-options", "nosniff");
    if (!call.res.headers.has("content-security-policy")) {
      call.header(
        "content-security-policy",
        "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      );
    }
  });
  const v1 = api(ctx);
  app.all("/v1/*", (call) => v1.fetch(call.req.raw));
  app.get("/styles.css", (call) => call.body(styles, 200, { "content-type": "text/css; charset=utf-8" }));
  for (const pages of [home(ctx, deliveries), checkout(ctx), portal(ctx), papers(ctx), inbox(ctx)])
    app.route("/", pages);
  app.notFound((call) => call.html(layout("Not found", html`<h1>There is nothing here</h1>`, { nav: true }), 404));
  app.onError((error, call) => {
    if (error instanceof ApiError) {
      if (call.req.header("accept")?.includes("application/json")) {
        return call.json(error.body(), error.status as ContentfulStatusCode);
      }
      return call.html(
        layout("Refused", html`<h1>Refused</h1><p class="alert">${error.message}</p>`, { nav: true }),
        400,
      );
    }
    console.error("Payments sandbox:", error);
    return call.json(failed().body(), 500);
  });
  return app;
}

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const clock = options.clock ?? (() => new Date());
  let open = (_: Hono) => {};
  const opened = new Promise<Hono>((resolve) => {
    open = resolve;
  });
  const http = await listen(async (request) => (await opened).fetch(request), options.ports?.http);
  const url = `http://127.0.0.1:${http.port}`;
  const store = new Store(url, options.stateFile ?? null);
  const ctx = new Context(store, clock);
  const mail = await listenForMail(store, options.ports?.smtp, clock);
  const deliveries = new Deliveries(ctx, options.webhook ?? null);
  const app = application(ctx, deliveries);
  const tick = () => {
    passTime(ctx);
    store.prune(ctx.now);
  };
  tick();
  const timer = setInterval(tick, TICK_MS);
  timer.unref();
  open(app);
  return {
    url,
    port: http.port,
    smtpUrl: `smtp://127.0.0.1:${mail.port}`,
    ctx,
    deliveries,
    async close() {
      clearInterval(timer);
      await Promise.all([deliveries.close(), http.close(), mail.close()]);
      await store.saved();
    },
  };
}
