import { beforeAll, expect, test } from "vitest";
import { markdownText } from "@/lib/catalog/markdown-text";
import { productMarkdown } from "@/lib/format/markdown";
import { formatMoney } from "@/lib/format/money";
import { productVerdict, verdictSubject } from "@/lib/format/product-verdict";
import { pricedVerdict, type Verdict, verdictText } from "@/lib/format/verdict";
import type { OperationContext } from "@/lib/operations/define";
import { calculateTco } from "@/lib/operations/tco";
import type { PricingRecord } from "@/lib/schemas/record";
import type { TcoAnswer } from "@/lib/schemas/tco";
import { countIn, FIRST_TERMS } from "@/lib/tco/counted";
import { firstCost, unitsOf } from "@/lib/tco/first-cost";
import { SITE, shippedCatalog } from "./catalogue";

const TODAY = "2026-11-21";

let records: readonly PricingRecord[];
let context: OperationContext;
beforeAll(() => {
  const shipped = shippedCatalog(TODAY);
  records = shipped.records;
  context = { catalog: shipped.catalog, site: SITE, now: new Date(`${TODAY}T12:00:00Z`), requestId: "test" };
}, 120_000);

/** Returns the API's response to the page's question; null if it is not_priced. */
async function asked(
  record: PricingRecord,
  counts: Pick<TcoAnswer["items"][number], "seats"> & { quantities: object },
) {
  const { seats, quantities } = counts;
  const question = { slug: record.slug, ...FIRST_TERMS, ...(seats === null ? { quantities } : { seats }) };
  const input = calculateTco.input.parse(question);
  return calculateTco.handler(context, input).catch((error: { code?: string }) => {
    if (error.code === "not_priced") return null;
    throw error;
  });
}

const headOf = (record: PricingRecord, count: number | null) => productMarkdown(record, { count }).split("\n")[2] ?? "";
test.each([null, 1, 30])(
  "for %s the page, its Markdown twin and the API give one total and one sentence",
  async (count) => {
    const seen = { priced: 0, refused: 0 };
    for (const record of records) {
      const found = record.kind === "family" ? null : firstCost(record, count);
      if (!found) continue;
      const at = `${record.slug} for ${count}`;
      const verdict = productVerdict(record, count);
      const answer = await asked(record, found);
      expect(verdict.total, at).toBe(answer?.total ?? null);
      expect(headOf(record, count), at).toBe(`**${markdownText(verdictText(verdict))}**`);
      if (!answer) {
        seen.refused++;
        expect(verdict.figure, at).toBe("total not known");
        continue;
      }
      seen.priced++;
      expect(answer.answer, at).toBe(verdictText(verdict));
      // As the page calculates it when a reader types.
      const [item] = answer.items;
      if (!item) throw new Error(at);
      expect(pricedVerdict(verdictSubject(record), found, { ...item, unknowns: answer.unknowns }), at).toEqual(verdict);
      expectHonest(verdict, answer, at);
    }
    expect(seen.priced).toBeGreaterThan(500);
    if (count === 30) expect(seen.refused).toBeGreaterThan(10);
  },
  240_000,
);

/** Checks that the figure is the total for the requested number, and that unknown parts are mentioned. */
function expectHonest(verdict: Verdict, { total, currency, range, unknowns }: TcoAnswer, at: string) {
  const text = verdictText(verdict);
  expect(text, at).not.toMatch(/undefined|null|NaN|\$0 a year/);
  if (total === null) {
    expect(verdict.figure, at).toMatch(/^total (?:not known|depends on the number of .+)$/);
    expect(text, at).toContain(unknowns[0]?.reason.replace(/\.$/, "") ?? "no reason");
    return;
  }
  expect(text, at).toContain(formatMoney(total, currency));
  expect(verdict.figure.startsWith("about "), at).toBe(
    verdict.age.word !== "fresh" || range.low !== total || range.high !== total,
  );
  for (const end of [range.low, range.high]) {
    if (end !== null && end !== total) expect(text, at).toContain(formatMoney(end, currency));
  }
}

test("a verdict names the day on which its own price was read, and sends on who reads an old one", () => {
  for (const record of records) {
    const { age, advice, how, figure, restricted, total } = productVerdict(record);
    const days = [record.verification, ...(record.tiers ?? []), ...(record.usage?.models ?? [])];
    expect(
      days.map(({ observedAt }) => observedAt),
      record.slug,
    ).toContain(age.day);
    const tier = total === null ? undefined : record.tiers?.find(({ name }) => how?.startsWith(`${name}, `));
    if (tier && record.tiers?.filter(({ name }) => name === tier.name).length === 1) {
      const named = record.tiers.filter(({ name }) => how?.startsWith(`${name}, `));
      if (named.length === 1) expect(age.day, record.slug).toBe(tier.observedAt);
    }
    if (age.word === "old" || age.word === "undated") expect(advice, record.slug).not.toBeNull();
    expect(restricted, record.slug).toBe(/buyers paid/.test(figure) && record.license.marketData === "restricted");
  }
});

test("a number that cannot be counted is not: of people only whole ones, of anything no more than a limit", () => {
  for (const record of records) {
    const [unit] = unitsOf(record);
    if (!unit) continue;
    expect(countIn(2.5, unit), record.slug).toBe(unit.isPeople ? null : 2.5);
    for (const wrong of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e10]) expect(countIn(wrong, unit)).toBeNull();
  }
});
