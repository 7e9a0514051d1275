import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { hashCatalog } from "./files";
import { filledCluster, LOADED_FROM } from "./filled";
import { FIXTURE } from "./load.suite";

const folder = mkdtempSync(join(tmpdir(), "filled-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a first start begins with what the build loaded, as long as the catalogue is the same", async () => {
  const [catalogue, filled] = [join(folder, "catalogue"), join(folder, "filled")];
  cpSync(FIXTURE, catalogue, { recursive: true });
  expect(await filledCluster(catalogue, filled)).toBeUndefined();
  mkdirSync(filled);
  writeFileSync(join(filled, LOADED_FROM), await hashCatalog(catalogue));
  expect(await filledCluster(catalogue, filled)).toBe(join(filled, "pglite"));
  writeFileSync(join(catalogue, "products.ndjson"), "", { flag: "a" });
  expect(await filledCluster(catalogue, filled)).toBe(join(filled, "pglite"));
  writeFileSync(join(catalogue, "products.ndjson"), "\n", { flag: "a" });
  expect(await filledCluster(catalogue, filled)).toBeUndefined();
});
