import { afterAll } from "vitest";
import { openDatabase } from "@/db/client";
import { type ScratchDatabase, scratchDatabase } from "@/db/testing/scratch";
import { apiKeysSuite } from "./api-keys.suite";

let scratch: ScratchDatabase | undefined;

apiKeysSuite("PostgreSQL", async () => {
  scratch = await scratchDatabase();
  return openDatabase(scratch.url, "");
});
afterAll(() => scratch?.drop());
