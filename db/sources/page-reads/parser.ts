import { join } from "node:path";
import { fromLines } from "../head-pages/parser";
import type { Adapter } from "../shared/reading";
import { readJsonLines } from "../shared/text";

/** Our own readings, maintained by hand in the format of the other file's lines. */
export const pageReads: Adapter = {
  source: "page-reads",
  async read() {
    return fromLines(await readJsonLines(join(import.meta.dirname, "readings.ndjson")), {
      source: "page-reads",
      readOn: "2026-11-22",
    });
  },
};
