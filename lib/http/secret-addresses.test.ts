import { expect, test } from "vitest";
import { PARTS } from "@/lib/operations/browse";
import { discreetAddress } from "./secret-addresses";

const KEY = `pi_live_${"a1".repeat(21)}b`;
const TOKEN = "0123456789abcdef".repeat(4);

test.each([
  [`/api/v2/bulk?key=${KEY}&category=crm`, `/api/v2/bulk?key=${KEY}&category=crm`],
  [`/api/v2/bulk/?key=${KEY}`, `/api/v2/bulk?key=${KEY}`],
  [`//api//v2/bulk//?key=${KEY}`, `/api/v2/bulk?key=${KEY}`],
  [`/files/${TOKEN}/`, `/files/${TOKEN}`],
  [`/files//${TOKEN}?x=//`, `/files/${TOKEN}?x=//`],
])("%s, which opens something, is read as %s", (url, read) => {
  expect(discreetAddress(url)).toBe(read);
});

test.each([
  [`/pricing/?key=${KEY}`, "/pricing/?key=pi_live_redacted"],
  [`/API/v2/bulk?key=${KEY.toUpperCase()}`, "/API/v2/bulk?key=pi_live_redacted"],
  [`//x/${KEY}?${KEY}=1`, "//x/pi_live_redacted?pi_live_redacted=1"],
  ["/a//b/?c=d", "/a//b/?c=d"],
])("%s, where a key opens nothing, is read as %s", (url, read) => {
  expect(discreetAddress(url)).toBe(read);
});

test.each([
  ["percent signs", (letter: string) => `%${letter.charCodeAt(0).toString(16)}`],
  ["percent signs twice", (letter: string) => `%25${letter.charCodeAt(0).toString(16).toUpperCase()}`],
])("a key written with %s is found", (_, write) => {
  const disguised = [...KEY].map(write).join("");
  expect(discreetAddress(`/search?q=${disguised}&x=1`)).toBe("/search?q=pi_live_redacted&x=1");
  expect(discreetAddress(`/software/crm/${disguised}`)).toBe("/software/crm/pi_live_redacted");
});

test.each([
  ["/software/crm/hubspot?email=ada@example.com&utm_source=x", "/software/crm/hubspot"],
  ["/software/crm/hubspot?utm_source=x&seats=30", "/software/crm/hubspot?seats=30"],
  ["/software/crm/hubspot?seats=ada@example.com&sort=price&_rsc=1ab", "/software/crm/hubspot?_rsc=1ab"],
  ["/software/crm/hubspot.md?seats=2.5", "/software/crm/hubspot.md?seats=2.5"],
  ["/software/crm?seats=30", "/software/crm"],
  ["/software/crm?email=ada@example.com&sort=price&_rsc=1ab", "/software/crm?sort=price&_rsc=1ab"],
  ["/categories/a-z/b?x=1", "/categories/a-z/b"],
  ["/software/crm/hubspot/rates?region=eu", "/software/crm/hubspot/rates?region=eu"],
  ["/search?q=crm", "/search?q=crm"],
])("%s is read as %s: what a reader adds to the address of a kept page is not kept with it", (url, read) => {
  expect(discreetAddress(url)).toBe(read);
});

test("whatever a category's list can be filtered by stays in its address", () => {
  // The text, the category itself and the way of reading the text have their own pages.
  const elsewhere = new Set(["q", "category", "literal"]);
  const choices = Object.keys(PARTS).filter((part) => !elsewhere.has(part));
  expect(choices).toContain("having");
  for (const part of choices) expect(discreetAddress(`/software/crm?${part}=x&y=1`)).toBe(`/software/crm?${part}=x`);
});
