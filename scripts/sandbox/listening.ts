import type { Server, Socket } from "node:net";

export type Listening = {
  server: Server;
  /** Who connected before there was anything that answers. */
  early: readonly Socket[];
  port: number;
};

/** Answers on what listens already; where there is nothing, on any free port of loopback. @returns the port */
export function takeOver(server: Server, on: Listening | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(on?.server ?? { port: 0, host: "127.0.0.1" }, () => {
      for (const socket of on?.early ?? []) server.emit("connection", socket);
      resolve(Object(server.address()).port);
    });
  });
}
