import { beforeAll, describe, expect, test } from "vitest";
import { callTool, tools } from "@/lib/mcp/tools";
import { today } from "@/lib/operations/views";
import type { ChangesAnswer } from "@/lib/schemas/changes";
import { shippedService } from "./shipped-service";

let ask: (args: Record<string, unknown>) => Promise<{ text: string; body: ChangesAnswer; isError: boolean }>;
let day: string;

beforeAll(async () => {
  const { runtime, now } = await shippedService();
  day = today(now);
  const tool = tools().find(({ name }) => name === "get_price_history") as ReturnType<typeof tools>[number];
  ask = async (args) => {
    const result = await callTool(tool, args, runtime, { requestId: "test", bucket: "test" });
    const [content] = result.content as { text: string }[];
    return { text: content?.text ?? "", body: result.structuredContent as never, isError: result.isError === true };
  };
}, 130_000);

describe("get_price_history without a slug", () => {
  test("lists what changed in a category, page by page within the size, each change once", async () => {
    const asked = { category: "project-management", since: "2026-01-01", class: ["move", "coverage"] };
    const ids: string[] = [];
    let pages = 0;
    for (let cursor: string | null | undefined; cursor !== null; pages += 1) {
      const { body, text } = await ask({ ...asked, maxCharacters: 12_000, ...(cursor && { cursor }) });
      for (const { product } of body.changes) expect(product.category).toBe(asked.category);
      expect(body.total).toBeGreaterThan(body.count);
      expect(text).toContain("Cite: ");
      ids.push(...body.changes.map(({ id }) => id));
      cursor = body.next;
    }
    expect(pages).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("says when the newest change was if none falls into the time", async () => {
    const { text } = await ask({ category: "team-chat", since: day });
    expect(text).toMatch(/No price change in the catalogue matches\. The newest one without these dates is of \d/);
  });

  test.each([
    [{ slug: "slack", category: "team-chat" }, "category: applies only without slug"],
    [{ tier: "pro" }, "tier: needs a slug"],
    [{ since: "2026-01-01", limit: 101 }, "limit"],
  ])("refuses %j", async (args, message) => {
    const { text, isError } = await ask(args);
    expect(isError).toBe(true);
    expect(text).toContain(message);
  });
});
