import { Agent, request } from "node:http";
import { setTimeout as sleep, setImmediate as turnOfTheLoop } from "node:timers/promises";
import autocannon from "autocannon";
import { cpuSeconds } from "../scripts/lib/usage.mjs";
import type { Clock } from "./latency";
import type { Bytes } from "./servers";

export interface Ask {
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Rate {
  perSecond: number;
  /** CPU time of the server per response, in microseconds; NaN if the system does not report it. */
  cpuMicros: number;
  /** Responses with an unexpected status. */
  others: number;
}

const CONNECTIONS = 16;
const WARM_SECONDS = 1;
/** Number of requests from one IP address before the next is used, so that no client reaches its rate limit. */
const FROM_ONE_ADDRESS = 10;

let addresses = 0;
/** Returns a new client address behind our one proxy, so that the rate limit does not affect the measurement. */
export function newAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/** Measures the maximum rate: each client sends its next request as soon as it has its response. */
export async function atFullSpeed(
  server: { url: string; pid: number },
  next: Ask | (() => Ask),
  { status, seconds, warm = WARM_SECONDS }: { status: number; seconds: number; warm?: number },
): Promise<Rate> {
  await cannon(server.url, next, warm);
  const before = cpuSeconds(server.pid);
  const { statusCodeStats = {}, duration } = await cannon(server.url, next, seconds);
  const used = cpuSeconds(server.pid) - before;
  const counts = Object.entries(statusCodeStats).map(([code, { count = 0 }]) => ({ code: Number(code), count }));
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const others = all - (counts.find(({ code }) => code === status)?.count ?? 0);
  return { perSecond: all / duration, cpuMicros: (used / all) * 1e6, others };
}

function cannon(url: string, next: Ask | (() => Ask), duration: number): Promise<autocannon.Result> {
  const same = { url, connections: CONNECTIONS, pipelining: 1, duration, timeout: 30 };
  if (typeof next === "function") {
    const setupRequest = (asked: autocannon.Request) => {
      const { headers, ...ask } = next();
      return { ...asked, ...ask, headers: { ...headers, "x-forwarded-for": newAddress() } } as autocannon.Request;
    };
    return autocannon({ ...same, requests: [{ setupRequest }] });
  }
  const { headers, ...ask } = next;
  // Rebuilds the request only for a new address: the load generator must not be slower than the server under test.
  const setupClient = (client: autocannon.Client) => {
    let answered = 0;
    const renew = () => client.setHeaders({ ...headers, "x-forwarded-for": newAddress() });
    renew();
    client.on("response", () => {
      answered += 1;
      if (answered % FROM_ONE_ADDRESS === 0) renew();
    });
  };
  return autocannon({ ...same, requests: [{ ...ask, headers }], setupClient });
}

const agent = new Agent({ keepAlive: true });

/** Sends one request and returns the raw response. */
export function once(url: string, { method, path, headers, body }: Ask): Promise<Bytes> {
  return new Promise((resolve, reject) => {
    const options = { method, agent, headers: { "x-forwarded-for": newAddress(), ...headers } };
    const asked = request(url + path, options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const { date, connection, "keep-alive": _, "transfer-encoding": chunked, ...own } = response.headers;
        const sent = Buffer.concat(chunks);
        const sized = chunked === undefined ? {} : { "content-length": String(sent.byteLength) };
        const given = Object.entries({ ...own, ...sized }).filter((entry) => entry[1] !== undefined);
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(given) as Bytes["headers"],
          body: sent,
        });
      });
    });
    asked.on("error", reject);
    asked.setTimeout(30_000, () => asked.destroy(new Error("no answer in half a minute")));
    asked.end(body);
  });
}

/** Timers are late by about a millisecond: the last two milliseconds are a busy wait on the event loop. */
const TIMER_MS = 2;
export const clock: Clock = {
  now: () => performance.now(),
  async until(instant) {
    const left = instant - performance.now();
    if (left > TIMER_MS) await sleep(left - TIMER_MS);
    while (performance.now() < instant) await turnOfTheLoop();
  },
};
