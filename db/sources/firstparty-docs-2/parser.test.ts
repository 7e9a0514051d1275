import { expect, test } from "vitest";
import { firstparty2Readings, pageOf } from "./parser";

const page = (url: string, asOf: string, licence = "Apache-2.0", vendorPage = "https://example.com/docs") => ({
  url: `https://github.com/${url}`,
  licence,
  asOf,
  vendorPage,
});
const plan = (source: string, name: string, price: number | null, quota: string) => ({
  source,
  plan: name,
  price,
  currency: "USD",
  period: price === null ? null : "month",
  quota,
});
const rate = (source: string, meter: string, unitPrice: number, unit: string, note?: string) => ({
  source,
  meter,
  per: 1,
  unit,
  unitPrice,
  currency: "USD",
  ...(note && { note }),
});
const fee = (meter: string, date: string, before: number | null, after: number | null) => ({
  provider: "ably",
  meter,
  unit: "USD/month",
  date,
  old: before,
  new: after,
  commit: "d4f3ab777",
});

const raw = {
  sources: {
    ably: page("ably/docs", "2025-09-16 (last change of the page; still in the tree 2026-08-03)"),
    circleci: page("circleci/docs", "2026-08-20", "none found in the tree: facts only"),
    cockroachdb: page("cockroachdb/docs", "2025-11-03 (last change of the page; still in the tree 2026-06-12)"),
  },
  plans: [
    plan("ably", "Free", 0, "6,000,000 messages/month"),
    plan("ably", "Enterprise", null, "custom"),
    plan("circleci", "Performance", 15, "credits sold in packages of 25,000 at 15 USD"),
    plan("cockroachdb", "Basic", 0, "first 15 USD of resources free each month (50M request units + 10 GiB)"),
  ],
  rates: [
    rate("circleci", "storage overage", 0.252, "GB-month", "420 credits"),
    rate("cockroachdb", "Standard compute, GCP us-central1", 0.1, "vCPU-hour", "worked example in the page"),
  ],
  facts: [{ source: "circleci", kind: "overage", text: "refills 25 % of the package" }],
};
const history = {
  changes: [
    fee("Standard package fee", "2025-09-16", 39, 29),
    fee("Pro package fee", "2025-09-16", 399, 399),
    fee("messages, volume floor", "2025-09-16", 1.25, 0.5),
    fee("Standard package fee", "2024-10-01", null, 39),
  ],
};
const { readings, rejects } = firstparty2Readings(raw, history);
const of = (name: string, kind: string) =>
  readings.filter(({ subject, fact }) => subject.name === name && fact.kind === kind);

test("a page is dated by the day on which it was last seen to say so, and tells when it last changed", () => {
  expect(
    pageOf("x", page("x/docs", "2025-09-16 (last change of the page; still in the tree 2026-08-03)")),
  ).toMatchObject({ asOf: "2026-08-03", remark: "The page last changed on 2025-09-16." });
  expect(pageOf("x", page("x/docs", "2026-08-20")).remark).toBeUndefined();
});

test("of two addresses in one field the first is cited", () => {
  const two = "https://example.com/docs/ (billing FAQ); price list https://example.com/prices";
  expect(pageOf("x", page("x/docs", "2026-08-20", "MIT", two)).vendorPage).toBe("https://example.com/docs/");
});

test("fees carry the day of the vendor's own change, together where they changed together", () => {
  const fees = of("Ably", "plans").map(({ observedAt, fact }) => [
    observedAt,
    fact.kind === "plans" && fact.tiers.map(({ id, prices }) => [id, prices[0]?.amount ?? null]),
  ]);
  expect(fees).toContainEqual([
    "2025-09-16",
    [
      ["standard", 29],
      ["pro", 399],
    ],
  ]);
  expect(fees).toContainEqual(["2024-10-01", [["standard", 39]]]);
});

test("a plan on request has no price, never 0", () => {
  const [fact] = of("Ably", "plans").flatMap(({ fact, observedAt }) => (observedAt === "2026-08-03" ? [fact] : []));
  expect(fact).toMatchObject({ complete: true, tiers: [{ id: "free" }, { status: "contact_sales", prices: [] }] });
});

test("a monthly credit is a free allowance, not a plan with a fee of 0", () => {
  expect(of("CockroachDB Cloud", "plans")).toEqual([]);
  expect(of("CockroachDB Cloud", "free_tier")[0]?.fact).toMatchObject({
    limits: [
      { value: 50_000_000, unit: "per month" },
      { value: 10, unit: "GiB" },
    ],
  });
});

test("worked examples and floors of a volume scale are no rates", () => {
  expect(of("CockroachDB Cloud", "rates")).toEqual([]);
  expect(rejects.map(({ reason }) => reason)).toEqual([
    "a rule in words for which a record has no field",
    "a worked example, not a rate card",
    "the floor of a volume scale, not a list rate",
  ]);
});

test("dollar figures that are arithmetic say so", () => {
  const [storage] = of("CircleCI", "rates");
  expect(storage?.evidence.note).toMatch(/credits at \$0\.0006/);
  expect(storage?.fact).toMatchObject({ meters: [{ name: "storageGbMonths", unit: "GB-month" }] });
});

test("what a plan's fee is for and what is remarked on a rate is told", () => {
  const full = {
    ...raw,
    plans: [
      plan("ably", "Standard", 29, "2,500 messages/s; 10,000 channels; 10,000 connections; usage on top"),
      plan(
        "cockroachdb",
        "Basic",
        0,
        "first 15 USD of resources free each month (50M request units + 10 GiB); monthly payers only",
      ),
    ],
    rates: [rate("circleci", "Docker or Linux VM medium", 0.006, "minute", "10 credits")],
  };
  const noteOf = (name: string) =>
    firstparty2Readings(full, { changes: [] }).readings.find(({ subject }) => subject.name === name)?.evidence.note;
  expect(noteOf("Ably")).toBe("The page last changed on 2025-09-16. Standard: usage on top.");
  expect(noteOf("CockroachDB Cloud")).toContain(
    "Basic: first 15 USD of resources free each month (50M request units + 10 GiB); monthly payers only.",
  );
  expect(noteOf("CircleCI")).toContain("Docker or Linux VM medium: 10 credits.");
});
