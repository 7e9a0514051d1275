import { afterAll, beforeAll, expect, test } from "vitest";
import type { Connection } from "@/db/client";
import { fixtureDatabase } from "@/db/testing/fixture-database";
import type { ScratchDatabase } from "@/db/testing/scratch";
import { type RunningServer, startServer } from "./lib/built-server";
import { type FaultyLink, faultyLink } from "./lib/faulty-link";

let scratch: ScratchDatabase;
let connection: Connection;
let link: FaultyLink;
let server: RunningServer;

beforeAll(async () => {
  ({ scratch, connection } = await fixtureDatabase());
  link = await faultyLink(scratch.url);
  server = await startServer(link.through(scratch.url), { VERCEL: "" });
}, 180_000);

afterAll(async () => {
  await server?.stop();
  await link?.close();
  await connection?.close();
  await scratch?.drop();
});

async function ask(path: string) {
  const begun = performance.now();
  const response = await fetch(server.url + path, { headers: { accept: "text/html" } });
  const body = await response.text();
  return { status: response.status, body, ms: performance.now() - begun };
}

const KEPT = ["/software/team-chat/slack", "/api/v2/pricing/slack?depth=summary"];

test("serves cached answers, says so in health and recovers while PostgreSQL accepts connections but does not answer", {
  timeout: 180_000,
}, async () => {
  for (const path of KEPT) expect((await ask(path)).status).toBe(200);
  expect((await ask("/api/health")).status).toBe(200);
  // The server reads the state of the catalogue again before its next response.
  await new Promise((resolve) => setTimeout(resolve, 2_000));

  link.become("held");
  for (const path of KEPT) {
    for (const answer of await Promise.all([ask(path), ask(path)])) {
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.ms).toBeLessThan(3_000);
    }
  }
  const [health, uncached] = await Promise.all([ask("/api/health"), ask("/api/v2/changes?limit=1&since=2024-03-03")]);
  expect(health.status).toBe(503);
  expect(health.body).toContain("database");
  expect(health.ms).toBeLessThan(5_000);
  expect(uncached.status).toBe(503);
  expect(uncached.ms).toBeLessThan(30_000);

  link.become("open");
  await expect.poll(async () => (await ask("/api/health")).status, { timeout: 60_000, interval: 500 }).toBe(200);
  expect((await ask("/api/v2/changes?limit=1&since=2024-03-04")).status).toBe(200);
});
