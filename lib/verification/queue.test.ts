import { openEmbedded } from "@/db/client";
import { queueSuite } from "./queue.suite";

queueSuite("PGlite", () => openEmbedded(null), { workers: 4 });
