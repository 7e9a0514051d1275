import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** `startedAt` tells a process from a later one that was given the same pid (in a container, often pid 1). */
type Owner = { pid: number; startedAt: string | null };

function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

function alive({ pid, startedAt }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  const now = startOf(pid);
  return startedAt === null || now === null || now === startedAt;
}

function readOwner(path: string): { text: string; owner: Owner | null } | null {
  let text: string;
  try {
    text = readFileSync(/* turbopackIgnore: true */ path, "utf8");
  } catch {
    return null;
  }
  try {
    const owner = JSON.parse(text) as Owner;
    return { text, owner: Number.isInteger(owner.pid) && owner.pid > 0 ? owner : null };
  } catch {
    return { text, owner: null };
  }
}

/** Removes a dead owner's lock, and only that: another process may have taken over in between. */
function removeStale(path: string, text: string) {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (readFileSync(/* turbopackIgnore: true */ aside, "utf8") !== text) linkSync(aside, path);
  } catch {
    // Lost the race to another process; the next attempt sees its lock.
  } finally {
    rmSync(aside, { force: true });
  }
}

export class DatabaseInUseError extends Error {
  override name = "DatabaseInUseError";
}

/**
 * Claims the embedded database for this process. Two processes on one data directory would lose rows silently.
 * Waits up to `waitMs` for an owner that is going away.
 * @returns a function that gives the claim up
 * @throws DatabaseInUseError
 */
export async function claimDatabase(path: string, waitMs = 3_000): Promise<() => void> {
  mkdirSync(dirname(path), { recursive: true });
  const mine = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) } satisfies Owner);
  const fresh = `${path}.${process.pid}.new`;
  const deadline = Date.now() + waitMs;
  for (;;) {
    writeFileSync(fresh, mine);
    try {
      linkSync(fresh, path);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      rmSync(fresh, { force: true });
    }
    const held = readOwner(path);
    if (held === null) continue;
    if (held.owner === null || !alive(held.owner)) {
      removeStale(path, held.text);
      continue;
    }
    if (Date.now() >= deadline) {
      throw new DatabaseInUseError(
        `The embedded database in ${dirname(path)} is in use by process ${held.owner.pid}. Stop that process, choose another ` +
          "DATA_DIR, or set DATABASE_URL to a PostgreSQL server, which many processes can share.",
      );
    }
    await sleep(200);
  }
  const release = () => {
    process.removeListener("exit", release);
    if (readOwner(path)?.text === mine) rmSync(path, { force: true });
  };
  process.once("exit", release);
  return release;
}
