import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clientTypes, TYPES_FILE } from "@/e2e/client/source";

test("the types of the client are those of the API description (npm run client:generate)", async () => {
  expect(readFileSync(TYPES_FILE, "utf8")).toBe(await clientTypes());
});
