import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { keptAnswers } from "@/lib/http/kept-answers";
import { testRuntime } from "@/lib/operations/testing/runtime";
import { handleMcp } from "./handler";
import { mayBeQuickCall, quickCall } from "./quick-call";
import { mcpServer } from "./server";

const HEADERS = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2025-11-25",
};
const call = (id: unknown, name = "get_pricing", given: object = { slug: "slack" }) =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: given } });
const WHOLE = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };

function service() {
  const runtime = testRuntime();
  const answers = keptAnswers();
  const info = { requestId: "r1", bucket: "10.0.0.1" };
  return {
    slowly: (body: string, headers: Record<string, string> = HEADERS) =>
      handleMcp(
        new Request("https://prices.example/mcp", { method: "POST", body, headers }),
        () => runtime,
        mcpServer,
        () => answers,
      ),
    quickly: (body: string, headers: Record<string, string> = HEADERS) =>
      quickCall(Buffer.from(body), headers, { answers, runtime, info }),
  };
}

test.each(["br", "gzip", "identity"] as const)(
  "a kept call is answered as the handler answers it: %s",
  async (encoding) => {
    const { slowly, quickly } = service();
    expect(await quickly(call(1))).toBeNull();
    await slowly(call(1));
    for (const id of [2, "seven", 'é"}', -1.5]) {
      const slow = await slowly(call(id));
      const quick = await quickly(call(id), { ...HEADERS, "accept-encoding": encoding });
      if (!quick) throw new Error("not answered quickly");
      expect(WHOLE[encoding](quick.bytes).toString()).toBe(await slow.text());
      const own = new Headers(
        Object.entries(quick.headers).map(([name, value]): [string, string] => [name, String(value)]),
      );
      for (const name of ["content-type", "cache-control", "vary", "ratelimit-policy"]) {
        expect(own.get(name), name).toBe(slow.headers.get(name));
      }
      expect(own.get("content-encoding")).toBe(encoding === "identity" ? null : encoding);
      expect(own.get("content-length")).toBe(String(quick.bytes.byteLength));
    }
  },
);

test("what is no plain call, or was never answered, is left to the handler", async () => {
  const { slowly, quickly } = service();
  await slowly(call(1));
  expect(await quickly(call(1))).not.toBeNull();
  for (const body of [call(1, "get_pricing", { slug: "notion" }), call(null), "[]", "{", `[${call(1)}]`]) {
    expect(await quickly(body), body).toBeNull();
  }
  expect(await quickly(call(1), { ...HEADERS, accept: "text/event-stream" })).toBeNull();
  expect(await quickly(call(1), { ...HEADERS, "mcp-protocol-version": "2025-06-18" })).toBeNull();
  expect(await quickly(call("x".repeat(100_000)))).toBeNull();
});

test("bodies of unknown or great length, and callers that are refused, are left to the handler", () => {
  const open = testRuntime();
  const local = { ...open, site: { ...open.site, url: "http://localhost:3000" } };
  const origin = "https://elsewhere.example";
  expect(mayBeQuickCall({ "content-length": "200", origin }, open)).toBe(true);
  expect(mayBeQuickCall({ "content-length": "200", host: "localhost:3000" }, local)).toBe(true);
  expect(mayBeQuickCall({ "content-length": "200", host: "localhost:3000", origin }, local)).toBe(false);
  expect(mayBeQuickCall({ "content-length": "200", host: "rebound.example" }, local)).toBe(false);
  expect(mayBeQuickCall({ "content-length": "50000" }, open)).toBe(false);
  expect(mayBeQuickCall({}, open)).toBe(false);
});
