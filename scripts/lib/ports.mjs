import { createServer } from "node:net";

/** @param port 0: any free port. @returns the port, or null if it is in use */
export function freePort(port, host = "127.0.0.1") {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error) => (error.code === "EADDRINUSE" ? resolve(null) : reject(error)));
    server.listen({ port, host, exclusive: true }, () => {
      const { port: found } = server.address();
      server.close(() => resolve(found));
    });
  });
}
