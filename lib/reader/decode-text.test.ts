import { expect, test } from "vitest";
import { decodeText } from "./decode-text";

const latin1 = (text: string) => Buffer.from(text, "latin1");
const utf8 = (text: string) => Buffer.from(text, "utf8");

test.each([
  ["the header", latin1("<p>£12"), "text/html; charset=ISO-8859-1", "<p>£12"],
  ["the header, in quotes", latin1("£12"), 'text/plain; charset="windows-1252"', "£12"],
  ["a meta element", latin1("<meta charset=iso-8859-1><p>£12"), "text/html", "<meta charset=iso-8859-1><p>£12"],
  [
    "the header before a meta element",
    utf8("<meta charset=latin1>€9"),
    "text/html; charset=utf-8",
    "<meta charset=latin1>€9",
  ],
  ["a byte order mark before the header", utf8("\uFEFF<p>€9"), "text/html; charset=latin1", "<p>€9"],
  ["UTF-8 where nothing is declared", utf8("<p>€9 £3"), "text/html", "<p>€9 £3"],
  ["Windows-1252 where it can be nothing else", latin1("<p>£12"), null, "<p>£12"],
  ["a label that nobody knows counts as none", utf8("€9"), "text/markdown; charset=klingon", "€9"],
  ["JSON", utf8('{"price":"€9"}'), "application/json", '{"price":"€9"}'],
])("text is decoded by %s", (_, bytes, contentType, text) => {
  expect(decodeText(bytes, contentType)).toBe(text);
});

test("a page that lies about being UTF-8 yields no currency sign that it does not hold", () => {
  expect(decodeText(latin1("<p>£12"), "text/html; charset=utf-8")).toBe("<p>\uFFFD12");
});
