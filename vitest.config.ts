import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const EVERYWHERE = "*.test.{ts,tsx}";
// These tests change process-wide state (the environment, the console, a mocked module) or inspect it. Each of them
// runs in its own process; the other test files share processes.
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
  "lib/{env,extended,logger,site-secret}.test.ts",
  "scripts/vercel-config.test.ts",
  "scripts/sandbox/refusals.test.ts",
];
const NEVER = ["**/*.service.test.ts", "**/node_modules/**"];

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Vitest starts with the largest files. Files that only import a suite are small, but some take longest. */
class SuitesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const namesSuite = ({ moduleId }: TestSpecification) => readFileSync(moduleId, "utf8").includes('.suite"');
    return [...sorted.filter(namesSuite), ...sorted.filter((file) => !namesSuite(file))];
  }
}

export default defineConfig({
  resolve: {
    alias: {
      "@": here(".").replace(/\/$/, ""),
      // Set by `npm run test:properties`.
      ...(process.env.PROPERTY_TIMES && { "fast-check": here("scripts/properties/fast-check.ts") }),
    },
  },
  test: {
    // next-auth imports next/server without an extension, which Vite resolves and Node.js does not.
    server: { deps: { inline: ["next-auth"] } },
    // Uses all cores. By default Vitest leaves one core free, which doubles the time on two cores.
    maxWorkers: "100%",
    // Each file creates and drops millions of small objects. A larger young generation saves a tenth of their garbage
    // collection.
    execArgv: ["--max-semi-space-size=64"],
    sequence: { sequencer: SuitesFirst },
    // Prints logs of failed tests only.
    silent: "passed-only",
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Tests read these files directly, without an import.
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
          // Runs the projects one after the other. Otherwise each would end the other's processes.
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
