import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";

const HERE = dirname(fileURLToPath(import.meta.url));

/** Links node_modules into a folder, so that generated code there can import packages. */
export function linkPackages(folder) {
  symlinkSync(join(HERE, "node_modules"), join(folder, "node_modules"), "dir");
}

/** Loads TypeScript from a generator. */
export async function load(path) {
  const { outputText } = ts.transpileModule(readFileSync(path, "utf8"), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  const script = path.replace(/\.ts$/, ".mjs");
  writeFileSync(script, outputText);
  return import(pathToFileURL(script).href);
}

/** Returns the compiler's errors for a file, in strict mode. */
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
