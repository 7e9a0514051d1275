import { join } from "node:path";

/**
 * How long a connection that rests is kept: longer than clients and the load balancers in front of us keep one (AWS's
 * 60 s, Google's 600 s). Whoever closes first must be the one who asks, or a request that is under way meets a closed
 * connection; Node's own 5 s make that happen to any busy client.
 */
export const KEEP_ALIVE_MS = 620_000;

/** In MB, for young objects; a busy server comes to hold it twice. With half of it other readers wait longer. */
const SEMI_SPACE_MB = 16;

/**
 * For the process that serves: glibc would keep memory that is free in as many places as eight times the cores, and would
 * soon lay out what is large among what is small, where it leaves holes. In bytes.
 */
export const SERVING_ENVIRONMENT = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "262144",
};

/** Arguments for Node that serve the built site. @param {string} host @param {string | number} port @returns {string[]} */
export function servingArguments(host, port) {
  return [`--max-semi-space-size=${SEMI_SPACE_MB}`, join("scripts", "serve.mjs"), "-H", host, "-p", String(port)];
}

/** @param {string} host @param {string | number} port */
export function tellReady(host, port) {
  console.log(`Ready on http://${host.includes(":") ? `[${host}]` : host}:${port}`);
}

/** Tells the process that started this one that the catalogue is loaded. */
export function tellWarm() {
  if (process.connected) process.send?.({ warm: true });
}
