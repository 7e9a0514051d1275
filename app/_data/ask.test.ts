import { expect, test } from "vitest";
import { AppError } from "@/lib/errors";
import { exampleOf } from "./ask";

test("a page does without an example of products that are not there, and with no other fault", async () => {
  expect(await exampleOf(Promise.resolve("an answer"))).toBe("an answer");
  expect(await exampleOf(Promise.reject(new AppError("product_not_found", "No such product.")))).toBeNull();
  await expect(exampleOf(Promise.reject(new AppError("internal", "Something broke.")))).rejects.toThrow("broke");
  await expect(exampleOf(Promise.reject(new Error("unforeseen")))).rejects.toThrow("unforeseen");
});
