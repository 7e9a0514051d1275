import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const MAP = /\n*\/\/# sourceMappingURL=\S+\s*$/;

/**
 * Next writes the same chunk under a name for each group of routes that uses it, and Node would read and store the text
 * of each. This replaces all but the first by a reference to the first.
 */
export function shareServerChunks(chunksDir: string): void {
  const first = new Map<string, string>();
  const scripts = readdirSync(chunksDir, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".js"));
  for (const path of scripts.sort()) {
    const script = readFileSync(join(chunksDir, path), "utf8").replace(MAP, "");
    if (!script.startsWith("module.exports=[")) continue;
    const known = first.get(script);
    if (!known) first.set(script, path);
    else writeFileSync(join(chunksDir, path), `module.exports=require(${JSON.stringify(specifier(path, known))});\n`);
  }
}

function specifier(from: string, to: string): string {
  return `./${relative(dirname(from), to).replaceAll("\\", "/")}`;
}
