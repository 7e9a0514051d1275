import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseCsv } from "./csv";
import type { Adapter, AdapterResult } from "./reading";

export type Row = Record<string, string>;

/** Returns the adapter for one file in the folder of small lists. */
export function csvAdapter(source: string, file: string, read: (rows: readonly Row[]) => AdapterResult): Adapter {
  return {
    source,
    read: async (rawDir) => read(parseCsv(await readFile(path.join(rawDir, "small-lists", file), "utf8"))),
  };
}
