import { expect, test, vi } from "vitest";
import { verifyByItself } from "./hourly";

test("a server reads no page by itself unless it is switched on, and never on Vercel", () => {
  const read = vi.fn(async () => {});
  expect(verifyByItself(read, { verify: false, onVercel: false })).toBeNull();
  expect(verifyByItself(read, { verify: true, onVercel: true })).toBeNull();
  expect(read).not.toHaveBeenCalled();
  const timer = verifyByItself(read, { verify: true, onVercel: false });
  expect(read).toHaveBeenCalledTimes(1);
  expect(timer?.hasRef()).toBe(false);
  clearInterval(timer ?? undefined);
});

test("a run that fails does not bring the server down", async () => {
  const timer = verifyByItself(() => Promise.reject(new Error("offline")), { verify: true, onVercel: false });
  await new Promise((resolve) => setImmediate(resolve));
  clearInterval(timer ?? undefined);
});
