import { expect, test } from "vitest";
import { ListChangedError } from "../collector";
import { archive } from "../shared/archive.fixture";
import { fixturesIn, readBy } from "../shared/list.fixture";
import { collector } from "./collector";

const FILES = fixturesIn(import.meta.dirname);
const edited = (edit: (text: string) => string) =>
  Object.fromEntries(Object.entries(FILES).map(([path, text]) => [path, edit(text)]));

test("an entry stands for the day that it states; one with a remark that is not reviewed is left out", async () => {
  const { readings, rejects } = await readBy(collector, [await archive({ "_config.yml": "title: Acme", ...FILES })]);
  expect(readings).toMatchObject([
    {
      subject: { name: "Acme Board", domain: "board.example.com" },
      trust: "B",
      observedAt: "2026-10-01",
      evidence: {
        url: "https://board.example.com/pricing",
        via: "https://github.com/robchahin/sso-wall-of-shame/blob/HEAD/_vendors/acmeboard.yaml",
      },
      fact: { kind: "hidden_cost", cost: "sso", amount: 5, currency: "USD" },
    },
  ]);
  expect(rejects).toEqual([{ row: "Acme Chat current", reason: "a remark on the prices that is not reviewed" }]);
});

test.each([
  [
    "the vendors are elsewhere",
    Object.fromEntries(Object.values(FILES).map((text, at) => [`vendors/${at}.yaml`, text])),
  ],
  ["prices under another key", edited((text) => text.replace("sso_pricing", "sso_price"))],
  ["prices in parts", edited((text) => text.replace(/base_pricing: .*/, "base_pricing:\n  amount: 10"))],
])("another form stops it: %s", async (_, files) => {
  const body = await archive(files);
  await expect(async () => readBy(collector, [body])).rejects.toThrow(ListChangedError);
});
