import { expect, test } from "vitest";
import type { Db } from "@/db/client";
import { collectionRuntime } from "./server";

const SITE = "https://pricing.example.com";
const request = {
  headers: {},
  maxBytes: 1000,
  timeoutMs: 5000,
  signal: new AbortController().signal,
};

test("a list is never read from this machine or a private network, whatever its collector asks for", async () => {
  const { open } = collectionRuntime({ db: {} as Db, kind: "postgres" }, SITE);
  for (const url of [
    "http://127.0.0.1/list",
    "http://10.0.0.1/list",
    "http://169.254.169.254/latest",
    "http://[::1]/list",
  ]) {
    await expect(open(url, request)).rejects.toMatchObject({ code: "private_address" });
  }
});

test("only where one process alone has the database, runs from before it began are dead", () => {
  const { aloneSince } = collectionRuntime({ db: {} as Db, kind: "embedded" }, SITE);
  expect(aloneSince?.getTime()).toBeLessThanOrEqual(Date.now());
  expect(collectionRuntime({ db: {} as Db, kind: "postgres" }, SITE).aloneSince).toBeUndefined();
  expect(collectionRuntime({ db: {} as Db, kind: "neon" }, SITE).aloneSince).toBeUndefined();
});
