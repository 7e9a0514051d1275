import { afterEach, beforeEach, expect, test } from "vitest";
import type { Collector } from "@/db/sources/collector";
import { FetchError } from "@/lib/fetch/errors";
import { messageOf } from "./download";
import type { Open } from "./open";
import { COLLECTING } from "./policy";
import { type ReadOptions, readList } from "./read-list";
import { type ListServer, listServer } from "./testing/list-server";
import { plainOpen } from "./testing/plain-open";

const OPTIONS: ReadOptions = {
  open: plainOpen,
  day: "2026-11-01",
  signal: new AbortController().signal,
  restMs: 60_000,
  validators: {},
  begun: null,
  now: () => new Date(0),
  limits: COLLECTING,
};

let server: ListServer;
beforeEach(async () => {
  server = await listServer();
});
afterEach(() => server.close());

test("what ends before its stated length is not whole, though its transfer ended well", async () => {
  const ended: Open = async () => ({
    status: 200,
    headers: new Headers({ "content-length": "10" }),
    body: (async function* () {
      yield Buffer.from("{}");
    })(),
    discard() {},
  });
  const collector: Collector = {
    source: "acme",
    everyDays: 1,
    maxBytes: 100,
    requests: () => [{ url: "https://example.com/list" }],
    parse: () => ({ readings: [], rejects: [] }),
  };
  await expect(readList(collector, { ...OPTIONS, open: ended })).rejects.toThrow(
    /incomplete: 2 bytes of 10 bytes received/,
  );
});

test("a report tells the reason alone: no query, no address that was looked up, no password", () => {
  const query = new Error("Failed query: insert into x values ($1)\nparams: 7", { cause: new Error("no room left") });
  expect(messageOf(query)).toBe("no room left");
  const refused = new FetchError("connection", "The connection failed.", { cause: new Error("connect 10.0.0.7:443") });
  expect(messageOf(refused)).toBe("The connection failed.");
  expect(messageOf(new Error("postgres://me:hunter2@db.example.com is full"))).not.toContain("hunter2");
  expect(messageOf(new Error("x".repeat(5000))).length).toBeLessThan(400);
  expect(messageOf("odd")).toBe("odd");
});

const MB = 1024 * 1024;
/** Maximum bytes in sockets, the client and one piece in the parser. */
const HELD_BYTES = 16 * MB;

test("a price file of 300 MB is never held: what was sent and is not yet parsed stays small", async () => {
  const piece = Buffer.from(`${'{"sku":"ACME-0001","usd":"0.0416"}'.padEnd(65_535, " ")}\n`);
  const total = 300 * MB;
  let sent = 0;
  let parsed = 0;
  let mostHeld = 0;
  server.serve("/offers.json", (_, response) => {
    response.writeHead(200, { "content-length": String(total) });
    const go = () => {
      while (sent < total) {
        sent += piece.length;
        mostHeld = Math.max(mostHeld, sent - parsed);
        if (!response.write(piece)) return void response.once("drain", go);
      }
      response.end();
    };
    go();
  });
  const collector: Collector = {
    source: "acme-cloud",
    everyDays: 7,
    maxBytes: 400 * MB,
    requests: () => [{ url: `${server.url}/offers.json` }],
    async parseStream(files) {
      for await (const { chunks } of files) {
        for await (const chunk of chunks) {
          parsed += chunk.byteLength;
        }
      }
      return { readings: [], rejects: [] };
    },
  };
  const read = await readList(collector, OPTIONS);
  expect(read).toMatchObject({ kind: "read", bytes: total, files: 1 });
  expect(mostHeld).toBeLessThan(HELD_BYTES);
});
