import "./lib/load-env.mjs";
import { parseArgs } from "node:util";
import { openDatabase } from "@/db/client";
import { DatabaseInUseError } from "@/db/embedded-lock";
import { catalogDir, explain, prepare } from "@/db/load/boot";
import { collect, type Progress, UnknownSourceError } from "@/lib/collection/collect";
import { collectionRuntime } from "@/lib/collection/server";
import { closingLines, isClean, progressLine } from "@/lib/collection/table";
import { env } from "@/lib/env";

const USAGE = `Reads the public lists that are due, and adds new prices to the ledger.

  npm run collect -- [source …] [--all] [--dry-run] [--resume] [--accept]

  source …   read these lists, due or not
  --all      read all lists, due or not
  --dry-run  read and compare, but write nothing
  --resume   read the named lists again after their format changed and they were stopped
  --accept   accept the named lists although they look implausible; a person must have checked them

Exit code: 0 success, 1 a list needs attention, 2 the run failed.`;

/** Shows one progress line on a terminal, and nothing elsewhere. */
function live(out: NodeJS.WriteStream) {
  if (!out.isTTY) return { show: () => {}, clear: () => {} };
  const clear = () => out.write("\r\x1b[2K");
  let shownAt = 0;
  return {
    clear,
    show(progress: Progress) {
      const ended = progress.phase === "ended";
      if (progress.phase === "reading" && Date.now() - shownAt < 100) return;
      shownAt = Date.now();
      clear();
      out.write(progressLine(progress).slice(0, (out.columns || 80) - 1) + (ended ? "\n" : ""));
    },
  };
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
      resume: { type: "boolean", default: false },
      accept: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.info(USAGE);
    return 0;
  }
  if ((values.resume || values.accept) && positionals.length === 0) {
    throw new TypeError(`Name the lists: --${values.resume ? "resume" : "accept"} SOURCE`);
  }
  if (values.resume && values["dry-run"]) throw new TypeError("--resume and --dry-run cannot be combined.");
  const { databaseUrl, dataDir } = env();
  const connection = await openDatabase(databaseUrl, dataDir);
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  process.once("SIGTERM", () => stop.abort());
  try {
    await prepare(connection, catalogDir(), (line) => console.info(line));
    const runtime = collectionRuntime(connection);
    if (values.resume) {
      for (const source of positionals) {
        if (!(await runtime.ledger.resume(source))) console.info(`${source} is not stopped.`);
      }
    }
    const line = live(process.stderr);
    const report = await collect(runtime, {
      ...(positionals.length > 0 && { sources: positionals }),
      all: values.all,
      dryRun: values["dry-run"],
      accept: values.accept,
      now: () => new Date(),
      signal: stop.signal,
      onProgress: line.show,
    });
    line.clear();
    for (const text of closingLines(report)) console.info(text);
    if (values["dry-run"]) console.info("\nDry run: nothing was written.");
    return isClean(report) ? 0 : 1;
  } finally {
    await connection.close();
  }
}

function told(error: unknown): string {
  if (error instanceof DatabaseInUseError) {
    return `${error.message}\nThe running server can collect: start it with COLLECT=on, or call its /api/cron/collect.`;
  }
  if (error instanceof UnknownSourceError) return error.message;
  return error instanceof TypeError ? `${error.message}\n\n${USAGE}` : explain(error);
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(told(error));
  process.exitCode = 2;
}
