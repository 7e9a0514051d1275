import { afterAll } from "vitest";
import { openDatabase } from "@/db/client";
import { type ScratchDatabase, scratchDatabase } from "@/db/testing/scratch";
import { runsSuite } from "./runs.suite";

let scratch: ScratchDatabase | undefined;

runsSuite("PostgreSQL", async () => {
  scratch = await scratchDatabase();
  return openDatabase(scratch.url, "");
});

afterAll(() => scratch?.drop());
