import { describe, expect, test } from "vitest";
import { compare, linesOf, report, sample } from "./golden.mjs";

const json = (body: unknown) => ({ status: 200, type: "application/json", body: JSON.stringify(body) });
const page = (body: string) => ({ status: 200, type: "text/html; charset=utf-8", body });

describe("linesOf", () => {
  test("ignores identifiers, times and cursors", () => {
    const first = { id: "01efaaeb-1953-4666-a3df-d4409d68d72a", at: "2026-11-30T04:42:07.058Z" };
    const second = { id: "ae936679-49ca-4e6d-9b97-19b0ddac2100", at: "2026-12-01T05:00:00.001Z" };
    expect(linesOf(json(first), "b1")).toEqual(linesOf(json(second), "b2"));
  });

  test("keeps days and amounts", () => {
    expect(linesOf(json({ asOf: "2026-11-30", amount: 8.75 }), "b1")).toEqual([
      "200 application/json ",
      "{",
      ' "asOf": "2026-11-30",',
      ' "amount": 8.75',
      "}",
    ]);
  });

  test("reads the JSON of an event stream", () => {
    const body = 'event: message\ndata: {"id":1}';
    expect(linesOf({ status: 200, type: "text/event-stream", body }, "b1")).toContain(' "id": 1');
  });

  test("reduces a page to text and targets, whatever the order of its head", () => {
    const body = '<body><p class="a">Acme costs <b>$8</b></p><a href="/acme">More</a><script>1</script></body>';
    const first = `<head><title>Acme</title><meta name="description" content="Prices"></head>${body}`;
    const second = `<head><meta name="description" content="Prices"><title>Acme</title></head>${body}`;
    expect(linesOf(page(first), "b1")).toEqual(linesOf(page(second.replace('"a"', '"b"')), "b2"));
    expect(linesOf(page(first), "b1").join("|")).toMatch(/Acme costs\|\$8\|\[\/acme\] More/);
  });
});

describe("compare", () => {
  test("finds nothing in equal responses", () => {
    expect(compare(["200", "a"], ["200", "a"])).toBeNull();
  });

  test("names the field that differs", () => {
    expect(compare(["200", ' "amount": 8,'], ["200", ' "amount": 9,'])).toEqual({
      where: "amount",
      before: ' "amount": 8,',
      after: ' "amount": 9,',
    });
  });

  test("names the status", () => {
    expect(compare(["200"], ["404"])?.where).toBe("status");
  });

  test("finds a missing and an added line", () => {
    expect(compare(["200", "a"], ["200"])).toMatchObject({ before: "a", after: "(nothing)" });
    expect(compare(["200"], ["200", "a"])).toMatchObject({ before: "(nothing)", after: "a" });
  });
});

test("report groups by kind and field, the largest group first, with three examples", () => {
  const differ = (kind: string, name: string) => ({ kind, name, where: "amount", before: "8", after: "9" });
  const lines = report([differ("usage", "a"), ...["b", "c", "d", "e"].map((name) => differ("record", name))]);
  expect(lines.slice(0, 4)).toEqual(["4 × record: amount", "  b", "    - 8", "    + 9"]);
  expect(lines.filter((line: string) => /^ {2}\w/.test(line))).toEqual(["  b", "  c", "  d", "  a"]);
});

test("sample takes members at equal distances, and all of them if there are too few", () => {
  expect(sample([0, 1, 2, 3, 4, 5], 3)).toEqual([0, 2, 4]);
  expect(sample([0, 1], 9)).toEqual([0, 1]);
});
