import { expect, test } from "vitest";
import { newestModel } from "./find-model";

const model = (id: string, status: "active" | "retired" = "active") => ({ model: id, name: id, status });
const MODELS = [
  model("acme-3-7-sonata-20250219"),
  model("acme-sonata-4-20250514"),
  model("acme-sonata-4-5-20250929"),
  model("acme-sonata-4-5"),
  model("acme-sonata-5", "retired"),
  model("acme-etude-5"),
];

test.each([
  ["acme-sonata-4-20250514", "acme-sonata-4-20250514"],
  ["acme sonata", "acme-sonata-4-5"],
  ["Etude", "acme-etude-5"],
])("%j means the model of the highest version on offer that holds its words, %s", (asked, id) => {
  expect(newestModel(MODELS, asked)?.model).toBe(id);
});

test("words that no model holds mean none", () => {
  expect(newestModel(MODELS, "acme fugue")).toBeNull();
  expect(newestModel(MODELS, "!")).toBeNull();
});
