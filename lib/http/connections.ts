import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { clientBucket } from "@/lib/access/client-ip";

export interface ConnectionLimits {
  /**
   * Maximum open connections, in total and per client. Above it, the oldest connection of the client with the most is
   * closed.
   */
  connections: number;
  connectionsPerAddress: number;
}

/** From this share of the limit on, connections that wait for another request are closed. */
const CROWDED = 0.75;

/**
 * Limits the open connections. A client is counted as for the rate limit, an IPv6 network as one. Behind a proxy every
 * connection comes from the proxy, so only the total is limited.
 */
export function boundConnections(server: Server, limits: ConnectionLimits, trustedProxies: number): void {
  const clients = new Map<string, Set<Socket>>();
  const idle = new Set<Socket>();
  collectIdle(server, idle);
  let total = 0;
  server.on("connection", (socket: Socket) => {
    const bucket = clientBucket({ peer: socket.remoteAddress ?? null, forwardedFor: null, trustedProxies: 0 });
    const own = clients.get(bucket) ?? new Set();
    clients.set(bucket, own.add(socket));
    total += 1;
    socket.once("close", () => {
      total -= 1;
      idle.delete(socket);
      own.delete(socket);
      if (own.size === 0 && clients.get(bucket) === own) clients.delete(bucket);
    });
    if (trustedProxies === 0 && own.size > limits.connectionsPerAddress) socket.destroy();
    else if (total > limits.connections) oldestOfHeaviest(clients)?.destroy();
    else if (total > limits.connections * CROWDED) for (const socket of idle) socket.destroy();
  });
}

/**
 * Keeps in `idle` the connections whose requests all have a response. Since Node 26, `closeIdleConnections` also closes
 * new connections, including the one that was just accepted.
 */
function collectIdle(server: Server, idle: Set<Socket>): void {
  const openRequests = new WeakMap<Socket, number>();
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    openRequests.set(socket, (openRequests.get(socket) ?? 0) + 1);
    response.once("close", () => {
      const open = (openRequests.get(socket) ?? 0) - 1;
      openRequests.set(socket, open);
      if (open === 0 && !socket.destroyed) idle.add(socket);
    });
  });
}

function oldestOfHeaviest(clients: ReadonlyMap<string, ReadonlySet<Socket>>): Socket | undefined {
  let heaviest: ReadonlySet<Socket> = new Set();
  for (const sockets of clients.values()) if (sockets.size > heaviest.size) heaviest = sockets;
  return [...heaviest].find((socket) => !socket.destroyed);
}
