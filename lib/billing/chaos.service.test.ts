import { afterAll } from "vitest";
import { openDatabase } from "@/db/client";
import { type ScratchDatabase, scratchDatabase } from "@/db/testing/scratch";
import { chaosSuite } from "./chaos.suite";

let scratch: ScratchDatabase | undefined;

chaosSuite(
  "PostgreSQL",
  async () => {
    scratch = await scratchDatabase();
    return openDatabase(scratch.url, "");
  },
  { purchases: 500, concurrency: 8, turns: 6 },
);
afterAll(() => scratch?.drop());
