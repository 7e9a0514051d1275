import { request } from "node:http";
import { cpuSeconds, residentMb } from "../scripts/lib/usage.mjs";
import type { Server } from "./servers";

export interface BulkRow {
  format: string;
  encoding: string;
  mbPerSecond: number;
  firstByteMs: number;
  megabytes: number;
  /** The server's peak memory during the responses minus its memory before them. */
  grownMb: number;
  cpuMicrosPerMb: number;
}

const FORMATS = ["json", "ndjson", "csv"];
const ENCODINGS = ["identity", "gzip", "br"];

interface Read {
  firstByteMs: number;
  bytes: number;
}

function read(url: string, key: string, encoding: string): Promise<Read> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, "accept-encoding": encoding };
    const asked = request(url, { headers }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${response.statusCode} from ${url}`));
      let firstByteMs = 0;
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        firstByteMs ||= performance.now() - begun;
        bytes += chunk.byteLength;
      });
      response.on("error", reject);
      response.on("end", () => resolve({ firstByteMs, bytes }));
    });
    asked.on("error", reject);
    asked.end();
  });
}

/** Reads one category in every format, with one reader at a time. A first read of the category is not measured. */
export async function bulk(
  server: Server,
  { category, key }: { category: string; key: string },
  seconds: number,
): Promise<BulkRow[]> {
  const rows: BulkRow[] = [];
  for (const format of FORMATS) {
    for (const encoding of ENCODINGS) {
      const url = `${server.url}/api/v2/bulk?category=${category}&format=${format}`;
      await read(url, key, encoding);
      const before = { resident: residentMb(server.pid), cpu: cpuSeconds(server.pid), at: performance.now() };
      let most = before.resident;
      const watch = setInterval(() => {
        most = Math.max(most, residentMb(server.pid));
      }, 20);
      const reads: Read[] = [];
      // At most as many requests as a key may send per minute.
      while (performance.now() < before.at + seconds * 1_000 && reads.length < 60) {
        reads.push(await read(url, key, encoding));
      }
      clearInterval(watch);
      const taken = (performance.now() - before.at) / 1_000;
      const megabytes = reads.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
      rows.push({
        format,
        encoding,
        mbPerSecond: megabytes / taken,
        firstByteMs: reads.map(({ firstByteMs }) => firstByteMs).sort((a, b) => a - b)[reads.length >> 1] ?? Number.NaN,
        megabytes: megabytes / reads.length,
        grownMb: most - before.resident,
        cpuMicrosPerMb: ((cpuSeconds(server.pid) - before.cpu) / megabytes) * 1e6,
      });
    }
  }
  return rows;
}
