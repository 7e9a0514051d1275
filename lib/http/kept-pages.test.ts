import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { sharedPage } from "./kept-pages";

/** Beginnings of the paths of pages that depend on the user or on the request. */
const OF_ONE_READER = /^\/(?:account|admin|checkout|report|search|sign-in|watch)(?:\/|$)/;

const addresses = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => /(?:^|\/)page\.tsx$/.test(file))
  .map((file) => `/${file}`.replace(/\/page\.tsx$|\/\(\w+\)/g, "").replace(/\[\w+\]/g, "x") || "/");

test("every page with one address is drawn once for all who ask, but those of one reader", () => {
  const single = addresses.filter((path) => !path.split("/").includes("x"));
  expect(single.length).toBeGreaterThan(30);
  for (const path of single) expect(sharedPage(path) === null, path).toBe(OF_ONE_READER.test(path));
});

test("none is taken for another that is asked with a question", () => {
  for (const path of addresses) expect(sharedPage(`${path}?seats=20`), path).toBeNull();
});
