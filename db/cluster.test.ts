import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, expect, test } from "vitest";
import { makeEmptyCluster, placeCluster } from "./cluster";

const folder = mkdtempSync(join(tmpdir(), "cluster-"));
const made = join(folder, "made");
afterAll(() => rmSync(folder, { recursive: true }));

test("a database begins with a copy of the empty one, and leaves that empty", async () => {
  await makeEmptyCluster(made);
  for (const name of ["first", "second"]) {
    await placeCluster(async () => made, join(folder, name));
    const database = await PGlite.create({ dataDir: join(folder, name) });
    await database.exec("create table own (n int)");
    await database.close();
  }
  expect(readdirSync(folder).sort()).toEqual(["first", "made", "second"]);
}, 60_000);

test("where there is a database it stays, and without an empty one there is none", async () => {
  const kept = join(folder, "kept");
  mkdirSync(kept);
  writeFileSync(join(kept, "own"), "");
  await placeCluster(async () => made, kept);
  expect(readdirSync(kept)).toEqual(["own"]);
  await placeCluster(async () => join(folder, "missing"), join(folder, "none"));
  expect(readdirSync(folder)).not.toContain("none");
});
