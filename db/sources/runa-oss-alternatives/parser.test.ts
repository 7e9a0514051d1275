import { expect, test } from "vitest";
import { runaRows } from "./parser";

test("tables of alternatives are read by column", () => {
  const badge = '<a href=https://github.com/a/b><img src="https://img.shields.io/github/stars/a/b"/></a>';
  expect(runaRows(`Auth & SSO|[Acme](https://acme.dev/)|Words|${badge}|[Okta](https://okta.com/)`)).toMatchObject([
    { category: "Auth & SSO", name: "Acme", site: "https://acme.dev/", repository: "https://github.com/a/b" },
  ]);
});
