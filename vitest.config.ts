import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const EVERYWHERE = "*.test.{ts,tsx}";
// Nothing in them outlives a test but what was read or derived once: their files may share a process.
const SHARING = [
  `db/{import,sources}/**/${EVERYWHERE}`,
  `lib/{catalog,chart,contract,discovery,format,tco,usage}/**/${EVERYWHERE}`,
  `lib/verification/extract/**/${EVERYWHERE}`,
];
const NEVER = ["**/*.service.test.ts", "**/node_modules/**"];

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    // It asks for next/server without an extension, which Vite finds and Node does not.
    server: { deps: { inline: ["next-auth"] } },
    // Vitest would leave a core to nobody: on two that doubles the time.
    maxWorkers: "100%",
    // Each file makes and drops millions of small objects: with room for them they are swept a tenth less.
    execArgv: ["--max-semi-space-size=64"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Read as files, which no import tells.
    forceRerunTriggers: [
      "**/{package,package-lock}.json",
      "**/vitest.config.*",
      "**/{catalog,fixtures,migrations}/**/*.{json,ndjson,sql,yml}",
    ],
    projects: [
      {
        extends: true,
        test: {
          name: "sharing",
          include: SHARING,
          exclude: NEVER,
          benchmark: { include: [] },
          isolate: false,
          // One after the other, or each would end the processes of the other.
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "apart",
          include: [`{app,bench,lib,db,scripts}/**/${EVERYWHERE}`],
          exclude: [...SHARING, ...NEVER],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
