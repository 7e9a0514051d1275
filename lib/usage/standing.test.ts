import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Meter, UsageModel } from "@/lib/schemas/record";
import { meter, usageModel } from "./model.fixture";
import { readModelId } from "./model-key";
import { agreeingOnStatus, standingModels } from "./standing";

const DAY = "2026-11-21";
const input = (unitPrice: number, mode: Meter["mode"] = "standard") => meter("inputTokens", unitPrice, mode);
const model = (id: string, rest: Partial<UsageModel> = {}) => usageModel(id, [input(2)], rest);
const standing = (models: readonly UsageModel[], withPast = false) => {
  const found = standingModels(models, { day: DAY, withPast });
  return {
    ids: found.models.map((entry) => entry.model),
    left: found.notRanked.map((entry) => `${entry.model.model} ${entry.reason}`),
    models: found.models,
  };
};

const anyId = fc
  .tuple(
    fc.constantFrom("acme-4", "acme-4-mini", "ft:acme-4"),
    fc.constantFrom("", "-20250101", "-2026-01-01", "-0613", "-latest"),
    fc.constantFrom("", ":batch", ":thinking", "-flex", "-audio"),
  )
  .map((parts) => parts.join(""));
const anyModel = fc
  .record({
    id: anyId,
    status: fc.constantFrom<UsageModel["status"][]>("active", "active", "deprecated", "retired"),
    observedAt: fc.constantFrom("2026-10-01", "2026-05-26", "2026-05-25", "2026-05-24", "2025-01-01"),
    price: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ id, price, ...rest }) => model(id, { ...rest, meters: [input(price)] }));
const anyCard = fc.uniqueArray(anyModel, { selector: ({ model: id }) => id, maxLength: 12 });

describe("the models that are ranked", () => {
  test("are current ones, each by one of its ids, and every other is told with its reason", () => {
    fc.assert(
      fc.property(anyCard, (models) => {
        const { ids, left, models: ranked } = standing(models);
        expect(ids.length + left.length).toBe(models.length);
        for (const { status, observedAt } of ranked) {
          expect(status).toBe("active");
          expect(observedAt >= "2026-05-25").toBe(true);
        }
        expect(ids.some((id) => readModelId(id).tuned)).toBe(false);
        const written = ranked.filter((entry) => entry.meters.some(({ mode }) => mode === "standard"));
        for (const entry of written) expect(readModelId(entry.model).mode).toBeNull();
      }),
    );
  });

  test("leave out what is no longer current unless it is asked for", () => {
    const models = [
      model("acme-5"),
      model("acme-4", { status: "deprecated" }),
      model("acme-3", { status: "retired" }),
      model("acme-2", { observedAt: "2026-05-24" }),
      model("acme-1", { observedAt: "2026-05-25" }),
    ];
    expect(standing(models).ids).toEqual(["acme-5", "acme-1"]);
    expect(standing(models).left).toEqual(["acme-4 deprecated", "acme-3 retired", "acme-2 unconfirmed"]);
    expect(standing(models, true).ids).toHaveLength(5);
  });

  test.each([
    [["acme-4", "acme-4-20250101", "ft:acme-4-20250101", "acme-4-audio-preview"], ["acme-4"]],
    [["acme-4-20250101", "acme-4-20260101", "acme-4-0613"], ["acme-4-20260101"]],
    [["acme-4:thinking:low", "acme-4:thinking"], ["acme-4:thinking:low"]],
    [["ft:acme-4"], []],
    [
      ["acme-4-audio", "acme-5-flex"],
      ["acme-4-audio", "acme-5-flex"],
    ],
    [
      ["us.anthropic.acme-4", "eu.anthropic.acme-4"],
      ["us.anthropic.acme-4", "eu.anthropic.acme-4"],
    ],
  ])("%j is ranked by %j", (ids, ranked) => {
    expect(standing(ids.map((id) => model(id))).ids).toEqual(ranked);
  });

  test("have the price of an id that names a mode in that mode, where they state none themselves", () => {
    const models = [model("acme/acme-4"), model("acme/acme-4:batch", { meters: [input(1)] })];
    expect(standing(models).models[0]?.meters).toEqual([input(2), input(1, "batch")]);
    const own = [model("acme-4", { meters: [input(2), input(1.5, "batch")] }), models[1] as UsageModel];
    expect(standing(own).models[0]?.meters).toEqual([input(2), input(1.5, "batch")]);
    expect(standing([models[1] as UsageModel]).models[0]?.meters).toEqual([input(1, "batch")]);
  });
});

describe("the status of an undated id and its snapshot", () => {
  const statuses = (...models: UsageModel[]) => agreeingOnStatus(models).map(({ status }) => status);
  const past = { status: "deprecated" } as const;

  test.each([
    ["the id itself", [model("acme-4"), model("acme-4-20250101", past)]],
    ["its only snapshot at another price", [model("acme-4", { ...past, meters: [input(9)] }), model("acme-4-2407")]],
    ["one more spelling", [model("acme-4.0"), model("acme-4-0", past)]],
    ["an older snapshot", [model("acme-4", past), model("acme-4-20260101"), model("acme-4-20250101")]],
    ["a mode", [model("acme-4", past), model("acme-4:batch")]],
  ])("that one ends is said of %s too", (_, models) => {
    expect(new Set(statuses(...models))).toEqual(new Set(["deprecated"]));
  });

  test("a model goes on where only an older snapshot ends, and a newer one at other prices where the model ends", () => {
    expect(statuses(model("acme-4"), model("acme-4-20260101"), model("acme-4-20250101", past))).toEqual([
      "active",
      "active",
      "deprecated",
    ]);
    expect(
      statuses(model("acme-4", past), model("acme-4-20250101"), model("acme-4-20260101", { meters: [input(9)] })),
    ).toEqual(["deprecated", "deprecated", "active"]);
  });

  test("nothing begins anew, and a second look changes nothing", () => {
    fc.assert(
      fc.property(anyCard, (models) => {
        const once = agreeingOnStatus(models);
        for (const [index, { status }] of once.entries()) {
          if (status === "active") expect(models[index]?.status).toBe("active");
        }
        expect(agreeingOnStatus(once)).toEqual(once);
      }),
    );
  });
});
