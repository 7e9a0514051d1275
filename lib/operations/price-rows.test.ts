import { expect, test } from "vitest";
import type { Cell } from "@/lib/format/csv";
import { PRICE_HEADER, priceRows } from "@/lib/format/price-rows";
import type { Observation } from "@/lib/schemas/observation";
import type { PricingRecord } from "@/lib/schemas/record";
import { memoryCatalog } from "./testing/memory-catalog";
import { FIXTURE, NOW, SITE } from "./testing/runtime";

async function rowsOf(slug: string, more: readonly Observation[] = []): Promise<Record<string, Cell>[]> {
  const catalog = memoryCatalog({ ...FIXTURE, observations: [...FIXTURE.observations, ...more] }, SITE);
  const found = (await catalog.record(slug, { asOf: "2026-11-21", now: NOW })) as { record: PricingRecord };
  return [...priceRows(found.record)].map((cells) => {
    expect(cells).toHaveLength(PRICE_HEADER.length);
    return Object.fromEntries(PRICE_HEADER.map((name, index) => [name, cells[index] ?? null]));
  });
}

test("a tier is a row with its prices, their source, day and licence; an unknown price is empty and says why", async () => {
  const tiers = (await rowsOf("slack")).filter(({ row }) => row === "tier");
  expect(tiers).toMatchObject([
    {
      slug: "slack",
      tier: "pro",
      priceStatus: "published",
      priceMonthly: 8.75,
      priceAnnual: null,
      currency: "USD",
      unit: "user/month",
      observedAt: "2026-10-05",
      license: "owned",
      evidenceUrl: "https://slack.example/pricing",
      evidenceDate: "2026-10-05",
      evidenceLicence: "CC0-1.0",
      page: `${SITE.url}/software/team-chat/slack`,
    },
    { tier: "enterprise", priceStatus: "contact_sales", priceMonthly: null, priceAnnual: null, listPrice: null },
  ]);
});

test("a meter is a row for each of its prices, and every dated price is a row", async () => {
  const rows = await rowsOf("openai-api");
  const rates = rows.filter(({ row, tier }) => row === "rate" && tier === "gpt-4o");
  expect(rates.map(({ meter, mode, price, per }) => [meter, mode, price, per])).toEqual(
    expect.arrayContaining([
      ["inputTokens", "standard", 2.5, 1_000_000],
      ["inputTokens", "batch", 1.25, 1_000_000],
      ["outputTokens", "standard", 10, 1_000_000],
    ]),
  );
  const history = rows.filter(
    ({ row, tier, meter }) => row === "history" && tier === "gpt-4o-mini" && meter === "inputTokens",
  );
  expect(history.map(({ price, effectiveFrom }) => [price, effectiveFrom])).toEqual(
    expect.arrayContaining([
      [0.15, null],
      [0.3, "2026-11-01"],
    ]),
  );
});

test("a product of which no price is known is a row that says so", async () => {
  const nothing: Observation = {
    product: "acme",
    source: "vendor-pages",
    trust: "A",
    observedAt: "2026-10-01",
    evidence: { url: "https://acme.example/pricing" },
    fact: { kind: "free_tier", available: true, trialDays: null, limits: [] },
  };
  const [product] = FIXTURE.products;
  if (!product) throw new Error("no product");
  const catalog = memoryCatalog(
    { ...FIXTURE, products: [{ ...product, slug: "acme", name: "Acme" }], observations: [nothing] },
    SITE,
  );
  const found = (await catalog.record("acme", { asOf: "2026-11-21", now: NOW })) as { record: PricingRecord };
  const rows = [...priceRows({ ...found.record, tiers: [] })].map((cells) =>
    Object.fromEntries(PRICE_HEADER.map((name, index) => [name, cells[index] ?? null])),
  );
  expect(rows[0]).toMatchObject({
    row: "product",
    slug: "acme",
    price: null,
    priceMonthly: null,
    evidenceLicence: "CC0-1.0",
  });
  expect(rows[0]?.priceStatus).not.toBe("published");
});
