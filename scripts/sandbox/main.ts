import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { API_KEY } from "./context";
import { startSandbox } from "./server";

const FIRST_PORT = 3100;
const PORTS_TRIED = 50;

function refusal(env: NodeJS.ProcessEnv): string | null {
  if (env.STRIPE_SECRET_KEY?.trim()) {
    return "The payments sandbox does not start: STRIPE_SECRET_KEY is set, so payments go to Stripe.";
  }
  if (env.VERCEL?.trim()) return "The payments sandbox does not start on Vercel.";
  return null;
}

/** The secret that signs events: one for each data folder, readable by its owner only. */
function webhookSecret(folder: string): string {
  const path = join(folder, "webhook-secret");
  const made = `whsec_${randomBytes(24).toString("base64url")}`;
  try {
    writeFileSync(path, made, { flag: "wx", mode: 0o600 });
    return made;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return readFileSync(path, "utf8").trim();
  }
}

async function onFreePort<T>(start: (port: number) => Promise<T>, asked: string | undefined): Promise<T> {
  const first = asked ? Number(asked) : FIRST_PORT;
  for (let port = first; ; port += 1) {
    try {
      return await start(port);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
      if (asked) throw new Error(`Port ${port} is in use: choose another with SANDBOX_PORT.`);
      if (port >= first + PORTS_TRIED) throw new Error(`No free port from ${first}: choose one with SANDBOX_PORT.`);
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
  const sandbox = await onFreePort(
    (port) =>
      startSandbox({
        port,
        smtpPort: Number(env.SANDBOX_SMTP_PORT || 0),
        webhook: webhookUrl ? { url: webhookUrl, secret } : null,
        stateFile: inMemory ? null : join(folder, "state.json"),
      }),
    env.SANDBOX_PORT?.trim(),
  );

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await sandbox.close();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);

  const variables = { SANDBOX_URL: sandbox.url, STRIPE_WEBHOOK_SECRET: secret, SMTP_URL: sandbox.smtpUrl };
  if (process.send) {
    process.on("disconnect", stop);
    process.send(variables);
    return;
  }
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), 1000).unref();
  console.log(`Payments sandbox on ${sandbox.url} (no money moves), inbox on ${sandbox.url}/inbox`);
  console.log(`  API key ${API_KEY}, mail on ${sandbox.smtpUrl}`);
  console.log(
    webhookUrl
      ? `  Events go to ${webhookUrl}, signed with the secret in ${join(folder, "webhook-secret")}`
      : "  Events are kept but not sent: set WEBHOOK_URL to the app's address, for example http://localhost:3000/api/stripe/webhook",
  );
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
