import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

test("the project is found in a folder of any name", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "a b%20é#-")));
  try {
    mkdirSync(join(folder, "scripts", "lib"), { recursive: true });
    const copy = join(folder, "scripts", "lib", "steps.mjs");
    copyFileSync(join("scripts", "lib", "steps.mjs"), copy);
    const print = `import { ROOT } from ${JSON.stringify(pathToFileURL(copy).href)}; process.stdout.write(ROOT);`;
    expect(execFileSync(process.execPath, ["--input-type=module", "--eval", print], { encoding: "utf8" })).toBe(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
