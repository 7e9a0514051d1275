import { embeddedDatabase } from "@/db/testing/embedded";
import { queueSuite } from "./queue.suite";

queueSuite("PGlite", embeddedDatabase, { workers: 4 });
