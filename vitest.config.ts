import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const EVERYWHERE = "*.test.{ts,tsx}";
// They change what a process has once (its environment, its console, a module that is mocked), or count what it did:
// each file of them has a process of its own, the others share theirs.
const ALONE = [
  "app/_data/card-{fonts,image}.test.ts",
  "app/bot/page.test.tsx",
  "lib/access/steady-limiter.test.ts",
  "lib/auth/auth.test.ts",
  "lib/billing/{grant-work,owed-mails,price-sync}.test.ts",
  "lib/collection/daily.test.ts",
  "lib/http/{collect-route,forms,internal-routes}.test.ts",
  "lib/mail/mail.test.ts",
  "lib/observe/*.test.ts",
  "lib/operations/database-catalog.test.ts",
  "lib/{env,logger,site-secret}.test.ts",
  "scripts/sandbox/refusals.test.ts",
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
    // What is logged is told of tests that fail.
    silent: "passed-only",
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
          include: [`{app,bench,lib,db,scripts}/**/${EVERYWHERE}`],
          exclude: [...ALONE, ...NEVER],
          benchmark: { include: [] },
          isolate: false,
          // One after the other, or each would end the processes of the other.
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "alone",
          include: ALONE,
          exclude: NEVER,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
