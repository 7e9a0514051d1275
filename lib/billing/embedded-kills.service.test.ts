import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { Random } from "./testing/random";

const KILLS = 14;
const MOST_WRITES = 40;
const seed = Number(process.env.CHAOS_SEED) || Math.floor(Math.random() * 2 ** 32);
const random = new Random(seed);

interface Held {
  bought: string[];
  owed: string[];
}

/** @returns what the database held at its opening, and what was told to be written before the process was killed */
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

test(`the embedded store, ended by SIGKILL ${KILLS} times amid writes, opens again with all that was told to be written, and nothing by halves (seed ${seed})`, {
  timeout: 300_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "kills-"));
  try {
    const told = new Set<string>();
    for (let round = 0; round <= KILLS; round += 1) {
      const { held, told: now } = await life(dataDir, round);
      expect(held.owed).toEqual(held.bought);
      const bought = new Set(held.bought);
      expect([...told].filter((id) => !bought.has(id))).toEqual([]);
      // One at most was written and not yet told.
      expect(held.bought.filter((id) => !told.has(id)).length).toBeLessThanOrEqual(1);
      for (const id of [...held.bought, ...now]) told.add(id);
    }
    expect(told.size).toBeGreaterThan(KILLS);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
