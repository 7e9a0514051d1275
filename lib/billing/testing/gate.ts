import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type Direction = "asked" | "answered";

export interface Gate {
  port: number;
  close(): Promise<void>;
}

/**
 * Relays traffic in both directions to a server on this machine.
 * @param onStep called before each piece is relayed; if it returns false, the piece is lost
 */
export async function openGate(target: URL, onStep: (direction: Direction) => boolean): Promise<Gate> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const passOn = (from: Socket, to: Socket, direction: Direction) => {
      open.add(from);
      from.setNoDelay(true);
      from.on("data", (piece) => void (onStep(direction) && to.write(piece)));
      from.on("error", () => {});
      from.on("end", () => to.end());
      from.on("close", () => open.delete(from) && to.destroy());
    };
    passOn(near, far, "asked");
    passOn(far, near, "answered");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
