import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "@/db/client";
import { env } from "@/lib/env";
import { explain } from "./boot";
import { exportLedger } from "./export";
import { mergedLines } from "./merged-lines";

const USAGE = `npm run ledger:export [-- --out FOLDER] [--merge]

Exports the results of collect and verify runs: observations/<source>.ndjson in the catalogue format, checks.ndjson,
runs.ndjson and held-changes.ndjson.
  --out FOLDER  target folder; default: .data/ledger
  --merge       only add the observations to the existing files, for example with --out db/catalog`;

try {
  const { values } = parseArgs({
    options: {
      out: { type: "string", default: join(".data", "ledger") },
      merge: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) console.info(USAGE);
  else {
    const { databaseUrl, dataDir } = env();
    const connection = await openDatabase(databaseUrl, dataDir);
    try {
      await connection.migrate();
      const { files, observations, checks, aside } = await exportLedger(connection.db);
      for (const [path, text] of files) {
        const target = join(values.out, path);
        const isObservations = path.startsWith("observations/");
        if (values.merge && !isObservations) continue;
        await mkdir(dirname(target), { recursive: true });
        const before = values.merge ? await readFile(target, "utf8").catch(() => "") : "";
        await writeFile(target, values.merge ? mergedLines(before, text) : text);
        console.info(`${target}: ${text.split("\n").length - 1}`);
      }
      console.info(`ledger: ${observations} observations and ${checks} checks`);
      if (aside > 0) console.info(`ledger: ${aside} observations refer to a product or source that is not loaded`);
    } finally {
      await connection.close();
    }
  }
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
