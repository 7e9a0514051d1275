import { openEmbedded } from "@/db/client";
import { downloadsSuite } from "./downloads.suite";

downloadsSuite("PGlite", () => openEmbedded(null));
