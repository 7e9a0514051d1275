import { expect, test, vi } from "vitest";
import { type RequestWork, runMeasured } from "@/lib/http/request-work";
import type { Catalog } from "@/lib/operations/catalog";
import { memoryCatalog } from "@/lib/operations/testing/memory-catalog";
import { FIXTURE, SITE, testRuntime } from "@/lib/operations/testing/runtime";
import { handleMcp } from "./handler";

const SLUGS = ["slack", "notion", "openai-api"];
const CALLS = [
  ["get_pricing_batch", { slugs: SLUGS, depth: "full" }],
  ["get_pricing_batch", { slugs: SLUGS }],
  ["get_coverage", { slugs: SLUGS }],
  ["compare_software", { slugs: SLUGS.slice(0, 2) }],
  ["get_pricing", { slug: "slack" }],
] as const;

const messageOf = ([name, args]: readonly [string, object], id: number) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
});

interface Answer {
  id: number;
  result: { isError?: boolean; content: { text: string }[]; structuredContent?: unknown };
}

async function ask(body: unknown, runtime = testRuntime()) {
  const request = new Request("https://prices.example/mcp", {
    method: "POST",
    headers: { "content-type": "application/json", "mcp-protocol-version": "2025-03-26" },
    body: JSON.stringify(body),
  });
  const response = await handleMcp(request, () => runtime);
  return { headers: response.headers, answers: [(await response.json()) as Answer | Answer[]].flat() };
}

test("a batch answers as its calls do one by one", async () => {
  const { answers } = await ask(CALLS.map(messageOf));
  for (const [id, call] of CALLS.entries()) {
    const [alone] = (await ask(messageOf(call, id))).answers;
    expect(answers.find((answer) => answer.id === id)).toEqual(alone);
  }
});

test("a batch reads each record once", async () => {
  const catalog = memoryCatalog(FIXTURE, SITE);
  const record = vi.fn(catalog.record);
  const records = vi.fn(catalog.records);
  await ask(CALLS.map(messageOf), testRuntime({ catalog: { ...catalog, record, records } }));
  expect(record.mock.calls.map(([name]) => name).sort()).toEqual([...SLUGS].sort());
  expect(records).not.toHaveBeenCalled();
});

test("calls of a batch run one after another, and others have a turn in between", async () => {
  const catalog = memoryCatalog(FIXTURE, SITE);
  let turns = 0;
  let isWaiting = true;
  const count = () => {
    turns += 1;
    if (isWaiting) setImmediate(count);
  };
  setImmediate(count);
  const seen: number[] = [];
  const names: Catalog["names"] = () => {
    seen.push(turns);
    return catalog.names();
  };
  await ask(CALLS.map(messageOf), testRuntime({ catalog: { ...catalog, names } }));
  isWaiting = false;
  expect(seen).toHaveLength(CALLS.length);
  expect(new Set(seen).size).toBe(CALLS.length);
});

test("calls that were not started within the budget of the batch say what to do, and are not charged", async () => {
  const work: RequestWork = { ms: 0 };
  const catalog = memoryCatalog(FIXTURE, SITE);
  const runtime = testRuntime({
    catalog: {
      ...catalog,
      changesOf: (...asked) => {
        work.ms = 1_000;
        return catalog.changesOf(...asked);
      },
    },
  });
  const calls = [CALLS[4], CALLS[3], CALLS[2], CALLS[4]].map(messageOf);
  const { answers, headers } = await new Promise<Awaited<ReturnType<typeof ask>>>((resolve, reject) =>
    runMeasured(work, () => {
      ask(calls, runtime).then(resolve, reject);
    }),
  );
  const results = calls.map(({ id }) => answers.find((answer) => answer.id === id)?.result);
  expect(results.map((result) => result?.isError ?? false)).toEqual([false, false, true, true]);
  expect(results[2]?.content[0]?.text).toContain("Send this call again in a request of its own.");
  expect(headers.get("retry-after")).not.toBeNull();
  expect(headers.get("ratelimit")).toContain("r=118");
});
