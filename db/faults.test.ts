import { describe, expect, test } from "vitest";
import { again, isConnectionFault, mayBeAskedAgain } from "./faults";

const withCode = (code: string) => new Error("failed query", { cause: Object.assign(new Error("no"), { code }) });
const BROKEN = new Error("Connection terminated unexpectedly");
const READ = "select * from products";
const CHANGES = [
  "update products set name = $1",
  "with moved as (delete from runs returning id) select id from moved",
  "insert into runs select 1",
  "begin",
];

describe("a statement by itself", () => {
  test("is asked again whatever it does where it was undone, or nobody can have heard it", () => {
    for (const code of ["40001", "40P01", "ECONNREFUSED", "53300", "57P03"]) {
      for (const text of [READ, ...CHANGES])
        expect(mayBeAskedAgain(text, withCode(code)), `${code} ${text}`).toBe(true);
    }
  });

  test("is asked again only if it reads where a connection broke under it", () => {
    for (const error of [BROKEN, withCode("57P01"), withCode("ECONNRESET"), { type: "error" }]) {
      for (const text of [READ, " with a as (select 1) select * from a"])
        expect(mayBeAskedAgain(text, error)).toBe(true);
      for (const text of CHANGES) expect(mayBeAskedAgain(text, error), text).toBe(false);
    }
  });

  test("that is wrong, or took too long, is not asked again", () => {
    for (const code of ["42601", "23505", "57014", "53100"])
      expect(mayBeAskedAgain(READ, withCode(code)), code).toBe(false);
  });
});

test("the event of a WebSocket is a fault of the connection, and so is one of which an error tells", () => {
  expect(
    [{ type: "error", error: null }, new Error("failed", { cause: { type: "error" } })].map(isConnectionFault),
  ).toEqual([true, true]);
  expect([null, undefined, "error", {}, { type: "close" }].map(isConnectionFault)).toEqual(Array(5).fill(false));
});

test("what took its time is not tried again, and nothing more than three times", async () => {
  let tried = 0;
  const fails = async () => {
    tried += 1;
    throw BROKEN;
  };
  await expect(again(fails, () => true)).rejects.toBe(BROKEN);
  expect(tried).toBe(4);
  const slow = () => new Promise((_, reject) => setTimeout(() => fails().catch(reject), 2_050));
  await expect(again(slow, () => true)).rejects.toBe(BROKEN);
  expect(tried).toBe(5);
});
