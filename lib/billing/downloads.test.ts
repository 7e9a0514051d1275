import { embeddedDatabase } from "@/db/testing/embedded";
import { downloadsSuite } from "./downloads.suite";

downloadsSuite("PGlite", embeddedDatabase);
