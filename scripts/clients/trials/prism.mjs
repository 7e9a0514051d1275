import { strict as assert } from "node:assert";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { COST, holdsCost, REQUESTS } from "../asked.mjs";

const manifest = createRequire(import.meta.url).resolve("@stoplight/prism-cli/package.json");
const PRISM = join(dirname(manifest), "dist", "index.js");

/** Tests a proxy that returns an error if a request or its response does not match the document. */
export default async function ({ check, service, document, file }) {
  writeFileSync(file("openapi.json"), JSON.stringify(document));
  const port = await freePort();
  const prism = spawn(
    process.execPath,
    [PRISM, "proxy", file("openapi.json"), service, "--errors", "--port", String(port)],
    {
      stdio: "ignore",
    },
  );
  const url = `http://127.0.0.1:${port}`;
  try {
    await check("start", () => reachable(url));
    for (const [name, input, holds] of REQUESTS) {
      await check(name, async () => holds(await answerOf(`${url}${addressOf(document, name, input)}`)));
    }
    await check("calculate_tco", async () => {
      const headers = { "content-type": "application/json" };
      holdsCost(await answerOf(`${url}/api/v2/tco`, { method: "POST", headers, body: JSON.stringify(COST) }));
    });
  } finally {
    prism.kill();
  }
}

function addressOf(document, name, input) {
  const [path] = Object.entries(document.paths).find(([, { get }]) => get?.operationId === name);
  const rest = new Map(Object.entries(input));
  const filled = path.replace(/\{(\w+)\}/g, (_, key) => {
    const value = rest.get(key);
    rest.delete(key);
    return value;
  });
  return `${filled}?${[...rest].map(([key, value]) => `${key}=${value}`).join("&")}`;
}

async function answerOf(address, init) {
  const response = await fetch(address, init);
  const text = await response.text();
  assert.equal(response.status, 200, text.slice(0, 800));
  assert.equal(response.headers.get("sl-violations"), null);
  return JSON.parse(text);
}

async function reachable(url) {
  for (let tries = 0; tries < 200; tries++) {
    const up = await fetch(`${url}/api/v2/categories`).then(
      () => true,
      () => false,
    );
    if (up) return;
    await sleep(200);
  }
  throw new Error("Prism does not answer.");
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
