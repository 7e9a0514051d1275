import { embeddedDatabase } from "@/db/testing/embedded";
import { discoverSuite } from "./discover.suite";

discoverSuite("PGlite", embeddedDatabase);
