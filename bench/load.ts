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
  /** Microseconds of the server's processor for each answer; NaN where the system does not tell. */
  cpuMicros: number;
  /** Answers of another status than was expected. */
  others: number;
}

const CONNECTIONS = 16;
const WARM_SECONDS = 1;
/** Asked for from one address before the next: no reader comes near the limit of what one may ask. */
const FROM_ONE_ADDRESS = 10;

let addresses = 0;
/** Each from another address behind our one proxy, so that what is measured is not the limit of one reader. */
export function newAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/** As many answers as a server gives to readers that ask again as soon as they are answered. */
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
  // The request is built anew only for another address: the loader must not be slower than what it loads.
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

/** One answer, as it goes over the wire. */
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

/** Timers are late by a millisecond or so: the last two are waited for turn by turn. */
const TIMER_MS = 2;
export const clock: Clock = {
  now: () => performance.now(),
  async until(instant) {
    const left = instant - performance.now();
    if (left > TIMER_MS) await sleep(left - TIMER_MS);
    while (performance.now() < instant) await turnOfTheLoop();
  },
};
