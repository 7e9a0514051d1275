import { embeddedDatabase } from "@/db/testing/embedded";
import { queriesSuite } from "./queries.suite";

queriesSuite("PGlite", embeddedDatabase);
