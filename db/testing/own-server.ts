import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { freePort } from "@/scripts/lib/ports.mjs";

const FOLDER = "/usr/lib/postgresql";

/** Returns the folder of PostgreSQL's programs. Null if this machine has no PostgreSQL. */
export function postgresPrograms(): string | null {
  const versions = existsSync(FOLDER) ? readdirSync(FOLDER).sort((one, other) => Number(other) - Number(one)) : [];
  const folders = [process.env.TEST_POSTGRES_BIN ?? "", ...versions.map((version) => join(FOLDER, version, "bin"))];
  return folders.find((folder) => existsSync(join(folder, "initdb"))) ?? null;
}

/** `fast`: notifies connections. `immediate`: drops everything, as in a crash, and recovers at its next start. */
const SIGNALS = { fast: "SIGINT", immediate: "SIGQUIT" } as const;
export type Ending = keyof typeof SIGNALS;

export interface OwnServer {
  url: string;
  /** Resolves when it accepts connections again. */
  restart(how: Ending, awayMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL server with an empty database that tests can restart. It does not run as root. */
export async function ownServer(programs: string): Promise<OwnServer> {
  const dir = mkdtempSync(join(tmpdir(), "postgres-"));
  const port = await freePort(0);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const isRoot = process.getuid?.() === 0;
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  const as = isRoot ? { uid: idOf("-u"), gid: idOf("-g") } : {};
  if (as.uid !== undefined) chownSync(dir, as.uid, as.gid);
  const data = join(dir, "data");
  const settings = ["-A", "trust", "-U", "postgres", "--locale=C.UTF-8", "--no-sync"];
  execFileSync(join(programs, "initdb"), ["-D", data, ...settings], { ...as, cwd: dir, stdio: "ignore" });

  let server: ChildProcess;
  async function start() {
    const here = ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", ""];
    server = spawn(join(programs, "postgres"), here, { ...as, cwd: dir, stdio: "ignore" });
    while (!(await answers(url))) {
      if (server.exitCode !== null) throw new Error("PostgreSQL did not start.");
      await sleep(50);
    }
  }
  async function end(how: Ending) {
    if (server.exitCode !== null) return;
    const gone = once(server, "exit");
    server.kill(SIGNALS[how]);
    await gone;
  }
  await start();
  return {
    url,
    async restart(how, awayMs) {
      await end(how);
      await sleep(awayMs);
      await start();
    },
    async stop() {
      await end("immediate");
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
