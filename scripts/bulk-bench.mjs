// Measures the bulk answers of a running server: first byte, whole answer, size, and how its memory grows meanwhile.
//   node scripts/bulk-bench.mjs [address] [category] [rounds]
// PRICING_API_KEY holds the key, SERVER_PID the process whose memory is read (from /proc, hence on Linux only).
import { existsSync, readFileSync } from "node:fs";
import { request } from "node:http";

const [service = "http://127.0.0.1:3000", category = "llm-apis", rounds = "5"] = process.argv.slice(2);
const { PRICING_API_KEY: key = "", SERVER_PID: pid = "" } = process.env;
const FORMATS = ["json", "ndjson", "csv"];
const ENCODINGS = ["identity", "gzip", "br"];

const status = `/proc/${pid}/status`;
function residentMb() {
  if (!pid || !existsSync(status)) return null;
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, "utf8"))?.[1]) / 1024;
}

function fetchOnce(format, encoding) {
  const started = performance.now();
  let firstByte = 0;
  let bytes = 0;
  let peak = residentMb() ?? 0;
  return new Promise((resolve, reject) => {
    const address = `${service}/api/v2/bulk?category=${category}&format=${format}`;
    const headers = { authorization: `Bearer ${key}`, "accept-encoding": encoding };
    request(address, { headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${response.statusCode} from ${address}`));
      response.on("data", (chunk) => {
        firstByte ||= performance.now() - started;
        bytes += chunk.length;
        peak = Math.max(peak, residentMb() ?? 0);
      });
      response.on("error", reject);
      response.on("end", () => resolve({ firstByte, total: performance.now() - started, bytes, peak }));
    })
      .on("error", reject)
      .end();
  });
}

const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const shown = (number, width = 9) => number.toFixed(0).padStart(width);

console.log(`${category}, ${rounds} rounds, medians; memory of process ${pid || "(not given)"}`);
console.log("format   encoding  first byte ms  total ms      bytes  peak RSS MB");
await fetchOnce("json", "identity");
const before = residentMb();
for (const format of FORMATS) {
  for (const encoding of ENCODINGS) {
    const runs = [];
    for (let round = 0; round < Number(rounds); round++) runs.push(await fetchOnce(format, encoding));
    const of = (name) => median(runs.map((run) => run[name]));
    const peak = Math.max(...runs.map((run) => run.peak));
    console.log(
      `${format.padEnd(8)} ${encoding.padEnd(9)} ${shown(of("firstByte"), 13)} ${shown(of("total"))} ${shown(of("bytes"), 10)} ${shown(peak, 12)}`,
    );
  }
}
if (before !== null) console.log(`RSS ${before.toFixed(0)} MB before, ${residentMb()?.toFixed(0)} MB after`);
