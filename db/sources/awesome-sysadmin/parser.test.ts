import { expect, test } from "vitest";
import { fromReadme, licencesOf } from "./parser";

test("sysadmin lines give the licences before the languages", () => {
  expect(licencesOf("- Tool. ([Source Code](https://x.dev)) `MIT/Apache-2.0` `Python`")).toEqual(["MIT", "Apache-2.0"]);
  expect(licencesOf("- A blog.")).toEqual([]);
  const { readings, rejects } = fromReadme(
    "### Backups\n- [Bak](https://bak.org/) - Backup. ([Source Code](https://github.com/bak/bak)) `GPL-3.0` `C`\n### Websites\n- [Wiki](https://wiki.org) - Pages.\n",
  );
  expect(readings).toMatchObject([
    { subject: { name: "Bak", domain: "bak.org" }, fact: { repository: "https://github.com/bak/bak" } },
  ]);
  expect(rejects).toHaveLength(1);
});
