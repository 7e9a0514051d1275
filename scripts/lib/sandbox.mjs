import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ROOT, StepError } from "./steps.mjs";

const isSet = (value) => Boolean(value?.trim());

/**
 * Returns the environment with the .env files as Next.js will see it. Does not change this process's environment, so
 * that Next.js reads the files itself. Call it after the packages are installed.
 */
export function readEnvironment(development) {
  const { loadEnvConfig } = createRequire(import.meta.url)("@next/env");
  const own = { ...process.env };
  loadEnvConfig(ROOT, development, { info() {}, error: console.error });
  const full = { ...process.env };
  for (const name of Object.keys(full)) if (!(name in own)) delete process.env[name];
  return full;
}

/** Returns the reason why no sandbox starts; null if one does. */
export function withoutSandbox(environment) {
  if (isSet(environment.STRIPE_SECRET_KEY)) return "not needed: STRIPE_SECRET_KEY is set";
  if (isSet(environment.VERCEL)) return "not on Vercel";
  if (isSet(environment.SANDBOX_URL)) return `already running on ${environment.SANDBOX_URL}`;
  return null;
}

/**
 * Starts the payments sandbox in a child process, which accepts connections immediately and loads meanwhile.
 * @param environment the result of readEnvironment
 * @param webhookUrl where the app receives events
 * @returns the variables that the app needs to use it, and a function that stops it
 */
export function startSandbox(environment, webhookUrl) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join("scripts", "sandbox", "main.mjs")], {
      cwd: ROOT,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      env: { ...environment, WEBHOOK_URL: webhookUrl },
    });
    let stopping = false;
    let ready = false;
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      if (!ready) reject(new StepError(`The payments sandbox did not start (${signal ?? `exit code ${code}`}).`));
      else if (!stopping) {
        console.error(
          `\nThe payments sandbox stopped (${signal ?? `exit code ${code}`}). Payments and email are unavailable until the next start.`,
        );
      }
    });
    child.once("message", ({ SANDBOX_URL, STRIPE_WEBHOOK_SECRET, SMTP_URL }) => {
      ready = true;
      resolve({
        url: SANDBOX_URL,
        env: {
          SANDBOX_URL,
          STRIPE_WEBHOOK_SECRET,
          SMTP_URL: isSet(environment.SMTP_URL) ? environment.SMTP_URL : SMTP_URL,
        },
        stop() {
          stopping = true;
          if (child.exitCode === null) child.kill("SIGTERM");
        },
      });
    });
  });
}
