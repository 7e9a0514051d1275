import { expect, test } from "vitest";
import { ListChangedError } from "../collector";
import { archive } from "../shared/archive.fixture";
import { fixturesIn, readBy } from "../shared/list.fixture";
import { collector } from "./collector";

const FILES = fixturesIn(import.meta.dirname);
const edited = (edit: (text: string) => string) =>
  Object.fromEntries(Object.entries(FILES).map(([path, text]) => [path, edit(text)]));

test("a project is open source on the day of reading, and one that nobody works on by then is none", async () => {
  const body = await archive({ "platforms/docker.yml": "name: Docker", ...FILES });
  const { readings, rejects } = await readBy(collector, [body]);
  expect(readings).toMatchObject([
    {
      subject: { name: "Acme Wiki", domain: "wiki.example.com", categoryLabel: "Wikis" },
      observedAt: "2026-11-23",
      evidence: {
        url: "https://github.com/acme/wiki",
        via: "https://github.com/awesome-selfhosted/awesome-selfhosted-data/tree/HEAD/software",
      },
      fact: { kind: "open_source", licences: ["AGPL-3.0"] },
    },
  ]);
  expect(rejects).toEqual([{ row: "Acme Old", reason: "not updated for over three years" }]);
  expect((await readBy(collector, [body], "2026-10-31")).readings).toHaveLength(2);
});

test("one file in another form is left out alone", async () => {
  const body = await archive({ ...FILES, "software/odd.yml": "name: [" });
  const { readings, rejects } = await readBy(collector, [body]);
  expect([readings.length, rejects[0]]).toEqual([1, { row: "software/odd.yml", reason: "a file in another form" }]);
});

test.each([
  ["the projects are elsewhere", Object.fromEntries(Object.entries(FILES).map(([path, text]) => [`v2/${path}`, text]))],
  ["licences under another key", edited((text) => text.replace("licenses:", "spdx:"))],
  ["tags as text", edited((text) => text.replace("tags:\n  - Wikis", "tags: Wikis"))],
])("another form stops it: %s", async (_, files) => {
  const body = await archive(files);
  await expect(async () => readBy(collector, [body])).rejects.toThrow(ListChangedError);
});
