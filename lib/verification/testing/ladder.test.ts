import { beforeAll, expect, test } from "vitest";
import { politeFetcher } from "@/lib/fetch/polite";
import { decodePage } from "@/lib/verification/extract/decode-text";
import { extract } from "@/lib/verification/extract/extract";
import { scoreFixtures } from "./read-fixtures";
import { type PageScore, PRECISION_BAR, RECALL_BAR, scorePage, total } from "./score";
import { BEHAVIOURS } from "./site/behaviours";
import { html, page } from "./site/fixture";
import { FIXTURES } from "./site/pages";
import { startFixtureSite } from "./site/server";

let pages: readonly PageScore[];
beforeAll(async () => {
  pages = await scoreFixtures(FIXTURES, extract);
});

test("every price that is accepted stands on its page just so", () => {
  expect(pages.flatMap(({ id, wrong }) => wrong.map((fault) => `${id}: ${fault}`))).toEqual([]);
  expect(total(pages).precision).toBe(PRECISION_BAR);
});

test("more than nine of ten pages that can be read are, and of their prices", () => {
  const { pageRecall, priceRecall } = total(pages);
  const missed = pages.filter(({ readable, read }) => readable && !read).map(({ id }) => id);
  expect(pageRecall, missed.join(", ")).toBeGreaterThan(RECALL_BAR);
  expect(priceRecall).toBeGreaterThan(RECALL_BAR);
});

test("a page is read for what it says however it is sent: moved, packed, in another charset or a wrong one", async () => {
  const site = await startFixtureSite();
  try {
    const fetchPage = politeFetcher({
      open: site.open,
      now: () => new Date(0),
      sleep: async () => {},
      delayMs: 0,
      userAgent: "test",
    });
    for (const { id, expected } of BEHAVIOURS) {
      if (expected.kind !== "page") continue;
      const fetched = await fetchPage(site.urlOf({ id }));
      if (fetched.kind !== "page") throw new Error(`${id}: ${fetched.kind}`);
      const fixture = page("html", id, html(id, ""), { expected: expected.reads });
      const { wrong, missed } = scorePage(fixture, await extract(decodePage(fetched), {}));
      expect({ id, wrong, missed }).toEqual({ id, wrong: [], missed: [] });
    }
  } finally {
    await site.close();
  }
});
