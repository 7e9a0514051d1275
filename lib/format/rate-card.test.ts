import { describe, expect, test } from "vitest";
import { reduce } from "@/lib/catalog/reduce";
import { regionsOf } from "@/lib/catalog/regions";
import { ACME_CLOUD, largeCloud, MACHINES, machineRates } from "@/lib/catalog/testing/cloud";
import { SOURCES } from "@/lib/catalog/testing/observations";
import { pricingText } from "@/lib/mcp/text/pricing";
import type { Observation } from "@/lib/schemas/observation";
import type { PricingAnswer, Usage } from "@/lib/schemas/record";
import { acme } from "./acme.fixture";
import { productMarkdown } from "./markdown";
import { PRICE_HEADER, priceRows } from "./price-rows";
import { machineWords, rateCard, rateRows, shownRates, stepsText } from "./rate-card";
import { meterWords, modeWords } from "./words";

function usageOf(observations: readonly Observation[]): Usage {
  const usage = reduce(observations, { asOf: "2026-02-01", sources: SOURCES })?.usage;
  if (!usage) throw new Error("no rate card");
  return usage;
}

const CLOUD = usageOf(ACME_CLOUD);
const cloudRecord = { ...acme, slug: "acme-cloud", name: "Acme Cloud", usage: CLOUD, evidence: [] };

describe("a rate card with regions", () => {
  test("is shown at the prices of the reference region, group by group", () => {
    const { active, columns } = rateCard(CLOUD);
    expect(columns.map(({ label, per }) => [label, per])).toEqual([["Machine hours", "hour"]]);
    expect(active.map(({ model, cells }) => [model.group, model.model, cells[0]?.text ?? null])).toEqual([
      ["a1", "a1-standard-2", "$0.07"],
      ["a1", "a1-standard-4", "$0.14"],
      ["a1", "a1-standard-16", "$0.56"],
      ["b9", "b9-gpu-8", "$2.50"],
      ["b9", "b9-gpu-16", "$5.00"],
      ["c3", "c3-far-4", null],
      [undefined, "traffic", null],
    ]);
    expect(active[0]?.others.map(({ text }) => text)).toEqual([
      "Machine hours, 1-year commitment $0.0441 per hour",
      "Machine hours, 3-year commitment $0.0315 per hour",
    ]);
  });

  test("with every region's prices each is named with its regions", () => {
    const model = CLOUD.models.find(({ model: name }) => name === "a1-standard-2");
    if (!model) throw new Error("no such machine");
    const [row] = rateRows(CLOUD.models, [model]).rows;
    expect(row?.cells[0]).toMatchObject({
      text: "$0.07",
      notes: ["in us-central1, europe-west1", "$0.08 in asia-east1"],
    });
  });

  test("of a large card a page shows the first rows and says how many more there are", () => {
    const { full, brief, more } = shownRates(usageOf(largeCloud(300, 3)));
    expect(full).toHaveLength(16);
    expect(brief).toEqual([]);
    expect(more).toBe(284);
  });

  test("a machine, a commitment and a meter of a region have words", () => {
    expect(MACHINES.slice(0, 1).map((entry) => machineWords(entry))).toEqual(["2 vCPUs, 8 GB memory"]);
    expect(machineWords({ vcpus: 1 })).toBe("1 vCPU");
    expect(machineWords({})).toBeNull();
    expect([modeWords("commitment_1y"), modeWords("off_peak")]).toEqual(["1-year commitment", "off peak"]);
    expect(meterWords("instanceHours:commitment_3y@us-central1")).toBe("Machine hours, 3-year commitment, us-central1");
  });

  test("the Markdown twin shows the reference region and where the others are", () => {
    const text = productMarkdown(cloudRecord);
    expect(text).toContain("| a1-standard-2 | Machine hours");
    expect(text).toContain("no price in us-central1; priced in asia-east1");
    expect(text).toContain("Prices for us-central1, one of 3 regions");
    expect(text).not.toContain("$0.16");
    const large = productMarkdown({ ...cloudRecord, usage: usageOf(largeCloud(300, 1)) });
    expect(large).toContain("240 of 300 rates are shown. Full rate card: ");
    expect(large.split("\n").filter((line) => line.startsWith("| m"))).toHaveLength(240);
  });

  test("as CSV every price has its regions, and none is left out", () => {
    const column = (name: (typeof PRICE_HEADER)[number]) => PRICE_HEADER.indexOf(name);
    const rows = [...priceRows(cloudRecord)].filter((cells) => cells[column("row")] === "rate");
    const all = CLOUD.models.flatMap(({ meters }) => meters.flatMap(({ prices }) => prices));
    expect(rows).toHaveLength(all.length);
    const shown = rows.flatMap((cells) => String(cells[column("regions")] ?? "").split(" ")).filter(Boolean);
    expect([...new Set(shown)].sort()).toEqual(regionsOf(CLOUD.models));
    const traffic = rows.filter((cells) => cells[column("tier")] === "traffic");
    expect(traffic.map((cells) => cells[column("regions")])).toEqual([null, null, "asia-east1", "asia-east1"]);
  });
});

test("a card without headings stands cheapest first", () => {
  const plain = MACHINES.slice(0, 3).map((entry) => {
    const { fact, ...rest } = machineRates(entry);
    if (fact.kind !== "rates") throw new Error("not rates");
    const { group: _group, ...bare } = fact;
    return { ...rest, fact: bare };
  });
  const { active } = rateCard(usageOf([...plain].reverse()));
  expect(active.map(({ model }) => model.model)).toEqual(["a1-standard-2", "a1-standard-4", "a1-standard-16"]);
});

test("a rate with steps is told with all of them wherever it is told", () => {
  const step = (from: number, upTo: number | null, unitPrice: number) => ({ from, upTo, when: null, unitPrice });
  const prices = [step(0, 100_000, 0), step(100_000, null, 0.00325)];
  expect(stepsText(prices, "USD")).toBe("$0, $0.00325 (above 100,000)");
  expect(stepsText([{ unitPrice: 2 }, { unitPrice: 3, regions: ["eu"] }], "USD")).toBe("$2");
  const [model] = CLOUD.models;
  const [meter] = model?.meters ?? [];
  if (!model || !meter) throw new Error("no rate card");
  const active = { ...meter, name: "mau", unit: "user", per: 1, mode: "standard" as const, prices };
  const usage: Usage = { ...CLOUD, modelCount: 1, models: [{ ...model, meters: [active] }] };
  const said = "MAU $0, $0.00325 (above 100,000) per user";
  expect(rateRows([model], usage.models).rows[0]?.others.map(({ text }) => text)).toContain(said);
  expect(pricingText({ ...acme, usage } as PricingAnswer)).toContain(said);
  expect(productMarkdown({ ...acme, usage })).toContain(said);
});
