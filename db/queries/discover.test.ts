import { openEmbedded } from "@/db/client";
import { discoverSuite } from "./discover.suite";

discoverSuite("PGlite", () => openEmbedded(null));
