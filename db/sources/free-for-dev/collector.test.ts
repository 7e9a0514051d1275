import { expect, test } from "vitest";
import { ListChangedError } from "../collector";
import { fixturesIn, readBy } from "../shared/list.fixture";
import { collector } from "./collector";

const { "README.md": list = "" } = fixturesIn(import.meta.dirname);

test("an entry is a free tier of the day of reading, found at its line of the list as it stands", async () => {
  const { readings, rejects } = await readBy(collector, [list]);
  expect(readings).toMatchObject([
    {
      subject: { name: "Acme Mail", domain: "mail.example.com", categoryLabel: "Email" },
      observedAt: "2026-11-23",
      evidence: { url: "https://github.com/ripienaar/free-for-dev/blob/HEAD/README.md?plain=1#L11" },
      fact: { kind: "free_tier", available: true, limits: [{ name: "emails", value: 500 }] },
    },
  ]);
  expect(rejects.map(({ reason }) => reason)).toContain("section holds no priced software");
});

test.each([
  ["a page of markup", "<!doctype html><html><body>Not here</body></html>"],
  ["no sections", list.replaceAll("## ", "")],
  ["a table in place of the bullets", list.replace(/^ {2}\* \[([^\]]+)\]\(([^)]+)\) — (.*)$/gm, "| $1 | $2 | $3 |")],
])("another form stops it: %s", async (_, body) => {
  await expect(async () => readBy(collector, [body])).rejects.toThrow(ListChangedError);
});
