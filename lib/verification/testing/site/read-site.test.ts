import { expect, test } from "vitest";
import { politeFetcher } from "@/lib/fetch/polite";
import { readPricingPage } from "@/lib/reader";
import { html, page } from "@/lib/reader/testing/fixture";
import { scorePage } from "@/lib/reader/testing/score";
import { BEHAVIOURS } from "./behaviours";
import { startFixtureSite } from "./server";

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
      const { wrong, missed } = scorePage(fixture, await readPricingPage(fetched));
      expect({ id, wrong, missed }).toEqual({ id, wrong: [], missed: [] });
    }
  } finally {
    await site.close();
  }
});
