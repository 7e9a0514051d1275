import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { byteBody } from "./stream";

test("a reader who leaves while a piece is made is no fault of the answer", async () => {
  let finish = (_: Uint8Array) => {};
  const piece = new Promise<Uint8Array>((resolve) => {
    finish = resolve;
  });
  const onFault = vi.fn();
  const body = byteBody(
    (async function* () {
      yield await piece;
    })(),
    onFault,
  );
  const reader = body.getReader();
  const read = reader.read();
  await turnOfTheLoop();
  const left = reader.cancel();
  finish(Buffer.from("late"));
  await Promise.all([read, left]);
  expect(onFault).not.toHaveBeenCalled();
});

test("what breaks while a piece is made is told, and the answer ends without its end", async () => {
  const onFault = vi.fn();
  const cause = new Error("the database is gone");
  const body = byteBody(
    // biome-ignore lint/correctness/useYield: it breaks before
    (async function* (): AsyncGenerator<Uint8Array> {
      throw cause;
    })(),
    onFault,
  );
  await expect(body.getReader().read()).rejects.toThrow("the response broke off");
  expect(onFault).toHaveBeenCalledExactlyOnceWith(cause);
});
