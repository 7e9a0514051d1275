import cluster from "node:cluster";
import { parseArgs } from "node:util";
import { fail } from "./lib/steps.mjs";
import { processesFor, superviseWorkers } from "./lib/workers.mjs";

// Serves the built site with as many processes as the machine supports: see lib/serve-site.mjs for each process.
const { values } = parseArgs({
  options: { host: { type: "string", short: "H" }, port: { type: "string", short: "p" } },
});
const hostname = values.host ?? "127.0.0.1";
const port = Number(values.port ?? 3000);

// If the log's reader is gone, a write fails with EPIPE. Next.js would log that error, which fails again, in an endless
// loop.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error) => {
    if (error.code !== "EPIPE") throw error;
  });
}

process.umask(0o077);
process.title = "pricing-intelligence";
try {
  const processes = cluster.isWorker ? 1 : processesFor();
  if (processes > 1) superviseWorkers(processes, hostname, port);
  else await (await import("./lib/serve-site.mjs")).serveSite(hostname, port);
} catch (error) {
  fail(error);
}
