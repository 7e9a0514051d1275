import { openEmbedded } from "@/db/client";
import { queriesSuite } from "./queries.suite";

queriesSuite("PGlite", () => openEmbedded(null));
