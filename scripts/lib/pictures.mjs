import { fork } from "node:child_process";
import { join } from "node:path";
import { SERVING_ENVIRONMENT } from "./serving.mjs";
import { ROOT } from "./steps.mjs";

const DRAWS = join(ROOT, "scripts", "lib", "picture-process.mjs");
/** Contains no secret of the server. Windows starts no process without SystemRoot. */
const ENVIRONMENT = { ...SERVING_ENVIRONMENT, NODE_ENV: "production", SystemRoot: process.env.SystemRoot };
/** These flags save 30 of 130 MB and are equally fast. */
const LEAN = ["--optimize-for-size", "--max-semi-space-size=1"];
/** After this time without an image the process ends and frees its memory. */
const IDLE_MS = 20_000;
/** Far longer than any image takes. After it, a hanging request fails with an error. */
const MOST_MS = 20_000;

/**
 * Renders images in a child process, which starts with the first image and ends when idle. An image blocks a process
 * for 50 ms, the first one for a second, and fonts and WebAssembly stay in its memory.
 * @param {{ file?: string, idleMs?: number, mostMs?: number }} [limits]
 */
export function pictures({ file = DRAWS, idleMs = IDLE_MS, mostMs = MOST_MS } = {}) {
  /** @type {ReturnType<typeof begin> | null} */
  let current = null;

  function begin() {
    const child = fork(file, { cwd: ROOT, env: ENVIRONMENT, execArgv: LEAN, serialization: "advanced" });
    /** @type {Map<number, { resolve: (image: Uint8Array) => void, reject: (cause: Error) => void }>} */
    const waiting = new Map();
    const idle = setTimeout(() => (waiting.size > 0 ? idle.refresh() : end("nobody asks")), idleMs).unref();
    let count = 0;
    /** @type {object | null} */
    let known = null;
    /** @param {string} why */
    function end(why) {
      clearTimeout(idle);
      if (current === drawing) current = null;
      for (const { reject } of waiting.values()) reject(new Error(`A picture was not drawn: ${why}.`));
      waiting.clear();
      if (child.connected) child.disconnect();
    }
    child.on("message", (/** @type {{ number: number, image?: Uint8Array, fault?: string }} */ told) => {
      const asked = waiting.get(told.number);
      waiting.delete(told.number);
      if (told.image) asked?.resolve(told.image);
      else asked?.reject(new Error(`A picture was not drawn: ${told.fault}`));
    });
    child.on("error", (error) => end(error.message));
    child.on("exit", (code, signal) => end(`what draws it ended with ${signal ?? code}`));
    // The child process must not delay the end of the server.
    child.unref();
    child.channel?.unref();
    const drawing = {
      /** @param {object} tree @param {object} options @returns {Promise<Uint8Array>} */
      draw(tree, options) {
        idle.refresh();
        count += 1;
        const number = count;
        const hung = setTimeout(() => {
          child.kill("SIGKILL");
          end(`it took longer than ${mostMs / 1_000} s`);
        }, mostMs);
        const image = new Promise((resolve, reject) => waiting.set(number, { resolve, reject }));
        child.send({ number, tree, ...(known !== options && { options }) });
        known = options;
        return image.finally(() => clearTimeout(hung));
      },
    };
    return drawing;
  }

  /**
   * @param {object} tree elements as plain data
   * @param {object} options of ImageResponse; sent again only if they change
   * @returns {Promise<Uint8Array>} rejects if rendering fails; the next image then starts a new process
   */
  return (tree, options) => {
    current ??= begin();
    return current.draw(tree, options);
  };
}
