import { embeddedDatabase } from "@/db/testing/embedded";
import { loadSuite } from "./load.suite";

loadSuite("PGlite", embeddedDatabase);
