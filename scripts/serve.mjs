import cluster from "node:cluster";
import { parseArgs } from "node:util";
import { fail } from "./lib/steps.mjs";
import { processesFor, superviseWorkers } from "./lib/workers.mjs";

// The built site, in as many processes as the machine has use for; see lib/serve-site.mjs for what each of them does.
const { values } = parseArgs({
  options: { host: { type: "string", short: "H" }, port: { type: "string", short: "p" } },
});
const hostname = values.host ?? "127.0.0.1";
const port = Number(values.port ?? 3000);

// Where nobody reads any more what is logged, the line that says so cannot be written either: Next would log that, and so
// on, with all of the processor.
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
