import { embeddedDatabase } from "@/db/testing/embedded";
import { runsSuite } from "./runs.suite";

runsSuite("PGlite", embeddedDatabase);
