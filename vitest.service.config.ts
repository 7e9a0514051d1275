import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/**
 * Tests that need more than this process: a PostgreSQL server (optionally named in TEST_POSTGRES_URL), Redis and the
 * built site. They fail without them.
 */
export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    // Runs as many files at once as the machine has cores.
    maxWorkers: "100%",
    include: ["{lib,db,scripts}/**/*.service.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
