import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Tests that need a service of their own: a PostgreSQL server that TEST_POSTGRES_URL may name. They fail without it. */
export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: { include: ["{lib,db,scripts}/**/*.service.test.ts"], testTimeout: 30_000, hookTimeout: 60_000 },
});
