/** A process that ends sooner could not start. Unless `mayEnd` returns false, it is not restarted. */
const STARTED_MS = 20_000;
/** After this time a process has recovered from its last failure, and the restart count resets. */
const SOUND_MS = 600_000;
const MOST_RESTARTS = 5;

/**
 * Starts a process. If it ends unexpectedly after a successful start, restarts it after 1 s, then 2, 4, 8 and 16 s.
 * `mayEnd`: returns whether restarts may stop after this exit code.
 * @param {() => import("node:child_process").ChildProcess} start
 * @param {(code: number) => void} end called once, when the process is not restarted
 * @param {{ startedMs?: number, soundMs?: number, waitMs?: number, say?: (line: string) => void, what?: string, mayEnd?: (code: number | null) => boolean }} [options]
 */
export function keptUp(start, end, options = {}) {
  const { startedMs = STARTED_MS, soundMs = SOUND_MS, waitMs = 1_000, say = console.error } = options;
  const { what = "The server", mayEnd = () => true } = options;
  let stopping = false;
  let restarts = 0;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {import("node:child_process").ChildProcess} */
  let running;
  const run = () => {
    const begun = Date.now();
    running = start();
    running.once("exit", (code, signal) => {
      if (stopping) return end(0);
      const lived = Date.now() - begun;
      if (lived >= soundMs) restarts = 0;
      const hopeless = code === 0 || lived < startedMs || restarts >= MOST_RESTARTS;
      if (hopeless && mayEnd(code)) {
        if (code !== 0) say(`${what} stopped (${signal ?? `exit ${code}`}) and is not started again.`);
        return end(code ?? 1);
      }
      const wait = waitMs * 2 ** Math.min(restarts, MOST_RESTARTS - 1);
      restarts += 1;
      say(`${what} stopped (${signal ?? `exit ${code}`}). Restarting in ${Math.ceil(wait / 1000)} s.`);
      timer = setTimeout(run, wait);
    });
  };
  run();
  return {
    /** @param {NodeJS.Signals} signal */
    stop(signal) {
      stopping = true;
      clearTimeout(timer);
      if (running.exitCode !== null || running.signalCode !== null) end(0);
      else running.kill(signal);
    },
  };
}
