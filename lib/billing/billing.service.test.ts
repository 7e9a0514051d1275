import { afterAll } from "vitest";
import { openDatabase } from "@/db/client";
import { type ScratchDatabase, scratchDatabase } from "@/db/testing/scratch";
import { billingSuite } from "./billing.suite";

let scratch: ScratchDatabase | undefined;

billingSuite("PostgreSQL", async () => {
  scratch = await scratchDatabase();
  return openDatabase(scratch.url, "");
});
afterAll(() => scratch?.drop());
