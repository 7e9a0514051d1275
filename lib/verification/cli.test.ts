import { spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const PAGE = `<!doctype html><html lang="en"><body><h1>Pricing</h1>
<section><h3>Pro</h3><p>$12 per user / month</p></section><section><h3>Team</h3><p>$30 / month</p></section>
</body></html>`;

let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer(({ url }, response) => {
    if (url === "/pricing") response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
    else if (url === "/empty") response.writeHead(200, { "content-type": "text/html" }).end("<p>Soon</p>");
    else response.writeHead(404, { "content-type": "text/plain" }).end();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

function verify(args: string[], variables: Record<string, string> = {}) {
  const { PATH = "" } = process.env;
  const child = spawn(process.execPath, ["--import", "tsx", "lib/verification/cli.ts", ...args], {
    cwd: ROOT,
    env: { PATH, NODE_ENV: "test", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.resume();
  return new Promise<{ stdout: string; status: number | null }>((ended, failed) => {
    child.on("error", failed);
    child.on("close", (status) => ended({ stdout, status }));
  });
}

const ownNetwork = { VERIFY_ALLOW_PRIVATE: "1" };
const told = async (path: string, variables = ownNetwork as Record<string, string>) => {
  const { stdout, status } = await verify(["--url", `${origin}${path}`, "--json", "--dry-run"], variables);
  return { status, page: JSON.parse(stdout) as Record<string, unknown> };
};

describe("npm run verify -- --url ADDRESS --json", () => {
  test("prints what a page says as one JSON object", async () => {
    const { status, page } = await told("/pricing");
    expect(status).toBe(0);
    expect(Object.keys(page).sort()).toEqual(
      "complete contentType extractor fetchedAt finalUrl httpStatus outcome reason refusals sha256 tiers url".split(
        " ",
      ),
    );
    const price = { currency: "USD", period: "month", billing: null };
    expect(page).toMatchObject({
      url: `${origin}/pricing`,
      finalUrl: `${origin}/pricing`,
      httpStatus: 200,
      contentType: "text/html",
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      extractor: "html",
      complete: true,
      tiers: [
        { name: "Pro", status: "published", prices: [{ ...price, amount: 12, unit: "user" }] },
        { name: "Team", status: "published", prices: [{ ...price, amount: 30, unit: null }] },
      ],
    });
  });

  test("says so where nothing can be read, is there or may be asked, and has done its work all the same", async () => {
    const [empty, missing, inside] = await Promise.all([told("/empty"), told("/missing"), told("/pricing", {})]);
    expect(empty).toMatchObject({ status: 0, page: { httpStatus: 200, tiers: null, outcome: "unreadable" } });
    expect(missing).toMatchObject({ status: 0, page: { httpStatus: 404, tiers: null, outcome: "failed" } });
    expect(inside).toMatchObject({ status: 0, page: { httpStatus: null, tiers: null, outcome: "denied" } });
  });

  test("ends with 2, and prints nothing, where the command is not understood", async () => {
    for (const args of [["--url", "not-an-address", "--json"], ["--json"], ["--no-such-option"]]) {
      expect(await verify(args)).toEqual({ status: 2, stdout: "" });
    }
  });
});
