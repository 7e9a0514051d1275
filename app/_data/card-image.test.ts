import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { drawable } from "./card-image";

test("texts of a picture hold only letters that its fonts draw", () => {
  const card = { title: "Feishu 飞书 · ﬁne 😀 ≈ $5", lines: [{ name: "Größe – Łódź" }], count: 3, none: null };
  expect(drawable(card)).toEqual({
    title: "Feishu  · fine   $5",
    lines: [{ name: "Größe – Łódź" }],
    count: 3,
    none: null,
  });
});

test("no letter passes that neither subset has", () => {
  const file = join(process.cwd(), "node_modules/@fontsource/inter/unicode.json");
  const subsets = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  const ranges = ["latin", "latin-ext", "vietnamese"].flatMap((name) =>
    (subsets[name] ?? "").split(",").map((range) =>
      range
        .slice(2)
        .split("-")
        .map((hex) => Number.parseInt(hex, 16)),
    ),
  );
  const inFont = (code: number) => ranges.some(([from = 0, to = from]) => from <= code && code <= to);
  const passing = Array.from({ length: 0x3000 }, (_, code) => code).filter(
    (code) => drawable(String.fromCodePoint(code)) === String.fromCodePoint(code),
  );
  expect(passing.filter((code) => !inFont(code)).map((code) => code.toString(16))).toEqual([]);
});
