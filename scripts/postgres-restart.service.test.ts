import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Connection, openDatabase } from "@/db/client";
import { errorReports } from "@/db/schema";
import { fillWithFixture } from "@/db/testing/fixture-database";
import { asOnNeon, type NeonRelay, neonRelay } from "@/db/testing/neon-relay";
import { type Ending, type OwnServer, ownServer, postgresPrograms } from "@/db/testing/own-server";
import type { Problem } from "@/lib/http/problem";
import { type RunningServer, startServer } from "./lib/built-server";
import { servingArguments } from "./lib/serving.mjs";
import { visitor } from "./lib/visitor";

const AWAY_MS = 4_000;
const EVERY_MS = 25;
const KEPT_PAGE = "/software/team-chat/slack";
const KEPT_ANSWER = "/api/v2/pricing/slack?depth=summary";

const programs = postgresPrograms();
let postgres: OwnServer;
let relay: NeonRelay;
let connection: Connection;
/** Two servers on one database: one uses node-postgres, the other Neon's driver. */
let servers: RunningServer[] = [];

beforeAll(async () => {
  if (!programs) return;
  postgres = await ownServer(programs);
  relay = await neonRelay(new URL(postgres.url));
  connection = await openDatabase(postgres.url, "");
  await fillWithFixture(connection);
  const environment = { AUTH_SECRET: "0123456789abcdef0123456789abcdef", STRIPE_SECRET_KEY: "" };
  servers = await Promise.all([
    startServer(postgres.url, environment),
    startServer(asOnNeon(postgres.url), { ...environment, NEON_RELAY: `127.0.0.1:${relay.port}` }, (host, port) => [
      "--require",
      join(process.cwd(), "scripts", "lib", "neon-relay.cjs"),
      ...servingArguments(host, port),
    ]),
  ]);
}, 180_000);

afterAll(async () => {
  for (const server of servers) await server.stop();
  await connection?.close();
  await relay?.close();
  await postgres?.stop();
});

let days = 0;
/** Returns a request for a new day that only the database can answer. */
const fresh = () => {
  const day = new Date(Date.UTC(2024, 2, 3) + (days++ % 900) * 86_400_000);
  return `/api/v2/changes?limit=1&since=${day.toISOString().slice(0, 10)}`;
};

interface Told {
  pages: Response[];
  kept: Response[];
  read: Response[];
  written: { status: number; text: string }[];
}

/** Sends requests to one server at a steady rate while `during` runs, and returns the responses. */
async function underLoad({ url }: RunningServer, isOver: () => boolean): Promise<Told> {
  const person = visitor(() => url);
  const asked: { [Kind in keyof Told]: Promise<Told[Kind][number]>[] } = { pages: [], kept: [], read: [], written: [] };
  for (let n = 0; !isOver(); n += 1) {
    asked.pages.push(person.read(KEPT_PAGE));
    if (n % 2 === 0) asked.read.push(person.read(fresh()));
    else asked.kept.push(person.read(KEPT_ANSWER));
    if (n % 4 === 0) asked.written.push(person.report());
    await sleep(EVERY_MS);
  }
  return {
    pages: await Promise.all(asked.pages),
    kept: await Promise.all(asked.kept),
    read: await Promise.all(asked.read),
    written: await Promise.all(asked.written),
  };
}

const statusesOf = (answers: readonly { status: number }[]) => [...new Set(answers.map(({ status }) => status))].sort();

describe.skipIf(!programs)("PostgreSQL itself, restarted under load with a server on each driver", () => {
  test.each<Ending>(["fast", "immediate"])(
    "(%s) costs nobody a kept page or answer, some a wait, and no write that was taken",
    async (how) => {
      const before = await connection.db.$count(errorReports);
      for (const { url } of servers)
        for (const path of [KEPT_PAGE, KEPT_ANSWER]) await (await fetch(url + path)).text();
      let isOver = false;
      const load = servers.map((server) => underLoad(server, () => isOver));
      await sleep(500);
      await postgres.restart(how, AWAY_MS);
      await sleep(1_500);
      isOver = true;
      const told = await Promise.all(load);
      let [taken, unknown] = [0, 0];
      for (const { pages, kept, read, written } of told) {
        expect(statusesOf(pages)).toEqual([200]);
        expect(statusesOf(kept)).toEqual([200]);
        expect(statusesOf(read)).toEqual([200, 503]);
        for (const answer of read.filter(({ status }) => status === 503)) {
          expect((await answer.json()) as Problem).toMatchObject({ code: "unavailable", retryable: true });
          expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
        }
        expect(statusesOf(written)).toEqual([201, 503]);
        taken += written.filter(({ status }) => status === 201).length;
        unknown += written.filter(({ status }) => status === 503).length;
      }
      const grown = (await connection.db.$count(errorReports)) - before;
      expect(grown).toBeGreaterThanOrEqual(taken);
      expect(grown).toBeLessThanOrEqual(taken + unknown);
      // Later visitors notice nothing.
      for (const { url } of servers) {
        const after = await Promise.all(Array.from({ length: 20 }, () => visitor(() => url).read(fresh())));
        expect(statusesOf(after)).toEqual([200]);
        expect((await visitor(() => url).report()).status).toBe(201);
      }
    },
  );
});
