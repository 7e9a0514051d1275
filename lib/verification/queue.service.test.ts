import { afterAll, beforeAll } from "vitest";
import { openDatabase } from "@/db/client";
import { type ScratchDatabase, scratchDatabase } from "@/db/testing/scratch";
import { queueSuite } from "./queue.suite";

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await scratchDatabase();
});
afterAll(() => scratch?.drop());

queueSuite("PostgreSQL", () => openDatabase(scratch.url, ""), { workers: 8 });
