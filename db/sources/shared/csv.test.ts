import fc from "fast-check";
import { expect, test } from "vitest";
import { ListChangedError } from "../collector";
import { cellsOf, csvLines, parseCsv } from "./csv";

test("a quoted field may hold commas", () => {
  expect(parseCsv('a,b,c\n1,"x, ""y""",\n')).toEqual([{ a: "1", b: 'x, "y"', c: "" }]);
});

async function linesOf(text: string, size: number): Promise<string[]> {
  const bytes = Buffer.from(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const lines: string[] = [];
  for await (const line of csvLines(pieces())) lines.push(line);
  return lines;
}

test("lines come whole, however the bytes are cut, and a quoted field may go over several", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.string({ unit: fc.constantFrom("a", "é", ",", '"', "\n", "€") }), { minLength: 1 }), {
        minLength: 1,
      }),
      fc.integer({ min: 1, max: 9 }),
      async (rows, size) => {
        const lines = rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","));
        expect(await linesOf(lines.join("\r\n"), size)).toEqual(lines);
      },
    ),
  );
});

test("a line that does not end is no line", async () => {
  await expect(linesOf('"a","b', 3)).rejects.toThrow(ListChangedError);
  await expect(linesOf(`"${"a".repeat(1_100_000)}\n"`, 65_536)).rejects.toThrow(/does not end/);
});

test("cells are what was quoted, also where all are and where only some are", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", ",", '"', "€") });
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
      expect(cellsOf(cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(","))).toEqual(cells);
    }),
  );
  expect(cellsOf('"a","b,c",d,"",')).toEqual(["a", "b,c", "d", "", ""]);
});
