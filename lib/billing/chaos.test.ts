import { embeddedDatabase } from "@/db/testing/embedded";
import { chaosSuite } from "./chaos.suite";

// The service tests send 500 purchases to PostgreSQL.
chaosSuite("PGlite", embeddedDatabase, { purchases: 150, concurrency: 3, turns: 3 });
