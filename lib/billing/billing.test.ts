import { embeddedDatabase } from "@/db/testing/embedded";
import { billingSuite } from "./billing.suite";

billingSuite("PGlite", embeddedDatabase);
