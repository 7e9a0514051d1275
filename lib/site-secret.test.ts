import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "secret-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the secret as a newly started process reads it. */
async function inAnotherProcess(): Promise<string> {
  vi.resetModules();
  delete (globalThis as Record<symbol, unknown>)[Symbol.for("pricing-intelligence:site-secret")];
  return (await import("./site-secret")).siteSecret();
}

test("without AUTH_SECRET one is made, kept for the next process, and readable by its owner alone", async () => {
  vi.stubEnv("AUTH_SECRET", "");
  vi.stubEnv("DATA_DIR", folder);
  const secret = await inAnotherProcess();
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(await inAnotherProcess()).toBe(secret);
  expect(readdirSync(folder)).toEqual(["site-secret"]);
  expect(statSync(join(folder, "site-secret")).mode & 0o777).toBe(0o600);
});
