import { afterAll } from "vitest";
import { openDatabase } from "@/db/client";
import { type ScratchDatabase, scratchDatabase } from "@/db/testing/scratch";
import { downloadsSuite } from "./downloads.suite";

let scratch: ScratchDatabase | undefined;

downloadsSuite("PostgreSQL", async () => {
  scratch = await scratchDatabase();
  return openDatabase(scratch.url, "");
});
afterAll(() => scratch?.drop());
