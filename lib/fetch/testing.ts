import type { FetchError, Open, OpenOptions } from "./guarded";

/** Returns a clock that stops until a caller sleeps, then jumps to the earliest wake-up time. */
export function virtualClock(start = Date.UTC(2026, 0, 1)) {
  let time = start;
  let sleeping: { at: number; wake: () => void }[] = [];
  let running = false;

  async function run() {
    running = true;
    // Everything that can happen at this instant happens before time moves.
    for (let idle = 0; idle < 20; ) {
      await new Promise((resolve) => setImmediate(resolve));
      idle += 1;
      if (idle < 20 || sleeping.length === 0) continue;
      sleeping.sort((one, other) => one.at - other.at);
      const next = sleeping.shift();
      if (next) {
        time = Math.max(time, next.at);
        next.wake();
        idle = 0;
      }
    }
    running = false;
  }

  return {
    now: () => new Date(time),
    elapsedMs: () => time - start,
    advance(ms: number) {
      time += ms;
    },
    sleep(ms: number) {
      return new Promise<void>((wake) => {
        sleeping = [...sleeping, { at: time + ms, wake }];
        if (!running) void run();
      });
    },
  };
}

export type VirtualClock = ReturnType<typeof virtualClock>;

export interface FakeAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** The server's response time. */
  ms?: number;
  error?: FetchError;
}

export interface FakeRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  contentTypes: OpenOptions["contentTypes"];
  from: number;
  until: number;
}

/** Simulates the network on a virtual clock. Without an answer, the page does not exist. */
export function fakeOpen(clock: VirtualClock, answerTo: (url: URL) => FakeAnswer | undefined) {
  const requests: FakeRequest[] = [];
  const open: Open = async (url, { headers = {}, contentTypes }) => {
    const request = { url, headers, contentTypes, from: clock.elapsedMs(), until: Number.POSITIVE_INFINITY };
    requests.push(request);
    const { status = 200, body = "", ms = 0, error, ...answer } = answerTo(new URL(url)) ?? { status: 404 };
    if (ms > 0) await clock.sleep(ms);
    request.until = clock.elapsedMs();
    if (error) throw error;
    return {
      status,
      url,
      headers: new Headers(answer.headers),
      body: (async function* () {
        yield typeof body === "string" ? new TextEncoder().encode(body) : body;
      })(),
      discard() {},
    };
  };
  return { open, requests };
}
