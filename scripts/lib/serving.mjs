import { join } from "node:path";

/**
 * How long an idle connection stays open. It must be longer than the timeout of clients and load balancers (AWS 60 s,
 * Google 600 s): if the server closes first, a request can arrive on a closed connection. Node.js's default of 5 s
 * causes that for any busy client.
 */
export const KEEP_ALIVE_MS = 620_000;

/** Size of V8's semi-space in MB. A busy server uses two. With half the size other requests wait longer. */
const SEMI_SPACE_MB = 16;

/**
 * Settings for the serving process. By default glibc reserves up to eight arenas per core for free memory, and soon
 * places large blocks among small ones, which fragments memory. Thresholds are in bytes.
 */
export const SERVING_ENVIRONMENT = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "262144",
};

/**
 * Returns the Node.js arguments that serve the built site.
 * @param {string} host
 * @param {string | number} port
 * @returns {string[]}
 */
export function servingArguments(host, port) {
  return [`--max-semi-space-size=${SEMI_SPACE_MB}`, join("scripts", "serve.mjs"), "-H", host, "-p", String(port)];
}

/** @param {string} host @param {string | number} port */
export function tellReady(host, port) {
  console.log(`Ready on http://${host.includes(":") ? `[${host}]` : host}:${port}`);
}

/** Notifies the parent process that the catalogue is loaded. */
export function tellWarm() {
  if (process.connected) process.send?.({ warm: true });
}
