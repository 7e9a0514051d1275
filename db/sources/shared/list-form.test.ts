import { describe, expect, test } from "vitest";
import * as z from "zod";
import { ListChangedError } from "../collector";
import { inForm, mostAre, notEmpty, readJson, textAt } from "./list-form";

const Form = z.object({ prices: z.array(z.object({ amount: z.number() })) });

test("another form is told with the place where it differs", () => {
  expect(readJson(Form, '{ "prices": [{ "amount": 2, "new": true }] }', "Acme's list")).toEqual({
    prices: [{ amount: 2 }],
  });
  expect(() => inForm(Form, { prices: [{ amount: 2 }, { amount: "2" }] }, "Acme's list")).toThrow(
    /^Acme's list has another form at prices\.1\.amount: /,
  );
  expect(() => readJson(Form, "<html>", "Acme's list")).toThrow("Acme's list is no JSON.");
});

test("a file that was not read is missed", () => {
  const files = [{ url: "https://example.com/a", text: "A" }];
  expect(textAt(files, "https://example.com/a")).toBe("A");
  expect(() => textAt(files, "https://example.com/b")).toThrow(ListChangedError);
});

describe("of a list", () => {
  const isOne = (row: number) => row === 1;

  test("half of the rows may be odd, and no more", () => {
    expect(() => mostAre([1, 1, 0, 0], isOne, "are one")).not.toThrow();
    expect(() => mostAre([1, 0, 0], isOne, "are one")).toThrow("1 of 3 rows are one.");
    expect(() => mostAre([], isOne, "are one")).toThrow(ListChangedError);
  });

  test("something must be read", () => {
    const rejects = [{ row: "acme", reason: "no price" }];
    expect(() => notEmpty({ readings: [], rejects }, "Acme's list")).toThrow(
      "Nothing can be read of Acme's list: acme, no price.",
    );
  });
});
