import { onPostgres } from "@/db/testing/scratch";
import { chaosSuite } from "./chaos.suite";

// What a purchase goes through is the same by either way; the second is there for what the driver makes of it.
onPostgres((name, open, kind) => {
  chaosSuite(name, open, { purchases: kind === "neon" ? 40 : 500, concurrency: 8, turns: 6 });
});
