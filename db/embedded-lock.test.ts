import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { openEmbedded } from "./client";
import { claimDatabase, DatabaseInUseError } from "./embedded-lock";

describe("one process owns the embedded database", () => {
  let dir: string;
  let path: string;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "lock-"));
    path = join(dir, "pglite.lock");
    return () => rmSync(dir, { recursive: true, force: true });
  });

  test("a second claim is refused with the owner's pid, and works once the first is given up", async () => {
    const release = await claimDatabase(path);
    const refused = claimDatabase(path, 0);
    await expect(refused).rejects.toThrow(DatabaseInUseError);
    await expect(refused).rejects.toThrow(`in use by process ${process.pid}`);
    release();
    (await claimDatabase(path, 0))();
    expect(readdirSync(dir)).toEqual([]);
  });

  test("a claim waits for an owner that is going away", async () => {
    const release = await claimDatabase(path);
    setTimeout(release, 300);
    (await claimDatabase(path, 5_000))();
  });

  test("the lock of another living process holds, and falls with the process", async () => {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    await once(child, "spawn");
    writeFileSync(path, JSON.stringify({ pid: child.pid, startedAt: null }));
    await expect(claimDatabase(path, 0)).rejects.toThrow(`in use by process ${child.pid}`);
    child.kill("SIGKILL");
    await once(child, "exit");
    (await claimDatabase(path, 0))();
  });

  test.runIf(existsSync("/proc/self/stat"))(
    "a pid that was given to another process does not hold the lock",
    async () => {
      writeFileSync(path, JSON.stringify({ pid: process.pid, startedAt: "1" }));
      (await claimDatabase(path, 0))();
    },
  );

  test.each(["", "nonsense", '{"pid":"1"}'])("a damaged lock %j is taken over", async (text) => {
    writeFileSync(path, text);
    (await claimDatabase(path, 0))();
  });

  test("of many claims on a dead owner's lock one succeeds", async () => {
    writeFileSync(path, JSON.stringify({ pid: 2 ** 22 + 1, startedAt: null }));
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => claimDatabase(path, 0)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("a database that is open refuses a second opening, and what was written is there after closing", async () => {
    const first = await openEmbedded(dir);
    await first.db.execute("create table kept (n int)");
    await expect(claimDatabase(path, 0)).rejects.toThrow(DatabaseInUseError);
    await first.close();
    const second = await openEmbedded(dir);
    expect((await second.db.execute("select * from kept")).rows).toEqual([]);
    await second.close();
    expect(existsSync(path)).toBe(false);
  }, 90_000);
});
