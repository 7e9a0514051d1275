import { expect, test, vi } from "vitest";
import { StepError } from "./steps.mjs";
import { processesFor } from "./workers.mjs";

const GIB = 1024 ** 3;
const DATABASE_URL = "postgres://localhost/pricing";
const has = { cores: 8, bytes: 32 * GIB };

test("with PostgreSQL as many processes answer as there are cores with the memory for one, or as many as are asked for", () => {
  expect(processesFor({ DATABASE_URL }, has)).toBe(8);
  expect(processesFor({ DATABASE_URL, WEB_CONCURRENCY: " " }, { cores: 8, bytes: 2.5 * GIB })).toBe(2);
  expect(processesFor({ DATABASE_URL }, { cores: 2, bytes: GIB / 2 })).toBe(1);
  expect(processesFor({ DATABASE_URL }, { cores: 192, bytes: 512 * GIB })).toBe(64);
  expect(processesFor({ DATABASE_URL, WEB_CONCURRENCY: "3" }, has)).toBe(3);
});

test("the embedded database has one, and who asked for more is told why", () => {
  const say = vi.fn();
  expect(processesFor({}, has, say)).toBe(1);
  expect(processesFor({ DATABASE_URL: " ", WEB_CONCURRENCY: "1" }, has, say)).toBe(1);
  expect(say).not.toHaveBeenCalled();
  expect(processesFor({ WEB_CONCURRENCY: "4" }, has, say)).toBe(1);
  expect(say).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("DATABASE_URL"));
});

test.each(["0", "65", "auto", "-1", "1.5", "1e1"])("WEB_CONCURRENCY=%s is refused", (WEB_CONCURRENCY) => {
  for (const environment of [{ WEB_CONCURRENCY }, { DATABASE_URL, WEB_CONCURRENCY }]) {
    expect(() => processesFor(environment, has)).toThrow(StepError);
  }
});
