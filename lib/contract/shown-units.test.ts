import { beforeAll, expect, test } from "vitest";
import { AppError } from "@/lib/errors";
import type { OperationContext } from "@/lib/operations/define";
import { calculateTco } from "@/lib/operations/tco";
import { estimateLlmCost } from "@/lib/operations/usage";
import type { PricingRecord } from "@/lib/schemas/record";
import { costUnit, optionOf } from "@/lib/tco/extras";
import { SITE, shippedCatalog } from "./catalogue";

const TODAY = "2026-11-29";
const MANY = 10;
/** Machines and models of one card have the same meters, so this many are enough. */
const MODELS = 5;

let records: readonly PricingRecord[];
let context: OperationContext;
beforeAll(() => {
  const shipped = shippedCatalog(TODAY);
  records = shipped.records;
  context = { catalog: shipped.catalog, site: SITE, now: new Date(`${TODAY}T12:00:00Z`), requestId: "test" };
}, 120_000);

/** Returns units and meters with a price. */
function unitsShown({ tiers = [], hiddenCosts = [], usage }: PricingRecord): Set<string> {
  const sold = tiers.filter(
    ({ priceStatus, isFree, retiredOn, audience }) =>
      priceStatus === "published" && !isFree && !retiredOn && !/student|nonprofit/.test(audience),
  );
  const meters = usage?.models.slice(0, MODELS).flatMap((model) => model.meters.map(({ name }) => name)) ?? [];
  const fees = sold.some(({ percentageFees }) => percentageFees.length > 0) ? ["volume", "transactions"] : [];
  const costs = hiddenCosts.flatMap((cost) => (costUnit(cost) ? [cost.unit ?? "", optionOf(cost)] : []));
  return new Set([...sold.flatMap(({ priceUnit }) => priceUnit ?? []), ...costs, ...meters, ...fees]);
}

async function costOf(slug: string, rest: object): Promise<{ total: number } | { reason: string; code: string }> {
  try {
    const { total, unknowns } = await calculateTco.handler(context, calculateTco.input.parse({ slug, ...rest }));
    return total === null ? { reason: unknowns.map(({ reason }) => reason).join(" "), code: "unknown" } : { total };
  } catch (error) {
    if (error instanceof AppError) return { reason: error.message, code: error.code };
    throw error;
  }
}

/** Names a price, a minimum or maximum, or another input. */
const SPECIFIC =
  /\d|\bfree\b|Enter the|Set tier|quotes on request|does not publish|has no current standard price|can be several units|not yet checked|no (?:standard )?price|Set `when`/;

test("every unit shown is a quantity with a cost or a specific reason", async () => {
  let counted = 0;
  let refused = 0;
  const vague: string[] = [];
  for (const record of records) {
    if (record.kind === "family") continue;
    for (const unit of unitsShown(record)) {
      const at = `${record.slug}, ${unit}`;
      const isFee = unit === "transactions" && record.tiers?.some((tier) => tier.percentageFees.length > 0);
      const quantities = { [unit]: MANY, ...(isFee && { volume: 1_000 }) };
      const cost = await costOf(record.slug, { quantities });
      if ("total" in cost) {
        counted++;
        continue;
      }
      refused++;
      const isUnknownName = cost.code === "invalid_request" && !cost.reason.includes("can be several units");
      if (isUnknownName || !SPECIFIC.test(cost.reason)) vague.push(`${at}: ${cost.reason}`);
    }
  }
  expect(vague).toEqual([]);
  expect(counted).toBeGreaterThan(3_800);
  expect(refused).toBeLessThan(1_300);
}, 240_000);

test("a month in the one tool is a twelfth of the year in the other", async () => {
  let compared = 0;
  for (const record of records) {
    if (record.kind === "family" || record.usage) continue;
    for (const { priceUnit, listPrice, priceStatus } of record.tiers ?? []) {
      if (listPrice?.period !== "usage" || priceStatus !== "published" || !priceUnit || /[,:]/.test(priceUnit))
        continue;
      const year = await costOf(record.slug, { quantities: { [priceUnit]: 1_000 }, includeHiddenCosts: false });
      if (!("total" in year)) continue;
      const input = estimateLlmCost.input.parse({
        slug: record.slug,
        quantities: [`${priceUnit.replaceAll("/", " ")}:1000`],
      });
      const { estimate } = await estimateLlmCost.handler(context, input);
      expect(Math.abs((estimate?.total ?? 0) * 12 - year.total), `${record.slug}, ${priceUnit}`).toBeLessThan(0.02);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(300);
}, 120_000);

test.each([
  ["backblaze-b2", { quantities: { TB: 10 } }, 10 * 6.95 * 12],
  ["wasabi", { quantities: { TB: 10 } }, 10 * 7.99 * 12],
  ["amazon-s3", { quantities: { "GB-month": 10_000 } }, 230 * 12],
  ["amazon-ses", { quantities: { email: 2_000_000 } }, 200 * 12],
  ["postmark", { quantities: { email: 2_000_000 } }, (18 + 1.2 * 1_990) * 12],
  ["twilio-sms", { quantities: { SMS: 10_000 } }, 83 * 12],
  ["vercel", { seats: 8, quantities: { GB: 2_000 } }, (160 + 150) * 12],
  ["stripe", { volume: 100_000, transactions: 1_000 }, 3_200 * 12],
  ["shopify", { tier: "advanced", quantities: { store: 1, volume: 100_000, transactions: 1_000 } }, (299 + 2_800) * 12],
  ["gusto", { seats: 18 }, (49 + 18 * 6) * 12],
  ["intercom", { seats: 10, quantities: { "AI resolutions": 3_000 } }, (190 + 2_970) * 12],
  ["make", { quantities: { credits: 9_000 } }, 9 * 12],
])("%s for %j costs what its own figures say", async (slug, rest, total) => {
  expect(await costOf(slug, rest)).toEqual({ total: Math.round(total * 100) / 100 });
});

test.each([
  [
    "mailchimp",
    { tier: "essentials", quantities: { contacts: 2_500 } },
    "covers 500 contacts. No price for more is known",
  ],
  ["sendgrid", { quantities: { email: 2_000_000 } }, "for use beyond a plan's allowance"],
  ["twilio-sms", { region: "Germany", quantities: { SMS: 10_000 } }, "Germany: no rate is known. Known rates: US SMS"],
  [
    "shopify",
    { tier: "advanced", volume: 100_000 },
    "Enter the volume (money per month) and the number of transactions",
  ],
  ["zapier", { quantities: { task: 2_000 } }, "No source says how many tasks the price covers"],
  ["make", { quantities: { credits: 20_000 } }, "covers 10,000 credits. No price for more is known"],
])("%s for %j has no cost, and the reason says why", async (slug, rest, reason) => {
  expect(await costOf(slug, rest)).toMatchObject({ reason: expect.stringContaining(reason) });
});
