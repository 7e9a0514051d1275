import { expect, test } from "vitest";
import { fromRow, fromRows } from "./parser";

const row = {
  name: "Acme",
  website_url: "https://acme.org/",
  source_code_url: "https://github.com/acme/acme",
  licenses: ["AGPL-3.0"],
  tags: ["Ticketing", "Wikis"],
  updated_at: "2026-08-01",
  archived: false,
};

test("a project is open source under its licences, with site and repository apart", () => {
  expect(fromRow(row)).toMatchObject({
    subject: { name: "Acme", domain: "acme.org", categoryLabel: "Ticketing" },
    fact: { licences: ["AGPL-3.0"], repository: "https://github.com/acme/acme" },
  });
  const forge = fromRow({ ...row, website_url: "https://github.com/acme/acme", source_code_url: undefined });
  expect(forge).toMatchObject({ fact: { repository: "https://github.com/acme/acme" } });
  expect(forge).toHaveProperty("subject.domain", undefined);
});

test.each([
  [{ archived: true }, "archived"],
  [{ updated_at: "2023-01-01" }, "not updated for over three years"],
  [{ tags: ["Games - Administrative Utilities & Control Panels"] }, "game"],
  [{ licenses: ["⊘ Proprietary"] }, "licence is not a free one"],
  [{ licenses: ["BUSL-1.1"] }, "licence is not a free one"],
])("%j is left out", (over, reason) => {
  expect(fromRow({ ...row, ...over })).toBe(reason);
});

test("that it depends on a third party's service is noted", () => {
  expect(fromRow({ ...row, depends_3rdparty: true })).toHaveProperty(
    "evidence.note",
    expect.stringMatching(/third party/),
  );
  expect(fromRow({ ...row, depends_3rdparty: false })).not.toHaveProperty("evidence.note");
});

test("a project listed twice is one reading", () => {
  expect(fromRows([row, { ...row, licenses: ["MIT"] }]).readings).toMatchObject([
    { fact: { licences: ["AGPL-3.0", "MIT"] } },
  ]);
});

test("a project that only shares its name with a commercial product is told apart by its repository", () => {
  const source_code_url = "https://github.com/sjdonado/bit";
  const bit = fromRows([{ ...row, name: "bit", website_url: source_code_url, source_code_url }]).readings[0];
  expect(bit?.subject.slug).toBe("bit-url-shortener");
  expect(fromRows([row]).readings[0]?.subject.slug).toBeUndefined();
});
