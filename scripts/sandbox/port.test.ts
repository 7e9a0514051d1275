import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Starts the sandbox for an app on a port and returns the sandbox's port. */
async function sandboxPort(appPort: string): Promise<string> {
  const child = fork(join("scripts", "sandbox", "main.mjs"), [], {
    env: { ...process.env, SANDBOX_MEMORY: "1", WEBHOOK_URL: `http://127.0.0.1:${appPort}/api/stripe/webhook` },
    execArgv: [],
  });
  const [{ SANDBOX_URL }] = await once(child, "message");
  child.kill();
  await once(child, "exit");
  return new URL(SANDBOX_URL).port;
}

test("leaves the app's port free, also before the app listens on it", async () => {
  const port = await sandboxPort("1");
  expect(await sandboxPort(port)).not.toBe(port);
});
