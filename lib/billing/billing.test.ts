import { openEmbedded } from "@/db/client";
import { billingSuite } from "./billing.suite";

billingSuite("PGlite", () => openEmbedded(null));
