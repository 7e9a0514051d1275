import { openEmbedded } from "@/db/client";
import { loadSuite } from "./load.suite";

loadSuite("PGlite", () => openEmbedded(null));
