import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { FIXTURE } from "@/db/load/load.suite";
import { type RunningServer, startServer } from "./lib/built-server";

const dir = mkdtempSync(join(tmpdir(), "stopped-"));
const control = join(dir, "pglite", "global", "pg_control");
/** Offset of the cluster state in PostgreSQL's control file, and its value after a clean shutdown. */
const STATE_AT = 16;
const SHUT_DOWN = 1;

let server: RunningServer | undefined;
const start = () =>
  startServer("", {
    VERCEL: "",
    DATA_DIR: dir,
    CATALOG_DIR: FIXTURE,
    AUTH_SECRET: randomBytes(32).toString("hex"),
    STRIPE_SECRET_KEY: "",
  });

afterAll(async () => {
  await server?.stop();
  rmSync(dir, { recursive: true, force: true });
});

test.each(["SIGTERM", "SIGINT"] as const)(
  "on %s the embedded database is shut down, and serves again",
  async (signal) => {
    server = await start();
    expect((await fetch(`${server.url}/api/v2/discover`)).status).toBe(200);
    expect(readFileSync(control).readUInt32LE(STATE_AT)).not.toBe(SHUT_DOWN);
    process.kill(server.pid, signal);
    await expect.poll(server.isGone, { timeout: 15_000 }).toBe(true);
    expect(readFileSync(control).readUInt32LE(STATE_AT)).toBe(SHUT_DOWN);
    expect(server.output()).not.toMatch(/Could not close|"level":"error"/);
  },
);
