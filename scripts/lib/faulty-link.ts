import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * `held`: no data passes in either direction. `cut`: connections are reset and new ones fail. `lateMs`: responses
 * arrive with this delay.
 */
type Condition = "open" | "held" | "cut" | { lateMs: number };

export interface FaultyLink {
  /** Returns the same URL, routed over the link. */
  through(url: string): string;
  become(condition: Condition): void;
  close(): Promise<void>;
}

/** Relays TCP connections to a host and simulates network faults. */
export async function faultyLink(to: string): Promise<FaultyLink> {
  const { hostname, port } = new URL(to);
  let condition: Condition = "open";
  const ends = new Set<Socket>();
  const relay = createServer((near) => {
    if (condition === "cut") return void near.resetAndDestroy();
    const far = connect(Number(port), hostname);
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end);
      if (condition === "held") end.pause();
      const pass = (data: Buffer) => {
        if (end === far && typeof condition === "object") setTimeout(() => other.write(data), condition.lateMs);
        else other.write(data);
      };
      end.on("data", pass).on("error", () => other.destroy());
      end.once("close", () => {
        ends.delete(end);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  return {
    through(url) {
      const way = new URL(url);
      way.hostname = "127.0.0.1";
      way.port = String((relay.address() as AddressInfo).port);
      return way.href;
    },
    become(next) {
      condition = next;
      for (const end of ends) {
        if (next === "cut") end.resetAndDestroy();
        else if (next === "held") end.pause();
        else end.resume();
      }
    },
    close() {
      for (const end of ends) end.destroy();
      return new Promise((resolve) => relay.close(() => resolve()));
    },
  };
}
