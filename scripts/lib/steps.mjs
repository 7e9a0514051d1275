import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. Works with any characters in its path. */
export const ROOT = resolve(fileURLToPath(new URL("../..", import.meta.url)));

/** Prints numbered steps with their durations. */
export function steps(total) {
  let number = 0;
  return async function step(title, work) {
    number += 1;
    const label = `[${number}/${total}] ${title}`;
    const started = Date.now();
    console.log(label);
    const note = await work();
    console.log(`${label}: ${note ?? "done"} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  };
}

export class StepError extends Error {}

/** Runs a command in this terminal. Throws if it fails. */
export function run(command, args, { env = {}, allowFailure = false, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: quiet ? ["ignore", "pipe", "pipe"] : "inherit",
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env },
    });
    const forward = (signal) => child.kill(signal);
    process.on("SIGINT", forward);
    process.on("SIGTERM", forward);
    let output = "";
    child.stdout?.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr?.on("data", (chunk) => {
      output += chunk;
    });
    child.on("error", reject);
    child.on("close", (code, signal) => {
      process.off("SIGINT", forward);
      process.off("SIGTERM", forward);
      if (code === 0 || allowFailure) resolve({ code: code ?? 1, signal, output });
      else reject(new StepError(`${command} ${args.join(" ")} failed (${signal ?? `exit code ${code}`}).\n${output}`));
    });
  });
}

/** Prints an error and exits with 1. Omits the stack if the message is sufficient. */
export function fail(error) {
  console.error(`\n${error instanceof StepError ? error.message : (error?.stack ?? error)}`);
  process.exit(1);
}
