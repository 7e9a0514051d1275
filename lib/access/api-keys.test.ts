import { embeddedDatabase } from "@/db/testing/embedded";
import { apiKeysSuite } from "./api-keys.suite";

apiKeysSuite("PGlite", embeddedDatabase);
