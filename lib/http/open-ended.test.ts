import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { LONGEST_END, openEnded } from "./open-ended";

const WHOLE = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };
const BEGINNINGS = ["", "{", '{"result":"é — 漢"', "abc ".repeat(50_000), '{"n":1}'.repeat(3_000)];
const ENDS = ["}", '"id":7}', "é".repeat(100), "x".repeat(LONGEST_END)];

test.each(["br", "gzip", "identity"] as const)("%s: every end stands behind the beginning, whole", async (encoding) => {
  for (const beginning of BEGINNINGS) {
    const open = await openEnded(Buffer.from(beginning), encoding);
    for (const end of ENDS) expect(WHOLE[encoding](open(Buffer.from(end))).toString()).toBe(beginning + end);
  }
});
