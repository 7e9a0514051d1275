import { type APIResponse, expect, test } from "@playwright/test";
import { somebody, subscribe } from "./people";

test.describe.configure({ timeout: 120_000 });

const BULK = "/api/v2/bulk";
type Entry = { slug: string; name: string; recordCount: number; links: { bulk: string } };
type PricingRecord = {
  slug: string;
  tiers?: { id: string; priceMonthly: number | null; priceAnnual: number | null }[];
};

/** Returns the rows of a CSV as objects with the names of its first line as keys. */
function rowsOf(csv: string): Record<string, string>[] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === "\r\n") lines.push([]);
  }
  const [header = [], ...rest] = lines;
  const rows = rest.filter(({ length }) => length === header.length);
  return rows.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ""])));
}

const number = (cell: string) => (cell === "" ? null : Number(cell));

test("a subscriber pulls the list and a category, alike in every form and as the free record has it; the key stays where it was sent", async ({
  browser,
  request,
}, info) => {
  const { page, email } = await somebody(browser, info, "bulk");
  const key = await subscribe(page, email);
  const headers = { authorization: `Bearer ${key}` };
  const take = (query: string, more: Record<string, string> = {}) =>
    request.get(`${BULK}${query}`, { headers: { ...headers, ...more } });

  const list = await take("");
  const { count, categories } = (await list.json()) as { count: number; categories: Entry[] };
  expect(categories).toHaveLength(count);
  expect(await (await request.get(`${BULK}?key=${key}`)).json()).toEqual({ ...(await list.json()) });
  const free = (await (await request.get("/api/v2/categories")).json()) as {
    categories: { slug: string; productCount: number }[];
  };
  expect(categories.map(({ slug, recordCount }) => [slug, recordCount])).toEqual(
    free.categories.map(({ slug, productCount }) => [slug, productCount]),
  );

  const category = "team-chat";
  const json = await take(`?category=${category}`);
  const body = (await json.json()) as { count: number; records: PricingRecord[] };
  expect(body.records).toHaveLength(categories.find(({ slug }) => slug === category)?.recordCount ?? 0);
  const ndjson = await (await take(`?category=${category}&format=ndjson`)).text();
  expect(
    ndjson
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual(body.records);
  const rows = rowsOf(await (await take(`?category=${category}&format=csv`)).text());
  expect(new Set(rows.map(({ slug }) => slug))).toEqual(new Set(body.records.map(({ slug }) => slug)));
  for (const record of [body.records[0], body.records[Math.floor(body.count / 2)], body.records.at(-1)]) {
    if (!record) throw new Error("no record");
    const tiers = rows.filter(({ slug, row }) => slug === record.slug && row === "tier");
    expect(
      tiers.map(({ tier, priceMonthly = "", priceAnnual = "" }) => [tier, number(priceMonthly), number(priceAnnual)]),
    ).toEqual((record.tiers ?? []).map(({ id, priceMonthly, priceAnnual }) => [id, priceMonthly, priceAnnual]));
    // A record also has alternatives and unknown terms.
    const {
      alternatives: _alternatives,
      unknownTerms: _terms,
      ...alone
    } = await (await request.get(`/api/v2/pricing/${record.slug}`)).json();
    expect(alone).toEqual(record);
  }

  const { etag = "" } = json.headers();
  const again = await take(`?category=${category}`, { "if-none-match": etag });
  expect([again.status(), (await again.body()).length]).toEqual([304, 0]);
  const head = await request.head(`${BULK}?category=${category}&format=csv`, { headers });
  expect([head.status(), head.headers()["content-type"], (await head.body()).length]).toEqual([
    200,
    "text/csv; charset=utf-8",
    0,
  ]);

  const said = async (answer: APIResponse) => JSON.stringify([answer.headers(), await answer.text()]);
  const refused = await request.get(`${BULK}?key=${key}&category=${category}&format=xml`);
  expect(refused.status()).toBe(400);
  expect(refused.headers()["content-type"]).toContain("application/problem+json");
  expect(await refused.json()).toMatchObject({ code: "invalid_request", errors: [{ path: "format" }] });
  expect(refused.headers()["referrer-policy"]).toBe("no-referrer");
  expect(await said(refused)).not.toContain(key);
  // Next.js would redirect such URLs and repeat the key in Location.
  for (const path of [`${BULK}/`, `/api//v2/bulk`, "/api/v2/bulk//"]) {
    const answer = await request.get(`${path}?key=${key}`, { maxRedirects: 0 });
    expect([answer.status(), answer.headers()["referrer-policy"]], path).toEqual([200, "no-referrer"]);
    expect(await said(answer), path).not.toContain(key);
  }
  for (const path of ["/pricing/", "/API/v2/bulk", "/nowhere", "/search", "/api/v2/nowhere/"]) {
    expect(await said(await request.get(`${path}?key=${key}`, { maxRedirects: 0 })), path).not.toContain(key);
  }
});
