import fc from "fast-check";
import { expect, test } from "vitest";
import { type Cell, csvLine } from "./csv";

/** Parses CSV strictly by RFC 4180. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = "";
    if (text[at] === '"') {
      for (at++; ; at++) {
        if (text[at] === undefined) throw new Error("a quote is not closed");
        if (text[at] !== '"') cell += text[at];
        else if (text[at + 1] === '"') cell += text[at++];
        else break;
      }
      at++;
    } else {
      while (at < text.length && !',"\r\n'.includes(text[at] ?? "")) cell += text[at++];
    }
    row.push(cell);
    if (text[at] === ",") at++;
    else if (text.startsWith("\r\n", at)) {
      at += 2;
      rows.push(row);
      row = [];
    } else throw new Error(`unexpected ${JSON.stringify(text.slice(at, at + 5))}`);
  }
  return rows;
}

const awkward = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc
    .array(fc.constantFrom(",", '"', "\r", "\n", "\r\n", " ", "=", "+", "-", "@", "\t", "'", "ä", "💸", "a"))
    .map((list) => list.join("")),
);
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true, min: 0, max: 1e15 }));
const cell: fc.Arbitrary<Cell> = fc.oneof(awkward, number, fc.boolean(), fc.constant(null));

test("whatever the cells hold, a reader of RFC 4180 gets them back", () => {
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 5 }), (rows) => {
      const read = parseCsv(rows.map(csvLine).join(""));
      expect(read).toHaveLength(rows.length);
      for (const [index, cells] of rows.entries()) {
        const back = read[index] ?? [];
        expect(back).toHaveLength(cells.length);
        for (const [place, value] of cells.entries()) {
          const text = back[place] ?? "";
          if (typeof value === "number") expect(Number(text)).toBe(value);
          else if (typeof value === "string")
            expect(text.replace(/^'(?=[=+\-@\t\r])/, "")).toBe(value.replace(/^'(?=[=+\-@\t\r])/, ""));
          else expect(text).toBe(value === null ? "" : String(value));
        }
      }
    }),
    { numRuns: 500 },
  );
});

test("no text is a formula to a spreadsheet, and no number has an exponent", () => {
  fc.assert(
    fc.property(awkward, (text) => {
      expect(parseCsv(csvLine([text, "x"]))[0]?.[0] ?? "").not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
  expect(csvLine(["=1+1", "@SUM(A1)", "-2", "+2", "a-b"])).toBe("'=1+1,'@SUM(A1),'-2,'+2,a-b\r\n");
  expect(csvLine([0.0000001, 1e21, 8.75, 0, -2])).toBe("0.0000001,1000000000000000000000,8.75,0,-2\r\n");
});

test("what needs quotes gets them, and nothing else", () => {
  expect(csvLine(['say "hi"', "a,b", "a\nb", " a", "plain", "", null])).toBe(
    '"say ""hi""","a,b","a\nb"," a",plain,,\r\n',
  );
});
