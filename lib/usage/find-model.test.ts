import { describe, expect, test } from "vitest";
import { modelNamed, nearestModels, newestModel } from "./find-model";

const model = (id: string, status: "active" | "retired" = "active") => ({ model: id, name: id, status });
const MODELS = [
  model("acme-3-7-sonata-20250219"),
  model("acme-sonata-4-20250514"),
  model("acme-sonata-4-5-20250929"),
  model("acme-sonata-4-5"),
  model("acme-sonata-5", "retired"),
  model("acme-etude-5"),
  model("acme-etude-5-2026-02-05"),
  model("acme-etude-5-preview-11-2025"),
  model("acme-nocturne-7b-3.6"),
];

test.each([
  ["acme-sonata-4-20250514", "acme-sonata-4-20250514"],
  ["acme sonata", "acme-sonata-4-5"],
  ["Etude", "acme-etude-5"],
  ["sonata 4", "acme-sonata-4-5"],
  ["acme 3.7", "acme-3-7-sonata-20250219"],
  ["acme-3", "acme-nocturne-7b-3.6"],
  ["nocturne 7b 3", "acme-nocturne-7b-3.6"],
])("%j means the model of the highest version on offer that holds its words, %s", (asked, id) => {
  expect(newestModel(MODELS, asked)?.model).toBe(id);
});

test.each(["acme fugue", "!", "sonata 7", "sonata-7", "nocturne 6", "etude 50", "acme 0219"])(
  "%j, which no model holds, means none",
  (asked) => {
    expect(newestModel(MODELS, asked)).toBeNull();
  },
);

test("the newest model of a line is not the id of an alias, unless the line has no other model", () => {
  const aliases = [...MODELS, model("acme-sonata-latest"), model("~acme/waltz-latest")];
  for (const asked of ["acme-sonata-latest", "acme sonata latest", "newest acme sonata", "acme sonata"]) {
    expect(newestModel(aliases, asked)?.model).toBe("acme-sonata-4-5");
  }
  expect(newestModel(aliases, "~acme/waltz-latest")?.model).toBe("~acme/waltz-latest");
  expect(newestModel([...aliases, model("acme-sonata-4-latest")], "acme-sonata-4-latest")?.model).toBe(
    "acme-sonata-4-latest",
  );
});

test("an alias that was read later than the newest model of its line stands for itself", () => {
  const read = (id: string, observedAt: string) => ({ ...model(id), observedAt });
  const some = [read("acme-waltz-2", "2026-08-01"), read("acme-waltz-latest", "2026-09-14")];
  expect(newestModel(some, "acme-waltz-latest")?.model).toBe("acme-waltz-latest");
  expect(newestModel(some, "acme waltz")?.model).toBe("acme-waltz-2");
});

test("an active model is newer than a deprecated one of a higher version", () => {
  const some = [model("acme-4"), { ...model("acme-5"), status: "deprecated" as const }];
  expect(newestModel(some, "acme")?.model).toBe("acme-4");
});

const models = [
  { model: "acme-4o-mini", name: "Acme-4o mini" },
  { model: "acme-4.1", name: "Acme 4.1" },
  { model: "acme-4.1-2026-01-05", name: "Acme 4.1" },
  { model: "ft:acme-4.1", name: "ft:acme-4.1" },
  { model: "acme-sonnet-4-5", name: "Acme Sonnet 4.5" },
  { model: "acme-lite-2026-01-05", name: "acme-lite-2026-01-05" },
  { model: "acme-pro-2026-01-05", name: "acme-pro-2026-01-05" },
  { model: "acme-pro-2026-02-05", name: "acme-pro-2026-02-05" },
];

describe("a model as people and models write it", () => {
  test.each([
    ["Acme 4o Mini", "acme-4o-mini"],
    ["acme4o-mini", "acme-4o-mini"],
    ["vendor/acme-4o-mini", "acme-4o-mini"],
    ["ACME 4.1", "acme-4.1"],
    ["acme-4-1", "acme-4.1"],
    ["openai/acme-4.1", "acme-4.1"],
    ["acme 4.1 2026-01-05", "acme-4.1-2026-01-05"],
    ["Acme 4.5 Sonnet", "acme-sonnet-4-5"],
    ["us.anthropic.acme-sonnet-4-5-v1:0", "acme-sonnet-4-5"],
    ["Acme Lite", "acme-lite-2026-01-05"],
  ])("%j is %s", (asked, model) => {
    expect(modelNamed(models, asked).one?.model).toBe(model);
  });

  test.each(["acme 41", "acme", "4o mini", "Acme Pro", "acme-4.1-2026-03-05", "", "!"])("%j is none", (asked) => {
    expect(modelNamed(models, asked).one).toBeNull();
  });

  test("of what it may mean, those come first", () => {
    expect(nearestModels(models, "Acme Pro", 2)).toEqual(["acme-pro-2026-01-05", "acme-pro-2026-02-05"]);
  });
});
