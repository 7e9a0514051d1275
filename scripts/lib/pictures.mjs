import { fork } from "node:child_process";
import { join } from "node:path";
import { SERVING_ENVIRONMENT } from "./serving.mjs";
import { ROOT } from "./steps.mjs";

const DRAWS = join(ROOT, "scripts", "lib", "picture-process.mjs");
/** No secret of the server's; Windows starts nothing without its own. */
const ENVIRONMENT = { ...SERVING_ENVIRONMENT, NODE_ENV: "production", SystemRoot: process.env.SystemRoot };
/** As fast, and 30 MB less of 130. */
const LEAN = ["--optimize-for-size", "--max-semi-space-size=1"];
/** After so long without a picture the process ends, and what it holds of memory is free. */
const IDLE_MS = 20_000;
/** Far longer than any picture takes: whoever waits for one that hangs is told so. */
const MOST_MS = 20_000;

/**
 * Draws pictures in a process of its own, which the first begins and which ends when nobody asks: a picture holds a
 * process up for a twentieth of a second, the first for a whole one, and leaves fonts and WebAssembly behind.
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
    // The server ends when it is told to, whether or not a picture was drawn.
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
   * @param {object} options of ImageResponse; sent again only where they are others
   * @returns {Promise<Uint8Array>} rejects where it is not drawn; the next is drawn by a new process
   */
  return (tree, options) => {
    current ??= begin();
    return current.draw(tree, options);
  };
}
