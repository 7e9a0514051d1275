import { beforeAll, expect, test } from "vitest";
import { extract } from "../extract";
import { FIXTURES } from "./pages";
import { scoreFixtures } from "./read-fixtures";
import { type PageScore, PRECISION_BAR, RECALL_BAR, total } from "./score";

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
