import { openEmbedded } from "@/db/client";
import { chaosSuite } from "./chaos.suite";

chaosSuite("PGlite", () => openEmbedded(null), { purchases: 500, concurrency: 3, turns: 3 });
