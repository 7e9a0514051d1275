import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";

const HERE = dirname(fileURLToPath(import.meta.url));

/** Packages that generated code imports are found from its folder. */
export function linkPackages(folder) {
  symlinkSync(join(HERE, "node_modules"), join(folder, "node_modules"), "dir");
}

/** Loads TypeScript that a generator wrote. */
export async function load(path) {
  const { outputText } = ts.transpileModule(readFileSync(path, "utf8"), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  const script = path.replace(/\.ts$/, ".mjs");
  writeFileSync(script, outputText);
  return import(pathToFileURL(script).href);
}

/** What the compiler finds wrong with a file, in strict mode. */
export function faultsOf(path) {
  const program = ts.createProgram([path], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: [],
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}
