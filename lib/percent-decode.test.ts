import { expect, test } from "vitest";
import { percentDecode } from "./percent-decode";

test.each([
  ["acme%20pro", "acme pro"],
  ["%25zz", "%zz"],
  ["%zz", "%zz"],
  ["%", "%"],
  ["%E0%A4%A", "%E0%A4%A"],
  ["%ff", "%ff"],
  ["", ""],
])("decodes %j to %j without an error", (text, decoded) => {
  expect(percentDecode(text)).toBe(decoded);
});
