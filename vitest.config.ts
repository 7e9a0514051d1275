import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    include: ["{app,bench,lib,db,scripts}/**/*.test.{ts,tsx}"],
    exclude: ["**/*.service.test.ts", "**/node_modules/**"],
    // It asks for next/server without an extension, which Vite finds and Node does not.
    server: { deps: { inline: ["next-auth"] } },
    // Vitest would leave a core to nobody: on two that doubles the time.
    maxWorkers: "100%",
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
