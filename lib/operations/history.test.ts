import { describe, expect, test } from "vitest";
import { call } from "@/lib/http/testing";
import type { HistoryAnswer } from "@/lib/schemas/history";

async function history(query = ""): Promise<HistoryAnswer & { response: Response }> {
  const response = await call(`/api/v2/history/slack${query}`);
  expect(response.status).toBe(200);
  return { ...((await response.json()) as HistoryAnswer), response };
}

describe("get_price_history in pages", () => {
  test("a short history is one page, oldest first", async () => {
    const { snapshots, changes, count, total, next, response } = await history();
    expect(next).toBeNull();
    expect(response.headers.has("link")).toBe(false);
    expect(count).toBe(snapshots.length);
    expect(total).toEqual({ snapshots: snapshots.length, changes: changes.length });
    const days = snapshots.map(({ observedAt }) => observedAt);
    expect(days).toEqual([...days].sort());
  });

  test("pages go back in time and are together the whole, with the trend of the whole on each", async () => {
    const whole = await history();
    const snapshots: HistoryAnswer["snapshots"] = [];
    const changes: HistoryAnswer["changes"] = [];
    let query = "?limit=1";
    for (;;) {
      const page = await history(query);
      expect(page.snapshots.length + page.changes.length).toBe(1);
      expect(page).toMatchObject({ total: whole.total, trend: whole.trend, stability: whole.stability });
      for (const id of [...page.snapshots, ...page.changes].flatMap(({ evidence }) => evidence)) {
        expect(page.evidence.map((entry) => entry.id)).toContain(id);
      }
      snapshots.unshift(...page.snapshots);
      changes.unshift(...page.changes);
      if (page.next === null) break;
      const link = /^<(.+)>; rel="next"$/.exec(page.response.headers.get("link") ?? "")?.[1] ?? "";
      query = new URL(link).search;
    }
    const sorted = (list: readonly unknown[]) => list.map((item) => JSON.stringify(item)).sort();
    expect(sorted(snapshots)).toEqual(sorted(whole.snapshots));
    expect(sorted(changes)).toEqual(sorted(whole.changes));
    expect(snapshots.at(-1)?.observedAt).toBe("2026-10-05");
  });

  test("a cursor of another question is refused", async () => {
    const { next } = await history("?limit=1");
    for (const query of [`?tier=pro&cursor=${next}`, "?cursor=abc", "?limit=0", "?limit=5001"]) {
      expect((await call(`/api/v2/history/slack${query}`)).status).toBe(400);
    }
  });
});
