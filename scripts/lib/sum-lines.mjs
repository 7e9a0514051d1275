import { readFileSync } from "node:fs";
import { line, sumLines } from "./tally.mjs";

const total = sumLines(readFileSync(process.argv[2], "utf8"));
console.log(line(total));
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
