import { openEmbedded } from "@/db/client";
import { runsSuite } from "./runs.suite";

runsSuite("PGlite", () => openEmbedded(null));
