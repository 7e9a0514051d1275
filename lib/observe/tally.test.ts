import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { requestClass, watchRequests } from "./requests";
import { BUCKETS_MS, type Counted, count, tally, within } from "./tally";

test("answers are counted by how they ended and how long they took", () => {
  const of = new Map<string, Counted>();
  for (const ms of [0.4, 3, 3, 40, 20_000]) count(of, "get_pricing", 200, ms);
  count(of, "get_pricing", 404, 1);
  count(of, "get_pricing", 503, 1);
  count(of, "get_pricing", 200, null);
  const held = of.get("get_pricing") as Counted;
  expect(held).toMatchObject({ answers: 8, kept: 1, refused: 1, failed: 1, slowestMs: 20_000 });
  expect(held.lastFailedAt).toBeInstanceOf(Date);
  expect(held.took.reduce((sum, n) => sum + n)).toBe(7);
  expect([within(held, 0.5), within(held, 0.85), within(held, 1)]).toEqual([5, 50, 20_000]);
  expect(within({ took: [], slowestMs: 0 }, 0.5)).toBeNull();
});

test("no bucket tells more than the slowest", () => {
  const of = new Map<string, Counted>();
  count(of, "x", 200, 1_200);
  expect(within(of.get("x") as Counted, 0.99)).toBe(1_200);
});

test("whatever is counted, memory stays as it is", () => {
  const of = new Map<string, Counted>();
  for (let n = 0; n < 1_000; n += 1) count(of, `invented ${n}`, 200, n);
  expect(of.size).toBeLessThanOrEqual(65);
  expect(of.get("others")?.answers).toBe(1_000 - 64);
  expect(of.get("others")?.took).toHaveLength(BUCKETS_MS.length + 1);
});

test.each([
  ["/api/v2/pricing/slack?key=x", "API"],
  ["/api/cron/verify", "scheduled jobs and webhooks"],
  ["/api/stripe/webhook", "scheduled jobs and webhooks"],
  ["/mcp", "MCP"],
  ["/files/0123", "purchased files"],
  ["/_next/static/x.js", "static files"],
  ["/robots.txt", "static files"],
  ["/software/crm/slack?seats=5", "pages"],
  ["/", "pages"],
])("%s is of the %s", (url, name) => {
  expect(requestClass(url)).toBe(name);
});

test("every answer that goes out is counted, whoever makes it", async () => {
  watchRequests();
  const server = createServer((request, response) => {
    response.statusCode = request.url === "/broken" ? 500 : 200;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const path of ["/a", "/b", "/broken"]) await (await fetch(url + path)).text();
  const counted = () => tally().requests.get("pages");
  await expect.poll(counted).toMatchObject({ answers: 3, failed: 1, refused: 0 });
  server.closeAllConnections();
  server.close();
});
