import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { PGlite } from "@electric-sql/pglite";
import { amcheck } from "@electric-sql/pglite/contrib/amcheck";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { expect, test } from "vitest";
import { Random } from "./testing/random";

const KILLS = 14;
const MOST_WRITES = 40;
/** The check takes seconds, so it runs only every few rounds. */
const LOOKED_THROUGH_EVERY = 5;
const seed = Number(process.env.CHAOS_SEED) || Math.floor(Math.random() * 2 ** 32);
const random = new Random(seed);

interface Held {
  bought: string[];
  owed: string[];
  /** All runs, and the runs with an observation in the ledger. */
  ran: string[];
  read: string[];
}

/** @returns the database's content when it was opened, and the reported writes before the process was killed */
async function life(dataDir: string, round: number): Promise<{ held: Held; told: string[] }> {
  const script = join("lib", "billing", "testing", "buy-until-killed.ts");
  const child = spawn(process.execPath, ["--import", "tsx", script, dataDir, String(round)], {
    env: { ...process.env, AUTH_SECRET: "a secret that only the tests know, of 40+ characters" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = once(child, "exit");
  const said: string[] = [];
  const wanted = 1 + random.below(MOST_WRITES);
  createInterface(child.stdout).on("line", (line) => said.push(line));
  while (said.length <= wanted && child.exitCode === null) await sleep(1);
  await sleep(random.below(20));
  child.kill("SIGKILL");
  await gone;
  await new Promise((resolve) => (child.stdout.closed ? resolve(null) : child.stdout.once("close", resolve)));
  const [held, ...told] = said;
  if (!held) throw new Error("The database did not open.");
  return { held: JSON.parse(held) as Held, told };
}

/**
 * Checks a copy of the files: reads each table row by row, and compares each index with its table.
 * @returns the number of indices, and their faults
 */
async function integrityOf(dataDir: string): Promise<{ indices: number; faults: unknown[] }> {
  const copy = `${dataDir}-copy`;
  cpSync(join(dataDir, "pglite"), copy, { recursive: true });
  const client = await PGlite.create({ dataDir: copy, extensions: { amcheck, pg_trgm } });
  try {
    await client.exec("create extension amcheck");
    const { rows: faults } = await client.query(
      "select c.relname, v.* from pg_class c, lateral verify_heapam(c.oid) v where c.relkind in ('r', 't')",
    );
    const { rows: indices } = await client.query(`
      select bt_index_parent_check(c.oid, true, true) from pg_class c
      where c.relkind = 'i' and c.relam = (select oid from pg_am where amname = 'btree')`);
    return { indices: indices.length, faults };
  } finally {
    await client.close();
    rmSync(copy, { recursive: true, force: true });
  }
}

test(`the embedded store, ended by SIGKILL ${KILLS} times amid writes, opens again with all that was told to be written, and nothing by halves (seed ${seed})`, {
  timeout: 300_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "kills-"));
  try {
    const told = new Set<string>();
    for (let round = 0; round <= KILLS; round += 1) {
      const { held, told: now } = await life(dataDir, round);
      expect(held.owed).toEqual(held.bought);
      expect(held.read).toEqual(held.ran);
      const written = new Set([...held.bought, ...held.ran]);
      expect([...told].filter((id) => !written.has(id))).toEqual([]);
      // At most one write was not yet reported.
      expect([...written].filter((id) => !told.has(id)).length).toBeLessThanOrEqual(1);
      for (const id of [...written, ...now]) told.add(id);
      if ((round + 1) % LOOKED_THROUGH_EVERY > 0) continue;
      const { indices, faults } = await integrityOf(dataDir);
      expect(faults).toEqual([]);
      expect(indices).toBeGreaterThan(100);
    }
    expect([...told].filter((id) => id.startsWith("pur")).length).toBeGreaterThan(KILLS);
    expect([...told].filter((id) => id.startsWith("run")).length).toBeGreaterThan(KILLS / 2);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
