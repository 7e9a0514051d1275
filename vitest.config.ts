import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const EVERYWHERE = "*.test.{ts,tsx}";
// They change what a process has once (its environment, its console, a module that is mocked), or look at what it did:
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
  "lib/{env,extended,logger,site-secret}.test.ts",
  "scripts/vercel-config.test.ts",
  "scripts/sandbox/refusals.test.ts",
];
const NEVER = ["**/*.service.test.ts", "**/node_modules/**"];

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Vitest begins with the largest files. Those that only name a suite are small, and some of them take longest. */
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
    // It asks for next/server without an extension, which Vite finds and Node does not.
    server: { deps: { inline: ["next-auth"] } },
    // Vitest would leave a core to nobody: on two that doubles the time.
    maxWorkers: "100%",
    // Each file makes and drops millions of small objects: with room for them they are swept a tenth less.
    execArgv: ["--max-semi-space-size=64"],
    sequence: { sequencer: SuitesFirst },
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
