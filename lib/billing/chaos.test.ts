import { embeddedDatabase } from "@/db/testing/embedded";
import { chaosSuite } from "./chaos.suite";

chaosSuite("PGlite", embeddedDatabase, { purchases: 500, concurrency: 3, turns: 3 });
