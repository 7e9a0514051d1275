import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { Body } from "./encode";

const TEXT = JSON.stringify(Array.from({ length: 200 }, (_, index) => ({ name: `Acme ${index} — é`, price: index })));
const WHOLE = { br: brotliDecompressSync, gzip: gunzipSync };

test.each(["br", "gzip"] as const)(
  "%s is alike whenever it is asked for, and is kept without more",
  async (encoding) => {
    const body = new Body(TEXT);
    const asked = [await body.in(encoding), await body.in(encoding), await body.in(encoding)] as const;
    for (const bytes of asked) expect(WHOLE[encoding](bytes).toString()).toBe(TEXT);
    expect(asked[2]).toBe(asked[1]);
    expect(asked[2].buffer.byteLength).toBe(asked[2].length);
  },
);
