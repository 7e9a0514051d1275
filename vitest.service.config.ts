import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/**
 * Tests that need more than this process: a PostgreSQL server that TEST_POSTGRES_URL may name, a Redis, the built site.
 * They fail without it.
 */
export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    // As many files at once as the machine has cores.
    maxWorkers: "100%",
    include: ["{lib,db,scripts}/**/*.service.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
