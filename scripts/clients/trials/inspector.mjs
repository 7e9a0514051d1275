import { strict as assert } from "node:assert";
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { QUESTIONS, TOOLS } from "../asked.mjs";

const execute = promisify(execFile);
const manifest = createRequire(import.meta.url).resolve("@modelcontextprotocol/inspector/package.json");
const INSPECTOR = join(dirname(manifest), "clients", "launcher", "build", "index.js");

export default async function ({ check, service }) {
  const ask = async (...args) => {
    const address = ["--cli", `${service}/mcp`, "--transport", "http", "--method"];
    return execute(process.execPath, [INSPECTOR, ...address, ...args], { maxBuffer: 64 * 1024 * 1024 });
  };
  await check("tools, with nothing that a model's provider may refuse", async () => {
    const { stdout, stderr } = await ask("tools/list", "--strict");
    assert.deepEqual(
      JSON.parse(stdout)
        .tools.map(({ name }) => name)
        .sort(),
      TOOLS,
    );
    assert.doesNotMatch(stderr, /Warning|Error|portab/i);
  });
  for (const [name, args, holds] of QUESTIONS) {
    await check(name, async () => {
      const given = Object.entries(args).flatMap(([key, value]) => [
        "--tool-arg",
        `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`,
      ]);
      const { stdout } = await ask("tools/call", "--tool-name", name, ...given);
      assert.match(stdout, holds);
    });
  }
}
