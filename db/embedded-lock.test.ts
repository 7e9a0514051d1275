import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { openEmbedded } from "./embedded";
import { claimDatabase, DatabaseInUseError } from "./embedded-lock";

describe("one process owns the embedded database", () => {
  let dir: string;
  let path: string;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "lock-"));
    chmodSync(dir, 0o755);
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

  describe("in another container on the same volume", () => {
    const foreign = JSON.stringify({ pid: process.pid, startedAt: "1", place: "another pid:[1]" });
    const touched = (secondsAgo: number) => {
      writeFileSync(path, foreign);
      const when = new Date(Date.now() - secondsAgo * 1_000);
      utimesSync(path, when, when);
    };

    test("a lock that is fresh holds, whatever its pid means here", async () => {
      touched(1);
      await expect(claimDatabase(path, 0)).rejects.toThrow("in another container");
    });

    test("a lock that fell silent is taken over", async () => {
      touched(60);
      (await claimDatabase(path, 0))();
    });

    test("who is taken over is told, and leaves the new owner's lock", async () => {
      const lost = vi.fn();
      const release = await claimDatabase(path, 0, lost);
      const before = readFileSync(path, "utf8");
      touched(0);
      await expect.poll(() => lost.mock.calls.length, { timeout: 10_000 }).toBe(1);
      release();
      expect([readFileSync(path, "utf8"), before === foreign]).toEqual([foreign, false]);
    });

    test("an owner keeps its lock fresh", async () => {
      const release = await claimDatabase(path, 0);
      const old = new Date(0);
      utimesSync(path, old, old);
      await expect.poll(() => statSync(path).mtimeMs, { timeout: 10_000 }).toBeGreaterThan(Date.now() - 60_000);
      release();
    });
  });

  test.each(["", "nonsense", '{"pid":"1"}'])("a damaged lock %j is taken over", async (text) => {
    writeFileSync(path, text);
    (await claimDatabase(path, 0))();
  });

  test("of many claims on a dead owner's lock one succeeds", async () => {
    writeFileSync(path, JSON.stringify({ pid: 2 ** 22 + 1, startedAt: null }));
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => claimDatabase(path, 0)));
    const releases = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    expect(releases).toHaveLength(1);
    releases[0]?.();
  });

  test("a database that is open refuses a second opening, and what was written is there after closing", async () => {
    const first = await openEmbedded(dir);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    await first.db.execute("create table kept (n int)");
    await expect(claimDatabase(path, 0)).rejects.toThrow(DatabaseInUseError);
    await first.close();
    const second = await openEmbedded(dir);
    expect((await second.db.execute("select * from kept")).rows).toEqual([]);
    await second.close();
    expect(existsSync(path)).toBe(false);
  }, 90_000);
});
