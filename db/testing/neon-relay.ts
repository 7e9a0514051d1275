import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { Transform } from "node:stream";
import { neonConfig } from "@neondatabase/serverless";
import { createWebSocketStream, type WebSocket, WebSocketServer } from "ws";

export interface NeonRelay {
  port: number;
  /** Closes every connection at once, like a proxy that restarts. */
  cut(): void;
  close(): Promise<void>;
}

const PASSWORD = "p".charCodeAt(0);

/**
 * Removes the password. Neon's driver sends it before the server requests it, and a server with trust authentication
 * must not receive it.
 */
function withoutPassword(): Transform {
  let head: Buffer | null = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (head === null) return done(null, chunk);
      head = Buffer.concat([head, chunk]);
      const startup = head.length < 4 ? Number.POSITIVE_INFINITY : head.readInt32BE(0);
      if (head.length < startup + 5) return done();
      const [first, rest] = [head.subarray(0, startup), head.subarray(startup)];
      const length = rest[0] === PASSWORD ? 1 + rest.readInt32BE(1) : 0;
      if (rest.length < length) return done();
      head = null;
      done(null, Buffer.concat([first, rest.subarray(length)]));
    },
  });
}

/**
 * Imitates Neon's proxy between its driver and a PostgreSQL server: each WebSocket's bytes go to a separate connection.
 * @param server where the PostgreSQL server listens
 */
export async function neonRelay(server: URL): Promise<NeonRelay> {
  const relay = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
  await new Promise((resolve) => relay.once("listening", resolve));
  relay.on("connection", (socket: WebSocket) => {
    const driver = createWebSocketStream(socket);
    const database = connect({ host: server.hostname, port: Number(server.port || 5432) });
    driver.pipe(withoutPassword()).pipe(database).pipe(driver);
    driver.on("error", () => database.destroy());
    database.on("error", () => socket.terminate());
    socket.on("close", () => database.destroy());
  });
  const cut = () => {
    for (const socket of relay.clients) socket.terminate();
  };
  return {
    port: (relay.address() as AddressInfo).port,
    cut,
    close() {
      cut();
      return new Promise((resolve) => relay.close(() => resolve()));
    },
  };
}

/** Redirects this process's Neon driver to the relay, which does not use TLS. */
export function reachNeonThrough({ port }: Pick<NeonRelay, "port">): void {
  neonConfig.wsProxy = () => `127.0.0.1:${port}/`;
  neonConfig.useSecureWebSocket = false;
}

/** Returns a Neon URL for the same database, so that our connections choose Neon's driver. */
export function asOnNeon(url: string): string {
  const there = new URL(url);
  there.password = "hunter2";
  there.hostname = "ep-acme.eu-central-1.aws.neon.tech";
  there.port = "";
  return there.href;
}
