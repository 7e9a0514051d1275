import { openEmbedded } from "@/db/client";
import { apiKeysSuite } from "./api-keys.suite";

apiKeysSuite("PGlite", () => openEmbedded(null));
