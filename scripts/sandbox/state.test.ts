import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import nodemailer from "nodemailer";
import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { API_KEY } from "./context";
import { startSandbox } from "./server";
import { Store } from "./store";
import { clientOf, openSandbox, payOnPage, startSubscription, subscribe } from "./testing";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sandbox-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const send = async (smtpUrl: string, message: { to: string; subject: string; text?: string; html?: string }) => {
  const transport = nodemailer.createTransport(smtpUrl);
  await transport.sendMail({ from: "Acme <no-reply@example.com>", ...message });
  transport.close();
};

const run = (env: Record<string, string>, ipc = false): ChildProcess =>
  spawn(process.execPath, [join("scripts", "sandbox", "main.mjs")], {
    env: { NODE_ENV: "test", PATH: process.env.PATH, DATA_DIR: folder, ...env },
    stdio: ["ignore", "pipe", "pipe", ...(ipc ? ["ipc" as const] : [])],
  });

describe("a restart", () => {
  it("waits for a state that is being written as for one that is not begun", async () => {
    const stateFile = join(folder, "state.json");
    const store = new Store("http://127.0.0.1:1", stateFile);
    store.touch();
    const begun = store.saved();
    await store.saved();
    expect(existsSync(stateFile)).toBe(true);
    await begun;
  });

  it("keeps every object, key, mail and setting, and moves open checkouts to the new address", async () => {
    const stateFile = join(folder, "state.json");
    const before = await openSandbox({ stateFile });
    const subscription = await subscribe(before, "failsOnRenewal");
    const session = await startSubscription(before);
    const made = await before.stripe.customers.create({ email: "k@example.com" }, { idempotencyKey: "kept" });
    await send(before.sandbox.smtpUrl, { to: "a@example.com", subject: "Kept", text: "x" });
    before.sandbox.deliveries.configure({ duplicate: true });
    const events = (await before.stripe.events.list({ limit: 100 })).data.map(({ id }) => id);
    await before.sandbox.close();
    expect(statSync(stateFile).mode & 0o777).toBe(0o600);

    const sandbox = await startSandbox({ stateFile });
    const stripe = clientOf(sandbox);
    expect((await stripe.events.list({ limit: 100 })).data.map(({ id }) => id)).toEqual(events);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
    expect((await stripe.customers.create({ email: "k@example.com" }, { idempotencyKey: "kept" })).id).toBe(made.id);
    expect(sandbox.ctx.store.settings.duplicate).toBe(true);
    expect(sandbox.ctx.store.mail.map(({ subject }) => subject)).toEqual(["Kept"]);
    const reopened = await stripe.checkout.sessions.retrieve(session.id);
    expect(reopened.url).toBe(`${sandbox.url}/checkout/${session.id}`);
    expect((await payOnPage(reopened)).status).toBe(303);
    await fetch(`${sandbox.url}/sandbox/subscriptions/${subscription.id}/end-period`, { method: "POST" });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("past_due");
    await sandbox.close();
  });

  it("after a kill goes on from a whole file, with all but the last moment; after a stop with everything", async () => {
    const stateFile = join(folder, "sandbox", "state.json");
    const made: string[] = [];
    const make = async (stripe: Stripe) => made.push((await stripe.customers.create({ name: "x".repeat(5000) })).id);
    const killed = await startProcess();
    while (!existsSync(stateFile)) await make(killed.stripe);
    const kept = JSON.parse(readFileSync(stateFile, "utf8")).tables.customer.length;
    expect(kept).toBeGreaterThan(0);
    for (let left = 30; left > 0; left -= 1) await make(killed.stripe);
    await killed.end("SIGKILL");

    const stopped = await startProcess();
    const found = await stopped.stripe.customers.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
    const ids = found.map(({ id }) => id).reverse();
    expect(ids.length).toBeGreaterThanOrEqual(kept);
    expect(ids).toEqual(made.slice(0, ids.length));
    await make(stopped.stripe);
    await stopped.end("SIGTERM");
    expect(readFileSync(stateFile, "utf8")).toContain(made.at(-1));
  });

  async function startProcess() {
    const child = run({}, true);
    const [{ SANDBOX_URL }] = (await once(child, "message")) as [Record<string, string>];
    const { hostname, port } = new URL(SANDBOX_URL ?? "");
    const stripe = new Stripe(API_KEY, { host: hostname, port, protocol: "http" });
    const end = async (signal: NodeJS.Signals) => {
      child.kill(signal);
      await once(child, "exit");
    };
    return { stripe, end };
  }
});

describe("the inbox", () => {
  it("keeps what is sent by SMTP, newest first, for a page and for tests", async () => {
    const sandbox = await startSandbox();
    await send(sandbox.smtpUrl, {
      to: "a@example.com",
      subject: "First",
      text: "See https://site.example.com/in?t=1.",
    });
    await send(sandbox.smtpUrl, {
      to: "B@example.com",
      subject: "Zweite für dich",
      html: "<p>Hi <script>x</script></p>",
    });
    const read = async (query = "") => (await (await fetch(`${sandbox.url}/inbox.json${query}`)).json()).messages;
    expect((await read()).map(({ subject }: { subject: string }) => subject)).toEqual(["Zweite für dich", "First"]);
    const [mail] = await read("?to=a@example.com");
    expect(mail).toMatchObject({ from: "no-reply@example.com", to: ["a@example.com"] });
    expect(mail.text).toContain("https://site.example.com/in?t=1");
    const [html] = await read("?to=b@EXAMPLE.com");
    const page = await (await fetch(`${sandbox.url}/inbox/${html.id}`)).text();
    expect(page).toContain("<iframe");
    expect(page).not.toContain("<script");
    const frame = await fetch(`${sandbox.url}/inbox/${html.id}/html`);
    const policy = frame.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("sandbox allow-popups");
    expect(policy).not.toMatch(/allow-scripts|script-src/);
    expect(policy).toContain("default-src 'none'");
    await sandbox.close();
  });

  it("is not read through a name that points at this machine", async () => {
    const sandbox = await startSandbox();
    const status = await new Promise((resolve) => {
      request({ host: "127.0.0.1", port: sandbox.port, path: "/inbox.json", headers: { host: "evil.example.com" } })
        .on("response", (response) => {
          response.resume();
          resolve(response.statusCode);
        })
        .end();
    });
    expect(status).toBe(421);
    await sandbox.close();
  });

  it("keeps the last 200", async () => {
    const sandbox = await startSandbox();
    for (let number = 0; number < 203; number += 1) {
      sandbox.ctx.store.addMail({
        id: `mail_${number}`,
        receivedAt: "2026-01-01T00:00:00.000Z",
        from: "a@example.com",
        to: ["b@example.com"],
        subject: String(number),
        text: "",
        html: "",
      });
    }
    expect(sandbox.ctx.store.mail).toHaveLength(200);
    expect(sandbox.ctx.store.mail[0]?.subject).toBe("202");
    await sandbox.close();
  });
});

describe("the process", () => {
  const greeting = ({ SMTP_URL = "" }: Record<string, string>) =>
    new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(SMTP_URL);
      const socket = connect(Number(port), hostname);
      socket.once("error", reject).once("data", (bytes) => {
        resolve(bytes.toString());
        socket.destroy();
      });
    });
  const output = (child: ChildProcess) =>
    new Promise<{ code: number | null; text: string }>((resolve) => {
      let text = "";
      child.stdout?.on("data", (chunk) => {
        text += chunk;
      });
      child.stderr?.on("data", (chunk) => {
        text += chunk;
      });
      child.on("close", (code) => resolve({ code, text }));
    });

  it.each([
    [{ STRIPE_SECRET_KEY: "sk_live_secret" }, "STRIPE_SECRET_KEY is set"],
    [{ STRIPE_SECRET_KEY: "sk_test_secret" }, "STRIPE_SECRET_KEY is set"],
    [{ VERCEL: "1" }, "does not start on Vercel"],
  ])("refuses to start with %o, and does not repeat the value", async (env, message) => {
    const { code, text } = await output(run(env));
    expect(code).toBe(1);
    expect(text).toContain(message);
    expect(text).not.toContain("_secret");
  });

  it("tells its parent where it is, answers who comes at once, keeps its secret to its owner, and ends with its parent", async () => {
    const child = run({}, true);
    const ended = new Promise((resolve) => child.once("exit", resolve));
    const variables = await new Promise<Record<string, string>>((resolve) => {
      child.once("message", (message) => resolve(message as Record<string, string>));
    });
    // The sandbox is still loading.
    const early = Promise.all([
      fetch(variables.SANDBOX_URL as string).then(({ status }) => status),
      greeting(variables),
    ]);
    expect(variables.SANDBOX_URL).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(variables.SMTP_URL).toMatch(/^smtp:\/\/127\.0\.0\.1:\d+$/);
    const path = join(folder, "sandbox", "webhook-secret");
    expect(readFileSync(path, "utf8")).toBe(variables.STRIPE_WEBHOOK_SECRET);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await early).toEqual([200, expect.stringMatching(/^220 .*inbox/)]);
    child.disconnect();
    expect(await ended).toBe(0);
  });
});
