import { beforeAll, beforeEach, expect, test } from "vitest";
import { cronToken } from "@/lib/billing/operator-token";
import { collectRoute } from "./collect-route";

const NOW = new Date("2026-11-01T05:00:00Z");
type Asked = { sources?: readonly string[] | undefined; deadline?: Date | undefined };
let asked: Asked[];
const { GET } = collectRoute(
  async (options = {}) => {
    asked.push(options);
    return { runs: [], remaining: ["acme"] };
  },
  () => NOW,
);
const get = (query: string, authorization?: string) =>
  GET(
    new Request(`https://pricing.example.com/api/cron/collect${query}`, {
      headers: authorization ? { authorization } : {},
    }),
  );

beforeAll(() => {
  process.env.AUTH_SECRET = "a secret that only the tests know, of 40+ characters";
  process.env.LOG_LEVEL = "silent";
});
beforeEach(() => {
  asked = [];
});

test("collects for who holds the token, within less than the request may take", async () => {
  const bearer = `Bearer ${cronToken()}`;
  const response = await get("", bearer);
  expect(await response.json()).toEqual({ runs: [], remaining: ["acme"] });
  await get("?source=acme,birch", bearer);
  const deadline = new Date("2026-11-01T05:04:00Z");
  expect(asked).toEqual([{ deadline }, { deadline, sources: ["acme", "birch"] }]);
  expect((await get("?source=../acme", bearer)).status).toBe(400);
  expect(asked).toHaveLength(2);
});

test("is not there for anybody else", async () => {
  for (const authorization of [undefined, "Bearer", "Bearer x", cronToken()]) {
    expect((await get("", authorization)).status).toBe(404);
  }
  expect(asked).toEqual([]);
});
