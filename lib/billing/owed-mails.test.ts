import { afterEach, expect, test, vi } from "vitest";
import { readEnv } from "@/lib/env";
import { sendOwedMails } from "./owed-mails";

const sells = { SANDBOX_URL: "http://127.0.0.1:3100", STRIPE_WEBHOOK_SECRET: "whsec_x", LOG_LEVEL: "silent" };

afterEach(() => void vi.useRealTimers());

test("what is owed is sent at the start and every five minutes, whatever failed before", async () => {
  vi.useFakeTimers();
  const send = vi.fn(() => Promise.reject(new Error("the mail server is away")));
  const timer = sendOwedMails(send, readEnv(sells));
  expect(send).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(send).toHaveBeenCalledTimes(3);
  clearInterval(timer ?? undefined);
});

test("nothing is owed where nothing is sold", () => {
  const send = vi.fn(() => Promise.resolve());
  expect(sendOwedMails(send, readEnv({}))).toBeNull();
  expect(send).not.toHaveBeenCalled();
});
