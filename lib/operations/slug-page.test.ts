import { expect, test } from "vitest";
import { type RequestWork, runMeasured } from "@/lib/http/request-work";
import { call } from "@/lib/http/testing";
import { testRuntime } from "./testing/runtime";

interface Page {
  next: string | null;
  count: number;
  records?: { slug: string }[];
  products?: { slug: string }[];
  notFound: { slug: string }[];
}

const SLUGS = "slugs=slack,notion,slack-chat,slakc,openai-api";

async function get(address: string) {
  const response = await call(address);
  return { link: response.headers.get("link"), status: response.status, body: (await response.json()) as Page };
}

const slugsOf = ({ records, products }: Page) => (records ?? products ?? []).map(({ slug }) => slug);

test.each(["/api/v2/pricing", "/api/v2/coverage"])("%s is whole unless a page is asked for", async (path) => {
  const { body, link } = await get(`${path}?${SLUGS}`);
  expect(slugsOf(body)).toEqual(["slack", "notion", "openai-api"]);
  expect([body.count, body.next, link]).toEqual([3, null, null]);
});

test.each(["/api/v2/pricing", "/api/v2/coverage"])(
  "%s by pages: each product once, by cursor and by Link",
  async (path) => {
    const first = await get(`${path}?${SLUGS}&limit=2`);
    expect(slugsOf(first.body)).toEqual(["slack", "notion"]);
    expect(first.body.notFound).toMatchObject([{ slug: "slakc" }]);
    const [, address = ""] = /<https:\/\/prices\.example([^>]+)>; rel="next"/.exec(first.link ?? "") ?? [];
    for (const next of [address, `${path}?${SLUGS}&cursor=${first.body.next}`]) {
      const second = await get(next);
      expect(slugsOf(second.body)).toEqual(["openai-api"]);
      expect([second.body.notFound, second.body.next, second.link]).toEqual([[], null, null]);
    }
    const other = await get(`${path}?slugs=slack,notion&cursor=${first.body.next}`);
    expect(other.status).toBe(400);
  },
);

test.each(["/api/v2/pricing", "/api/v2/coverage"])(
  "%s beyond its budget gives a smaller page, and the pages together are the whole answer",
  async (path) => {
    const work: RequestWork = { ms: 1_000 };
    const slugs: string[] = [];
    const notFound: string[] = [];
    let pages = 0;
    for (let cursor = ""; pages < 9; pages += 1) {
      const { body } = await new Promise<Awaited<ReturnType<typeof get>>>((resolve, reject) =>
        runMeasured(work, () => {
          get(`${path}?${SLUGS}&cursor=${cursor}`).then(resolve, reject);
        }),
      );
      slugs.push(...slugsOf(body));
      notFound.push(...body.notFound.map(({ slug }) => slug));
      if (body.next === null) break;
      cursor = body.next;
    }
    expect(pages).toBeGreaterThan(1);
    expect(slugs).toEqual(["slack", "notion", "openai-api"]);
    expect(notFound).toEqual(["slakc"]);
  },
);

test("a large rate card waits for the next page unless most of the budget is left", async () => {
  const work: RequestWork = { ms: 80 };
  const runtime = testRuntime();
  const catalog = {
    ...runtime.catalog,
    hasLargeCard: async (text: string) => text === "openai-api",
  };
  const body = await new Promise<Page>((resolve, reject) =>
    runMeasured(work, () => {
      call("/api/v2/pricing?slugs=slack,notion,openai-api", {}, { ...runtime, catalog })
        .then((response) => response.json() as Promise<Page>)
        .then(resolve, reject);
    }),
  );
  expect(slugsOf(body)).toEqual(["slack", "notion"]);
  expect(body.next).not.toBeNull();
});
