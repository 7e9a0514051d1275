import { openEmbedded } from "./embedded";
import { migrationsSuite } from "./migrations.suite";

migrationsSuite("PGlite", () => openEmbedded(null));
