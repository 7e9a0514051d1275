import { onPostgres } from "@/db/testing/scratch";
import { chaosSuite } from "./chaos.suite";

// The purchases are the same with both drivers. The second run tests the driver.
onPostgres((name, open, kind) => {
  chaosSuite(name, open, { purchases: kind === "neon" ? 40 : 500, concurrency: 8, turns: 6 });
});
