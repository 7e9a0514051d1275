import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createElement, Fragment, type ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { cardImage, drawable, plain } from "./card-image";

const open = vi.hoisted(() => ({ now: 0, most: 0, drawn: 0 }));
vi.mock("next/og", () => ({
  ImageResponse: class {
    async arrayBuffer() {
      open.drawn += 1;
      open.most = Math.max(open.most, ++open.now);
      await new Promise((resolve) => setTimeout(resolve, 5));
      open.now -= 1;
      return new ArrayBuffer(open.drawn);
    }
  },
}));

test("a picture is drawn once for what it shows, and one at a time", async () => {
  const Price = (_: { text: string }) => null;
  const Plan = (_: { text: string }) => null;
  const asked = [
    ...["a", "b", "a", "b", "c"].map((text) => cardImage(createElement(Price, { text }))),
    cardImage(createElement(Plan, { text: "a" })),
  ];
  const lengths = (await Promise.all((await Promise.all(asked)).map((image) => image.arrayBuffer()))).map(
    ({ byteLength }) => byteLength,
  );
  expect(lengths).toEqual([1, 2, 1, 2, 3, 4]);
  expect(open).toEqual({ now: 0, most: 1, drawn: 4 });
});

test("elements become plain data: components and fragments are what they show", () => {
  const Line = ({ children, wide }: { children?: ReactNode; wide: boolean }) =>
    wide ? createElement("div", { style: { display: "flex" } }, children, null, 5) : null;
  const card = createElement(
    Fragment,
    null,
    createElement(Line, { wide: true }, ["a", "b"]),
    createElement(Line, { wide: false }),
  );
  const shown = plain(card);
  expect(shown).toEqual([
    { type: "div", props: { style: { display: "flex" }, children: [["a", "b"], null, 5] } },
    null,
  ]);
  expect(structuredClone(shown)).toEqual(shown);
});

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
