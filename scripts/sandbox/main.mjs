import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

// Plain JavaScript opens and prints its ports long before the application is loaded. Early connections wait.
const FIRST_PORT = 3100;
const PORTS_TRIED = 50;

/** @param {NodeJS.ProcessEnv} env */
function refusal(env) {
  if (env.STRIPE_SECRET_KEY?.trim()) {
    return "The payments sandbox does not start: STRIPE_SECRET_KEY is set, so payments go to Stripe.";
  }
  if (env.VERCEL?.trim()) return "The payments sandbox does not start on Vercel.";
  return null;
}

/** Returns the secret that signs events: one per data folder, readable only by its owner. @param {string} folder */
function webhookSecret(folder) {
  const path = join(folder, "webhook-secret");
  const made = `whsec_${randomBytes(24).toString("base64url")}`;
  try {
    writeFileSync(path, made, { flag: "wx", mode: 0o600 });
    return made;
  } catch (error) {
    if (Object(error).code !== "EEXIST") throw error;
    return readFileSync(path, "utf8").trim();
  }
}

/** @param {number} port @returns {Promise<import("./listening").Listening>} */
function listening(port) {
  const server = createServer();
  /** @type {import("node:net").Socket[]} */
  const early = [];
  server.on("connection", (socket) => early.push(socket));
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve({ server, early, port: Object(server.address()).port }));
  });
}

/** @param {string | undefined} asked @param {number} reserved the app's port, which may not be in use yet */
async function onFreePort(asked, reserved) {
  const first = asked ? Number(asked) : FIRST_PORT;
  for (let port = first; ; port += 1) {
    if (!asked && port === reserved) continue;
    try {
      return await listening(port);
    } catch (error) {
      if (Object(error).code !== "EADDRINUSE") throw error;
      if (asked) throw new Error(`Port ${port} is in use. Set SANDBOX_PORT to another port.`);
      if (port >= first + PORTS_TRIED) throw new Error(`No free port found from ${first} on. Set SANDBOX_PORT.`);
    }
  }
}

async function main() {
  const { env } = process;
  const refused = refusal(env);
  if (refused) throw new Error(refused);
  const inMemory = env.SANDBOX_MEMORY === "1";
  const folder = join(env.DATA_DIR?.trim() || ".data", "sandbox");
  if (!inMemory) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const secret =
    env.STRIPE_WEBHOOK_SECRET?.trim() ||
    (inMemory ? `whsec_${randomBytes(24).toString("base64url")}` : webhookSecret(folder));
  const webhookUrl = env.WEBHOOK_URL?.trim();
  const http = await onFreePort(env.SANDBOX_PORT?.trim(), Number(webhookUrl && new URL(webhookUrl).port));
  const smtp = await listening(Number(env.SANDBOX_SMTP_PORT || 0));
  const variables = {
    SANDBOX_URL: `http://127.0.0.1:${http.port}`,
    STRIPE_WEBHOOK_SECRET: secret,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  };
  process.send?.(variables);

  const { register } = await import("tsx/esm/api");
  register();
  const { API_KEY } = await import("./context.ts");
  const { startSandbox } = await import("./server.ts");
  const sandbox = await startSandbox({
    ports: { http, smtp },
    webhook: webhookUrl ? { url: webhookUrl, secret } : null,
    stateFile: inMemory ? null : join(folder, "state.json"),
  });

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await sandbox.close();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
  if (process.send) {
    process.on("disconnect", stop);
    if (!process.connected) await stop();
    return;
  }
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), 1000).unref();
  console.log(`Payments sandbox on ${sandbox.url} (no money moves), email on ${sandbox.url}/inbox`);
  console.log(`  API key ${API_KEY}, SMTP on ${sandbox.smtpUrl}`);
  console.log(
    webhookUrl
      ? `  Events are sent to ${webhookUrl}, signed with the secret in ${join(folder, "webhook-secret")}`
      : "  Events are stored but not sent. Set WEBHOOK_URL to the app's webhook, for example http://localhost:3000/api/stripe/webhook",
  );
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
