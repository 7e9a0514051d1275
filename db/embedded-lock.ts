import {
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * `startedAt` distinguishes a process from a later one with the same pid. `place` is the running system and the pid
 * namespace: two containers on one volume differ in it. Absent if the system does not report it.
 */
type Owner = { pid: number; startedAt: string | null; place?: string | null };

/** A live owner touches its lock this often. An owner in another place that has been silent for SILENT_MS is dead. */
const BEAT_MS = 2_000;
const SILENT_MS = 20_000;

function placeOfPids(): string | null {
  try {
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return null;
  }
}

function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

function alive({ pid, startedAt, place }: Owner, path: string): boolean {
  // A process in another place is known only by its touches of the lock.
  if (place !== undefined && place !== placeOfPids()) return silence(path) < SILENT_MS;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  const now = startOf(pid);
  return startedAt === null || now === null || now === startedAt;
}

/** Returns the milliseconds since the lock was last touched. */
function silence(path: string): number {
  try {
    return Date.now() - statSync(/* turbopackIgnore: true */ path).mtimeMs;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
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

/** Removes only a dead owner's lock: another process may have taken over in between. */
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
 * Claims the embedded database for this process. Two processes on one data directory would silently lose rows. Waits up
 * to `waitMs` for an owner that is shutting down, and for an owner in another place until it would have touched the
 * lock.
 * @param lost called when another process has the lock: this process was silent too long and must not write
 * @returns a function that releases the claim
 * @throws DatabaseInUseError
 */
export async function claimDatabase(path: string, waitMs = 3_000, lost = endProcess): Promise<() => void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const place = placeOfPids();
  const mine = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid), place } satisfies Owner);
  const fresh = `${path}.${process.pid}.new`;
  const begun = Date.now();
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
    if (held.owner === null || !alive(held.owner, path)) {
      removeStale(path, held.text);
      continue;
    }
    const foreign = held.owner.place !== undefined && held.owner.place !== place;
    // The lock of a crashed container looks alive for a while.
    if (Date.now() - begun >= (foreign && waitMs > 0 ? SILENT_MS + BEAT_MS : waitMs)) {
      const where = foreign ? " on another system or in another container" : "";
      throw new DatabaseInUseError(
        `The embedded database in ${dirname(path)} is in use by process ${held.owner.pid}${where}. Stop that process, choose another ` +
          "DATA_DIR, or set DATABASE_URL to a PostgreSQL server, which many processes can share.",
      );
    }
    await sleep(200);
  }
  const beat = setInterval(() => {
    if (readOwner(path)?.text === mine) return utimesSync(path, new Date(), new Date());
    clearInterval(beat);
    lost();
  }, BEAT_MS).unref();
  const release = () => {
    clearInterval(beat);
    process.removeListener("exit", release);
    if (readOwner(path)?.text === mine) rmSync(path, { force: true });
  };
  process.once("exit", release);
  return release;
}

/** Another process has taken over the database. Any further write would be lost or do damage. */
function endProcess(): void {
  console.error("Another process has taken over the embedded database. This process stops.");
  process.exit(1);
}
