import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { STRIPE_API_VERSION } from "@/lib/billing/stripe";
import { EVENT_TYPES } from "@/lib/billing/webhook";
import config from "@/next.config";
import { SERVING_ENVIRONMENT } from "@/scripts/lib/serving.mjs";

const read = (path: string) => readFileSync(path, "utf8");
/** The instructions, without the section on tested setups. */
const [guide = ""] = read("docs/deploy.md").split("## Tested setups");
/** Matches a path with a pattern whose star is one part of a path. */
const matchesGlob = (path: string, pattern: string) =>
  new RegExp(
    `^${pattern
      .split("*")
      .map((part) => part.replaceAll(".", "\\."))
      .join("[^/]*")}$`,
  ).test(path);
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found ?? "");

describe("what the files for deploying say", () => {
  test("the guide's events and API version are those that the webhook takes", () => {
    const [listed = ""] = all(guide, /<!-- events:begin -->([\s\S]*)<!-- events:end -->/g);
    expect(all(listed, /(?<=\s)([a-z][a-z._]+)(?=\s)/g)).toEqual(EVENT_TYPES);
    expect(guide).toContain(`API version \`${STRIPE_API_VERSION}\``);
  });

  test("every variable that the guide names is explained in .env.example", () => {
    const known = new Set(all(read(".env.example"), /^# ([A-Z][A-Z_]+)=/gm));
    const named = new Set(all(guide, /`([A-Z][A-Z_]{3,})(?:=[^`]*)?`/g));
    expect([...named].filter((name) => !known.has(name) && !/^(?:UPSTASH_|NEXT_OUTPUT)/.test(name))).toEqual([]);
    expect(named.size).toBeGreaterThan(15);
  });

  test("every file and command that the guide names is there", () => {
    for (const path of all(guide, /\]\(\.\.\/([^)#]+)\)/g)) expect(existsSync(path), path).toBe(true);
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    for (const name of all(guide, /npm run (?:--silent )?([a-z:]+)/g)) expect(scripts, name).toHaveProperty([name]);
  });

  test("vercel.json speaks of routes that there are, and its crons of addresses that answer", () => {
    const { crons, functions } = JSON.parse(read("vercel.json")) as {
      crons: { path: string }[];
      functions: Record<string, object>;
    };
    for (const { path } of crons) expect(existsSync(`app${path}/route.ts`), path).toBe(true);
    for (const path of Object.keys(functions)) expect(existsSync(path), path).toBe(true);
    const scheduled = new Set(crons.map(({ path }) => path));
    const routes = ["collect", "price-watches", "reconcile", "verify"].map((name) => `/api/cron/${name}`);
    expect([...scheduled].sort()).toEqual(routes);
  });

  test("images and actions are pinned by digest and commit, each image alike wherever it stands", () => {
    const files = ["Dockerfile", "compose.yaml", ".github/workflows/ci.yml"].map(read).join("\n");
    const images = all(files, /^(?:ARG NODE_IMAGE=| *image: )(.+)$/gm);
    const pinned = /^[a-z0-9/-]+:[a-z0-9.-]+@sha256:[0-9a-f]{64}$/;
    expect(images.filter((image) => !pinned.test(image))).toEqual([]);
    const names = new Set(images.map((image) => image.split(":")[0]));
    expect(new Set(images).size).toBe(names.size);
    const actions = all(files, /uses: (.+)$/gm);
    expect(actions.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d/.test(action))).toEqual([]);
    expect([images.length, actions.length]).toEqual([6, 3]);
  });

  test("an image and a unit give back memory as a server that `npm start` starts", () => {
    const set = Object.entries(SERVING_ENVIRONMENT).map(([name, value]) => `${name}=${value}`);
    for (const path of ["Dockerfile", "deploy/pricing-intelligence.service"]) {
      expect(all(read(path), /^(?:ENV |Environment=)(MALLOC_.+)$/gm), path).toEqual([set.join(" ")]);
    }
  });

  test("the image holds each module that its server loads as it stands, and each package of theirs", () => {
    const loaded = new Set<string>();
    const packages = new Set<string>();
    const follow = (path: string) => {
      if (loaded.has(path)) return;
      loaded.add(path);
      for (const name of all(read(path), /(?:\bfrom|\bimport|\bimport\()\s*"([^"]+)"/g)) {
        if (name.startsWith(".")) follow(join(dirname(path), name));
        else if (!name.startsWith("node:")) packages.add(name.split("/")[0] ?? "");
      }
    };
    follow("scripts/standalone.mjs");
    // Started by its path.
    follow("scripts/lib/picture-process.mjs");
    const copied = all(read("Dockerfile"), /^COPY --from=build \/app\/(\S+\.mjs) /gm);
    expect([...loaded].filter((path) => !copied.some((pattern) => matchesGlob(path, pattern)))).toEqual([]);
    expect(loaded.size).toBeGreaterThan(10);
    // Next provides its own packages.
    const traced = Object.values(config.outputFileTracingIncludes ?? {}).flat();
    const missing = [...packages].filter((name) => !traced.some((path) => path.includes(`node_modules/${name}/`)));
    expect(missing).toEqual([]);
  });

  test("what the image takes from the repository is there, and no secret is among it", () => {
    const copied = all(read("Dockerfile"), /^COPY --from=build \/app\/((?:scripts|lib|db)\S+)/gm);
    for (const path of copied) expect(path.includes("*") ? !!path : existsSync(path), path).toBe(true);
    expect(read(".dockerignore").split("\n")).toEqual(expect.arrayContaining([".env", ".env.*", ".data", ".git"]));
  });
});
