import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Readable } from "node:stream";
import type { Collector, ListStream } from "../collector";
import type { AdapterResult } from "./reading";

/** Returns the files in a source's fixtures folder, by path. */
export function fixturesIn(folder: string): Record<string, string> {
  const root = join(folder, "fixtures");
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(root, path), readFileSync(path, "utf8")];
    }),
  );
}

/** Lets a collector read the given bodies from its URLs, in the order of its requests. */
export async function readBy(
  collector: Collector,
  bodies: readonly (string | Uint8Array)[],
  day = "2026-11-23",
): Promise<AdapterResult> {
  const requests = collector.requests({ day });
  if (requests.length !== bodies.length) throw new Error(`${requests.length} files are asked for`);
  const files = requests.map(({ url }, at) => ({ url, body: Buffer.from(bodies[at] ?? "") }));
  if (collector.parse) {
    return collector.parse(
      files.map(({ url, body }) => ({ url, text: body.toString("utf8") })),
      { day },
    );
  }
  return collector.parseStream(streamed(files), { day });
}

async function* streamed(files: readonly { url: string; body: Buffer }[]): AsyncGenerator<ListStream> {
  for (const { url, body } of files) yield { url, chunks: Readable.from(inPieces(body)) };
}

/** Yields pieces cut at arbitrary positions, as a network does. */
function* inPieces(body: Buffer, size = 1009): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}
