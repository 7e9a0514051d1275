import { describe, expect, test } from "vitest";
import { decodePage } from "./decode-text";
import { extract } from "./extract";
import { readPricingPage } from "./in-worker";

const pageOf = (text: string) => ({
  url: "https://vendor.example/pricing",
  contentType: "text/html",
  content: Buffer.from(text),
});
const card = (name: string, price: string) => `<div><h3>${name}</h3><p>${price} per month</p></div>`;
const MARKDOWN = "# Plans\n\n## Pro\n\n$10 per month\n\n## Team\n\n$20 per month";
const PLANS = card("Pro", "$10") + card("Team", "$20");
const refused = (why: string) => ({ reading: null, refusals: [{ extractor: "html", what: "the page", why }] });

describe("readPricingPage", { timeout: 30_000 }, () => {
  test("returns what extract returns", async () => {
    const page = pageOf(PLANS);
    const extraction = await readPricingPage(page);
    expect(extraction.reading?.tiers).toHaveLength(2);
    expect(extraction).toEqual(await extract(decodePage(page)));
  });

  test("fetches files and asks the model on the main thread", async () => {
    const calls: string[] = [];
    const options = {
      fetchMore: async (url: string) => {
        calls.push(new URL(url).pathname);
        if (url.endsWith("/llms.txt")) throw new Error("unreachable");
        return { contentType: "text/markdown", content: Buffer.from(MARKDOWN) };
      },
    };
    const { reading } = await readPricingPage(pageOf("<p>Loading</p>"), options);
    expect(calls).toEqual(["/llms.txt", "/pricing.md"]);
    expect(reading?.extractor).toBe("machine-file");

    const questions: string[] = [];
    const model = async ({ text }: { text: string }) => {
      questions.push(text);
      return { plans: [] };
    };
    await readPricingPage(pageOf("<p>Pro costs $10 per month, or so we hear.</p>"), { model });
    expect(questions).toEqual(["Pro costs $10 per month, or so we hear."]);
  });

  test("does not count the time of a fetch", async () => {
    const fetchMore = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), 1_500));
    expect(await readPricingPage(pageOf("<p>Loading</p>"), { fetchMore }, { timeMs: 1_000 })).toEqual({
      reading: null,
      refusals: [{ extractor: "html", what: "the page", why: "its text states no amount with a currency" }],
    });
  });

  test("reads other pages while a page waits for a fetch", async () => {
    let answerFetch = (_: null) => {};
    const fetchMore = () =>
      new Promise<null>((resolve) => {
        answerFetch = resolve;
      });
    const waiting = readPricingPage(pageOf("<link rel=alternate type=text/markdown href=/a.md><p>Loading</p>"), {
      fetchMore,
    });
    const { reading } = await readPricingPage(pageOf(PLANS));
    expect(reading?.tiers).toHaveLength(2);
    const clock = setInterval(() => answerFetch(null), 10);
    await waiting.finally(() => clearInterval(clock));
  });

  test("refuses a page over the time limit while timers of the main thread run", async () => {
    let ticks = 0;
    const clock = setInterval(() => {
      ticks += 1;
    }, 5);
    const page = pageOf(`<p>${"$1,000.00 per user ".repeat(270_000)}</p>`);
    try {
      expect(await readPricingPage(page, {}, { timeMs: 100 })).toEqual(refused("reading it takes more than 0.1 s"));
    } finally {
      clearInterval(clock);
    }
    // The worker alone uses 100 ms of CPU time.
    expect(ticks).toBeGreaterThan(5);
  });

  test("refuses a page over the memory limit", async () => {
    const page = pageOf(`<script>var plans=[${'{name:"Pro",price:1},'.repeat(180_000)}]</script>`);
    expect(await readPricingPage(page, {}, { memoryMb: 64 })).toEqual(refused("reading it takes more than 64 MB"));
  });
});
