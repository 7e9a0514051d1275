import { openEmbedded } from "./client";
import { migrationsSuite } from "./migrations.suite";

migrationsSuite("PGlite", () => openEmbedded(null));
