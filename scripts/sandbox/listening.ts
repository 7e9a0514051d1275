import type { Server, Socket } from "node:net";

export type Listening = {
  server: Server;
  /** Connections that arrived before the application was loaded. */
  early: readonly Socket[];
  port: number;
};

/** Attaches a server to a port that is already open, or else opens any free port on loopback. @returns the port */
export function takeOver(server: Server, on: Listening | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(on?.server ?? { port: 0, host: "127.0.0.1" }, () => {
      for (const socket of on?.early ?? []) server.emit("connection", socket);
      resolve(Object(server.address()).port);
    });
  });
}
