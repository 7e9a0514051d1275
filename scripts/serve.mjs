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

process.umask(0o077);
process.title = "pricing-intelligence";
try {
  const processes = cluster.isWorker ? 1 : processesFor();
  if (processes > 1) superviseWorkers(processes, hostname, port);
  else await (await import("./lib/serve-site.mjs")).serveSite(hostname, port);
} catch (error) {
  fail(error);
}
