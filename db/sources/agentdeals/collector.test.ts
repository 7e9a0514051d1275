import { expect, test } from "vitest";
import { ListChangedError } from "../collector";
import { fixturesIn, readBy } from "../shared/list.fixture";
import { collector } from "./collector";

const { "index.json": index = "", "deal_changes.json": changes = "" } = fixturesIn(import.meta.dirname);
const FOLDER = "https://github.com/robhunter/agentdeals/blob/HEAD/data";

test("an offer stands for the day on which it was verified, a change for its own; an odd row is left out alone", async () => {
  const { readings, rejects } = await readBy(collector, [index, changes]);
  expect(readings).toMatchObject([
    {
      subject: { name: "Acme Host", domain: "host.example.com" },
      observedAt: "2026-11-20",
      evidence: { url: "https://host.example.com/pricing", via: `${FOLDER}/index.json` },
      fact: { kind: "free_tier", available: true },
    },
    {
      subject: { name: "Acme Board", onlyIfKnown: true },
      observedAt: "2026-11-10",
      evidence: { via: `${FOLDER}/deal_changes.json` },
      fact: { kind: "free_tier", available: false },
    },
  ]);
  expect(rejects).toContainEqual({ row: "Acme Odd", reason: "a row in another form" });
});

test("what the list dates after the day of reading is not told as done", async () => {
  const { readings, rejects } = await readBy(collector, [index, changes], "2026-11-09");
  expect(readings.map(({ subject }) => subject.name)).toEqual(["Acme Host"]);
  expect(rejects.map(({ reason }) => reason)).toContain("announced for a day after the list was read");
});

test.each([
  ["no offers", index.replace('"offers"', '"deals"'), changes],
  ["offers without a day", index.replaceAll("verifiedDate", "checked"), changes],
  ["no changes", index, "{}"],
  ["changes without a type", index, changes.replace("change_type", "kind")],
])("another form stops it: %s", async (_, ...bodies) => {
  await expect(async () => readBy(collector, bodies)).rejects.toThrow(ListChangedError);
});
