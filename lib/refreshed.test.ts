import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { refreshed } from "./refreshed";

const AGES = { freshMs: 450, waitAfterMs: 900, lastsMs: 300_000 };
const never = () => new Promise<never>(() => {});

describe("a refreshed value", () => {
  let now: ReturnType<typeof vi.spyOn>;
  beforeEach(() => {
    now = vi.spyOn(performance, "now").mockReturnValue(0);
  });
  afterEach(() => vi.restoreAllMocks());
  const at = (ms: number) => now.mockReturnValue(ms as never);

  test("is read once for all callers, and again when it is old", async () => {
    const read = vi.fn(async () => read.mock.calls.length);
    const value = refreshed(read, AGES);
    expect(await Promise.all([value.get(), value.get()])).toEqual([1, 1]);
    at(449);
    expect(value.get()).toBe(1);
    at(899);
    expect(value.get()).toBe(1);
    await sleep(0);
    expect(value.get()).toBe(2);
    at(3_000);
    expect(await value.get()).toBe(3);
  });

  test("stays available while a read hangs: the first caller waits 200 ms, later callers do not wait", async () => {
    let read: () => Promise<number> = async () => 1;
    const value = refreshed(() => read(), AGES);
    await value.get();
    read = never;
    at(1_000);
    expect(await value.get()).toBe(1);
    expect(value.get()).toBe(1);
    at(300_000);
    expect(value.get()).toBeInstanceOf(Promise);
  });

  test("is read again after a read that failed", async () => {
    let read: () => Promise<number> = async () => 1;
    const value = refreshed(() => read(), AGES);
    await value.get();
    read = () => Promise.reject(new Error("away"));
    at(1_000);
    expect(await value.get()).toBe(1);
    read = async () => 2;
    expect(value.get()).toBe(1);
    await sleep(0);
    expect(value.get()).toBe(2);
    at(400_000);
    read = () => Promise.reject(new Error("away"));
    await expect(value.get()).rejects.toThrow("away");
  });

  test("is read again at once after it expired", async () => {
    const read = vi.fn(async () => read.mock.calls.length);
    const value = refreshed(read, AGES);
    await value.get();
    value.expire();
    expect(await value.get()).toBe(2);
  });
});
