import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { collectRegularly } from "./daily";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const HOUR_MS = 3_600_000;

test("nothing is collected unless it is switched on, nor where no process lives long", async () => {
  const work = vi.fn(async () => {});
  expect(collectRegularly(work, { collect: false, onVercel: false })).toBeNull();
  expect(collectRegularly(work, { collect: true, onVercel: true })).toBeNull();
  await vi.advanceTimersByTimeAsync(48 * HOUR_MS);
  expect(work).not.toHaveBeenCalled();
});

test("switched on it looks soon after the start and then each hour, once at a time, whatever fails", async () => {
  process.env.LOG_LEVEL = "silent";
  let end: (failed?: Error) => void = () => {};
  const work = vi.fn(
    () =>
      new Promise<void>((resolve, reject) => {
        end = (failed) => (failed ? reject(failed) : resolve());
      }),
  );
  const regularly = collectRegularly(work, { collect: true, onVercel: false });
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(3 * HOUR_MS);
  expect(work).toHaveBeenCalledTimes(1);
  end(new Error("offline"));
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(work).toHaveBeenCalledTimes(2);
  end();
  regularly?.stop();
  await vi.advanceTimersByTimeAsync(5 * HOUR_MS);
  expect(work).toHaveBeenCalledTimes(2);
});
