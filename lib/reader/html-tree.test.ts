import { load } from "cheerio";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { elementsOf } from "./dom";
import { extract } from "./extract";
import { MAX_ATTRIBUTES, MAX_DEPTH, parseHtml } from "./html-tree";

const LENGTH = 600_000;
const filled = (unit: string, length = LENGTH) => unit.repeat(length / unit.length);

describe("parseHtml", () => {
  const piece = fc.constantFrom(
    ..."<p> </p> <b> </b> <a> <i> <table> </table> <tr> <td> <tbody> <div> </div> <select> <option> <template> <svg> <br> <form> <li> <script> </script> <!--c--> text &amp; <h2>".split(
      " ",
    ),
  );

  test("builds the same tree as the parser with its own tree adapter", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const html = pieces.join("");
        expect(load(parseHtml(html).root().toArray()).html()).toBe(load(html).html());
      }),
      { numRuns: 500 },
    );
  });

  test("keeps siblings linked in the order of children", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const $ = parseHtml(pieces.join(""));
        for (const element of elementsOf($)) {
          for (const [index, child] of element.children.entries()) {
            expect(child.parent).toBe(element);
            expect(child.prev).toBe(element.children[index - 1] ?? null);
            expect(child.next).toBe(element.children[index + 1] ?? null);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  test("accepts an element at the attribute limit and a page at the depth limit", () => {
    const attributes = Array.from({ length: MAX_ATTRIBUTES }, (_, at) => `a${at}`).join(" ");
    expect(parseHtml(`<p ${attributes}>`)("p").attr(`a${MAX_ATTRIBUTES - 1}`)).toBe("");
    const outer = ["html", "body"].length;
    expect(parseHtml("<div>".repeat(MAX_DEPTH - outer))("div")).toHaveLength(MAX_DEPTH - outer);
    expect(() => parseHtml("<div>".repeat(MAX_DEPTH))).toThrow("nested too deep");
  });
});

describe("a hostile page", () => {
  const attributes = (count: number) => Array.from({ length: count }, (_, at) => `a${at}`).join(" ");

  test.each([
    [
      "headings",
      filled("<h2>Pro</h2><p>$9 per month</p>"),
      "it belongs to no card, table or list of plans",
      "$9 per month",
    ],
    ["rows outside a table", filled("<tbody><tr>"), "its text states no amount with a currency"],
    ["row groups of a table", `<table>${filled("<tbody><tr>")}`, "it has too many elements"],
    ["tables with text", filled("<table>x<br>"), "it has too many elements"],
    ["text in one table", `<table>${filled("x<br>")}`, "it has too many elements"],
    ["open elements", filled("<div>"), "nested too deep"],
    ["open formatting elements", filled("<b>"), "nested too deep"],
    ["formatting elements that each paragraph repeats", filled("<p><b id=1><b id=2>"), "it has too many elements"],
    ["attributes", `<div ${attributes(100_000)}>`, "an element has too many attributes"],
    [
      "attributes of ignored tags",
      filled(`<tr ${attributes(30_000)}>`, 1_000_000),
      "an element has too many attributes",
    ],
  ])("of %s is read or refused with a reason", async (_, body, why, what = "the page") => {
    const page = { url: "https://vendor.example/pricing", contentType: "text/html", text: body };
    expect(await extract(page)).toEqual({ reading: null, refusals: [{ extractor: "html", what, why }] });
  });

  test("of the most elements within the limit is read to its end", async () => {
    const text = `<table>${"x<br>".repeat(45_000)}</table><div><h2>Pro</h2><p>$9 per month</p></div><div><h2>Team</h2><p>$19 per month</p></div>`;
    const { reading } = await extract({ url: "https://vendor.example/pricing", contentType: "text/html", text });
    expect(reading?.tiers.map(({ name }) => name)).toEqual(["Pro", "Team"]);
  });
});
